package review

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"
	"strings"
	"unicode"
)

// A Key is the identity of a finding across revisions: edits elsewhere in the
// document do not change it. It is made of the rule, the normalised text that
// the finding is about, the path of headings above it, and an ordinal among the
// findings that share all three.
type Key string

// Identify sets the Key of every finding of one document, in place. The
// findings must be in document order, for the ordinals to be stable.
func Identify(d *Document, findings []Finding) {
	seen := map[string]int{}
	section, path := -2, ""
	var text []byte
	for i := range findings {
		f := &findings[i]
		if at := d.HeadingAt(f.Span.Start); at != section {
			section, path = at, strings.Join(d.HeadingPath(f.Span.Start), "\x00")
		}
		text = append(append(text[:0], f.Path...), 0)
		base := len(text)
		text = append(append(text, f.Rule...), 0)
		text = append(append(text, normalise(subject(d, f))...), 0)
		text = append(text, path...)
		n := seen[string(text[base:])]
		seen[string(text[base:])] = n + 1
		sum := sha256.Sum256(strconv.AppendInt(append(text, 0), int64(n), 10))
		var key [16]byte
		hex.Encode(key[:], sum[:8])
		f.Key = Key(key[:])
	}
}

// subject is the text that a finding is about: what stands at its place, or,
// without a place, what the reviewer quoted or said.
func subject(d *Document, f *Finding) string {
	switch {
	case f.State == Located && !f.Span.Empty():
		return string(d.Source()[f.Span.Start:f.Span.End])
	case f.Old != "":
		return f.Old
	}
	return f.Message
}

// normalise folds case and white space, so that a reflowed paragraph keeps the
// Keys of its findings.
func normalise(s string) string {
	if len(s) == 1 && s[0] > ' ' && s[0] < 'A' {
		return s // a bullet
	}
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), unicode.IsSpace), " ")
}
