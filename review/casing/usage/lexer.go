package usage

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A lexer reads the lines of a document once, without a tree, and says roughly what each is. It knows the marks of
// containers, fences, indented code, headings, HTML and front matter. It may be wrong if Markdown needs more context,
// so it serves for statistics only.
type lexer struct {
	src         []byte
	kind        lineKind
	start, end  int // of the line's text, behind the marks of its containers
	item        bool
	bullet      byte // of the last item that the line begins, 0 for a number or no item
	at          int  // where the next line starts
	blank       bool
	indent      int // columns before the text, or before the first mark
	list        int // the column at which the text of the last list item starts
	fence       markdown.Fence
	fenceIndent int
	closer      []byte // ends the open HTML; nil if none is open
	html        bool   // a block of HTML goes on to the next blank line
	code        bool   // the last line was indented code
	begun       bool
}

// A lineKind is the kind of a line.
type lineKind uint8

const (
	textLine lineKind = iota
	blankLine
	headingLine
	// otherLine holds no prose: code, HTML, a definition, a rule.
	otherLine
)

// next goes to the next line; false at the end. It skips lines of code, unless they may be the last one.
func (l *lexer) next() bool {
	if !l.begun {
		l.begun, l.blank = true, true
		l.at = markdown.FrontMatter(l.src).End
	}
	if l.fence.Width > 0 && l.fenceIndent < 2 {
		l.at = source.LineWith(l.src, min(l.at, len(l.src)), l.fence.Char) // no other line matters
	}
	if l.at >= len(l.src) {
		return false
	}
	start := l.at
	end := len(l.src)
	if n := bytes.IndexByte(l.src[start:], '\n'); n >= 0 {
		end = start + n
	}
	l.at = end + 1
	if end > start && l.src[end-1] == '\r' {
		end--
	}
	l.start, l.end, l.item, l.bullet = start, end, false, 0
	before := l.blank
	l.kind = l.classify(before)
	l.blank = l.kind == blankLine || l.kind == headingLine
	return true
}

func (l *lexer) classify(before bool) lineKind {
	l.containers()
	if l.start == l.end && l.fence.Width == 0 && l.closer == nil {
		l.html = false
		return blankLine
	}
	switch {
	case l.fence.Width > 0:
		over := l.indent == 0 && l.fenceIndent > 1 && l.start < l.end // the list item that held it
		if over || l.fence.ClosedBy(l.src[l.start:l.end]) {
			l.fence = markdown.Fence{}
		}
		if !over {
			return otherLine
		}
	case l.closer != nil:
		if bytes.Contains(l.src[l.start:l.end], l.closer) {
			l.closer = nil
		}
		return otherLine
	}
	if l.html {
		return otherLine
	}
	if !l.item && l.indent >= l.list+4 && (before || l.code) {
		l.code = true
		return otherLine
	}
	l.code = false
	return l.leaf()
}

// containers steps over white space and the marks of lists and block quotes.
func (l *lexer) containers() {
	first := true
	column := 0
	l.indent = 0
	literal := l.fence.Width > 0 || l.closer != nil
	for l.start < l.end {
		switch c := l.src[l.start]; {
		case c == ' ':
			column++
		case c == '\t':
			column += 4 - column%4
		case c == '>':
			column++
		case !literal && (c == '-' || c == '*' || c == '+' || source.IsDigit(c)):
			n := l.marker()
			if n == 0 || column >= l.list+4 && first && l.blank {
				if first {
					l.indent = column
				}
				return
			}
			if first {
				l.indent = column
			}
			first = false
			l.item = true
			if l.bullet = 0; n == 1 {
				l.bullet = c
			}
			l.start += n - 1
			column += n
			l.list = column + 1
		default:
			if first {
				l.indent = column
				if column == 0 && l.blank {
					l.list = 0
				}
			}
			return
		}
		l.start++
	}
}

// marker returns the length of the list marker at the start, or 0 for none. A line of nothing but bullets is a rule.
func (l *lexer) marker() int {
	rest := l.src[l.start:l.end]
	n := 0
	for n < len(rest) && n < 10 && source.IsDigit(rest[n]) {
		n++
	}
	if n > 0 {
		if n == len(rest) || rest[n] != '.' && rest[n] != ')' {
			return 0
		}
	}
	n++
	if n < len(rest) && rest[n] != ' ' && rest[n] != '\t' {
		return 0
	}
	if n == 1 && ruled(rest) {
		return 0
	}
	return n
}

// ruled reports whether a line is a thematic break.
func ruled(line []byte) bool {
	n := 0
	for _, c := range line {
		switch c {
		case line[0]:
			n++
		case ' ', '\t':
		default:
			return false
		}
	}
	return n >= 3
}

// leaf returns the kind of a line by its text behind the marks of its containers.
func (l *lexer) leaf() lineKind {
	if l.start == l.end {
		return blankLine
	}
	rest := l.src[l.start:l.end]
	switch c := rest[0]; c {
	case '`', '~':
		if l.fence = markdown.OpeningFence(rest); l.fence.Width > 0 {
			l.fenceIndent = l.indent
			if l.item {
				l.fenceIndent = l.list
			}
			return otherLine
		}
	case '#':
		if n := source.RunLength(rest, '#'); n <= 6 && (n == len(rest) || rest[n] == ' ' || rest[n] == '\t') {
			return headingLine
		}
	case '-', '*', '_':
		if ruled(rest) {
			return otherLine
		}
	case '<':
		if kind := l.markup(rest); kind != textLine {
			return kind
		}
	case '[':
		if n := bytes.Index(rest, []byte("]:")); n > 0 {
			if rest[1] != '^' {
				return otherLine
			}
			l.start += n + 2 // the text of a footnote
		}
	case ':', '!', '?', '+':
		for _, mark := range zone.WholeLines {
			if bytes.HasPrefix(rest, []byte(mark)) {
				return otherLine
			}
		}
	}
	return l.paragraph()
}

// markup returns the kind of a line that begins with an angle bracket.
func (l *lexer) markup(rest []byte) lineKind {
	if len(rest) < 2 {
		return textLine
	}
	if bytes.HasPrefix(rest, []byte("<!--")) {
		if n := bytes.Index(rest[4:], []byte("-->")); n < 0 {
			l.closer = []byte("-->")
		} else if len(bytes.TrimSpace(rest[4+n+3:])) > 0 {
			return textLine
		}
		return otherLine
	}
	j := 1
	if rest[1] == '/' {
		j++
	}
	name := j
	for j < len(rest) && (source.IsLetter(rest[j]) || source.IsDigit(rest[j])) {
		j++
	}
	if j == name || j < len(rest) && rest[j] == ':' {
		return textLine
	}
	switch tag := string(bytes.ToLower(rest[name:j])); tag {
	case "script", "pre", "style", "textarea":
		closer := []byte("</" + tag)
		if name == 1 && !bytes.Contains(rest, closer) {
			l.closer = closer
		}
		return otherLine
	case "a", "b", "i", "em", "strong", "code", "kbd", "span", "img", "sub", "sup", "br", "u", "s", "small", "font",
		"samp", "var", "abbr", "del", "ins", "mark":
		if n := bytes.IndexByte(rest, '>'); n < 0 || len(bytes.TrimSpace(rest[n+1:])) > 0 {
			return textLine
		}
	}
	l.html = true
	return otherLine
}

// paragraph tells a line of text from one that the next line makes a heading.
func (l *lexer) paragraph() lineKind {
	at := l.at
	for at < len(l.src) && (l.src[at] == ' ' || l.src[at] == '>') {
		at++
	}
	if at >= len(l.src) || l.src[at] != '=' && l.src[at] != '-' || at-l.at < l.list {
		return textLine // a line to the left of the text of a list item does not belong to the item
	}
	n := source.RunLength(l.src[at:], l.src[at])
	for at += n; at < len(l.src) && (l.src[at] == ' ' || l.src[at] == '\t' || l.src[at] == '\r'); at++ {
	}
	if at == len(l.src) || l.src[at] == '\n' {
		l.at = min(at+1, len(l.src))
		return headingLine
	}
	return textLine
}
