package locate

import (
	"bytes"
	"cmp"
	"maps"
	"math"
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
	// quoted is how many of the findings quote something.
	quoted int
	// anchors are the findings with a line whose quote stands once, by line.
	anchors []anchor
}

// An anchor is a finding whose quote stands once, and how many lines that is behind the line that the review gives.
type anchor struct {
	place *review.Place
	off   int
}

func (a anchor) line() int { return a.place.From.Line }

const (
	// farOff is from how many lines on a line speaks against a place.
	farOff = 25
	// closeBy is how many lines a reviewer may be off that counts them by eye.
	closeBy = 3
	// guessed is how many lines a reviewer may be off whose lines nothing confirms.
	guessed = 10
	// crowd is how many places of a quote within those lines tell nothing, where it is the only one of its review.
	crowd = 4
	// rare is how many lines a document has for each that a word is off, where that is hardly by chance.
	rare = 300
	// maxSamples is how many findings a review is measured by.
	maxSamples = 1000
)

// measure compares the quotes and lines of a review with the document. A review is of this text where nine of ten of
// its quotes stand in it; one that is missing never matters. It is doubtful where more are missing, where its hash is
// that of another text, or where most of its lines are far from the places, in different directions.
func (l *locator) measure(issues []review.Issue) fit {
	quoted, missing, most := 0, 0, closeBy
	var anchors []anchor
	var several [][]anchor
	for i := range issues {
		p := &issues[i].Place
		raw := p.Quote
		if strings.TrimSpace(raw) == "" {
			raw = issues[i].Old
		}
		if strings.TrimSpace(raw) == "" || issues[i].Standing == review.Settled {
			continue
		}
		q := quote(raw)
		found, crowded := l.occurrences(q)
		quoted++
		switch {
		case len(found) == 0 && !crowded:
			missing++
		case len(found) == 1 && givesLine(p):
			if !q.short() {
				most = farOff
			}
			anchors = append(anchors, anchor{p, l.linesOff(p, found[0].span)})
		case givesLine(p):
			var offs []anchor // of the places that may be meant
			for _, at := range found {
				if off := l.linesOff(p, at.span); max(off, -off) <= farOff {
					offs = append(offs, anchor{p, off})
				}
			}
			several = append(several, offs)
		}
		if quoted == maxSamples {
			break
		}
	}
	anchors = slices.Concat(anchors, agreed(several))
	slices.SortStableFunc(anchors, func(a, b anchor) int { return cmp.Compare(a.line(), b.line()) })
	f := fit{basis: thisText, shift: shiftOf(anchors), quoted: quoted, anchors: anchors}
	if l.current {
		return f
	}
	var before, behind int
	for _, a := range anchors {
		switch n := a.off - f.shift; {
		case n > farOff:
			behind++
		case n < -farOff:
			before++
		}
	}
	scattered := len(anchors) >= 3 && 2*(before+behind) > len(anchors) && before > 0 && behind > 0
	// A review of one quote has nothing else that shows its text: the line of a short one must be right.
	lone := quoted == 1 && (missing == 1 || len(anchors) == 1 && f.apart(anchors[0].off) > most)
	if l.stale || scattered || lone || missing > 1 && 10*missing > quoted {
		f.basis = doubtful
	}
	return f
}

// agreed returns the anchors of findings whose quotes stand several times, and that have just one number of lines in
// common with the finding next to them, or with all findings that quote the same.
func agreed(several [][]anchor) []anchor {
	several = slices.DeleteFunc(several, func(a []anchor) bool { return len(a) == 0 })
	slices.SortStableFunc(several, func(a, b []anchor) int { return cmp.Compare(a[0].line(), b[0].line()) })
	alike := map[string][][]anchor{}
	for _, a := range several {
		alike[a[0].place.Quote] = append(alike[a[0].place.Quote], a)
	}
	var out []anchor
	for n := 1; n < len(several); n++ {
		if a, b := several[n-1], several[n]; a[0].place.Quote != b[0].place.Quote && b[0].line()-a[0].line() <= farOff {
			out = append(out, inCommon([][]anchor{a, b})...)
		}
	}
	for _, quote := range slices.Sorted(maps.Keys(alike)) {
		if group := alike[quote]; len(group) > 1 {
			out = append(out, inCommon(group)...)
		}
	}
	return out
}

// inCommon returns the anchors of findings with the one number of lines that they have in common; none where they have
// more.
func inCommon(group [][]anchor) (out []anchor) {
	for _, x := range group[0] {
		has := func(y anchor) bool { return y.off == x.off }
		if slices.ContainsFunc(group[1:], func(b []anchor) bool { return !slices.ContainsFunc(b, has) }) {
			continue
		}
		if len(out) > 0 && out[0].off != x.off {
			return nil
		}
		out = out[:0]
		for _, b := range group {
			out = append(out, anchor{b[0].place, x.off})
		}
	}
	return out
}

// shiftOf returns the number of lines that most places are off, if it is that of two or more, and of more than are
// right.
func shiftOf(anchors []anchor) int {
	times := map[int]int{}
	for _, a := range anchors {
		times[a.off]++
	}
	best := 0
	for _, a := range anchors { // in order, so that the first of equals is taken
		if n := a.off; n != 0 && times[n] > max(1, times[0]) && times[n] > times[best] {
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

// apart returns how far a number of lines is from the one that most of the review is off.
func (f *fit) apart(n int) int { return max(n-f.shift, f.shift-n) }

// shifts returns how many lines behind the one that a review gives for p its place may stand: as many as the places of
// the findings next to it, and as most of the review do where those are near that. Between two findings the text may
// have changed at any line.
func (f *fit) shifts(p *review.Place) []int {
	var out []int
	byLine := func(a anchor, n int) int { return cmp.Compare(a.line(), n) }
	first, _ := slices.BinarySearchFunc(f.anchors, p.From.Line, byLine)
	behind := first
	for behind < len(f.anchors) && f.anchors[behind].place == p {
		behind++
	}
	for _, n := range []int{first - 1, behind} {
		if n >= 0 && n < len(f.anchors) {
			out = append(out, f.anchors[n].off)
		}
	}
	if len(out) == 0 || slices.ContainsFunc(out, func(n int) bool { return f.apart(n) <= closeBy }) {
		out = append(out, f.shift)
	}
	return out
}

// linesFrom returns how many lines lie between a span and the lines that a review gives, with what the text was moved
// taken into account.
func (l *locator) linesFrom(p *review.Place, span source.Span) int {
	least := math.MaxInt
	for _, n := range l.fit.shifts(p) {
		moved := *p
		moved.From.Line += n
		moved.To.Line = max(p.From.Line, p.To.Line) + n
		off := l.linesOff(&moved, span)
		least = min(least, max(off, -off))
	}
	return least
}

// lineContradicts reports whether the line that a review gives speaks against the only place of a short quote, or, if
// it is far off, against that of a term. The word that was meant may be gone. So the line must be right, or be as wrong
// as those of the findings around it, unless the quote says more than a word of the text does.
func (l *locator) lineContradicts(issue *review.Issue, q *quotation, span source.Span, e surroundings) bool {
	p := &issue.Place
	if !givesLine(p) || !q.short() && (!q.few() || l.linesFrom(p, span) <= farOff) {
		return false
	}
	off, shifts := l.linesOff(p, span), l.fit.shifts(p)
	heading := strings.HasPrefix(p.Quote, "#") && l.isWhole(issue, span)
	switch {
	case off == 0, slices.Contains(shifts, off):
		return false
	case l.current && p.Measured:
		return true
	case l.current, corrects(issue), heading, inside(e.sections, span):
		return l.linesFrom(p, span) > farOff
	}
	apart, lines := l.linesFrom(p, span), l.d.Lines().Number(len(l.d.Text()))
	near := apart <= closeBy && (l.isWhole(issue, span) || lines >= apart*rare)
	return l.fit.quoted > 2 || !near
}

// byLine returns the one of several places of q that stands in the line that the review gives, or, where none does, the
// only one near it. For a short quote another line of the review must be right then.
func (l *locator) byLine(p *review.Place, q *quotation, places []occurrence) (occurrence, bool) {
	if !givesLine(p) || l.fit.basis != thisText {
		return occurrence{}, false
	}
	within := func(most int) []occurrence {
		far := func(at occurrence) bool { return l.linesFrom(p, at.span) > most }
		return slices.DeleteFunc(slices.Clone(places), far)
	}
	if there := within(0); len(there) > 0 {
		if l.fit.quoted == 1 && !l.current && !p.Measured && len(q.letters.Bytes) > 0 &&
			len(within(guessed)) > crowd {
			return occurrence{}, false // a line that is guessed has one of them by chance
		}
		// Findings next to it that are off by a few lines have guessed theirs; so may one alone that is far off.
		off, shifts := func(at occurrence) int { return l.linesOff(p, at.span) }, l.fit.shifts(p)
		if !slices.ContainsFunc(shifts, func(n int) bool { return max(n, -n) > closeBy }) {
			there = filterIfAny(there, func(at occurrence) bool { return off(at) == 0 })
		}
		agree := slices.DeleteFunc(shifts, func(n int) bool { return n != off(there[0]) })
		guess := off(there[0]) != 0 && len(agree) == 1 && len(within(closeBy)) > 1
		return there[0], len(there) == 1 && !guess
	}
	near := within(closeBy)
	// Marks without letters stand anywhere: for them another line must be right.
	right := func(a anchor) bool { return len(q.letters.Bytes) > 0 || l.fit.apart(a.off) <= closeBy }
	alone := slices.ContainsFunc(l.fit.anchors, right) || !q.short() && len(within(guessed)) == 1
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
	return words < fewWords || q.few() && letters < longTerm
}

// few reports whether q has a space at most, as a term, a path or an address.
func (q *quotation) few() bool { return bytes.Count(q.t.Bytes, []byte(" ")) < fewWords-1 }
