package locate

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// remedy settles what f may do at its place.
func (l *locator) remedy(f *review.Finding, issue *review.Issue, p place, q *quotation) {
	l.offer(f, issue, p, q)
	if l.hides(f) {
		l.withhold(f, Hidden, "the replacement has characters that are not shown and change what is")
	}
}

// unread is what programs put where they could not read the document's bytes.
const unread = "\uFFFD"

// hides reports whether what f puts in brings in characters that steer a terminal
// or the direction of writing, or one that stands for what was not read: who looks
// at the replacement does not see what it is.
func (l *locator) hides(f *review.Finding) bool {
	var texts []string
	switch f.Remedy {
	case review.Replace:
		texts = []string{f.Want}
	case review.Edits:
		for _, e := range f.Edits {
			texts = append(texts, e.New)
		}
	}
	return slices.ContainsFunc(texts, func(s string) bool {
		if strings.Contains(s, unread) && !bytes.Contains(l.d.Bytes(f.Span), []byte(unread)) {
			return true
		}
		s = strings.ReplaceAll(s, "\r\n", "\n")
		return strings.ContainsFunc(s, func(r rune) bool {
			return (review.Steers(r) || strings.ContainsRune("\r\v\f\u0085\u2028\u2029", r)) && !bytes.ContainsRune(l.d.Bytes(f.Span), r)
		})
	})
}

// offer settles what f offers at its place: the place becomes that of the old
// value, and a replacement stays one only where the document has the text that
// it replaces and the words to change can be told from the markup around them.
// What may not be done is kept as a choice for a person.
func (l *locator) offer(f *review.Finding, issue *review.Issue, p place, q *quotation) {
	if issue.Remedy == review.Edits {
		l.ownEdits(f, issue)
		return
	}
	if f.State != review.Located {
		return
	}
	target := q
	if q == nil {
		// The coordinates alone are known: they are what is replaced.
		if issue.Remedy == review.Replace {
			f.Old = string(l.d.Bytes(f.Span))
			l.settle(f, l.multiline(f.Span, f.Want))
		}
		return
	}
	if issue.Old != "" && strings.TrimSpace(issue.Place.Quote) != "" && issue.Old != issue.Place.Quote {
		old := quote(issue.Old)
		found, why := l.oldValue(f, old)
		if why != "" {
			l.withhold(f, OldElsewhere, why)
			return
		}
		p, target = found, old
		f.Span = p.span
	}
	l.snap(f, target.raw)
	switch f.Remedy {
	case review.Replace:
		l.replace(f, p, target)
	case review.Choose:
		if f.Choices = l.distinct(f.Span, f.Choices); len(f.Choices) == 0 {
			noChange(f, "what the choices add stands beside the place already")
		}
	}
}

// noChange takes from f what would put in only what is there, and leaves it to a person.
func noChange(f *review.Finding, details string) {
	f.Remedy, f.AutoFix, f.Want, f.Choices = review.NoRemedy, review.AutoFixNo, "", nil
	f.Why = NoChange + ": " + details
}

// withhold takes the replacement from f and keeps it as a choice.
func (l *locator) withhold(f *review.Finding, reason, details string) {
	f.Why = reason + ": " + details
	switch {
	case f.Remedy == review.Replace, f.Remedy == review.Edits && f.Want != "":
		f.Remedy, f.Choices = review.Choose, []string{f.Want}
	case f.Remedy == review.Edits:
		f.Remedy = review.NoRemedy
	}
	f.Edits = nil
}

// settle withholds the replacement for a reason, unless that is "".
func (l *locator) settle(f *review.Finding, why string) {
	if reason, details, ok := strings.Cut(why, ": "); ok {
		l.withhold(f, reason, details)
	}
}

// oldValue is the place of the old value: the only one within the quote, or,
// where the old value is the longer text, the only one around it.
func (l *locator) oldValue(f *review.Finding, old *quotation) (place, string) {
	if len(old.t.b) == 0 {
		return place{}, "it is blank"
	}
	// As much around the quote as the old value is longer.
	reach := source.Span{Start: max(0, f.Span.Start-2*len(old.raw)), End: min(len(l.d.Source()), f.Span.End+2*len(old.raw))}
	all := l.standing(nil, old.t.b, reach, func(p place) bool { return f.Span.Contains(p.span) || p.span.Contains(f.Span) })
	whole := slices.DeleteFunc(slices.Clone(all), func(p place) bool {
		start, end := p.t.bounded(p.i, p.j)
		return !start || !end
	})
	switch {
	case len(all) == 1:
		return all[0], ""
	case len(whole) == 1:
		return whole[0], ""
	case len(all) == 0 && old.pieces != nil:
		return place{}, "it leaves text out"
	case len(all) == 0:
		return place{}, "it does not stand at the place of the quote"
	}
	return place{}, fmt.Sprintf("it stands %d times at the place of the quote", len(all))
}

// snap takes the very bytes of the quote for the span, where the document has
// them there: a reading begins behind the white space and the block quote marks
// that a quote may include.
func (l *locator) snap(f *review.Finding, raw string) {
	src := l.d.Source()
	for _, s := range []string{raw, strings.ReplaceAll(raw, "\n", "\r\n")} {
		if len(s) <= f.Span.Len() {
			continue
		}
		low := max(0, f.Span.End-len(s))
		high := min(len(src), f.Span.Start+len(s))
		if i := bytes.Index(src[low:high], []byte(s)); i >= 0 {
			f.Span = source.Span{Start: low + i, End: low + i + len(s)}
			return
		}
	}
}

// dots counts the places where a text is left out.
func dots(b []byte) int { return bytes.Count(b, []byte("...")) }

// replace keeps the replacement of target, which was found at p, or withholds
// it.
func (l *locator) replace(f *review.Finding, p place, target *quotation) {
	here := l.d.Bytes(f.Span)
	if string(here) == target.raw || strings.ReplaceAll(string(here), "\r\n", "\n") == target.raw {
		if dots(written([]byte(f.Want)).b) > dots(target.t.b) {
			l.withhold(f, Elided, "the replacement leaves text out")
			return
		}
		f.Old, f.Want = string(here), l.lacking(f.Span, f.Span, l.d.EndLines(f.Span.Start, f.Want))
		if f.Want == f.Old {
			noChange(f, "what the replacement adds stands beside the place already")
			return
		}
		l.settle(f, l.multiline(f.Span, f.Want))
		return
	}
	old, want := target.t, written([]byte(f.Want))
	if p.like == gapped && len(target.pieces) == 1 && target.cutEnd && !target.cutStart {
		// Both texts break off in the same way: what is left out stays.
		if cut := quote(f.Want); len(cut.pieces) == 1 && cut.cutEnd && !cut.cutStart && bytes.Equal(target.pieces[0].t.b, p.t.b[p.i:p.j]) {
			old, want = target.pieces[0].t, cut.prefix()
		}
	}
	switch {
	case dots(want.b) > dots(old.b):
		l.withhold(f, Elided, "the replacement leaves text out")
		return
	case !bytes.Equal(old.b, p.t.b[p.i:p.j]):
		l.withhold(f, Differs, "what stands there is not word for word what is to be replaced")
		return
	}
	edits, why := l.carry(p, old, want, f.Want)
	if why == "" {
		why = l.multiline(f.Span, f.Want)
	}
	if why != "" {
		l.settle(f, why)
		return
	}
	f.Remedy, f.Edits, f.Old = review.Edits, edits, string(here)
}

// prefix is the reading up to the dots that the quotation ends with.
func (q *quotation) prefix() *text {
	n := len(q.pieces[0].t.b)
	return &text{b: q.t.b[:n], from: q.t.from[:n], to: q.t.to[:n]}
}

// carry turns the difference between the readings old and want into edits at p,
// whose reading is that of old. raw is what want is a reading of.
func (l *locator) carry(p place, old, want *text, raw string) ([]source.Edit, string) {
	var edits []source.Edit
	shift := 0
	for _, e := range source.BetweenWords(old.b, want.b) {
		start := e.Start + shift
		shift += len(e.New) - e.Len()
		edit := source.Edit{}
		var ok bool
		if edit.Span, ok = l.between(p, p.i+e.Start, p.i+e.End); !ok {
			return nil, CutsMarkup + ": the words to replace hold markup that the replacement does not have"
		}
		if n := len(e.New); n > 0 {
			edit.New = l.lacking(edit.Span, p.t.span(p.i, p.j), raw[want.from[start]:want.to[start+n-1]])
		}
		if edit.New != string(l.d.Bytes(edit.Span)) {
			edits = append(edits, edit)
		}
	}
	if len(edits) == 0 {
		return nil, NoChange + ": the replacement differs from the text in signs alone"
	}
	merged, err := source.Merge(edits)
	if err != nil {
		return nil, CutsMarkup + ": the words to replace can't be told apart"
	}
	return merged, ""
}

// between is the bytes that t.b[i:j] stands for, if nothing but those stands
// there; for an empty range, the place between two characters that nothing
// separates.
func (l *locator) between(p place, i, j int) (source.Span, bool) {
	t := p.t
	if i == j {
		switch {
		case i > p.i && i < p.j:
			return source.Span{Start: int(t.from[i]), End: int(t.from[i])}, t.to[i-1] == t.from[i]
		case i == p.i:
			return source.Span{Start: int(t.from[i]), End: int(t.from[i])}, int(t.from[i]) == p.span.Start
		}
		return source.Span{Start: int(t.to[i-1]), End: int(t.to[i-1])}, int(t.to[i-1]) == p.span.End
	}
	s := t.span(i, j)
	here := written(l.d.Bytes(s))
	return s, bytes.Equal(here.b, bytes.Trim(t.b[i:j], " "))
}

// opensBlock matches a text that means something else at the start of a line.
var opensBlock = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^\\s*(#{1,6}\\s|[-*+]\\s|[0-9]+[.)]\\s|>|```|~~~|\\|)")
})

// multiline says why a replacement that begins like a block can't stand at s.
func (l *locator) multiline(s source.Span, want string) string {
	if !opensBlock().MatchString(want) || opensBlock().Match(l.d.Bytes(s)) {
		return ""
	}
	lines := l.d.Lines()
	line, _ := lines.Span(lines.Number(s.Start))
	if len(bytes.Trim(l.d.Source()[line.Start:s.Start], " \t>")) == 0 && want[0] != '`' && want[0] != '~' {
		return ""
	}
	return NeedsLine + ": the replacement would be the start of a block within a line"
}
