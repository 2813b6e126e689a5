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
	// line is that of a program that counted lines; empty for others.
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

// narrow keeps the places that the evidence speaks for, where it speaks for some
// and against others.
func (l *locator) narrow(places []place, e evidence) []place {
	if len(places) > 1 && e.sections != nil {
		places = only(places, func(p place) bool { return inside(e.sections, p.span) })
	}
	if len(places) > 1 && len(e.prefix)+len(e.suffix) > 0 {
		places = only(places, func(p place) bool {
			before, after := l.context(p.span, e)
			return before && after
		})
	}
	if len(places) > 1 && !e.line.Empty() {
		places = only(places, func(p place) bool { return e.line.Contains(p.span) })
	}
	return places
}

// only is the places that keep is true of, or all of them where it is true of
// none.
func only(places []place, keep func(place) bool) []place {
	if !slices.ContainsFunc(places, keep) {
		return places
	}
	return slices.DeleteFunc(slices.Clone(places), func(p place) bool { return !keep(p) })
}

// minSure is the length of a quote, in letters and digits, that hardly stands
// twice, so that a part of its surroundings is enough.
const minSure = 100

// against reports whether the evidence contradicts the only place there is: the
// quote may have stood twice, and the place that was meant be gone.
func (l *locator) against(q *quotation, p place, e evidence) bool {
	before, after := l.context(p.span, e)
	given := len(e.prefix) > 0 || len(e.suffix) > 0
	if given && !(before && after) {
		some := len(e.prefix) > 0 && before || len(e.suffix) > 0 && after
		return !some || runes(q.letters.b) < minSure
	}
	return !given && e.sections != nil && !inside(e.sections, p.span)
}

// contextWindow is how many bytes for each byte of a prefix or suffix are looked
// at: markup, and link destinations above all, may stand between the words.
const contextWindow = 8

// context reports whether what stands around the span is what the review says,
// by its letters and digits, as it is written or as it is rendered. What the
// review does not say is so.
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
