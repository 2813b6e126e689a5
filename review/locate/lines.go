package locate

import (
	"bytes"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A ruler says how well the lines of a review fit the document. The findings whose quotes are long and stand once are
// its measure: each has a place without its line.
type ruler struct {
	// used is set once the review was measured. Before that no line tells places apart.
	used bool
	// samples is how many findings the review was measured by, far the most lines that one of them is off.
	samples, far int
	// missing is how many long quotes stand nowhere: the document was edited since, or the reviewer invents.
	missing int
}

const (
	// maxSamples is how many findings a review is measured by.
	maxSamples = 1000
	// fewSamples is how many of them tell how far its lines may be off.
	fewSamples = 4
)

// measured returns the ruler of a review.
func (l *locator) measured(issues []review.Issue) ruler {
	r := ruler{used: true}
	for i := range issues {
		p := &issues[i].Place
		if p.Measured || p.Form != review.Points || p.From.Line < 1 || len(p.Quote) < minLetters {
			continue // letters are bytes at least: so short a quote is not read
		}
		q := quote(p.Quote)
		if q.short() {
			continue
		}
		found, crowded := l.occurrences(q)
		switch {
		case len(found) == 1 && !found[0].loose:
			r.samples++
			r.far = max(r.far, l.linesOff(p, found[0].span))
		case len(found) == 0 && !crowded:
			r.missing++
		}
		if r.samples == maxSamples {
			break
		}
	}
	return r
}

// linesOff returns how many lines lie between those that a review gives and the span.
func (l *locator) linesOff(p *review.Place, span source.Span) int {
	lines := l.d.Lines()
	first, last := lines.Number(span.Start), lines.Number(max(span.Start, span.End-1))
	from, to := p.From.Line, max(p.From.Line, p.To.Line)
	return max(0, from-last, first-to)
}

// reach returns how far a line of the review may be off, with some room.
func (r ruler) reach() int {
	switch {
	case r.far == 0:
		return 0
	case r.samples < fewSamples:
		return 4*r.far + 4
	}
	return 2*r.far + 1
}

// onRight returns the one of several places that stands where the review's lines may mean, or all of them where that is
// none, or several. A line decides only where the review's other lines are right, or as near as they are. Where nothing
// shows how good its lines are, one that is off by a few could meet a place beside the one that is meant: then the line
// must be that of one place, and the others be farther than that.
func (l *locator) onRight(p *review.Place, places []occurrence) []occurrence {
	const farthest = 10 // lines that a lone finding may be off
	if !l.ruler.used || p.Measured || p.Form != review.Points || p.From.Line < 1 || len(places) < 2 {
		return places
	}
	lone, reach := l.ruler.samples == 0, l.ruler.reach()
	if lone && (l.ruler.missing > 0 || p.From.Column > 0) { // the quote does not stand at that column
		return places
	}
	upTo := func(lines int) []occurrence {
		return slices.DeleteFunc(slices.Clone(places), func(at occurrence) bool { return l.linesOff(p, at.span) > lines })
	}
	near := upTo(reach)
	if len(near) != 1 || lone && len(upTo(farthest)) > 1 {
		return places
	}
	return near
}

// fitsLines reports whether the review fits the document, and its line the place: no long quote is missing, enough of
// them stand once, and the line is as near as theirs.
func (l *locator) fitsLines(p *review.Place, found occurrence) bool {
	const enough = 3
	return l.ruler.samples >= enough && l.ruler.missing == 0 && p.Form == review.Points && p.From.Line > 0 &&
		l.linesOff(p, found.span) <= l.ruler.reach()
}

const (
	// fewWords and minLetters are what a quote needs that is enough by itself.
	fewWords = 3
	// longTerm is how many letters are enough where the words are those of a term, as in a path.
	longTerm = 20
)

// short reports whether q is so short that it may well stand elsewhere by chance, once the place that was meant is
// gone.
func (q *quotation) short() bool {
	letters := runes(q.letters.b)
	if letters < minLetters {
		return true
	}
	words := 0
	eachWord(q.t.b, func([]byte, int, int) { words++ })
	return words < fewWords || bytes.Count(q.t.b, []byte(" ")) < fewWords-1 && letters < longTerm
}
