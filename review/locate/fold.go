package locate

import (
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A text is a reading of some bytes in which what looks alike is alike: the
// forms of quotes, dashes, dots and spaces, with every run of white space one
// space. Letter case is kept. Every byte of the reading knows the bytes that it
// stands for.
type text struct {
	b []byte
	// from and to are where what b[i] stands for begins and ends.
	from, to []int32
}

// span is the bytes that b[i:j] stands for; i < j.
func (t *text) span(i, j int) source.Span {
	return source.Span{Start: int(t.from[i]), End: int(t.to[j-1])}
}

// A folder writes a text, rune by rune.
type folder struct {
	text
	hyphens int // how many hyphens b ends with
	before  rune
	// opened is set behind a dash that no word precedes, which may be the typographic
	// form of the two hyphens in front of an option.
	opened bool
}

func newFolder(size int) *folder {
	return &folder{text: text{b: make([]byte, 0, size), from: make([]int32, 0, size), to: make([]int32, 0, size)}}
}

func (f *folder) put(c byte, from, to int) {
	f.b = append(f.b, c)
	f.from, f.to = append(f.from, int32(from)), append(f.to, int32(to))
}

// add appends the rune that stands at [from,to).
func (f *folder) add(r rune, from, to int) {
	switch {
	case r == '-' || isDash(r):
		f.hyphen(r, from, to)
		return
	case isSpace(r):
		f.space(from, to)
		return
	case isSilent(r):
		return
	}
	f.dash(r)
	switch r {
	case '‘', '’', '‚', '‛', '′', '´':
		r = '\'' // and a backtick stays: it is Markdown's, and no quotation mark
	case '“', '”', '„', '‟', '″', '«', '»':
		r = '"'
	case '…':
		f.put('.', from, to)
		f.put('.', from, to)
		r = '.'
	}
	f.before = r
	if r < utf8.RuneSelf {
		f.put(byte(r), from, to)
		return
	}
	var buf [utf8.UTFMax]byte
	for _, c := range buf[:utf8.EncodeRune(buf[:], r)] {
		f.put(c, from, to)
	}
}

// invalid appends a byte that is no UTF-8, as it is.
func (f *folder) invalid(c byte, at int) {
	f.dash(utf8.RuneError)
	f.put(c, at, at+1)
	f.before = utf8.RuneError
}

// space appends a space, unless there is one.
func (f *folder) space(from, to int) {
	f.dash(' ')
	f.before = ' '
	if n := len(f.b); n == 0 || f.b[n-1] == ' ' {
		return
	}
	f.put(' ', from, to)
}

func (f *folder) hyphen(r rune, from, to int) {
	if r == '-' {
		f.hyphens++
	} else {
		f.dash(r)
		f.opened = (r == '–' || r == '—') && !isWord(f.before)
		f.before = r
	}
	f.put('-', from, to)
}

// dash makes one hyphen of the two or three that b ends with where they are a
// dash in plain ASCII: between two words or two spaces. next is what follows
// them. In front of a word alone they are an option's.
func (f *folder) dash(next rune) {
	if n := len(f.b) - 1; f.opened && isWord(next) {
		f.put('-', int(f.from[n]), int(f.to[n]))
	}
	f.opened = false
	n := f.hyphens
	f.hyphens = 0
	if n < 2 || n > 3 {
		return
	}
	if f.before == ' ' && next == ' ' || isWord(f.before) && isWord(next) {
		last := len(f.b) - 1
		first := last - n + 1
		f.to[first] = f.to[last]
		f.b, f.from, f.to = f.b[:first+1], f.from[:first+1], f.to[:first+1]
	}
}

// trim takes a space off the end.
func (t *text) trim() {
	if n := len(t.b); n > 0 && t.b[n-1] == ' ' {
		t.b, t.from, t.to = t.b[:n-1], t.from[:n-1], t.to[:n-1]
	}
}

// written is the reading of s as it is written, markup and all. The marks and
// the indentation that Markdown's block quotes put in front of a line are white
// space to it, in a document and in a quotation alike.
func written(s []byte) *text {
	f := newFolder(len(s))
	for i := 0; i < len(s); {
		if i == 0 || s[i-1] == '\n' {
			if p := prefix(s[i:]); p > 0 {
				f.space(i, i+p)
				i += p
				continue
			}
		}
		i += f.rune(s[i:], i)
	}
	f.trim()
	return &f.text
}

// rune appends the first rune of s, which stands at offset at, and returns its
// length.
func (f *folder) rune(s []byte, at int) int {
	if c := s[0]; 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		if f.hyphens > 0 || f.opened {
			f.dash(rune(c))
		}
		f.before = rune(c)
		f.put(c, at, at+1)
		return 1
	}
	r, size := utf8.DecodeRune(s)
	if r == utf8.RuneError && size == 1 {
		f.invalid(s[0], at)
	} else {
		f.add(r, at, at+size)
	}
	return size
}

// prefix is the length of the block quote marks that a line begins with, the
// white space around them included.
func prefix(line []byte) int {
	n := 0
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case ' ', '\t':
		case '>':
			n = i + 1
		default:
			return n
		}
	}
	return n
}

func isDash(r rune) bool { return '‐' <= r && r <= '―' || r == '−' }

// isSpace reports whether r is white space, in print or in HTML.
func isSpace(r rune) bool {
	return unicode.IsSpace(r) || r == '\u200B' || r == '\u3000' || 0x1C <= r && r <= 0x1F
}

// isSilent reports whether r is not seen: joiners, marks of direction, the soft
// hyphen, the byte order mark, variation selectors.
func isSilent(r rune) bool {
	switch {
	case r < 0xAD:
		return false
	case r == 0xAD, r == 0x034F, r == 0x061C, 0x200C <= r && r <= 0x200F, 0x202A <= r && r <= 0x202E,
		0x2060 <= r && r <= 0x206F, r == 0xFEFF, 0xFE00 <= r && r <= 0xFE0F:
		return true
	}
	return false
}

func isWord(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r) }

// isJoined reports whether words are written without spaces in r's script, so
// that a word may begin and end anywhere.
func isJoined(r rune) bool {
	return r >= 0x0E00 && unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// bounded reports whether t.b[i:j] begins and ends where a word does. Names with
// underscores are one word.
func (t *text) bounded(i, j int) (start, end bool) {
	first, _ := utf8.DecodeRune(t.b[i:j])
	last, _ := utf8.DecodeLastRune(t.b[i:j])
	before, after := i, j
	for before > 0 && t.b[before-1] == '_' {
		before--
	}
	for after < len(t.b) && t.b[after] == '_' {
		after++
	}
	return !glued(t.lastRune(before), first), !glued(last, t.firstRune(after))
}

// glued reports whether a and b, side by side, are inside one word.
func glued(a, b rune) bool { return isWord(a) && isWord(b) && !(isJoined(a) && isJoined(b)) }

func (t *text) lastRune(i int) rune {
	if i == 0 {
		return ' '
	}
	r, _ := utf8.DecodeLastRune(t.b[:i])
	return r
}

func (t *text) firstRune(j int) rune {
	if j >= len(t.b) {
		return ' '
	}
	r, _ := utf8.DecodeRune(t.b[j:])
	return r
}
