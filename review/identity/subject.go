package identity

import (
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Subject is what the identity of a finding is made of.
type Subject struct {
	Rule   string
	Text   string      // what the finding is about
	Span   source.Span // where that is, if Placed
	Placed bool
}

// Normalise folds case and white space, so that a reflowed paragraph keeps the identity of its findings.
func Normalise(s string) string {
	return strings.Join(strings.FieldsFunc(strings.ToLower(s), unicode.IsSpace), " ")
}

// alike is what two findings of one rule at one place share.
type alike struct {
	rule string
	span source.Span
}

// Carry returns for each newer finding the number of the older one that it is, or -1. edits turn the older revision
// into the newer one. A finding is an older one of its rule whose place, carried over the edits, is its place, if the
// words there are the same. A finding without a place is one that says the same.
func Carry(older, newer []Subject, edits source.Mapping) []int {
	at, said := map[alike][]int{}, map[Subject][]int{}
	for n := range newer {
		s := &newer[n]
		if s.Placed {
			k := alike{s.Rule, s.Span}
			at[k] = append(at[k], n)
		} else {
			k := Subject{Rule: s.Rule, Text: s.Text}
			said[k] = append(said[k], n)
		}
	}
	out := make([]int, len(newer))
	for n := range out {
		out[n] = -1
	}
	for n := range older {
		s := &older[n]
		if !s.Placed {
			k := Subject{Rule: s.Rule, Text: s.Text}
			if same := said[k]; len(same) > 0 {
				out[same[0]], said[k] = n, same[1:]
			}
			continue
		}
		span, touch := edits.Span(s.Span, source.Tight)
		k := alike{s.Rule, span}
		for i, m := range at[k] {
			if touch == source.Untouched || Normalise(s.Text) == Normalise(newer[m].Text) {
				out[m] = n
				at[k] = append(at[k][:i:i], at[k][i+1:]...)
				break
			}
		}
	}
	return out
}
