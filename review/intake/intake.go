// Package intake reads reviews: it recognises the format of a text, and reads doc-iterate's own review.json, what
// people wrote as Markdown, YAML, diffs or comments, and with package format the reports of linters and tools.
//
// What a language model writes a little wrongly is taken where it has one meaning (another name of a field, a number
// as a string, a comma too many, a fence around the JSON), and Review.Repaired says what was taken so. No field of a
// finding costs the finding: what can't be read is left out, and where that could have said what to replace, so is
// the replacement. What is no review is refused with an error that names the file and the place.
package intake

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake/envelope"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// maxBytes bounds a review, so that a hostile one costs bounded memory.
const maxBytes = 256 << 20

// Parse reads a review. Name is what errors call it: the file's name, or the program's. The error of a review that
// can't be read joins one *Error for each thing that is wrong with it.
func Parse(name string, data []byte, as format.Format) (*format.Review, error) {
	r := &format.Reader{Name: name, Src: data, Review: &format.Review{}}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%s: a review of more than %d MB; split it", name, maxBytes>>20)
	}
	for mark, what := range map[string]string{"PK\x03\x04": "a Word document or another ZIP archive; " +
		"write pandoc --track-changes=all -t markdown of it, which has its changes and comments", "%PDF-": "a PDF; " +
		"write its remarks as text, or export its comments"} {
		if bytes.HasPrefix(data, []byte(mark)) {
			return nil, &format.Error{Name: name, Line: 1, Column: 1, Msg: "is " + what}
		}
	}
	var note string
	if r.Src, note = envelope.Decoded(data); note != "" {
		r.Repair("%s", note)
	}
	readAs(r, as)
	r.DropEmptyRemedies()
	r.NameIssues()
	r.NoteRepairs()
	if len(r.Errs) > 0 {
		return nil, errors.Join(r.Errs...)
	}
	return r.Review, nil
}

// SamePath reports whether two paths name one document as far as their texts can say: they are equal, or one ends with
// the other. Paths that climb are equal to themselves alone.
func SamePath(a, b string) bool {
	a, b = path.Clean(strings.ReplaceAll(a, `\`, "/")), path.Clean(strings.ReplaceAll(b, `\`, "/"))
	if a == b {
		return true
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	return !strings.HasPrefix(b, "..") && !strings.HasPrefix(b, "/") && b != "." && strings.HasSuffix(a, "/"+b)
}
