package usage

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A FormVisitor has the functions that Forms calls. Delimiters may be nil: to look for them takes time.
type FormVisitor struct {
	Heading    func(text []byte)           // the source of a heading
	Bullet     func(marker byte)           // the marker of an item of a bullet list; of several on a line, the last
	Delimiters func(char byte, length int) // the run that opens emphasis (1) or strong emphasis (2)
}

// Forms reads a text line by line, as Gather does. It serves for statistics only, as the lexer does.
func Forms(src []byte, v FormVisitor) {
	l := lexer{src: src}
	for l.next() {
		if l.bullet != 0 {
			v.Bullet(l.bullet)
		}
		switch l.kind {
		case headingLine:
			v.Heading(bytes.Trim(l.src[l.start:l.end], " \t#\r"))
		case textLine:
			if v.Delimiters != nil {
				delimiters(l.src[l.start:l.end], v.Delimiters)
			}
		}
	}
}

// delimiters looks for emphasis that begins and ends on a line.
func delimiters(line []byte, visit func(char byte, length int)) {
	for at := 0; at < len(line); {
		c := line[at]
		if c != '*' && c != '_' && c != '`' {
			if at++; c == '\\' {
				at++
			}
			continue
		}
		n := source.RunLength(line[at:], c)
		switch {
		case c == '`':
			if end := bytes.Index(line[at+n:], line[at:at+n]); end >= 0 {
				n += end + n
			}
		case n <= 2 && opens(line, at, n):
			if end := closing(line[at+n:], c, n); end > 0 {
				visit(c, n)
				n += end + n
			}
		}
		at += n
	}
}

// opens reports whether a run of delimiters stands before a word, and not behind one.
func opens(line []byte, at, n int) bool {
	return (at == 0 || !wordByte(line[at-1])) && at+n < len(line) && line[at+n] > ' '
}

// closing returns the offset of the run that closes emphasis, 0 for none.
func closing(rest []byte, c byte, n int) int {
	for at := 1; at < len(rest); at++ {
		if rest[at] != c {
			continue
		}
		run := source.RunLength(rest[at:], c)
		if run == n && rest[at-1] > ' ' && (at+n == len(rest) || !wordByte(rest[at+n])) {
			return at
		}
		at += run - 1
	}
	return 0
}

func wordByte(c byte) bool { return source.IsLetter(c) || source.IsDigit(c) || c >= 0x80 }
