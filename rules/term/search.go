package term

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// AppendHits appends the unwanted spellings in text[start:end], in order and without overlaps, and returns the extended
// slice. text is the whole document, so that both ends of a word can be seen. Of overlapping candidates the leftmost
// wins, and of those the longest. A spelling inside an exception of its term or inside a longer wanted spelling is not
// a hit.
func (t *Table) AppendHits(dst []Hit, text []byte, start, end int) []Hit {
	s := search{table: t, text: text, start: start, end: end}
	s.scanWords()
	if t.looseUsed {
		s.scanLoose()
	}
	if len(t.free) > 0 {
		s.scanFree()
	}
	if len(s.found) == 0 {
		return dst
	}
	return s.resolve(dst)
}

// Protects reports whether a hit lies in an exception of its term, in a longer wanted spelling or in a longer name. The
// hit was found in another text; its offsets are offsets in this one.
func (t *Table) Protects(text []byte, hit Hit) bool {
	s := search{table: t, text: text, end: len(text)}
	s.scanWords()
	if t.looseUsed {
		s.scanLoose()
	}
	slices.SortStableFunc(s.protected, func(a, b candidate) int { return a.Start - b.Start })
	return s.isProtected(&candidate{Hit: hit}) || slices.ContainsFunc(s.found, func(c candidate) bool {
		return c.kind == kindName && c.Start <= hit.Start && hit.End <= c.End && hit.End-hit.Start < c.End-c.Start
	})
}

// candidate is a raw match of one entry, before candidates compete.
type candidate struct {
	Hit
	kind  entryKind
	exact bool // the entry matches its own capitals only
}

// beats orders candidates that start at the same place: a whole word before a word with an ending, longer before
// shorter, exact capitals before any, and then the term that stands first.
func (c *candidate) beats(d *candidate) bool {
	if a, b := c.End == c.WordEnd, d.End == d.WordEnd; a != b {
		return a
	}
	if c.End != d.End {
		return c.End > d.End
	}
	if c.exact != d.exact {
		return c.exact
	}
	return c.Term < d.Term
}

// search is one search of a part of a text. Only matches allocate memory.
type search struct {
	table      *Table
	text       []byte
	start, end int
	found      []candidate
	protected  []candidate // exceptions and wanted spellings
}

// scanWords tries every word of the part. If no spelling starts with the first byte of a word, it skips the word
// without looking at the trie.
func (s *search) scanWords() {
	text, first := s.text, &s.table.firstOfWords
	i := s.start
	for i < s.end {
		c := text[i]
		if c >= utf8.RuneSelf {
			i = s.wordBeyondASCII(i)
			continue
		}
		if asciiClass[c] == gap {
			i++
			continue
		}
		if first[c] && (i > s.start && plainGap[text[i-1]] || s.wordStart(i)) {
			s.tryAt(s.table.words, i)
		}
		for i++; i < s.end && text[i] < utf8.RuneSelf && asciiClass[text[i]] == letter; i++ {
		}
	}
}

// plainGap has the bytes after which a letter always starts a word. Most words follow one of them and need no closer
// look.
var plainGap = func() (t [256]bool) {
	for c := range utf8.RuneSelf {
		t[c] = asciiClass[c] == gap && c != '\''
	}
	return t
}()

// wordBeyondASCII handles the rune at i and returns where to go on.
func (s *search) wordBeyondASCII(i int) int {
	r, n := utf8.DecodeRune(s.text[i:])
	if s.table.firstOfWords[s.text[i]] && classify(r) != gap && s.wordStart(i) {
		s.tryAt(s.table.words, i)
	}
	return i + n
}

// scanLoose tries every place where a spelling that may start inside a word can start.
func (s *search) scanLoose() {
	for i := s.start; i < s.end; i++ {
		if s.table.firstOfLoose[s.text[i]] {
			s.tryAt(s.table.loose, i)
		}
	}
}

// tryAt follows a trie along the text from i on and collects the entries that it passes.
func (s *search) tryAt(t *trie, i int) {
	state := int32(rootState)
	for at := i; at < s.end; {
		next, n := fold(t, state, s.text[at:s.end])
		if state = next; state < 0 {
			return
		}
		at += n
		s.collect(t.nodes[state].values, i, at)
	}
}

// fold follows the folded rune or white space at the start of text and returns its
// length in bytes. The state is -1 where no literal continues with it.
func fold(t *trie, state int32, text []byte) (next int32, n int) {
	c := text[0]
	if ' ' < c && c < utf8.RuneSelf {
		return t.step(state, byte(foldRune(rune(c)))), 1
	}
	if n := spaceRun(text); n > 0 {
		return t.step(state, ' '), n
	}
	// The text may end within a rune, which then is no part of it.
	r, n := utf8.DecodeRune(text)
	if r == utf8.RuneError && n == 1 {
		return -1, 1
	}
	return t.stepRune(state, foldRune(r)), n
}

// collect adds the candidates of entries whose literal is text[start:end].
func (s *search) collect(entries []int, start, end int) {
	for _, index := range entries {
		e := &s.table.entries[index]
		if e.kind == kindPattern {
			s.addMatchAt(e, start)
			continue
		}
		s.addLiteral(e, start, end)
	}
}

func (s *search) addLiteral(e *entry, start, end int) {
	c := candidate{Hit: Hit{Start: start, End: end, WordEnd: end, Term: e.term}, kind: e.kind, exact: e.exact}
	if s.table.wholeWord[e.term] || e.kind == kindApproved {
		c.WordEnd = s.wordEnd(end)
		if c.WordEnd != end && (!e.inflect || c.WordEnd > s.end || !isEnding(s.text[end:c.WordEnd])) {
			return
		}
	}
	if e.kind == kindExcept || e.kind == kindApproved {
		if !e.exact || s.written(e.literal, start, end) {
			s.protected = append(s.protected, c)
		}
		return
	}
	if e.exact && !s.written(e.literal, start, end) {
		return
	}
	c.Use, _ = e.use.constant()
	s.found = append(s.found, c)
}

// maxMatch bounds the match of a pattern that is tried at a word, in bytes, so
// that many tries in one long paragraph do not each read all of it.
const maxMatch = 4096

func (s *search) addMatchAt(e *entry, start int) {
	last := min(s.end, start+maxMatch)
	limit := paragraphEnd(s.text, start, last)
	m := e.pattern.at(s.text, start, limit)
	if m != nil && m[1] == last && last < s.end {
		return // cut off at the limit: the full match may differ
	}
	s.addMatch(e, m)
}

func (s *search) addMatch(e *entry, match []int) {
	if match == nil {
		return
	}
	match[0], match[1] = trimSpan(s.text, match[0], match[1])
	if match[0] == match[1] {
		return
	}
	c := candidate{kind: kindPattern, exact: true}
	c.Start, c.End, c.WordEnd, c.Term = match[0], match[1], match[1], e.term
	if s.table.wholeWord[e.term] {
		first, _ := utf8.DecodeRune(s.text[c.Start:])
		if classify(first) != gap && !s.wordStart(c.Start) || s.wordEnd(c.End) != c.End {
			return
		}
	}
	c.Use = e.use.expand(s.text, match)
	s.found = append(s.found, c)
}

// trimSpan removes white space at the ends of a match: a pattern such as "all of " needs it only to find its end.
func trimSpan(text []byte, start, end int) (int, int) {
	trimmed := bytes.TrimRight(text[start:end], " \t\r\n")
	end = start + len(trimmed)
	return end - len(bytes.TrimLeft(trimmed, " \t\r\n")), end
}

// scanFree runs the patterns that can start with anything, one paragraph at a time. So no match crosses a blank line,
// and the bytes that a paragraph lacks rule out most patterns.
func (s *search) scanFree() {
	for low := s.start; low < s.end; {
		high := paragraphEnd(s.text, low, s.end)
		there := bytesOf(s.text[low:high])
		for _, index := range s.table.free {
			e := &s.table.entries[index]
			if !slices.ContainsFunc(e.pattern.required, func(set byteSet) bool { return !set.meets(&there) }) {
				s.scanPattern(e, low, high)
			}
		}
		low = high
	}
}

func (s *search) scanPattern(e *entry, low, high int) {
	for i := low; i < high; {
		m := e.pattern.next(s.text, i, high)
		if m == nil {
			return
		}
		i = max(m[1], i+1)
		s.addMatch(e, m)
	}
}

// wordStart reports whether a word starts at i. An underscore just outside the
// stretch is markup (as in _emphasis_), not part of a name.
func (s *search) wordStart(i int) bool {
	return i == s.start && i > 0 && s.text[i-1] == '_' || wordStart(s.text, i)
}

// wordEnd returns the end of the word that contains the end of a spelling at i. After a sign, such as the brackets of
// "f()", a new word may start at once.
func (s *search) wordEnd(i int) int {
	if i == s.end && i < len(s.text) && s.text[i] == '_' {
		return i
	}
	if last, _ := utf8.DecodeLastRune(s.text[:i]); classify(last) == gap {
		return i
	}
	return wordEnd(s.text, i)
}

// written reports whether text[start:end] is the literal in its own capitals;
// how it is spaced and which apostrophe it has does not count.
func (s *search) written(literal string, start, end int) bool {
	got := s.text[start:end]
	if string(got) == literal {
		return true
	}
	return Plain(string(got)) == Plain(literal)
}

// resolve appends the candidates that win over those they overlap.
func (s *search) resolve(dst []Hit) []Hit {
	slices.SortStableFunc(s.found, func(a, b candidate) int {
		switch {
		case a.Start != b.Start:
			return a.Start - b.Start
		case a.beats(&b):
			return -1
		case b.beats(&a):
			return 1
		}
		return 0
	})
	slices.SortStableFunc(s.protected, func(a, b candidate) int { return a.Start - b.Start })
	end := 0
	for i := range s.found {
		c := &s.found[i]
		if c.Start < end || s.isProtected(c) {
			continue
		}
		// The wanted spelling takes its place too: no hit starts inside it.
		end = c.End
		old := string(s.text[c.Start:c.End])
		if c.Use != "" && (old == c.Use || c.kind == kindName && s.written(c.Use, c.Start, c.End)) {
			continue
		}
		c.Name = c.Use != "" && Fold(c.Use) == Fold(old)
		dst = append(dst, c.Hit)
	}
	return dst
}

// isProtected reports whether a candidate lies in an exception of its term or within a longer wanted spelling. Calls
// must be in the order of places: what ends before the candidate is dropped for good, and what starts behind it is not
// looked at.
func (s *search) isProtected(c *candidate) bool {
	for len(s.protected) > 0 && s.protected[0].End <= c.Start {
		s.protected = s.protected[1:]
	}
	for i := range s.protected {
		d := &s.protected[i]
		if d.Start > c.Start {
			return false
		}
		if d.End < c.End {
			continue
		}
		if d.kind == kindExcept && d.Term == c.Term || d.kind == kindApproved && d.End-d.Start > c.End-c.Start {
			return true
		}
	}
	return false
}
