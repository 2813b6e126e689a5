package locate

import (
	"bytes"
	"index/suffixarray"
	"slices"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A space is what quotes are looked up in: a reading of the document, or the letters and digits of one. Its index is
// made when it is first searched.
type space struct {
	t *text
	b []byte
	// pos is where in t.b each byte of b stands; nil where b is t.b.
	pos  []int32
	once sync.Once
	made *suffixarray.Index // by index
}

// newSpace returns the space of all of t.
func newSpace(t *text) *space { return &space{t: t, b: t.b} }

// letters returns the space of the letters and digits of t, in lower case.
func letters(t *text) *space {
	s := &space{t: t, b: make([]byte, 0, len(t.b)), pos: make([]int32, 0, len(t.b))}
	for i := 0; i < len(t.b); {
		c := t.b[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
				s.b, s.pos = append(s.b, c), append(s.pos, int32(i))
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(t.b[i:])
		if isWord(r) {
			before := len(s.b)
			s.b = utf8.AppendRune(s.b, unicode.ToLower(r))
			for range len(s.b) - before {
				s.pos = append(s.pos, int32(i))
			}
		}
		i += size
	}
	return s
}

// index returns the index of s, which is made when it is first asked for.
func (s *space) index() *suffixarray.Index {
	s.once.Do(func() { s.made = suffixarray.New(s.b) })
	return s.made
}

// A match is a place in a space's text: t.b[i:j].
type match struct {
	t    *text
	i, j int
}

func (m match) span() source.Span { return m.t.span(m.i, m.j) }

// wholeWords reports whether the match begins and ends at the edges of words.
func (m match) wholeWords() bool {
	start, end := m.t.bounded(m.i, m.j)
	return start && end
}

// wordsAlone reports whether the match begins and ends at the edges of words, be they parts of tokens.
func (m match) wordsAlone() bool {
	start := inOneWord(m.t.lastRune(m.i), m.t.firstRune(m.i)) || m.t.cutsOverMarks(m.i)
	return !start && !inOneWord(m.t.lastRune(m.j), m.t.firstRune(m.j)) && !m.t.cutsOverMarks(m.j)
}

// match returns b[i:j] as a part of the text; i < j.
func (s *space) match(i, j int) match {
	if s.pos == nil {
		return match{s.t, i, j}
	}
	last := int(s.pos[j-1])
	_, size := utf8.DecodeRune(s.t.b[last:])
	return match{s.t, int(s.pos[i]), last + size}
}

// find returns the offsets of q in b, in order. If there are more than limit, it returns limit+1 of them, not
// necessarily the first.
func (s *space) find(q []byte, limit int) []int {
	if len(q) == 0 || len(q) > len(s.b) {
		return nil
	}
	at := s.index().Lookup(q, limit+1)
	at = slices.DeleteFunc(at, func(i int) bool { return !s.whole(i, i+len(q)) })
	slices.Sort(at)
	return at
}

// findIn is find in b[lo:hi].
func (s *space) findIn(q []byte, lo, hi, limit int) []int {
	var at []int
	for i := lo; len(at) <= limit && len(q) > 0; i++ {
		n := bytes.Index(s.b[i:hi], q)
		if n < 0 {
			break
		}
		i += n
		if s.whole(i, i+len(q)) {
			at = append(at, i)
		}
	}
	return at
}

// occurrencesIn adds to found the places in span where b stands and that fit: first those as it is written, then those
// as it is rendered that do not overlap the first.
func (l *locator) occurrencesIn(found []occurrence, b []byte, span source.Span, fits func(occurrence) bool) []occurrence {
	for _, s := range []*space{l.written(), l.page()} {
		lo, hi := s.bounds(span)
		before := found
		for _, i := range s.findIn(b, lo, hi, maxPlaces) {
			if p := l.occurrenceOf(match{s.t, i, i + len(b)}, s == l.page()); fits(p) && !overlapsAny(before, p.span) {
				found = append(found, p)
			}
		}
	}
	return found
}

// whole reports whether b[i:j] cuts no rune. A search for bytes that are not UTF-8 could end inside one.
func (s *space) whole(i, j int) bool {
	return utf8.RuneStart(s.b[i]) && (j == len(s.b) || utf8.RuneStart(s.b[j]))
}

// bounds returns the part of b that stands for bytes of span.
func (s *space) bounds(span source.Span) (lo, hi int) {
	first, _ := slices.BinarySearch(s.t.from, int32(span.Start))
	last, _ := slices.BinarySearch(s.t.to, int32(span.End)+1)
	if s.pos == nil {
		return first, max(first, last)
	}
	lo, _ = slices.BinarySearch(s.pos, int32(first))
	hi, _ = slices.BinarySearch(s.pos, int32(last))
	return lo, max(lo, hi)
}
