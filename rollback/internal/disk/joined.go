package disk

import (
	"bufio"
	"errors"
	"os"
)

// CreateNew creates the file at path, which must not exist.
func CreateNew(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// WriteJoined writes texts, one after the other, to a new file and syncs it.
func WriteJoined(f *os.File, texts [][]byte) error {
	out := bufio.NewWriterSize(f, 1<<16)
	var err error
	for _, text := range texts {
		if err == nil {
			_, err = out.Write(text)
		}
	}
	if err == nil {
		err = out.Flush()
	}
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
	}
	return err
}
