package engine

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A Relation is how a new finding relates to an earlier one.
type Relation uint8

const (
	// Unrelated findings stand side by side.
	Unrelated Relation = iota
	// Duplicate findings come from the same reviewer and say the same.
	Duplicate
	// Enhances: another reviewer says the same, so it is the surer.
	Enhances
	// Contradicts: the two want different text at the same place.
	Contradicts
)

// Relate compares two findings of one document.
func Relate(d *zone.Document, have, found *review.Finding) Relation {
	if have.Path != found.Path {
		return Unrelated
	}
	if have.State != review.Located || found.State != review.Located {
		if have.Key == found.Key && have.Source != found.Source {
			return Enhances
		}
		return Unrelated
	}
	at := Place(d, have)
	if at != Place(d, found) {
		return Unrelated
	}
	a, wants := replacement(have)
	b, alsoWants := replacement(found)
	same := wants && alsoWants && a == b || have.ID != "" && have.ID == found.ID && have.Message == found.Message
	switch {
	case wants && alsoWants && a != b && apart(d.Bytes(at), a, b):
		return Unrelated // both are made
	case wants && alsoWants && a != b:
		return Contradicts
	case have.Rule != found.Rule, have.Rule == "" && !same:
		return Unrelated
	case at.Empty() && !same && have.Message != found.Message:
		return Unrelated // in an empty place, two sections may be missing
	case have.Source == found.Source:
		return Duplicate
	}
	return Enhances
}

// apart reports whether two new texts for one old text change different words of it, so that both changes can be made.
func apart(old []byte, a, b string) bool {
	edits, others := source.BetweenPhrases(old, []byte(a)), source.BetweenPhrases(old, []byte(b))
	meets := func(x source.Edit) bool {
		return slices.ContainsFunc(others, func(y source.Edit) bool { return x.Start <= y.End && y.Start <= x.End })
	}
	return len(edits) > 0 && len(others) > 0 && !slices.ContainsFunc(edits, meets)
}

// Place returns the bytes that a fix of f replaces: its old value if that stands once within the span, else the span.
func Place(d *zone.Document, f *review.Finding) source.Span {
	if f.Remedy == review.Edits && len(f.Edits) == 1 {
		return f.Edits[0].Span
	}
	text := string(d.Bytes(f.Span))
	if f.Old == "" || strings.Count(text, f.Old) != 1 {
		return f.Span
	}
	start := f.Span.Start + strings.Index(text, f.Old)
	return source.Span{Start: start, End: start + len(f.Old)}
}

// Everywhere returns the edits that make a replacement in all places that its finding may mean, in order. It returns
// nil if the text to replace does not stand exactly once in one of them.
func Everywhere(d *zone.Document, f *review.Finding) []source.Edit {
	if f.Remedy != review.Replace || f.State != review.Ambiguous || !f.AllPlaces {
		return nil
	}
	var edits []source.Edit
	for _, c := range f.Candidates {
		old, at := c.Text, c.Span
		if f.Old != "" {
			old, at = f.Old, Place(d, &review.Finding{Span: c.Span, Old: f.Old})
		}
		here := string(d.Bytes(at))
		if here != old || here == f.Want || len(edits) > 0 && here != string(d.Bytes(edits[0].Span)) {
			return nil
		}
		edits = append(edits, source.Edit{Span: at, New: f.Want})
	}
	slices.SortFunc(edits, func(a, b source.Edit) int { return source.Compare(a.Span, b.Span) })
	return edits
}

// replacement returns the text that f wants at its place, and whether it wants one.
func replacement(f *review.Finding) (string, bool) {
	switch {
	case f.Remedy == review.Edits && len(f.Edits) == 1:
		return f.Edits[0].New, true
	case f.Remedy == review.Replace, f.Remedy == review.NoRemedy && f.Want != "":
		return f.Want, true
	}
	return "", false
}

// Combined returns the confidence in a finding that several reviewers raise independently:
// one minus the chance that all of them are wrong.
func Combined(confidences ...float64) float64 {
	wrong := 1.0
	for _, c := range confidences {
		wrong *= 1 - min(1, max(0, c))
	}
	return 1 - wrong
}

// Cited unites citations in the order in which they came.
func Cited(a, b []string) []string {
	out := slices.Clone(a)
	for _, c := range b {
		if !slices.Contains(out, c) {
			out = append(out, c)
		}
	}
	return out
}
