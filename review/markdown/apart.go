package markdown

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/fastpath"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A PartialDifference is the difference of whole blocks. Both documents have block starts at its edges, so that it
// comes from the edits within.
type PartialDifference struct {
	*Difference
	// Blocks is the span of the blocks in the base. All edits that touch them lie within.
	Blocks source.Span
}

// Differences returns, for what Compare takes, the first difference of each part of the base, in order. The parts are
// as small as both trees allow. It reports false where the documents don't define the same labels: an edit may change
// blocks elsewhere then.
func Differences(
	base, candidate *Document, edits []source.Edit, free []source.Span,
) (differences []PartialDifference, apart bool) {
	if !fastpath.SameDefinitions(base.src, candidate.src) {
		return nil, false
	}
	want := expected(Outline(base.Whole()), edits, free)
	got := expected(Outline(candidate.Whole()), nil, carried(free, edits))
	a := aligner{base: base, moved: source.NewMapping(edits), free: free}
	a.part(want, got, source.Span{End: len(base.src)})
	return a.out, true
}

// An aligner finds the smallest parts in which two lists of tokens differ.
type aligner struct {
	base  *Document
	moved source.Mapping
	free  []source.Span
	out   []PartialDifference
}

// part finds the differences of blocks, those that cover s in the base.
func (a *aligner) part(want, got []Token, s source.Span) {
	d := difference(want, got)
	if d == nil {
		return
	}
	if parts := a.parts(want, got, s); len(parts) > 1 {
		for _, p := range parts {
			a.part(p.want, p.got, p.span)
		}
		return
	}
	if kind, ok := container(want, got); ok {
		found := len(a.out)
		if a.part(opened(want, kind), opened(got, kind), s); len(a.out) > found {
			return
		}
	}
	if d.At < 0 {
		d.At = s.End
	}
	d.Line = a.base.Lines().Number(d.At)
	a.out = append(a.out, PartialDifference{d, s})
}

// A tokenPart is the tokens of some blocks of both documents, and where these stand in the base.
type tokenPart struct {
	want, got []Token
	span      source.Span
}

// parts cuts blocks where one begins in both documents and no edit touches its start.
func (a *aligner) parts(want, got []Token, s source.Span) []tokenPart {
	var out []tokenPart
	theirs := starts(got)
	w, g, from := 0, 0, s.Start
	for _, i := range starts(want) {
		at := source.Span{Start: want[i].Span.Start, End: want[i].Span.Start}
		after, touch := a.moved.Span(at, source.Wide)
		if touch != source.Untouched || len(source.Touching(a.free, at)) > 0 || at.Start < from {
			continue
		}
		for len(theirs) > 0 && got[theirs[0]].Span.Start < after.Start {
			theirs = theirs[1:]
		}
		if len(theirs) > 0 && got[theirs[0]].Span.Start == after.Start && (i > 0 || theirs[0] > 0) {
			out = append(out, tokenPart{want[w:i], got[g:theirs[0]], source.Span{Start: from, End: at.Start}})
			w, g, from = i, theirs[0], at.Start
		}
	}
	return append(out, tokenPart{want[w:], got[g:], source.Span{Start: from, End: s.End}})
}

// starts returns the tokens with which nodes begin that lie in no other.
func starts(tokens []Token) []int {
	var out []int
	depth := 0
	for i, t := range tokens {
		switch t.Step {
		case Begin:
			if depth == 0 {
				out = append(out, i)
			}
			depth++
		case End:
			depth--
		}
	}
	return out
}

// container returns the kind of the first node that lies in no other, holds blocks, and has its like in got.
func container(want, got []Token) (tree.Kind, bool) {
	theirs := starts(got)
	for _, i := range starts(want) {
		kind := want[i].Kind
		if kind.HoldsBlocks() && slices.ContainsFunc(theirs, func(j int) bool { return got[j].Kind == kind }) {
			return kind, true
		}
	}
	return 0, false
}

// opened returns the tokens without where nodes of a kind begin and end that lie in no other: two lists and one that an
// edit cut in two have the same items.
func opened(tokens []Token, kind tree.Kind) []Token {
	out := make([]Token, 0, len(tokens))
	depth := 0
	for _, t := range tokens {
		if t.Step == End {
			depth--
		}
		if depth > 0 || t.Step == Value || t.Kind != kind {
			out = append(out, t)
		}
		if t.Step == Begin {
			depth++
		}
	}
	return out
}
