package disk

import (
	"bytes"
	"errors"
	"io"
	"os"
)

// hasBytes reports whether the rest of f is these bytes. It reads piece by piece to save memory: many files are
// compared at the same time.
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
