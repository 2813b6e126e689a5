package lsp

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A followed review is one with its findings where the text has moved them.
type followed struct {
	file   string // that it was read from, "" for what a program said
	review loop.Review
	places []place // of review.Findings
}

// A place is where a finding is in the current text, with all that it edits. A finding whose text was edited is gone;
// it is back when the same text stands there again, as after an undo.
type place struct {
	source.Span
	was  source.Span // when the finding was located
	text string
	gone bool
}

// newFollowed returns a review that was located in this text.
func newFollowed(file string, r loop.Review, text []byte) followed {
	f := followed{file: file, review: r, places: make([]place, len(r.Findings))}
	for n := range r.Findings {
		at := extent(&r.Findings[n])
		f.places[n] = place{Span: at, was: at, text: string(text[at.Start:at.End])}
	}
	return f
}

// extent returns the smallest span that holds all places of a finding.
func extent(f *review.Finding) source.Span {
	out := source.Span{Start: -1}
	add := func(s source.Span) {
		if out.Start < 0 {
			out = s
		}
		out = source.Span{Start: min(out.Start, s.Start), End: max(out.End, s.End)}
	}
	switch f.State {
	case review.Located, review.Probable, review.Region:
		add(f.Span)
		for _, e := range f.Edits {
			add(e.Span)
		}
	case review.Ambiguous:
		for _, c := range f.Candidates {
			add(c.Span)
		}
	}
	out.Start = max(out.Start, 0)
	return out
}

// follow returns the reviews after edits of a text. What an edit writes as it was does not count as edited: there are
// editors that replace all of a text to undo one letter.
func follow(reviews []followed, before []byte, edits []source.Edit) []followed {
	if len(reviews) == 0 {
		return nil
	}
	var fine []source.Edit
	for _, e := range edits {
		for _, part := range source.BetweenWords(before[e.Start:e.End], []byte(e.New)) {
			fine = append(fine, source.Edit{Span: moved(part.Span, e.Start), New: part.New})
		}
	}
	after, err := source.Apply(before, fine)
	if err != nil {
		return nil // which edits that can be applied don't lead to
	}
	m := source.NewMapping(fine)
	out := slices.Clone(reviews)
	for n := range out {
		out[n].places = slices.Clone(out[n].places)
		for k := range out[n].places {
			p := &out[n].places[k]
			if !p.gone {
				span, touch := m.Span(p.Span, source.Tight)
				if touch == source.Untouched {
					p.Span = span
					continue
				}
			}
			p.Span, _ = m.Span(p.Span, source.Wide)
			p.gone = p.text == "" || string(after[p.Start:p.End]) != p.text
		}
	}
	return out
}

// followedTo returns reviews that were located in one text as they are in another.
func followedTo(f []followed, from, to []byte) []followed {
	if bytes.Equal(from, to) {
		return f
	}
	return follow(f, from, source.Between(from, to))
}

// without returns a review without what it says of an issue.
func (f followed) without(i *track.Issue) followed {
	f.places = slices.Clone(f.places)
	for n := range f.review.Findings {
		key := f.review.Findings[n].Key
		if key == i.Key || slices.ContainsFunc(i.Duplicates, func(d review.Finding) bool { return d.Key == key }) {
			f.places[n].gone, f.places[n].text = true, ""
		}
	}
	return f
}

// live returns the reviews with the findings that are not gone, each where it is now.
func live(reviews []followed) []loop.Review {
	out := make([]loop.Review, len(reviews))
	for n, f := range reviews {
		out[n] = f.review
		out[n].Findings = make([]review.Finding, 0, len(f.review.Findings))
		for k, p := range f.places {
			if !p.gone {
				out[n].Findings = append(out[n].Findings, shifted(f.review.Findings[k], p.Start-p.was.Start))
			}
		}
	}
	return out
}

// shifted returns a finding that stands that many bytes further on.
func shifted(f review.Finding, by int) review.Finding {
	if by == 0 {
		return f
	}
	f.Span = moved(f.Span, by)
	f.Candidates, f.Edits = slices.Clone(f.Candidates), slices.Clone(f.Edits)
	for n := range f.Candidates {
		f.Candidates[n].Span = moved(f.Candidates[n].Span, by)
	}
	for n := range f.Edits {
		f.Edits[n].Span = moved(f.Edits[n].Span, by)
	}
	return f
}

func moved(s source.Span, by int) source.Span {
	return source.Span{Start: s.Start + by, End: s.End + by}
}
