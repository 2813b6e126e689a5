package workspace

import (
	"os"
	"path"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// ImportReader returns what reads the files that the configurations of other linters name.
func ImportReader() imports.Reader {
	return imports.Reader{
		Read: func(name string) ([]byte, error) { return ReadFile(filepath.FromSlash(name)) },
		List: func(folder string) ([]string, error) {
			entries, err := os.ReadDir(filepath.FromSlash(folder))
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
