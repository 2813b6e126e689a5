package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"

	"github.com/doc-iterate/doc-iterate/internal/pieces"
	"github.com/doc-iterate/doc-iterate/loop"
)

// manyElements is how many elements the lists of a state have together that is written piece by piece.
const manyElements = 500

// longLists returns the lists of s that may be long, in the order in which they are written.
func longLists(s *loop.State) []pieces.List {
	out := []pieces.List{pieces.Slice("remaining_issues", &s.Remaining), pieces.Lazy("questions", &s.Questions)}
	if k := s.Snapshot; k != nil {
		out = append(out, pieces.Lazy("open", &k.Open), pieces.Lazy("shut", &k.Closed), pieces.Slice("fixes", &k.Fixes))
	}
	return out
}

func isLarge(s *loop.State) bool {
	n := 0
	for _, l := range longLists(s) {
		n += l.Len
	}
	return n > manyElements
}

// writeLarge writes a state as json.Encoder does, but the elements of its lists one after the other.
func writeLarge(w io.Writer, state *loop.State) error {
	s := *state
	if state.Snapshot != nil {
		snapshot := *state.Snapshot
		s.Snapshot = &snapshot
	}
	out := bufio.NewWriterSize(w, 1<<16)
	var text bytes.Buffer
	encoder := json.NewEncoder(&text) // in one memory for all
	marshal := func(v any) ([]byte, error) {
		text.Reset()
		err := encoder.Encode(v)
		return bytes.TrimSuffix(text.Bytes(), []byte("\n")), err
	}
	put := func(piece []byte) { _, _ = out.Write(piece) } // Flush returns the error
	if err := pieces.Write(&s, longLists(&s), marshal, put); err != nil {
		return err
	}
	put([]byte("\n"))
	return out.Flush()
}
