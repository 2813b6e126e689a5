package locate

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

const (
	// maxPlaces is how many places of a quote are looked at. A quote that stands in more says nothing about the place.
	maxPlaces = 250
	// minLetters is the length, in letters and digits, from which a quote may be found by those alone.
	minLetters = 12
	// minCut is the length in bytes from which a quote may end inside a word, and minRest how many letters of the word it
	// must leave out. Then it was cut off, and does not mean another form of the word.
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
	match
	span source.Span
	like likeness
	// loose is set where signs or word breaks differ that may have a meaning.
	loose bool
}

// A quotation is a text that a review takes from the document.
type quotation struct {
	raw     string
	t       *text
	letters *space
	// cutStart and cutEnd are set where the quote begins or ends with dots. pieces is what stands between dots, nil where
	// there are none.
	cutStart, cutEnd bool
	pieces           []piece
}

// A piece of a quotation, between two gaps.
type piece struct {
	t       *text
	letters *space
	// cutStart and cutEnd are set where no space separates a word from the dots, so that the word may be cut off.
	cutStart, cutEnd bool
}

// quote reads a text that a review takes from the document.
func quote(raw string) *quotation {
	q := &quotation{raw: raw, t: written([]byte(raw))}
	q.letters = letters(q.t)
	q.cut()
	return q
}

// gaps are the signs for text that a reviewer leaves out.
var gaps = [][]byte{[]byte("[...]"), []byte("(...)"), []byte("<...>"), []byte("...")}

// cut sets the pieces of a quote that leaves text out.
func (q *quotation) cut() {
	if !bytes.Contains(q.t.b, []byte("...")) {
		return
	}
	rest := q.t.b
	for first := true; ; first = false {
		at, size := nextGap(rest)
		part := rest
		if at >= 0 {
			part = rest[:at]
		}
		adjoins := text{b: part}
		part = bytes.Trim(part, " ")
		switch {
		case len(part) > 0:
			t := written(part)
			q.pieces = append(q.pieces, piece{
				t: t, letters: letters(t),
				cutStart: !first && isWord(adjoins.firstRune(0)),
				cutEnd:   at >= 0 && isWord(adjoins.lastRune(len(adjoins.b))),
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
	found, crowded := l.lookUp(q.t.b, l.written(), l.page(), same)
	if runes(q.letters.b) < minLetters && !strings.Contains(strings.TrimSpace(q.raw), "\n") {
		for i, p := range found {
			// A part of several blocks counts only as it is written, as a row of a table is.
			found[i].loose = l.crosses(p.span) && string(l.d.Bytes(p.span)) != strings.TrimSpace(q.raw)
		}
	}
	return found, crowded
}

// letterwise returns the places that have the letters and digits of q.
func (l *locator) letterwise(q *quotation) ([]occurrence, bool) {
	if runes(q.letters.b) < minLetters {
		return nil, false
	}
	found, crowded := l.lookUp(q.letters.b, l.writtenLetters(), l.pageLetters(), letterwise)
	lines := strings.Contains(strings.TrimSpace(q.raw), "\n")
	for i, p := range found {
		// The end of one block and the start of the next may make the words by chance.
		found[i].loose = !sameWords(q.t.b, p.t.b[p.i:p.j]) || !lines && l.crosses(p.span)
	}
	// A place whose words agree excludes those whose letters alone agree.
	if slices.ContainsFunc(found, func(p occurrence) bool { return !p.loose }) {
		found = slices.DeleteFunc(found, func(p occurrence) bool { return p.loose })
	}
	return found, crowded
}

// unquoted looks for a quote that the reviewer put between quotation marks.
func (l *locator) unquoted(q *quotation) ([]occurrence, bool) {
	b := q.t.b
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
func (l *locator) lookUp(q []byte, written, page *space, like likeness) (places []occurrence, crowded bool) {
	var whole, all, cut []occurrence
	for _, s := range []*space{written, page} {
		at := s.find(q, maxPlaces)
		if len(at) > maxPlaces {
			return nil, true
		}
		asWritten := all
		for _, i := range at {
			m := s.match(i, i+len(q))
			p := l.occurrenceOf(m, s == page)
			p.like = like
			if s == page && overlapsAny(asWritten, p.span) {
				continue // the same place, found as it is written
			}
			all = append(all, p)
			start, end := m.t.bounded(m.i, m.j)
			if start && end || m.wordsAlone() {
				whole = append(whole, p) // a part of a token is a rival
			} else if start && len(q) >= minCut && m.t.rest(m.j) >= minRest {
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

// rest returns how many letters of a word follow t.b[:j], which ends inside it.
func (t *text) rest(j int) int {
	n := 0
	for r := t.firstRune(j); isWord(r); r = t.firstRune(j) {
		j += utf8.RuneLen(r)
		n++
	}
	return n
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

// sameWords reports whether a and b have the same words in the same order, in any case,
// and the same signs that have a meaning: 1.10 is not 11.0, C++ not C#, --force not
// -force, < not >.
func sameWords(a, b []byte) bool {
	for {
		var x, y []byte
		x, a = nextWord(a)
		y, b = nextWord(b)
		if !bytes.EqualFold(x, y) {
			return false
		}
		if len(x) == 0 {
			return true
		}
	}
}

// nextWord returns the first word of b with the signs that belong to it, without
// Markdown's marks, and what follows it. At the end the word is empty.
func nextWord(b []byte) (word, rest []byte) {
	word, b, done := nextSigns(b)
	if done {
		return word, b
	}
	start, i := len(word), 0
	for i < len(b) {
		r, size := utf8.DecodeRune(b[i:])
		joins := joinsDigits(r) && len(word) > start && isDigit(word[len(word)-1]) &&
			i+size < len(b) && isDigit(b[i+size])
		if !isWord(r) && !isMark(r) && !joins {
			break
		}
		if !isMark(r) {
			word = append(word, b[i:i+size]...)
		}
		i += size
	}
	if len(word) == start {
		return nil, b[i:]
	}
	for i < len(b) && (b[i] == '+' || b[i] == '#' || b[i] == '%') {
		word = append(word, b[i])
		i++
	}
	return word, b[i:]
}

// nextSigns returns the signs that belong to the first word of b, and what follows them.
// done is set where the signs are a word of their own.
func nextSigns(b []byte) (signs, rest []byte, done bool) {
	option := false // the signs are two hyphens behind a space
	for i := 0; i < len(b); {
		r, size := utf8.DecodeRune(b[i:])
		switch {
		case isWord(r):
			return signs, b[i:], false
		case isSign(r) && (i+size == len(b) || b[i+size] != ' '):
			signs = append(signs, b[i:i+size]...)
			option = string(signs) == "--" && i > 1 && b[i-2] == ' '
		case option:
			// In front of a bracket or a quotation mark they are no dash either.
			if r == ' ' {
				return signs, b[i:], true
			}
		case r == '<', r == '>', r == '=', r == '≤', r == '≥', r == '≠', r == '+', r == '±':
			return append(signs, b[i:i+size]...), b[i+size:], true
		case !isMark(r):
			signs = signs[:0]
		}
		i += size
	}
	return signs, nil, false
}

// isMark reports whether r is one of the marks that Markdown puts into words.
func isMark(r rune) bool { return r == '*' || r == '_' || r == '~' || r == '`' || r == '\\' }

// isSign reports whether r in front of a word is part of it.
func isSign(r rune) bool {
	switch r {
	case '-', '.', '/', '@', '$', '%', '&', '^', '+', '€', '£':
		return true
	}
	return false
}

// joinsDigits reports whether r between two digits is part of a number.
func joinsDigits(r rune) bool { return r == '.' || r == ',' || r == ':' || r == '-' || r == '/' }

func isDigit(c byte) bool { return unicode.IsDigit(rune(c)) }
