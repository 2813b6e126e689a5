package review

import (
	"crypto/sha256"
	"encoding/hex"
	"strconv"

	"github.com/doc-iterate/doc-iterate/review/identity"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Key is the fingerprint of a finding; see package identity.
type Key = identity.Key

// Identify sets the Key of every finding of one document, in place. The
// findings must be in document order, for the ordinals to be stable.
func Identify(d *zone.Document, findings []Finding) {
	subjects := Subjects(d, findings)
	for i, key := range identity.Keys(d.Source(), subjects) {
		findings[i].Key = key
	}
	identifyFormerly(d, findings, subjects)
}

// Subjects returns what the identities of findings are made of.
func Subjects(d *zone.Document, findings []Finding) []identity.Subject {
	out := make([]identity.Subject, len(findings))
	for i := range findings {
		f := &findings[i]
		missing := f.Span.Empty() && f.Span.Start == len(d.Text()) // the end is where it would be added
		out[i] = identity.Subject{
			Rule: f.Rule, Text: subject(d, f), Span: f.Span, Placed: f.State == Located && !missing,
		}
	}
	return out
}

// subject returns what a finding is about: the text at its place, or what its reviewer quoted.
func subject(d *zone.Document, f *Finding) string {
	switch {
	case f.State == Located && !f.Span.Empty():
		return string(d.Bytes(f.Span))
	case f.Old != "":
		return f.Old
	case f.Quoted != "":
		return f.Quoted
	}
	return f.Message
}

// Carry returns for each newer finding the number of the older one that it is, or -1. The two documents are revisions
// of one.
func Carry(before, after *zone.Document, older, newer []Finding) []int {
	edits := source.NewMapping(source.BetweenWords(before.Source(), after.Source()))
	return identity.Carry(Subjects(before, older), Subjects(after, newer), edits)
}

// identifyFormerly sets the Former keys of findings, by which version 0.1 knew them: hashes of the path, the rule, the
// subject, the headings above and a number among those equal in all of these. Baselines, memories and SARIF have them.
func identifyFormerly(d *zone.Document, findings []Finding, subjects []identity.Subject) {
	counts := map[string]int{}
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
		text = append(append(text, identity.Normalise(subjects[i].Text)...), 0)
		text = append(text, path...)
		alike := string(text[base:])
		text = strconv.AppendInt(append(text, 0), int64(counts[alike]), 10)
		counts[alike]++
		sum := sha256.Sum256(text)
		f.Former = Key(hex.EncodeToString(sum[:8]))
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
