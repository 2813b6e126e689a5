package tree

import (
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// bareLinks is goldmark's parser of addresses without brackets. goldmark asks it at each word. It also takes the words
// up to the next place where an inline node may begin, so that goldmark asks once for all of them.
type bareLinks struct{ parser.InlineParser }

func (b bareLinks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if link := b.InlineParser.Parse(parent, block, pc); link != nil {
		return link
	}
	line, at := block.PeekLine()
	before, ok := parent.LastChild().(*ast.Text)
	if !ok || before.Segment.Stop != at.Start {
		return nil
	}
	switch block.Source()[at.Start-1] {
	case '\\', '`': // goldmark may take the next byte for escaped
		return nil
	}
	n := plainText(line)
	if n == 0 {
		return nil
	}
	before.Segment.Stop += n
	block.Advance(n)
	return before
}

// plainText returns the length of the text at the start of a line in which no inline node begins. It leaves out the
// white space at the end of the line, which may be a hard line break.
func plainText(line []byte) int {
	word := 0 // where the last word begins, with the byte before it
	for i, c := range line {
		switch c {
		case '<', '[', ']', '\\', '{':
			return i
		case '@', '`', '*', '_', '~', '!': // in an address of mail
			return word
		case ' ', '\t', '(':
			if beginsAddress(line[i+1:]) {
				return i
			}
			word = i
		case '\r', '\n':
			return len(trimEnd(line[:i]))
		}
	}
	return len(trimEnd(line))
}

// trimEnd cuts off the white space at the end of a line. bytes.TrimRight makes a table at each call.
func trimEnd(line []byte) []byte {
	for len(line) > 0 && line[len(line)-1] <= ' ' && strings.IndexByte(" \t\r\n", line[len(line)-1]) >= 0 {
		line = line[:len(line)-1]
	}
	return line
}

// beginsAddress reports whether an address of a page may begin a text.
func beginsAddress(text []byte) bool {
	switch string(text[:min(4, len(text))]) {
	case "http", "ftp:", "www.":
		return true
	}
	return false
}
