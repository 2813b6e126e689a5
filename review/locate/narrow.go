package locate

import (
	"bytes"
	"cmp"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// surroundings is what a review says about the surroundings of a quote.
type surroundings struct {
	sections       []source.Span
	prefix, suffix []byte
	// line is the one that a program counted; empty for other reviewers.
	line source.Span
	// item is the number of an item, and row words of a row.
	item int
	row  string
}

func (l *locator) surroundings(p *review.Place) surroundings {
	e := surroundings{sections: l.section(p.Section), item: p.Item, row: p.Row}
	if p.Prefix != "" || p.Suffix != "" {
		e.prefix, e.suffix = quote(p.Prefix).letters.Bytes, quote(p.Suffix).letters.Bytes
	}
	if p.Measured && p.Form == review.Points {
		e.line, _ = l.d.Lines().Span(p.From.Line)
	}
	return e
}

// inItem reports whether a place stands in the item or the row that the review names.
func (l *locator) inItem(p occurrence, e surroundings) bool {
	lines, number := l.d.Lines(), strconv.Itoa(e.item)
	line, _ := lines.Span(lines.Number(p.span.Start))
	text := bytes.TrimLeft(l.d.Bytes(line), " \t>")
	if e.row != "" {
		return bytes.HasPrefix(text, []byte("|")) && bytes.Contains(text, []byte(e.row))
	}
	for i := l.d.Block(p.span.Start); i > 0; i = l.d.Nodes()[i].Parent {
		if item := &l.d.Nodes()[i]; item.Kind == markdown.ListItem {
			text = l.d.Bytes(item.Span)
			break
		}
	}
	rest, found := bytes.CutPrefix(bytes.TrimLeft(text, " \t>"), []byte(number))
	return found && (bytes.HasPrefix(rest, []byte(".")) || bytes.HasPrefix(rest, []byte(")")))
}

// narrow returns the places that the evidence confirms, or all where it confirms none.
func (l *locator) narrow(places []occurrence, e surroundings) []occurrence {
	if len(places) > 1 && e.sections != nil {
		places = filterIfAny(places, func(p occurrence) bool { return inside(e.sections, p.span) })
	}
	if len(places) > 1 && (e.item > 0 || e.row != "") {
		places = filterIfAny(places, func(p occurrence) bool { return l.inItem(p, e) })
	}
	if len(places) > 1 && len(e.prefix)+len(e.suffix) > 0 {
		places = filterIfAny(places, func(p occurrence) bool {
			before, after := l.context(p.span, e)
			return before && after
		})
	}
	if len(places) > 1 && !e.line.Empty() {
		places = filterIfAny(places, func(p occurrence) bool { return e.line.Contains(p.span) })
	}
	return places
}

// filterIfAny returns the places that keep is true of, or all if it is true of none.
func filterIfAny(places []occurrence, keep func(occurrence) bool) []occurrence {
	if !slices.ContainsFunc(places, keep) {
		return places
	}
	return slices.DeleteFunc(slices.Clone(places), func(p occurrence) bool { return !keep(p) })
}

// contradicts reports whether the evidence contradicts the only place of a quote. It may have stood twice, and the
// place that was meant may be gone.
func (l *locator) contradicts(p occurrence, e surroundings) bool {
	before, after := l.context(p.span, e)
	given := len(e.prefix) > 0 || len(e.suffix) > 0
	return given && !(before && after) || !given && e.sections != nil && !inside(e.sections, p.span)
}

// contextWindow is how many bytes are looked at for each byte of a prefix or suffix: there may be markup between the
// words, such as link destinations.
const contextWindow = 8

// context reports whether the text around the span has the letters and digits of the prefix and the suffix, as it is
// written or as it is rendered. An empty prefix or suffix is always there.
func (l *locator) context(span source.Span, e surroundings) (before, after bool) {
	before, after = len(e.prefix) == 0, len(e.suffix) == 0
	for _, s := range []*reading.Haystack{l.written(), l.page()} {
		lo, hi := s.Bounds(span)
		if lo == hi {
			continue // the page does not show it
		}
		if !before {
			around := s.Bytes[max(0, lo-contextWindow*len(e.prefix)-64):lo]
			before = bytes.HasSuffix(reading.Letters(&reading.Text{Bytes: around}).Bytes, e.prefix)
		}
		if !after {
			around := s.Bytes[hi:min(len(s.Bytes), hi+contextWindow*len(e.suffix)+64)]
			after = bytes.HasPrefix(reading.Letters(&reading.Text{Bytes: around}).Bytes, e.suffix)
		}
	}
	return before, after
}

// choose returns the places of a quote that may be meant: one where the surroundings that the review names, or its
// line, tell them apart. Where these disagree it returns both.
func (l *locator) choose(p *review.Place, q *quotation, places []occurrence, e surroundings) []occurrence {
	if len(places) < 2 {
		return places
	}
	named := l.narrow(places, e)
	inLine, ok := l.byLine(p, q, places)
	if !ok {
		if inLine, ok = l.byLine(p, q, named); !ok {
			return named
		}
	}
	switch {
	case slices.ContainsFunc(named, func(at occurrence) bool { return at.span == inLine.span }):
		return []occurrence{inLine}
	case len(named) == 1:
		return append(named, inLine)
	}
	return named
}

// toTheLetter returns the places that have the very bytes of the quote, all where none has.
func (l *locator) toTheLetter(q *quotation, places []occurrence) []occurrence {
	raw := strings.TrimSpace(q.raw)
	return filterIfAny(places, func(p occurrence) bool { return string(l.d.Bytes(p.span)) == raw })
}

// unwitnessed reports whether nothing else in the review says that it means the place p of a short quote: neither the
// line or column, nor the section, nor the text around it.
func (l *locator) unwitnessed(issue *review.Issue, q *quotation, found occurrence, e surroundings) bool {
	p := &issue.Place
	return (q.short() || found.like == letterwise) && !l.betweenItsWords(p, q, found, e) && !l.onLine(p, found) &&
		(e.sections == nil || !inside(e.sections, found.span)) && !l.withinOld(issue, found.span) &&
		!(l.isWhole(issue, found.span) && (!givesLine(p) || l.linesFrom(p, found.span) <= closeBy)) && !corrects(issue)
}

// corrects reports whether an issue replaces a misspelling or a mark in one word: that differs from the new one in its
// marks or the case of its letters, or in one or two letters, and not at its end alone. It is wrong wherever it stands.
func corrects(issue *review.Issue) bool {
	const most, stops = 2, ".,;:!?"
	bare := func(s string) string { return strings.ToLower(string(quote(s).letters.Bytes)) }
	olds, wants := strings.Fields(cmp.Or(issue.Old, issue.Place.Quote)), strings.Fields(issue.Want)
	if issue.Remedy != review.Replace || len(olds) != len(wants) {
		return false
	}
	for len(olds) > 1 && olds[0] == wants[0] {
		olds, wants = olds[1:], wants[1:]
	}
	for len(olds) > 1 && olds[len(olds)-1] == wants[len(olds)-1] {
		olds, wants = olds[:len(olds)-1], wants[:len(olds)-1]
	}
	if len(olds) != 1 || olds[0] == strings.Trim(wants[0], stops) { // a stop that is added is for its place
		return false
	}
	old, want := bare(olds[0]), bare(wants[0])
	letters := utf8.RuneCountInString(strings.TrimFunc(old, unicode.IsDigit))
	return letters >= most && (old == want || !strings.HasPrefix(old, want) && !strings.HasPrefix(want, old) &&
		rules.Distance(old, want) <= min(most, letters/2))
}

// isWhole reports whether a quote is all of its line, its heading or its cell except for marks, or all of a
// destination. A word may stand anywhere; what stands alone is seldom there twice and meant once.
func (l *locator) isWhole(issue *review.Issue, span source.Span) bool {
	lines := l.d.Lines()
	line, _ := lines.Span(lines.Number(span.Start))
	head := l.d.Text()[line.Start:max(line.Start, span.Start)]
	head = head[len(blockMarkers().Find(head)):]
	if line.Contains(span) && len(bytes.Trim(head, markers)) == 0 &&
		len(bytes.Trim(l.d.Text()[span.End:line.End], markers)) == 0 {
		return true
	}
	nodes := l.d.Nodes()
	for i := range l.d.Touching(span) {
		n := &nodes[i]
		if n.Destination == span || n.Kind == markdown.TableCell && n.Content == span {
			return true
		}
	}
	return false
}

// markers are the bytes of the marks before and behind the text of a line.
const markers = " \t\r\n>#*-+_~`|"

// withinOld reports whether the text that the issue replaces is longer than its quote, not
// short, and stands around span.
func (l *locator) withinOld(issue *review.Issue, span source.Span) bool {
	if len(issue.Old) <= len(issue.Place.Quote) {
		return false
	}
	old := quote(issue.Old)
	if old.short() {
		return false
	}
	found, why := l.oldValue(&review.Finding{Span: span}, old)
	return why == "" && found.span.Contains(span)
}

// betweenItsWords reports whether the text on both sides of found is that of the review, and enough to tell it from
// other places: long enough together with q; on one side alone, standing once; and on both sides, nowhere without q.
func (l *locator) betweenItsWords(p *review.Place, q *quotation, found occurrence, e surroundings) bool {
	sides := slices.Concat(e.prefix, e.suffix)
	before, after := l.context(found.span, e)
	if !before || !after || len(sides) == 0 || len(sides)+len(q.letters.Bytes) < minLetters {
		return false
	}
	most := 1
	if len(e.prefix) > 0 && len(e.suffix) > 0 {
		most = 0 // where both stand without q, that was the place
	}
	return len(l.writtenLetters().Find(sides, 1)) <= most && len(l.pageLetters().Find(sides, 1)) <= most
}

// onLine reports whether found stands at the line and column that the review gives, or, without a column, in that line.
func (l *locator) onLine(p *review.Place, found occurrence) bool {
	if p.Form != review.Points {
		s, ok := Resolve(l.d, &p.Range)
		return ok && s.Start == found.span.Start
	}
	if p.From.Line != l.d.Lines().Number(found.span.Start) {
		return false
	}
	if p.From.Column > 0 {
		at, why := column(l.d, p.From, &p.Range)
		return why == "" && at == found.span.Start
	}
	return true
}
