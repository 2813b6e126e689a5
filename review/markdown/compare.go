package markdown

import (
	"sort"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// Compare proves that candidate, the bytes of base with edits applied, means what base means, except in the edited
// values: each edit that lies in a value (a text, an info string, a marker, a destination) changes that value and
// nothing else. The spans in free, of base, are excepted: what stands in them may become anything, as long as
// everything outside stays as it was. Edits and free spans must be sorted; every edit lies in a value or in a free
// span.
//
// Links by reference go by the same definitions as before, though no token says so.
//
// It returns nil when the proof holds, else the first difference.
func Compare(base, candidate *Document, edits []source.Edit, free []source.Span) error {
	if d := redirected(base, candidate, edits); d != nil {
		return d
	}
	there := carried(free, edits)
	if equal(outline(base, edits, free), outline(candidate, nil, there)) {
		return nil
	}
	want, got := outline(base, edits, free).all(), outline(candidate, nil, there).all()
	tight := func() []Token { return tightened(want, outline(base, nil, nil).all()) }
	if d := difference(want, got); d != nil && (len(free) == 0 || difference(tight(), got) != nil) {
		if d.At < 0 {
			d.At = len(base.src)
		}
		d.Line = base.Lines().Number(d.At)
		return d
	}
	return nil
}

// carried returns the places of the free spans of the base in the candidate.
func carried(free []source.Span, edits []source.Edit) []source.Span {
	if len(free) == 0 {
		return nil
	}
	m := source.NewMapping(edits)
	out := make([]source.Span, len(free))
	for i, f := range free {
		out[i], _ = m.Span(f, source.Wide)
		if i+1 < len(free) && free[i+1].Start == f.End {
			// What is inserted between two free spans belongs to the second one.
			tight, _ := m.Span(f, source.Tight)
			out[i].End = tight.End
		}
	}
	return out
}

// equal reports whether two walks have the same tokens, wherever they stand.
func equal(want, got *outliner) bool {
	for {
		w, more := want.next()
		g, also := got.next()
		if !more || !also {
			return more == also
		}
		if w.unlike(g) {
			return false
		}
	}
}

// pieces returns what is left of a value outside the free spans, edited.
func pieces(t Token, edits []source.Edit, free []source.Span) []Token {
	if inside(t.Span, free) && len(free) > 0 {
		return nil
	}
	var out []Token
	at := t.Span.Start
	for _, f := range source.Touching(free, t.Span) {
		if !f.Overlaps(t.Span) && !(f.Empty() && t.Span.Start < f.Start && f.Start < t.Span.End) {
			continue
		}
		if f.Start > at {
			out = append(out, edited(t, source.Span{Start: at, End: f.Start}, edits, free))
		}
		at = max(at, f.End)
	}
	if at < t.Span.End || at == t.Span.Start {
		out = append(out, edited(t, source.Span{Start: at, End: t.Span.End}, edits, free))
	}
	return out
}

// edited returns the part of a value that s covers, with the edits within s made, except those in free spans: an
// insertion behind the last byte of a text that lies in one does not belong to the text. Edits are sorted and fewer
// than the tokens, but a long document has many of both, so the first one is searched for.
func edited(t Token, s source.Span, edits []source.Edit, free []source.Span) Token {
	value := t.Value[s.Start-t.Span.Start : s.End-t.Span.Start]
	var b strings.Builder
	last := 0
	first := sort.Search(len(edits), func(i int) bool { return edits[i].Start >= s.Start })
	for _, e := range edits[first:] {
		if e.Start > s.End {
			break
		}
		if !s.Contains(e.Span) || inside(e.Span, free) {
			continue
		}
		b.WriteString(value[last : e.Start-s.Start])
		b.WriteString(e.New)
		last = e.End - s.Start
	}
	if last == 0 && b.Len() == 0 {
		return Token{t.Kind, Value, value, s}
	}
	b.WriteString(value[last:])
	return Token{t.Kind, Value, b.String(), s}
}

// inside reports whether s lies in a free span. An empty s does only if it is the span or lies in one with bytes.
func inside(s source.Span, free []source.Span) bool {
	for _, f := range source.Touching(free, s) {
		if f.Contains(s) && (f.Len() > 0 || s.Empty() && s.Start == f.Start) {
			return true
		}
	}
	return false
}
