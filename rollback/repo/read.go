package repo

import (
	"io"
	"slices"
)

// ReadFile reads the whole file at path. size is its expected length: a file that has just that length is not asked for
// more.
func ReadFile(path string, size int) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buffer := make([]byte, 0, size+1) // one more byte, to see the end of the file
	for {
		n, err := f.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if err == io.EOF || err == nil && n > 0 && len(buffer) == size {
			return buffer, nil
		}
		if err != nil {
			return nil, err
		}
		if len(buffer) == cap(buffer) {
			buffer = slices.Grow(buffer, len(buffer))
		}
	}
}
