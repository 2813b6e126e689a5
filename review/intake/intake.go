// Package intake reads reviews: it recognises the format of a text, and reads doc-iterate's own review.json, what people
// wrote as Markdown, YAML, diffs or comments, and with package format the reports of linters and tools.
//
// What a language model writes a little wrongly is taken where it has one meaning (another name of a field, a number as a
// string, a comma too many, a fence around the JSON), and Review.Repaired says what was taken so. No field of a finding
// costs the finding: what can't be read is left out, and where that could have said what to replace, so is the
// replacement. What is no review is refused with an error that names the file and the place.
package intake

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

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
	if inUTF16(data) {
		return nil, &format.Error{Name: name, Line: 1, Column: 1, Msg: "is in UTF-16, as PowerShell's > writes; want UTF-8: " +
			"write it with Out-File -Encoding utf8, or convert it with iconv -f UTF-16 -t UTF-8"}
	}
	if !utf8.Valid(data) {
		r.Repair("read bytes that are not UTF-8 as U+FFFD")
		r.Src = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	r.Src = bytes.TrimPrefix(r.Src, []byte("\uFEFF"))
	readAs(r, as)
	r.DropEmptyRemedies()
	r.NameIssues()
	r.NoteRepairs()
	if len(r.Errs) > 0 {
		return nil, errors.Join(r.Errs...)
	}
	return r.Review, nil
}

// inUTF16 reports whether data begins with a byte order mark of UTF-16, or with a character of ASCII in it.
func inUTF16(data []byte) bool {
	if len(data) < 2 {
		return false
	}
	mark := string(data[:2])
	return mark == "\xff\xfe" || mark == "\xfe\xff" || (data[0] == 0) != (data[1] == 0)
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
