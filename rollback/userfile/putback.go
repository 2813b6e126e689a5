package userfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
)

// PutBack writes the text that stood in a document before a program rewrote it. What stands there now is kept in
// another file in the same folder: a person may have written it at that time. It returns the path of that file.
func PutBack(path string, text []byte) (other string, err error) {
	now, err := os.ReadFile(path)
	if err == nil {
		var f *os.File
		if f, err = os.CreateTemp(filepath.Dir(path), filepath.Base(path)+".rewritten-"); err != nil {
			return "", err
		}
		_, err = f.Write(now)
		if err = errors.Join(err, f.Close()); err != nil {
			return "", err
		}
		other = f.Name()
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	return other, disk.WriteFileAtomic(path, text, 0o644)
}
