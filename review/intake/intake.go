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
	"encoding/binary"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf16"
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
	for mark, what := range map[string]string{"PK\x03\x04": "a Word document or another ZIP archive; " +
		"write pandoc --track-changes=all -t markdown of it, which has its changes and comments", "%PDF-": "a PDF; " +
		"write its remarks as text, or export its comments"} {
		if bytes.HasPrefix(data, []byte(mark)) {
			return nil, &format.Error{Name: name, Line: 1, Column: 1, Msg: "is " + what}
		}
	}
	if inUTF16(data) {
		r.Src = fromUTF16(data)
		data = r.Src
	}
	if !utf8.Valid(data) {
		r.Src = fromOther(r, data)
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

// fromUTF16 returns a text in UTF-16 as UTF-8.
func fromUTF16(data []byte) []byte {
	var order binary.ByteOrder = binary.LittleEndian
	if data[0] == 0xfe || data[0] == 0 {
		order = binary.BigEndian
	}
	var units []uint16
	for i := 0; i+1 < len(data); i += 2 {
		units = append(units, order.Uint16(data[i:]))
	}
	return []byte(string(utf16.Decode(units)))
}

// fromOther returns a text that is not in UTF-8: in Latin-1 where none of it is UTF-8.
func fromOther(r *format.Reader, data []byte) []byte {
	latin := make([]rune, 0, len(data))
	for rest := data; len(rest) > 0; {
		c, size := utf8.DecodeRune(rest)
		if size > 1 || rest[0] < '\n' || c == utf8.RuneError && rest[0] < 0xA0 {
			r.Repair("read bytes that are not UTF-8 as U+FFFD")
			return bytes.ToValidUTF8(data, []byte("\uFFFD"))
		}
		latin, rest = append(latin, rune(rest[0])), rest[1:]
	}
	r.Repair("read the text as Latin-1")
	return []byte(string(latin))
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
