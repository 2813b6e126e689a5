package workspace

import (
	"fmt"
	"os"
	"path"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/internal/files"
	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// ImportReader returns what reads the files that the configurations of other linters name.
func ImportReader() imports.Reader {
	return importReader(rootOf("."), func(name string) (string, error) { return filepath.FromSlash(name), nil })
}

// ImportReader returns what reads the files below the root that the configurations of other linters name.
func (r *Repository) ImportReader() imports.Reader {
	return importReader(RealPath(r.Root), func(name string) (string, error) {
		if !filepath.IsLocal(filepath.FromSlash(name)) {
			return "", fmt.Errorf("%s lies outside of the repository", name)
		}
		return r.file(name), nil
	})
}

// importReader returns what reads the files below root at the places that place says.
func importReader(root string, place func(name string) (string, error)) imports.Reader {
	return imports.Reader{
		Read: func(name string) ([]byte, error) {
			file, err := place(name)
			if err != nil {
				return nil, err
			}
			data, err := new(files.Door).ReadIn(root, file, files.MaxSmall)
			return data, named(file, err)
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
