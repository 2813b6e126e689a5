//go:build !unix

package files

import (
	"io/fs"
	"os"
)

// open opens what is at a path, and says what it is.
func open(path string) (*os.File, fs.FileMode, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, 0, err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return nil, 0, err
	}
	return f, info.Mode(), nil
}
