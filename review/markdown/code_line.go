package markdown

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// AddedLine returns a replacement of the text at s that adds words behind or before it, with these words in a line of
// their own. It reports false unless the text is whole lines of code.
func (d *Document) AddedLine(s source.Span, want string) (string, bool) {
	text, want := strings.TrimSpace(string(d.Bytes(s))), strings.TrimSpace(want)
	line := ""
	if added, ok := strings.CutPrefix(want, text+" "); ok {
		line = text + "\n" + added
	} else if added, ok := strings.CutSuffix(want, " "+text); ok {
		line = added + "\n" + text
	}
	whole, ok := d.WholeCodeLines(s)
	return line, line != "" && ok && whole
}

// WholeCodeLines reports whether the text at s, which begins in the lines of a code block, is whole lines of it. Spaces
// at their ends don't count. It reports false twice where the text begins elsewhere.
func (d *Document) WholeCodeLines(s source.Span) (whole, ok bool) {
	s.Start += len(d.Bytes(s)) - len(bytes.TrimLeft(d.Bytes(s), " \t"))
	for i := range d.Touching(s) {
		if k := d.Nodes()[i].Kind; k != tree.FencedCode && k != tree.IndentedCode {
			continue
		}
		first := slices.IndexFunc(d.CodeLines(i), func(line source.Span) bool {
			return line.Start <= s.Start && s.Start < line.End
		})
		if first < 0 {
			continue
		}
		begins := len(bytes.TrimSpace(d.text[d.CodeLines(i)[first].Start:s.Start])) == 0
		end := s.End + len(d.text[s.End:]) - len(bytes.TrimLeft(d.text[s.End:], " \t\r"))
		return begins && (end == len(d.text) || d.text[end] == '\n'), true
	}
	return false, false
}
