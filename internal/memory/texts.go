package memory

import (
	"bytes"
	"io"
	"os"
	"slices"
	"sync"
)

// Texts keeps texts that are printed at the end of a run: what is more than a few megabytes in a temporary file. Its
// zero value is ready. Several goroutines may keep texts; one writes them.
type Texts struct {
	mutex   sync.Mutex
	held    int // bytes in memory
	file    *os.File
	size    int64  // of what is in the file, and of pending
	pending []byte // the end of that, which is not written yet
	full    bool   // the file takes no more
	window  []byte // what was read of the file last
	from    int64  // where in the file window begins
}

// portion is how many bytes are written to the file, and read of it, at a time.
const portion = 128 << 10

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
	if t.held+len(text) <= inMemory || len(text) == 0 || !t.begin() {
		t.held += len(text)
		return Text{bytes: bytes.Clone(text)}
	}
	kept := Text{at: t.size, length: len(text)}
	t.pending = append(t.pending, text...)
	t.size += int64(len(text))
	if len(t.pending) >= portion && !t.full {
		if _, err := t.file.WriteAt(t.pending, t.written()); err != nil {
			t.full = true // there is memory
			return kept
		}
		t.pending = t.pending[:0]
	}
	return kept
}

// written is how many bytes are in the file.
func (t *Texts) written() int64 { return t.size - int64(len(t.pending)) }

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

// Write writes a text that was kept. The file is read in portions: texts are printed nearly in the order in which they
// were made.
func (t *Texts) Write(w io.Writer, text Text) error {
	content := text.bytes
	if text.length > 0 {
		var err error
		if content, err = t.read(text); err != nil {
			return err
		}
	}
	_, err := w.Write(content)
	return err
}

// read returns a text of the file, which holds until the next one is read.
func (t *Texts) read(text Text) ([]byte, error) {
	t.mutex.Lock()
	defer t.mutex.Unlock()
	if at := text.at - t.written(); at >= 0 {
		return t.pending[at:][:text.length], nil
	}
	if at := text.at - t.from; at < 0 || at+int64(text.length) > int64(len(t.window)) {
		length := min(int64(max(portion, text.length)), t.written()-text.at)
		t.window, t.from = slices.Grow(t.window[:0], int(length))[:length], text.at
		if _, err := t.file.ReadAt(t.window, text.at); err != nil {
			t.window = t.window[:0]
			return nil, err
		}
	}
	return t.window[text.at-t.from:][:text.length], nil
}

// Close gives back what the texts take.
func (t *Texts) Close() {
	if t.file != nil {
		t.file.Close()
		os.Remove(t.file.Name()) // where it could not be done before
	}
}
