//go:build !unix

package rollback

import (
	"io"
	"io/fs"
	"os"
	"slices"
)

// ReadInto puts all of a file into the buffer, whatever that holds, and returns it grown as it must be. The file is
// expected to be as long as size.
func ReadInto(buffer []byte, path string, size int) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	buffer = slices.Grow(buffer[:0], size+1) // one more shows the end
	for {
		n, err := f.Read(buffer[len(buffer):cap(buffer)])
		buffer = buffer[:len(buffer)+n]
		if err == io.EOF {
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

func readFile(path string, _ int64) ([]byte, error) { return os.ReadFile(path) }

func readOver(_ []byte, path string, _ int64) ([]byte, error) { return os.ReadFile(path) }

func makeFile(path string, perm fs.FileMode) (*os.File, error) {
	return os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, perm)
}

func rename(from, to string) error { return os.Rename(from, to) }
