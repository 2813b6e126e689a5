package markdown

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// AddedLine returns a replacement of the text at s that adds words behind or before it, with these words in a line of
// their own. It reports false unless the text is all of a line of code.
func (d *Document) AddedLine(s source.Span, want string) (string, bool) {
	text := strings.TrimSpace(string(d.Bytes(s)))
	line := ""
	if added, ok := strings.CutPrefix(want, text+" "); ok {
		line = text + "\n" + added
	} else if added, ok := strings.CutSuffix(want, " "+text); ok {
		line = added + "\n" + text
	}
	return line, line != "" && d.isCodeLine(s, text)
}

// isCodeLine reports whether a text at s is all of a line of code.
func (d *Document) isCodeLine(s source.Span, text string) bool {
	for i := range d.Touching(s) {
		if k := d.Nodes()[i].Kind; k != tree.FencedCode && k != tree.IndentedCode {
			continue
		}
		for _, line := range d.CodeLines(i) {
			if line.Overlaps(s) {
				return strings.TrimSpace(string(d.Bytes(line))) == text
			}
		}
	}
	return false
}
