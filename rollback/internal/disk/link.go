package disk

import (
	"errors"
	"io"
	"io/fs"
	"os"
)

// LinkOrCopy gives the file at old a second name, atomically and only if that name is free. Where the file system
// has no links the content is written under the new name.
func LinkOrCopy(old, path string) error {
	err := os.Link(old, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	from, err := os.Open(old)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		os.Remove(path)
		return err
	}
	// git takes an entry that is as young as its index for possibly changed: the copy must not look younger.
	return os.Chtimes(path, info.ModTime(), info.ModTime())
}
