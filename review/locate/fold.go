package locate

import (
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A text is a reading of some bytes: one form for all quotation marks, one for all dashes, three dots for an ellipsis,
// one space for each run of white space. Letter case stays. For every byte of the reading it is known which bytes it
// stands for.
type text struct {
	b   []byte
	src []byte // what it is a reading of
	// from and to are where what b[i] stands for begins and ends.
	from, to []int32
}

// span returns the bytes that b[i:j] stands for; i < j.
func (t *text) span(i, j int) source.Span {
	return source.Span{Start: int(t.from[i]), End: int(t.to[j-1])}
}

// A folder makes a text, rune by rune.
type folder struct {
	text
	hyphens int  // how many hyphens b ends with
	before  rune // the last rune before the hyphens
	// openDash is set behind a dash that no word precedes. It may be the typographic form of the two hyphens in front of
	// an option.
	openDash bool
}

func newFolder(src []byte) *folder {
	n := len(src)
	return &folder{text: text{src: src, b: make([]byte, 0, n), from: make([]int32, 0, n), to: make([]int32, 0, n)}}
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
	case isInvisible(r):
		return
	}
	f.dash(r)
	switch r {
	case '‘', '’', '‚', '‛', '′', '´':
		r = '\'' // a backtick is Markdown's mark for code
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

// invalid appends a byte that is not UTF-8, as it is.
func (f *folder) invalid(c byte, at int) {
	f.dash(utf8.RuneError)
	f.put(c, at, at+1)
	f.before = utf8.RuneError
}

// space appends a space, unless b is empty or ends with one.
func (f *folder) space(from, to int) {
	f.dash(' ')
	f.before = ' '
	if n := len(f.b); n == 0 || f.b[n-1] == ' ' {
		return
	}
	f.put(' ', from, to)
}

// hyphen appends a hyphen or a dash, as a hyphen.
func (f *folder) hyphen(r rune, from, to int) {
	if r == '-' {
		f.hyphens++
	} else {
		f.dash(r)
		f.openDash = (r == '–' || r == '—') && !isWord(f.before)
		f.before = r
	}
	f.put('-', from, to)
}

// dash is called when next follows the hyphens that b ends with. Two or three of them are a dash in plain ASCII, and
// become one, if they stand between two words or two spaces. Otherwise they stay: in front of a word they begin an
// option.
func (f *folder) dash(next rune) {
	if n := len(f.b) - 1; f.openDash && isWord(next) {
		f.put('-', int(f.from[n]), int(f.to[n]))
	}
	f.openDash = false
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

// trim removes a space at the end.
func (t *text) trim() {
	if n := len(t.b); n > 0 && t.b[n-1] == ' ' {
		t.b, t.from, t.to = t.b[:n-1], t.from[:n-1], t.to[:n-1]
	}
}

// written returns the reading of s as it is written, markup and all. The marks and the indentation that Markdown's
// block quotes put in front of a line count as white space, in a document and in a quotation alike.
func written(s []byte) *text {
	f := newFolder(s)
	f.lines(s, source.Span{End: len(s)}, true)
	f.trim()
	return &f.text
}

// lines appends src[s.Start:s.End]. The marks of block quotes in front of a line become a space. lineStart says whether
// the span begins with a line.
func (f *folder) lines(src []byte, s source.Span, lineStart bool) {
	for i := s.Start; i < s.End; {
		if lineStart {
			if n := quoteMarks(src[i:s.End]); n > 0 {
				f.space(i, i+n)
				i += n
				lineStart = false
				continue
			}
		}
		lineStart = src[i] == '\n'
		i += f.rune(src[i:s.End], i)
	}
}

// rune appends the first rune of s, which stands at offset at. It returns its length.
func (f *folder) rune(s []byte, at int) int {
	if c := s[0]; 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' {
		if f.hyphens > 0 || f.openDash {
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

// quoteMarks returns the length of the block quote marks that a line begins with, and of the white space before and
// between them.
func quoteMarks(line []byte) int {
	n := 0
	for i := range line {
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

// isInvisible reports whether r has no shape and no width: joiners, marks of direction, the soft hyphen, the byte order
// mark, variation selectors.
func isInvisible(r rune) bool {
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

// isUnspaced reports whether r's script has no spaces between words, so that a word may begin and end anywhere.
func isUnspaced(r rune) bool {
	return r >= 0x0E00 && (r == 'ー' || unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana,
		unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar))
}

// bounded reports whether t.b[i:j] begins and ends at the edges of whole tokens.
func (t *text) bounded(i, j int) (start, end bool) { return !t.cuts(i), !t.cuts(j) }

// inOneWord reports whether a and b, side by side, belong to one word. A word of Katakana, or of a script with spaces,
// ends where another script begins.
func inOneWord(a, b rune) bool {
	if !isWord(a) && !isSmall(a) || !isWord(b) && !isSmall(b) {
		return false
	}
	katakana := func(r rune) bool { return r == 'ー' || unicode.Is(unicode.Katakana, r) }
	return unicode.IsMark(b) || b == 'ー' || katakana(a) && katakana(b) || !isUnspaced(a) && !isUnspaced(b)
}

// isSmall reports whether r is a digit above or below the line, or a fraction.
func isSmall(r rune) bool { return r < 0x2160 && unicode.Is(unicode.No, r) }

// lastRune returns the rune before t.b[i], a space at the start.
func (t *text) lastRune(i int) rune {
	if i == 0 {
		return ' '
	}
	r, _ := utf8.DecodeLastRune(t.b[:i])
	return r
}

// firstRune returns the rune at t.b[j], a space at the end.
func (t *text) firstRune(j int) rune {
	if j >= len(t.b) {
		return ' '
	}
	r, _ := utf8.DecodeRune(t.b[j:])
	return r
}
