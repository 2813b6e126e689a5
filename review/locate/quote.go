package locate

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
)

const (
	// maxPlaces is how many places of a quote are looked at. A quote that stands in more says nothing about the place.
	maxPlaces = 250
	// minLetters is the length, in letters and digits, from which a quote may be found by those alone.
	minLetters = 12
	// minCut is the length in bytes from which a quote may end inside a word, and minRest how many letters of the
	// word it must leave out. Then it was cut off, and does not mean another form of the word.
	minCut, minRest = 32, 3
)

// A likeness says how a quote and the text at a place agree.
type likeness uint8

const (
	// same texts read alike.
	same likeness = iota
	// gapped quotes leave text out, with dots for it.
	gapped
	// letterwise texts have the same words, in whatever case and punctuation.
	letterwise
)

// An occurrence is a place where a quote stands.
type occurrence struct {
	reading.Match
	span source.Span
	like likeness
	// loose is set where signs or word breaks differ that may have a meaning.
	loose bool
}

// A quotation is a text that a review takes from the document.
type quotation struct {
	raw     string
	t       *reading.Text
	letters *reading.Haystack
	// cutStart and cutEnd are set where the quote begins or ends with dots. pieces is what stands between dots, nil
	// where there are none.
	cutStart, cutEnd bool
	pieces           []piece
}

// A piece of a quotation, between two gaps.
type piece struct {
	t       *reading.Text
	letters *reading.Haystack
	// cutStart and cutEnd are set where no space separates a word from the dots, so that the word may be cut off.
	cutStart, cutEnd bool
}

// quote reads a text that a review takes from the document.
func quote(raw string) *quotation {
	q := &quotation{raw: raw, t: reading.Written([]byte(raw))}
	q.letters = reading.Letters(q.t)
	q.cut()
	return q
}

// gaps are the signs for text that a reviewer leaves out.
var gaps = [][]byte{[]byte("[...]"), []byte("(...)"), []byte("<...>"), []byte("...")}

// cut sets the pieces of a quote that leaves text out.
func (q *quotation) cut() {
	if !bytes.Contains(q.t.Bytes, []byte("...")) {
		return
	}
	rest := q.t.Bytes
	for first := true; ; first = false {
		at, size := nextGap(rest)
		part := rest
		if at >= 0 {
			part = rest[:at]
		}
		adjoins := reading.Text{Bytes: part}
		part = bytes.Trim(part, " ")
		switch {
		case len(part) > 0:
			t := reading.Written(part)
			q.pieces = append(q.pieces, piece{
				t: t, letters: reading.Letters(t),
				cutStart: !first && reading.IsWord(adjoins.FirstRune(0)),
				cutEnd:   at >= 0 && reading.IsWord(adjoins.LastRune(len(adjoins.Bytes))),
			})
		case first:
			q.cutStart = true
		case at < 0:
			q.cutEnd = true
		}
		if at < 0 {
			return
		}
		rest = rest[at+size:]
	}
}

// nextGap returns the offset and the length of the first gap in b, -1 for none.
func nextGap(b []byte) (at, size int) {
	at = -1
	for _, gap := range gaps {
		if i := bytes.Index(b, gap); i >= 0 && (at < 0 || i < at) {
			at, size = i, len(gap)
		}
	}
	for at >= 0 && at+size < len(b) && b[at+size] == '.' {
		size++
	}
	return at, size
}

// found is what was found for a quote.
type found struct {
	places  []occurrence
	crowded bool
}

// maxAnswered bounds the places and quotes that a locator remembers.
const maxAnswered = 1 << 20

// occurrences returns every place where q stands, in order, in the strictest reading that has any. crowded is set where
// there are too many to look at. It remembers its answers: reviewers with many findings quote the same few words.
func (l *locator) occurrences(q *quotation) (all []occurrence, crowded bool) {
	if kept, ok := l.answers.Load(q.raw); ok {
		return kept.(found).places, kept.(found).crowded
	}
	for _, level := range []func(*quotation) ([]occurrence, bool){l.readsAlike, l.gapped, l.letterwise, l.unquoted} {
		if all, crowded = level(q); len(all) > 0 || crowded {
			break
		}
	}
	if len(q.raw) <= maxFuzzy && l.answered.Add(int64(len(all)+1)) < maxAnswered {
		l.answers.Store(q.raw, found{all, crowded})
	}
	return all, crowded
}

// readsAlike returns the places that read as q does, as it is written or as it is rendered.
func (l *locator) readsAlike(q *quotation) ([]occurrence, bool) {
	found, crowded := l.lookUp(q.t.Bytes, l.written(), l.page(), same)
	if runes(q.letters.Bytes) < minLetters && !strings.Contains(strings.TrimSpace(q.raw), "\n") {
		for i, p := range found {
			// A part of several blocks counts only as it is written, as a row of a table is.
			found[i].loose = l.crosses(p.span) && string(l.d.Bytes(p.span)) != strings.TrimSpace(q.raw)
		}
	}
	return found, crowded
}

// letterwise returns the places that have the letters and digits of q.
func (l *locator) letterwise(q *quotation) ([]occurrence, bool) {
	if runes(q.letters.Bytes) < minLetters {
		return nil, false
	}
	found, crowded := l.lookUp(q.letters.Bytes, l.writtenLetters(), l.pageLetters(), letterwise)
	lines := strings.Contains(strings.TrimSpace(q.raw), "\n")
	for i, p := range found {
		// The end of one block and the start of the next may make the words by chance.
		found[i].loose = !reading.SameWords(q.t.Bytes, p.Match.Bytes()) || !lines && l.crosses(p.span)
	}
	// A place whose words agree excludes those whose letters alone agree.
	if slices.ContainsFunc(found, func(p occurrence) bool { return !p.loose }) {
		found = slices.DeleteFunc(found, func(p occurrence) bool { return p.loose })
	}
	return found, crowded
}

// unquoted looks for a quote that the reviewer put between quotation marks.
func (l *locator) unquoted(q *quotation) ([]occurrence, bool) {
	b := q.t.Bytes
	if len(b) < 3 || b[0] != b[len(b)-1] || b[0] != '"' && b[0] != '\'' && b[0] != '`' {
		return nil, false
	}
	inner := quote(string(bytes.Trim(b[1:len(b)-1], " ")))
	if found, crowded := l.readsAlike(inner); len(found) > 0 || crowded {
		return found, crowded
	}
	return l.letterwise(inner)
}

// lookUp returns where q stands in the document as it is written and as it is rendered: at
// the edges of words, or, if there is no such place, cut off inside its last word.
func (l *locator) lookUp(q []byte, written, page *reading.Haystack, like likeness) (places []occurrence, crowded bool) {
	var whole, all, cut []occurrence
	for _, s := range []*reading.Haystack{written, page} {
		at := s.Find(q, maxPlaces)
		if len(at) > maxPlaces {
			return nil, true
		}
		asWritten := all
		for _, i := range at {
			m := s.Match(i, i+len(q))
			p := l.occurrenceOf(m, s == page)
			p.like = like
			if s == page && overlapsAny(asWritten, p.span) {
				continue // the same place, found as it is written
			}
			all = append(all, p)
			start, end := m.Text.Bounded(m.Start, m.End)
			if start && end || m.WordsAlone() {
				whole = append(whole, p) // a part of a token is a rival
			} else if start && len(q) >= minCut && m.Text.Rest(m.End) >= minRest {
				cut = append(cut, p)
			}
		}
	}
	if len(whole) == 0 {
		whole = cut
	}
	sortOccurrences(whole)
	return whole, false
}

// occurrencesIn adds to found the places in span where b stands and that fit: first those as it is written, then those
// as it is rendered that do not overlap the first.
func (l *locator) occurrencesIn(
	found []occurrence, b []byte, span source.Span, fits func(occurrence) bool,
) []occurrence {
	for _, s := range []*reading.Haystack{l.written(), l.page()} {
		lo, hi := s.Bounds(span)
		before := found
		for _, i := range s.FindIn(b, lo, hi, maxPlaces) {
			if p := l.occurrenceOf(s.Match(i, i+len(b)), s == l.page()); fits(p) && !overlapsAny(before, p.span) {
				found = append(found, p)
			}
		}
	}
	return found
}

// overlapsAny reports whether span overlaps one of the places, which are in order.
func overlapsAny(places []occurrence, span source.Span) bool {
	i := sort.Search(len(places), func(i int) bool { return places[i].span.End > span.Start })
	return i < len(places) && places[i].span.Start < span.End
}

func sortOccurrences(p []occurrence) {
	slices.SortFunc(p, func(a, b occurrence) int { return source.Compare(a.span, b.span) })
}

func runes(b []byte) int { return utf8.RuneCount(b) }
