package reading

import (
	"bytes"
	"index/suffixarray"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Haystack is what a quote is searched in: a reading, or the letters and digits of one. Find makes its index.
type Haystack struct {
	// Text is the reading.
	Text *Text
	// Bytes is what is searched: the bytes of the reading, or its letters and digits.
	Bytes []byte
	// pos is where in the reading each of the letters and digits stands; nil if all of the reading is searched.
	pos  []int32
	once sync.Once
	made *suffixarray.Index // by index
}

// NewHaystack returns all of t as a haystack.
func NewHaystack(t *Text) *Haystack { return &Haystack{Text: t, Bytes: t.Bytes} }

// Letters returns the letters and digits of t in lower case, as a haystack.
func Letters(t *Text) *Haystack {
	s := &Haystack{Text: t, Bytes: make([]byte, 0, len(t.Bytes)), pos: make([]int32, 0, len(t.Bytes))}
	for i := 0; i < len(t.Bytes); {
		c := t.Bytes[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c |= 0x20
			}
			if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' {
				s.Bytes, s.pos = append(s.Bytes, c), append(s.pos, int32(i))
			}
			i++
			continue
		}
		r, size := utf8.DecodeRune(t.Bytes[i:])
		if IsWord(r) {
			before := len(s.Bytes)
			s.Bytes = utf8.AppendRune(s.Bytes, unicode.ToLower(r))
			for range len(s.Bytes) - before {
				s.pos = append(s.pos, int32(i))
			}
		}
		i += size
	}
	return s
}

// index returns the index of s, which is made when it is first asked for.
func (s *Haystack) index() *suffixarray.Index {
	s.once.Do(func() { s.made = suffixarray.New(s.Bytes) })
	return s.made
}

// OnlyLetters reports whether s has only the letters and digits of its reading.
func (s *Haystack) OnlyLetters() bool { return s.pos != nil }

// A Match is a part of a reading. Start and End are offsets in the reading, not in the document.
type Match struct {
	Text       *Text
	Start, End int
}

// Bytes returns what the reading has there.
func (m Match) Bytes() []byte { return m.Text.Bytes[m.Start:m.End] }

// Span returns the bytes of the document that the match stands for.
func (m Match) Span() source.Span { return m.Text.Span(m.Start, m.End) }

// WholeWords reports whether the match begins and ends at the edges of words.
func (m Match) WholeWords() bool {
	start, end := m.Text.Bounded(m.Start, m.End)
	return start && end
}

// WordsAlone reports whether the match begins and ends at the edges of words, be they parts of tokens.
func (m Match) WordsAlone() bool {
	start := inOneWord(m.Text.LastRune(m.Start), m.Text.FirstRune(m.Start)) || m.Text.cutsOverMarks(m.Start)
	return !start && !inOneWord(m.Text.LastRune(m.End), m.Text.FirstRune(m.End)) && !m.Text.cutsOverMarks(m.End)
}

// EndsName reports whether the match begins within a name, a path or an address, behind one of its signs, and ends at
// the end of it. People who mark a text by the word leave out what stands before such a sign.
func (m Match) EndsName() bool {
	start, end := m.Text.Bounded(m.Start, m.End)
	last, first := m.Text.LastRune(m.Start), m.Text.FirstRune(m.Start)
	sign := strings.ContainsRune("./#:", last) || strings.ContainsRune("./#", first)
	return !start && end && sign && !unicode.IsDigit(first) && m.WordsAlone()
}

// Match returns the part of the reading that s.Bytes[i:j] is of; i < j.
func (s *Haystack) Match(i, j int) Match {
	if s.pos == nil {
		return Match{s.Text, i, j}
	}
	last := int(s.pos[j-1])
	_, size := utf8.DecodeRune(s.Text.Bytes[last:])
	return Match{s.Text, int(s.pos[i]), last + size}
}

// Find returns the offsets of q in s.Bytes, in order. If there are more than limit, it returns limit+1 of them, not
// necessarily the first.
func (s *Haystack) Find(q []byte, limit int) []int {
	if len(q) == 0 || len(q) > len(s.Bytes) {
		return nil
	}
	at := s.index().Lookup(q, limit+1)
	at = slices.DeleteFunc(at, func(i int) bool { return !s.cutsNoRune(i, i+len(q)) })
	slices.Sort(at)
	return at
}

// FindIn is Find in s.Bytes[lo:hi], without the index.
func (s *Haystack) FindIn(q []byte, lo, hi, limit int) []int {
	var at []int
	for i := lo; len(at) <= limit && len(q) > 0; i++ {
		n := bytes.Index(s.Bytes[i:hi], q)
		if n < 0 {
			break
		}
		i += n
		if s.cutsNoRune(i, i+len(q)) {
			at = append(at, i)
		}
	}
	return at
}

// cutsNoRune reports whether s.Bytes[i:j] consists of whole runes. A search for bytes that are not UTF-8 could end
// inside one.
func (s *Haystack) cutsNoRune(i, j int) bool {
	return utf8.RuneStart(s.Bytes[i]) && (j == len(s.Bytes) || utf8.RuneStart(s.Bytes[j]))
}

// CountBefore returns how many bytes of s.Bytes stand before the offset at in the reading.
func (s *Haystack) CountBefore(at int) int {
	if s.pos == nil {
		return at
	}
	n, _ := slices.BinarySearch(s.pos, int32(at))
	return n
}

// Bounds returns the part of s.Bytes that stands for bytes of span.
func (s *Haystack) Bounds(span source.Span) (lo, hi int) {
	first, _ := slices.BinarySearch(s.Text.From, int32(span.Start))
	last, _ := slices.BinarySearch(s.Text.To, int32(span.End)+1)
	lo, hi = s.CountBefore(first), s.CountBefore(last)
	return lo, max(lo, hi)
}
