package locate

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// evidence is what a review says about the surroundings of a quote.
type evidence struct {
	sections       []source.Span
	prefix, suffix []byte
	// line is the one that a program counted; empty for other reviewers.
	line source.Span
}

func (l *locator) evidence(p *review.Place) evidence {
	e := evidence{sections: l.section(p.Section)}
	e.prefix = letters(written([]byte(p.Prefix))).b
	e.suffix = letters(written([]byte(p.Suffix))).b
	if p.Measured && p.Form == review.Points {
		e.line, _ = l.d.Lines().Span(p.From.Line)
	}
	return e
}

// narrow returns the places that the evidence confirms, or all where it confirms none.
func (l *locator) narrow(places []place, e evidence) []place {
	if len(places) > 1 && e.sections != nil {
		places = filterIfAny(places, func(p place) bool { return inside(e.sections, p.span) })
	}
	if len(places) > 1 && len(e.prefix)+len(e.suffix) > 0 {
		places = filterIfAny(places, func(p place) bool {
			before, after := l.context(p.span, e)
			return before && after
		})
	}
	if len(places) > 1 && !e.line.Empty() {
		places = filterIfAny(places, func(p place) bool { return e.line.Contains(p.span) })
	}
	return places
}

// filterIfAny returns the places that keep is true of, or all if it is true of none.
func filterIfAny(places []place, keep func(place) bool) []place {
	if !slices.ContainsFunc(places, keep) {
		return places
	}
	return slices.DeleteFunc(slices.Clone(places), func(p place) bool { return !keep(p) })
}

// minSure is the length of a quote, in letters and digits, from which one of prefix and
// suffix is enough to confirm it: it hardly stands twice.
const minSure = 100

// contradicts reports whether the evidence contradicts the only place of q. The quote may
// have stood twice, and the place that was meant may be gone.
func (l *locator) contradicts(q *quotation, p place, e evidence) bool {
	before, after := l.context(p.span, e)
	given := len(e.prefix) > 0 || len(e.suffix) > 0
	if given && !(before && after) {
		some := len(e.prefix) > 0 && before || len(e.suffix) > 0 && after
		return !some || runes(q.letters.b) < minSure
	}
	return !given && e.sections != nil && !inside(e.sections, p.span)
}

// contextWindow is how many bytes are looked at for each byte of a prefix or suffix: there
// may be markup between the words, such as link destinations.
const contextWindow = 8

// context reports whether the text around the span has the letters and digits of the
// prefix and the suffix, as it is written or as it is rendered. An empty prefix or suffix
// is always there.
func (l *locator) context(span source.Span, e evidence) (before, after bool) {
	before, after = len(e.prefix) == 0, len(e.suffix) == 0
	for _, s := range []*space{l.written, l.page} {
		lo, hi := s.bounds(span)
		if lo == hi {
			continue // the page does not show it
		}
		if !before {
			around := s.b[max(0, lo-contextWindow*len(e.prefix)-64):lo]
			before = bytes.HasSuffix(letters(&text{b: around}).b, e.prefix)
		}
		if !after {
			around := s.b[hi:min(len(s.b), hi+contextWindow*len(e.suffix)+64)]
			after = bytes.HasPrefix(letters(&text{b: around}).b, e.suffix)
		}
	}
	return before, after
}

const (
	// fewWords and minLetters are what a quote needs that is enough by itself.
	fewWords = 3
	// nearLines is how far, in lines, a place may be from the line that the review gives.
	nearLines = 2
)

// short reports whether q is so short that it may well stand elsewhere by chance, once the
// place that was meant is gone.
func (q *quotation) short() bool {
	words := 0
	eachWord(q.t.b, func([]byte, int, int) { words++ })
	return words < fewWords || runes(q.letters.b) < minLetters
}

// unwitnessed reports whether q is short and nothing else in the review, which is not
// known to be of this revision, says that it means the place p.
func (l *locator) unwitnessed(p *review.Place, q *quotation, found place, e evidence) bool {
	if l.current || !q.short() {
		return false
	}
	if before, after := l.context(found.span, e); len(e.prefix)+len(e.suffix) > 0 && before && after {
		return false
	}
	if p.From.Column == 0 && p.Form != review.Offsets && inside(e.sections, found.span) {
		return false
	}
	return !l.nearLine(p, found)
}

// nearLine reports whether found stands at the line and column that the review gives, or,
// without a column, within a few lines of the line.
func (l *locator) nearLine(p *review.Place, found place) bool {
	lines := l.d.Lines()
	first, last := p.From.Line, max(p.From.Line, p.To.Line)
	if p.Form == review.Offsets {
		s, why := resolve(l.d, &p.Range)
		if why != "" {
			return false
		}
		first, last = lines.Number(s.Start), lines.Number(s.End)
	}
	here := lines.Number(found.span.Start)
	if p.Form == review.Points && p.From.Column > 0 {
		at, why := column(l.d, source.Point{Line: here, Column: p.From.Column}, &p.Range)
		if why != "" || at != found.span.Start {
			return false
		}
		return here == first
	}
	return first > 0 && first-nearLines <= here && here <= last+nearLines
}
