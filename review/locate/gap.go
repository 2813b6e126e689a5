package locate

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/review/reading"
)

// gapWindow is how much text, in bytes of a reading, one gap may leave out.
const gapWindow = 600

// maxNear is how many places of a piece in that window are looked at.
const maxNear = 8

// gapped returns the places of a quote that leaves text out: those with all of its pieces in order and no more than
// gapWindow between them.
func (l *locator) gapped(q *quotation) ([]occurrence, bool) {
	if len(q.pieces) == 0 {
		return nil, false
	}
	total := 0
	for _, p := range q.pieces {
		n := runes(p.letters.Bytes)
		if n < 2 {
			return nil, false
		}
		total += n
	}
	if total < minLetters {
		return nil, false
	}
	for _, spaces := range [][2]func() *reading.Haystack{
		{l.written, l.page},
		{l.writtenLetters, l.pageLetters},
	} {
		var found []occurrence
		for i, s := range spaces {
			more, crowded := l.chain(s(), q)
			if crowded {
				return nil, true
			}
			asWritten := found
			for _, p := range more {
				if i == 1 {
					p.span = l.widen(p.span)
				}
				if !overlapsAny(asWritten, p.span) {
					found = append(found, p)
				}
			}
		}
		if len(found) > 0 {
			sortOccurrences(found)
			return l.innermost(q, found), false
		}
	}
	return nil, false
}

// innermost removes the places that extend over several blocks and contain another one with the same end. A place in
// several blocks is loose if a piece is short.
func (l *locator) innermost(q *quotation, found []occurrence) []occurrence {
	short := slices.ContainsFunc(q.pieces, func(p piece) bool { return runes(p.letters.Bytes) < minLetters })
	var out []occurrence
	for i, p := range found {
		far := l.crosses(p.span)
		if far && slices.ContainsFunc(found[i+1:], func(o occurrence) bool { return o.span.End == p.span.End }) {
			continue
		}
		p.loose = p.loose || far && short
		out = append(out, p)
	}
	return out
}

// chain returns the places in s with the pieces of q in order.
func (l *locator) chain(s *reading.Haystack, q *quotation) ([]occurrence, bool) {
	first := q.bytes(s, 0)
	starts := s.Find(first, maxPlaces)
	if len(starts) > maxPlaces {
		return nil, true
	}
	var found []occurrence
	for _, start := range starts {
		if !q.pieces[0].fits(s.Match(start, start+len(first))) {
			continue
		}
		if p, ok := l.follow(s, q, start); ok {
			found = append(found, p)
		}
	}
	return found, false
}

// bytes returns piece i as it is looked up in s.
func (q *quotation) bytes(s *reading.Haystack, i int) []byte {
	if !s.OnlyLetters() {
		return q.pieces[i].t.Bytes
	}
	return q.pieces[i].letters.Bytes
}

// fits reports whether a place of the piece begins and ends at the edges of words, or inside a word that dots may have
// cut off. A cut at the end needs a long piece, or many letters behind it.
func (p *piece) fits(m reading.Match) bool {
	start, end := m.Text.Bounded(m.Start, m.End)
	return (start || p.cutStart) && (end || p.cutEnd && (len(p.t.Bytes) >= minCut || m.Text.Rest(m.End) >= minRest))
}

// follow finds the other pieces behind the first one, which stands at start. If the last piece stands twice in its
// window, the place is loose, unless only the first time is in the same block.
func (l *locator) follow(s *reading.Haystack, q *quotation, start int) (occurrence, bool) {
	end := start + len(q.bytes(s, 0))
	p := occurrence{like: gapped}
	if s.OnlyLetters() {
		m := s.Match(start, end)
		p.loose = !reading.SameWords(q.pieces[0].t.Bytes, m.Bytes())
	}
	for n := 1; n < len(q.pieces); n++ {
		b := q.bytes(s, n)
		at := s.FindIn(b, end, min(len(s.Bytes), end+gapWindow+len(b)), maxNear)
		at = slices.DeleteFunc(at, func(i int) bool { return !q.pieces[n].fits(s.Match(i, i+len(b))) })
		if len(at) == 0 {
			return p, false
		}
		m := s.Match(at[0], at[0]+len(b))
		if s.OnlyLetters() && !reading.SameWords(q.pieces[n].t.Bytes, m.Bytes()) {
			p.loose = true
		}
		if len(at) > 1 && n == len(q.pieces)-1 {
			near, far := s.Match(start, at[0]+len(b)).Span(), s.Match(start, at[1]+len(b)).Span()
			p.loose = p.loose || l.crosses(near) || !l.crosses(far)
		}
		end = at[0] + len(b)
	}
	p.Match = s.Match(start, end)
	p.span = p.Match.Span()
	return p, true
}
