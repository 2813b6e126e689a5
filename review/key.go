package review

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Key is the identity of a finding across revisions: edits elsewhere in the document do not change it. It is made of
// the rule, the normalised text that the finding is about, the path of headings above it, and an ordinal among the
// findings that share all three.
type Key string

// Identify sets the Key of every finding of one document, in place. The
// findings must be in document order, for the ordinals to be stable.
func Identify(d *zone.Document, findings []Finding) {
	counts := map[string]int{} // by rule, subject and section
	var text, path []byte
	section := -1
	for i := range findings {
		f := &findings[i]
		if at := d.HeadingAt(f.Span.Start); at != section {
			section, path = at, appendPath(d, path[:0], at)
		}
		text = append(append(text[:0], f.Path...), 0)
		base := len(text)
		text = append(append(text, f.Rule...), 0)
		text = append(appendSubject(text, d, f), 0)
		text = append(text, path...)
		alike := string(text[base:])
		text = strconv.AppendInt(append(text, 0), int64(counts[alike]), 10)
		counts[alike]++
		sum := sha256.Sum256(text)
		f.Key = Key(hex.EncodeToString(sum[:8]))
	}
}

// appendPath appends the texts of the headings down to that of the index at, which may be -1.
func appendPath(d *zone.Document, out []byte, at int) []byte {
	if at < 0 {
		return out
	}
	h := &d.Headings()[at]
	if h.Parent >= 0 {
		out = append(appendPath(d, out, h.Parent), 0)
	}
	return append(out, h.Text...)
}

// appendSubject appends what a finding is about, normalised: the text at its place, or what its reviewer quoted.
func appendSubject(out []byte, d *zone.Document, f *Finding) []byte {
	switch {
	case f.State == Located && !f.Span.Empty():
		return append(out, Normalise(string(d.Bytes(f.Span)))...)
	case f.Old != "":
		return append(out, Normalise(f.Old)...)
	case f.Quoted != "":
		return append(out, Normalise(f.Quoted)...)
	}
	return append(out, Normalise(f.Message)...)
}

// Normalise folds case and white space, so that a reflowed paragraph keeps the Keys of its findings.
func Normalise(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), unicode.IsSpace), " ")
}
