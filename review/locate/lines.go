package locate

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A basis says which text a review was made of.
type basis uint8

const (
	// thisText reviews are of the text at hand: by their hash, because doc-iterate ran the reviewer just now, because
	// the person says so, or by what they quote.
	thisText basis = iota + 1
	// doubtful reviews may be of another text.
	doubtful
)

// A fit says how well the quotes and the lines of a review fit the document. People and models estimate lines, so that
// lines count for a place and hardly against it.
type fit struct {
	basis basis
	// shift is how many lines the document has more above the places than the reviewed text; 0 where no two lines
	// agree.
	shift int
	// lines reports whether a quote that stands once does so near its line, so that the lines of the others count.
	lines bool
}

const (
	// farOff is from how many lines on a line speaks against a place.
	farOff = 25
	// closeBy is how many lines a reviewer may be off that counts them by eye.
	closeBy = 3
	// guessed is how many lines a reviewer may be off whose lines nothing confirms.
	guessed = 10
	// maxSamples is how many findings a review is measured by.
	maxSamples = 1000
)

// measure compares the quotes and lines of a review with the document. A review is of this text where nine of ten of
// its quotes stand in it; one that is missing never matters. It is doubtful where more are missing, where its hash is
// that of another text, or where most of its lines are far from the places, in different directions.
func (l *locator) measure(issues []review.Issue) fit {
	quoted, missing := 0, 0
	var off []int // lines, of the findings whose quote stands once
	for i := range issues {
		p := &issues[i].Place
		raw := p.Quote
		if strings.TrimSpace(raw) == "" {
			raw = issues[i].Old
		}
		if strings.TrimSpace(raw) == "" || issues[i].Standing == review.Settled {
			continue
		}
		found, crowded := l.occurrences(quote(raw))
		quoted++
		switch {
		case len(found) == 0 && !crowded:
			missing++
		case len(found) == 1 && givesLine(p):
			off = append(off, l.linesOff(p, found[0].span))
		}
		if quoted == maxSamples {
			break
		}
	}
	f := fit{basis: thisText, shift: shiftOf(off)}
	f.lines = slices.ContainsFunc(off, func(n int) bool { return max(n-f.shift, f.shift-n) <= closeBy })
	if l.current {
		return f
	}
	var before, behind int
	for _, n := range off {
		switch n -= f.shift; {
		case n > farOff:
			behind++
		case n < -farOff:
			before++
		}
	}
	scattered := len(off) >= 3 && 2*(before+behind) > len(off) && before > 0 && behind > 0
	// A review of one quote has nothing else that shows its text: its line must be right.
	lone := quoted == 1 && (missing == 1 || len(off) == 1 && !f.lines)
	if l.stale || scattered || lone || missing > 1 && 10*missing > quoted {
		f.basis = doubtful
	}
	return f
}

// shiftOf returns the number of lines that most places are off, if it is that of two or more, and of more than are
// right.
func shiftOf(off []int) int {
	times := map[int]int{}
	for _, n := range off {
		times[n]++
	}
	best := 0
	for _, n := range off { // in order, so that the first of equals is taken
		if n != 0 && times[n] > max(1, times[0]) && times[n] > times[best] {
			best = n
		}
	}
	return best
}

// givesLine reports whether a review gives a line for a place.
func givesLine(p *review.Place) bool { return p.Form == review.Points && p.From.Line > 0 }

// linesOff returns how many lines behind those that a review gives the span stands, 0 within them; negative before
// them.
func (l *locator) linesOff(p *review.Place, span source.Span) int {
	lines := l.d.Lines()
	first, last := lines.Number(span.Start), lines.Number(max(span.Start, span.End-1))
	from, to := p.From.Line, max(p.From.Line, p.To.Line)
	switch {
	case last < from:
		return last - from
	case first > to:
		return first - to
	}
	return 0
}

// linesFrom returns how many lines lie between a span and the lines that a review gives, with its shift taken into
// account.
func (l *locator) linesFrom(p *review.Place, span source.Span) int {
	moved := *p
	moved.From.Line += l.fit.shift
	if moved.To.Line > 0 {
		moved.To.Line += l.fit.shift
	}
	return max(l.linesOff(&moved, span), -l.linesOff(&moved, span))
}

// lineContradicts reports whether the line that a review gives speaks against a place: it is far off, or a program
// counted it in this very text.
func (l *locator) lineContradicts(p *review.Place, span source.Span) bool {
	most := farOff
	if l.current && p.Measured {
		most = 0
	}
	return givesLine(p) && l.linesFrom(p, span) > most
}

// byLine returns the one of several places that stands in the line that the review gives, or, where none does, the only
// one near it.
func (l *locator) byLine(p *review.Place, places []occurrence) (occurrence, bool) {
	if !givesLine(p) || l.fit.basis != thisText {
		return occurrence{}, false
	}
	within := func(most int) []occurrence {
		return slices.DeleteFunc(slices.Clone(places), func(at occurrence) bool { return l.linesFrom(p, at.span) > most })
	}
	if there := within(0); len(there) > 0 {
		return there[0], len(there) == 1
	}
	near := within(closeBy)
	alone := l.fit.lines || len(within(guessed)) == 1
	return append(near, occurrence{})[0], len(near) == 1 && alone
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
	letters := runes(q.letters.Bytes)
	if letters < minLetters {
		return true
	}
	words := 0
	reading.EachWord(q.t.Bytes, func([]byte, int, int) { words++ })
	return words < fewWords || bytes.Count(q.t.Bytes, []byte(" ")) < fewWords-1 && letters < longTerm
}
