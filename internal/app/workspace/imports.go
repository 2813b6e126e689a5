package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// ImportReader returns what reads the files that the configurations of other linters name.
func ImportReader() imports.Reader {
	return importReader(func(name string) (string, error) { return filepath.FromSlash(name), nil })
}

// ImportReader returns what reads the files below the root that the configurations of other linters name.
func (r *Repository) ImportReader() imports.Reader {
	return importReader(func(name string) (string, error) {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return "", fmt.Errorf("%s lies outside of the repository", name)
		}
		return r.file(name), nil
	})
}

// importReader returns what reads the files at the places that place says.
func importReader(place func(name string) (string, error)) imports.Reader {
	return imports.Reader{
		Read: func(name string) ([]byte, error) {
			file, err := place(name)
			if err != nil {
				return nil, err
			}
			return ReadFile(file)
		},
		List: func(folder string) ([]string, error) {
			at, err := place(folder)
			if err != nil {
				return nil, err
			}
			entries, err := os.ReadDir(at)
			var names []string
			for _, e := range entries {
				if e.Type().IsRegular() {
					names = append(names, path.Join(folder, e.Name()))
				}
			}
			return names, err
		},
	}
}
