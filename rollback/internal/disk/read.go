package disk

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// hasBytes reports whether what is left to read of f are these bytes. It holds a piece of them at a time: many files
// are compared at the same time as much else is in memory.
func hasBytes(f *os.File, want []byte) (bool, error) {
	piece := make([]byte, min(len(want)+1, 32<<10))
	for {
		n, err := f.Read(piece)
		if !bytes.HasPrefix(want, piece[:n]) {
			return false, nil
		}
		want = want[n:]
		if errors.Is(err, io.EOF) {
			return len(want) == 0, nil
		}
		if err != nil {
			return false, err
		}
	}
}
