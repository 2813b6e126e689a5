package lsp

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A followed review has its findings at their present places.
type followed struct {
	file   string   // that it was read from, "" for the review of a program
	known  []string // by which a ledger knows it
	review loop.Review
	places []place // of review.Findings
}

// A place is the place of a finding and of all its edits in the current text. A finding whose text was edited is gone;
// it comes back with the same text, as after an undo.
type place struct {
	source.Span
	was  source.Span // when the finding was located
	text string
	gone bool
	// nowhere says that the finding has no place, only candidates. Each candidate is followed alone.
	nowhere    bool
	candidates []place
}

// newFollowed returns a review that was located in this text.
func newFollowed(file string, r loop.Review, text []byte) followed {
	f := followed{file: file, review: r, places: make([]place, len(r.Findings))}
	for n := range r.Findings {
		finding, p := &r.Findings[n], &f.places[n]
		switch finding.State {
		case review.Located, review.Probable, review.Region:
			*p = newPlace(extent(finding), text)
		default:
			p.nowhere = true
		}
		for _, c := range finding.Candidates {
			p.candidates = append(p.candidates, newPlace(c.Span, text))
		}
	}
	return f
}

func newPlace(at source.Span, text []byte) place {
	return place{Span: at, was: at, text: string(text[at.Start:at.End])}
}

// extent returns the smallest span around a finding and its edits.
func extent(f *review.Finding) source.Span {
	out := f.Span
	for _, e := range f.Edits {
		out = out.Union(e.Span)
	}
	return out
}

// follow returns the reviews after edits of a text. Text that an edit writes again does not count as edited: some
// editors replace all of a text to undo one letter.
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
		return nil // unreachable: the edits were applied once already
	}
	m := source.NewMapping(fine)
	out := slices.Clone(reviews)
	for n := range out {
		out[n].places = slices.Clone(out[n].places)
		for k := range out[n].places {
			p := &out[n].places[k]
			if !p.nowhere {
				p.follow(m, after)
			}
			p.candidates = slices.Clone(p.candidates)
			for c := range p.candidates {
				p.candidates[c].follow(m, after)
			}
		}
	}
	return out
}

// follow moves a place by the edits of m, which made this text.
func (p *place) follow(m source.Mapping, after []byte) {
	if !p.gone {
		span, touch := m.Span(p.Span, source.Tight)
		if touch == source.Untouched {
			p.Span = span
			return
		}
	}
	p.Span, _ = m.Span(p.Span, source.Wide)
	p.gone = p.text == "" || string(after[p.Start:p.End]) != p.text
}

// followedTo returns reviews that were located in one text with their places in another.
func followedTo(f []followed, from, to []byte) []followed {
	if bytes.Equal(from, to) {
		return f
	}
	return follow(f, from, source.Between(from, to))
}

// without returns a review without its findings of an issue.
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
			if now, there := p.finding(f.review.Findings[k]); there {
				out[n].Findings = append(out[n].Findings, now)
			}
		}
	}
	return out
}

// finding returns the finding at its place in the current text, false if it is gone. A finding with candidates is gone
// with the last of them.
func (p *place) finding(f review.Finding) (now review.Finding, there bool) {
	var left []review.Candidate
	for n, c := range p.candidates {
		if !c.gone {
			left = append(left, review.Candidate{Span: c.Span, Text: f.Candidates[n].Text, Like: f.Candidates[n].Like})
		}
	}
	if p.gone || f.State == review.Ambiguous && len(left) == 0 {
		return f, false
	}
	f.Candidates = left
	if by := p.Start - p.was.Start; by != 0 {
		f.Span, f.Edits = moved(f.Span, by), slices.Clone(f.Edits)
		for n := range f.Edits {
			f.Edits[n].Span = moved(f.Edits[n].Span, by)
		}
	}
	return f, true
}

func moved(s source.Span, by int) source.Span {
	return source.Span{Start: s.Start + by, End: s.End + by}
}
