package review

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
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
	for i := range findings {
		f := &findings[i]
		base := f.Rule + "\x00" + normalise(subject(d, f)) + "\x00" + strings.Join(d.HeadingPath(f.Span.Start), "\x00")
		n := seen[base]
		seen[base]++
		sum := sha256.Sum256(fmt.Appendf(nil, "%s\x00%s\x00%d", f.Path, base, n))
		f.Key = Key(hex.EncodeToString(sum[:8]))
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
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), unicode.IsSpace), " ")
}
