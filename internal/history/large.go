package history

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"

	"github.com/doc-iterate/doc-iterate/loop"
)

// manyElements is how many elements the lists of a state have together that is written piece by piece: as one text,
// what a review with hundreds of thousands of findings leaves takes several times the memory of that review.
const manyElements = 500

// A longList is a list of a state.
type longList struct {
	key    string
	length int
	at     func(i int) any
	cut    func() // leaves the first element
}

func list[T any](key string, of *[]T) longList {
	all := *of
	return longList{key, len(all), func(i int) any { return &all[i] }, func() { *of = all[:1] }}
}

// longLists returns the lists of s that may be long, in the order in which they are written.
func longLists(s *loop.State) []longList {
	out := []longList{list("remaining_issues", &s.Remaining), list("questions", &s.Questions)}
	if k := s.Snapshot; k != nil {
		out = append(out, list("open", &k.Open), list("shut", &k.Closed), list("fixes", &k.Fixes))
	}
	return out
}

func isLarge(s *loop.State) bool {
	n := 0
	for _, l := range longLists(s) {
		n += l.length
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
	var lists []longList
	for _, l := range longLists(&s) {
		if l.length > 1 {
			l.cut()
			lists = append(lists, l)
		}
	}
	rest, err := json.Marshal(&s)
	if err != nil {
		return err
	}
	out := bufio.NewWriterSize(w, 1<<16)
	for _, l := range lists {
		first, err := json.Marshal(l.at(0))
		if err != nil {
			return err
		}
		// A text that holds this has backslashes before its quotes.
		before, after, ok := bytes.Cut(rest, fmt.Appendf(nil, "%q:[%s]", l.key, first))
		if !ok {
			return fmt.Errorf("the list %q of a state is not where it should be", l.key)
		}
		fmt.Fprintf(out, "%s%q:[%s", before, l.key, first)
		for i := 1; i < l.length; i++ {
			element, err := json.Marshal(l.at(i))
			if err != nil {
				return err
			}
			_ = out.WriteByte(',')
			_, _ = out.Write(element) // Flush returns the error
		}
		_ = out.WriteByte(']')
		rest = after
	}
	_, _ = out.Write(rest)
	_ = out.WriteByte('\n')
	return out.Flush()
}
