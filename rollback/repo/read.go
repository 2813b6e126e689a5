package repo

import (
	"io"
	"slices"
)

// ReadInto reads the whole file at path into buffer, overwriting what buffer holds, and returns it. It grows buffer
// where needed. size is the expected length of the file: what has just that length and leaves room in the buffer is
// not asked for more.
func ReadInto(buffer []byte, path string, size int) ([]byte, error) {
	f, err := openFile(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buffer = slices.Grow(buffer[:0], size+1) // one more byte, to see the end of the file
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
