package memory

import (
	"bytes"
	"io"
	"os"
	"sync"
)

// Texts keeps texts that are printed at the end of a run: what is more than a few megabytes in a temporary file. Its
// zero value is ready. Several goroutines may use it.
type Texts struct {
	mutex sync.Mutex
	held  int // bytes in memory
	file  *os.File
	size  int64
}

// A Text is one of Texts. The zero value is empty.
type Text struct {
	bytes  []byte // nil: it is in the file
	at     int64
	length int
}

// Keep keeps a copy of a text.
func (t *Texts) Keep(text []byte) Text {
	const inMemory = 8 << 20
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if t.held+len(text) > inMemory && len(text) > 0 && t.begin() {
		if _, err := t.file.WriteAt(text, t.size); err == nil {
			kept := Text{at: t.size, length: len(text)}
			t.size += int64(len(text))
			return kept
		}
	}
	t.held += len(text)
	return Text{bytes: bytes.Clone(text)}
}

func (t *Texts) begin() bool {
	if t.file == nil {
		f, err := os.CreateTemp("", "doc-iterate-")
		if err != nil {
			return false // there is memory
		}
		os.Remove(f.Name()) // where a system removes files that are open, nothing is left of a run that is killed
		t.file = f
	}
	return true
}

// Write writes a text that was kept.
func (t *Texts) Write(w io.Writer, text Text) error {
	if text.length == 0 {
		_, err := w.Write(text.bytes)
		return err
	}
	_, err := io.Copy(w, io.NewSectionReader(t.file, text.at, int64(text.length)))
	return err
}

// Close gives back what the texts take.
func (t *Texts) Close() {
	if t.file != nil {
		t.file.Close()
		os.Remove(t.file.Name()) // where it could not be done before
	}
}
