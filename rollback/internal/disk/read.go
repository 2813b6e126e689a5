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

// LastLine returns the last line of the file at path without its end, nil where there is none, or it is long or cut
// off.
func LastLine(path string) []byte {
	f, err := os.Open(path)
	if err != nil {
		return nil
	}
	defer f.Close()
	size, err := f.Seek(0, io.SeekEnd)
	tail := make([]byte, min(size, 4<<10))
	if err == nil {
		_, err = f.ReadAt(tail, size-int64(len(tail)))
	}
	line, ended := bytes.CutSuffix(tail, []byte("\n"))
	at := bytes.LastIndexByte(line, '\n')
	if err != nil || !ended || at < 0 && size > int64(len(tail)) {
		return nil
	}
	return line[at+1:]
}
