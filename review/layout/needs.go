package layout

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Needs returns what the rules look at, judged by the look of the lines: the rest of a document need not be parsed. It
// asks rather once too often.
func Needs(r *rules.Layout) markdown.Needs {
	var n markdown.Needs
	lines := lineFinder{trailing: r.TrailingSpaces != nil, numbers: r.OrderedList != nil, last: r.FinalNewline != nil}
	lines.around = r.BlanksAroundHeadings != nil || r.BlanksAroundFences != nil || r.BlanksAroundLists != nil
	if r.BlankLines != nil {
		lines.blanks, lines.last = r.BlankLines.Maximum, true
	}
	if lines != (lineFinder{}) {
		n.Text = append(n.Text, lines.next)
	}
	if r.BareURL != nil {
		n.Text = append(n.Text, finderOf("://"), finderOf("www."), finderOf("@"))
	}
	if r.HardTabs != nil {
		n.Text = append(n.Text, finderOf("\t"))
	}
	for _, style := range []*rules.DelimiterStyle{r.EmphasisStyle, r.StrongStyle} {
		if style != nil {
			n.Text = append(n.Text, delimiterFinder("_*"[strings.IndexByte("*_", style.Delimiter)]))
		}
	}
	if r.ListIndentation != nil {
		n.Bullets = markdown.BulletMarkers
	}
	n.Fences = r.CommandPrompt != nil
	return n
}

// finderOf returns what finds a string.
func finderOf(s string) func(text []byte, from int) int {
	sought := []byte(s)
	return func(text []byte, from int) int {
		if n := bytes.Index(text[from:], sought); n >= 0 {
			return from + n
		}
		return len(text)
	}
}

// delimiterFinder returns what finds a delimiter that may open emphasis: something stands behind it, and before an
// underscore no letter or digit.
func delimiterFinder(delimiter byte) func(text []byte, from int) int {
	return func(text []byte, from int) int {
		for at := from; ; at++ {
			n := bytes.IndexByte(text[at:], delimiter)
			if n < 0 {
				return len(text)
			}
			at += n
			opens := at+1 < len(text) && !source.IsSpace(text[at+1])
			if opens && (delimiter == '*' || at == 0 || !source.IsLetter(text[at-1]) && !source.IsDigit(text[at-1])) {
				return at
			}
		}
	}
}

// A lineFinder finds the lines at which a rule may have something to say.
type lineFinder struct {
	trailing, numbers, around, last bool
	blanks                          int // how many blank lines may stand in a row; 0 for any
}

// next returns the first such place from an offset on, the length of the text where there is none. Of two lines between
// which a blank line may be missing both are such places.
func (f lineFinder) next(text []byte, from int) int {
	at := lineStart(text, from)
	before, start := f.before(text, at)
	for at < len(text) {
		end := lineEnd(text, at)
		line := look(text[at:end])
		switch {
		case line.blank:
			line.blanks = before.blanks + 1
			if f.blanks > 0 && line.blanks > f.blanks || f.trailing && spaced(text[at:end]) {
				return max(at, from)
			}
		case f.trailing && spaced(text[at:end]):
			if last := end - 1; last >= from {
				return last
			}
			return from
		case f.numbers && line.numbered:
			return max(at, from)
		}
		if f.around && apart(before, line) {
			return max(start, from)
		}
		before, start, at = line, at, end+1
	}
	if f.last && start >= from && start < len(text) && (before.blanks > 0 || text[len(text)-1] != '\n') {
		return start
	}
	return len(text)
}

// before returns the look of the line before the one at an offset, and where it starts.
func (f lineFinder) before(text []byte, at int) (lineLook, int) {
	if at == 0 {
		return lineLook{blank: true}, 0
	}
	start := lineStart(text, at-1)
	line := look(text[start : at-1])
	for n := start; line.blank && line.blanks <= f.blanks; {
		line.blanks++
		if n == 0 {
			break
		}
		over := lineStart(text, n-1)
		if !blank(text[over : n-1]) {
			break
		}
		n = over
	}
	return line, start
}

// spaced reports whether white space stands at the end of a line.
func spaced(line []byte) bool {
	line = bytes.TrimSuffix(line, []byte("\r"))
	return len(line) > 0 && (line[len(line)-1] == ' ' || line[len(line)-1] == '\t')
}

// A lineLook is what a line may be, by its own look.
type lineLook struct {
	blank    bool
	blanks   int  // how many blank lines there are with it, and right before it
	quoted   bool // it has the mark of a block quote
	item     byte // the marker of a list item, or the delimiter behind its number; 0 for none
	empty    bool // nothing stands behind it
	numbered bool
	block    bool // a heading, a fence, a thematic break, an underline or HTML may begin with it
	code     bool // it is indented as far as indented code
}

// look returns what a line may be.
func look(line []byte) lineLook {
	var out lineLook
	i := 0
	for i < len(line) {
		switch c := line[i]; {
		case c == ' ' || c == '\t' || c == '\r':
			i++
			continue
		case c == '>':
			out.quoted = true
			i++
			continue
		}
		marker := itemMarker(line[i:])
		if marker == 0 {
			break
		}
		if out.item == 0 {
			out.item = line[i+marker-1]
		}
		out.numbered = out.numbered || marker > 1
		if underline(line[i:]) {
			out.block = true
		}
		i += marker
	}
	out.code = out.item == 0 && indented(line)
	rest := line[i:]
	switch {
	case len(rest) == 0:
		out.blank, out.empty = !out.quoted && out.item == 0, true
	case rest[0] == '#' || rest[0] == '<':
		out.block = true
	case rest[0] == '`' || rest[0] == '~':
		out.block = source.RunLength(rest, rest[0]) >= 3
	default:
		out.block = out.block || underline(rest)
	}
	return out
}

// indented reports whether a line may begin with the indentation of indented code.
func indented(line []byte) bool {
	return bytes.HasPrefix(line, []byte("    ")) || bytes.Contains(line[:len(line)-len(bytes.TrimLeft(line, " \t>"))], []byte("\t"))
}

// itemMarker returns the length of the marker of a list item that may begin with text, 0 where there is none.
func itemMarker(text []byte) int {
	n := 0
	for n < len(text) && source.IsDigit(text[n]) {
		n++
	}
	marks := "-*+"
	if n > 0 {
		marks = ".)"
	}
	if n == len(text) || strings.IndexByte(marks, text[n]) < 0 || n+1 < len(text) && !source.IsSpace(text[n+1]) {
		return 0
	}
	return n + 1
}

// underline reports whether a line is a thematic break, or the underline of a heading.
func underline(line []byte) bool {
	return bytes.IndexByte([]byte("-*_="), line[0]) >= 0 && len(bytes.Trim(line, "-*_= \t\r")) == 0
}

// apart reports whether a blank line may be missing between two lines.
func apart(a, b lineLook) bool {
	switch {
	case a.blank || b.blank:
		return false
	case a.block || b.block || a.item != 0 && a.empty || a.code && !b.code:
		return true
	case b.item != 0:
		return a.item != b.item || a.quoted != b.quoted
	}
	return a.quoted != b.quoted
}
