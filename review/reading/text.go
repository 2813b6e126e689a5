// Package reading has the forms in which the bytes of a document are compared with what a reviewer quotes of them: as
// they are written, as a reader sees them, and by their letters alone. Each form knows which bytes it stands for, what
// is a word in it, and which offsets cut one.
package reading

import (
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Text is a reading of some bytes. All quotation marks have one form, and so have all dashes. An ellipsis becomes
// three dots, a run of white space one space. Letter case stays.
type Text struct {
	Bytes []byte
	src   []byte // what it is a reading of
	// From and To are where what Bytes[i] stands for begins and ends.
	From, To []int32
}

// Span returns the bytes that t.Bytes[i:j] stands for; i < j.
func (t *Text) Span(i, j int) source.Span {
	return source.Span{Start: int(t.From[i]), End: int(t.To[j-1])}
}

// Prefix returns the first n bytes of t.
func (t *Text) Prefix(n int) *Text { return &Text{t.Bytes[:n], t.src, t.From[:n], t.To[:n]} }

// A folder makes a text, rune by rune.
type folder struct {
	Text
	hyphens int  // how many hyphens b ends with
	before  rune // the last rune before the hyphens
	// openDash is set behind a dash that no word precedes. It may be the typographic form of the two hyphens in front
	// of an option.
	openDash bool
}

func newFolder(src []byte) *folder {
	n := len(src)
	return &folder{Text: Text{src: src, Bytes: make([]byte, 0, n), From: make([]int32, 0, n), To: make([]int32, 0, n)}}
}

func (f *folder) put(c byte, from, to int) {
	f.Bytes = append(f.Bytes, c)
	f.From, f.To = append(f.From, int32(from)), append(f.To, int32(to))
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
	if n := len(f.Bytes); n == 0 || f.Bytes[n-1] == ' ' {
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
		f.openDash = (r == '–' || r == '—') && !IsWord(f.before)
		f.before = r
	}
	f.put('-', from, to)
}

// dash is called when next follows the hyphens that b ends with. Two or three of them are a dash in plain ASCII, and
// become one, if they stand between two words or two spaces. Otherwise they stay: in front of a word they begin an
// option.
func (f *folder) dash(next rune) {
	if n := len(f.Bytes) - 1; f.openDash && IsWord(next) {
		f.put('-', int(f.From[n]), int(f.To[n]))
	}
	f.openDash = false
	n := f.hyphens
	f.hyphens = 0
	if n < 2 || n > 3 {
		return
	}
	if f.before == ' ' && next == ' ' || IsWord(f.before) && IsWord(next) {
		last := len(f.Bytes) - 1
		first := last - n + 1
		f.To[first] = f.To[last]
		f.Bytes, f.From, f.To = f.Bytes[:first+1], f.From[:first+1], f.To[:first+1]
	}
}

// trim removes a space at the end.
func (t *Text) trim() {
	if n := len(t.Bytes); n > 0 && t.Bytes[n-1] == ' ' {
		t.Bytes, t.From, t.To = t.Bytes[:n-1], t.From[:n-1], t.To[:n-1]
	}
}

// Written returns the reading of s as it is written, markup and all. The marks and the indentation that Markdown's
// block quotes put in front of a line count as white space, in a document and in a quotation alike.
func Written(s []byte) *Text {
	f := newFolder(s)
	f.lines(s, source.Span{End: len(s)}, true)
	f.trim()
	return &f.Text
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

// Bounded reports whether t.Bytes[i:j] begins and ends at the edges of whole tokens.
func (t *Text) Bounded(i, j int) (start, end bool) { return !t.Cuts(i), !t.Cuts(j) }

// inOneWord reports whether a and b, side by side, belong to one word. A word of Katakana, or of a script with spaces,
// ends where another script begins.
func inOneWord(a, b rune) bool {
	if !IsWord(a) && !isSmall(a) || !IsWord(b) && !isSmall(b) {
		return false
	}
	katakana := func(r rune) bool { return r == 'ー' || unicode.Is(unicode.Katakana, r) }
	return unicode.IsMark(b) || b == 'ー' || katakana(a) && katakana(b) || !IsUnspaced(a) && !IsUnspaced(b)
}

// isSmall reports whether r is a digit above or below the line, or a fraction.
func isSmall(r rune) bool { return r < 0x2160 && unicode.Is(unicode.No, r) }

// LastRune returns the rune before t.Bytes[i], a space at the start.
func (t *Text) LastRune(i int) rune {
	if i == 0 {
		return ' '
	}
	r, _ := utf8.DecodeLastRune(t.Bytes[:i])
	return r
}

// FirstRune returns the rune at t.Bytes[j], a space at the end.
func (t *Text) FirstRune(j int) rune {
	if j >= len(t.Bytes) {
		return ' '
	}
	r, _ := utf8.DecodeRune(t.Bytes[j:])
	return r
}

// Rest returns how many letters of a word follow t.Bytes[:j], which ends inside it.
func (t *Text) Rest(j int) int {
	n := 0
	for r := t.FirstRune(j); IsWord(r); r = t.FirstRune(j) {
		j += utf8.RuneLen(r)
		n++
	}
	return n
}
