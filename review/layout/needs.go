package layout

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Needs returns what the rules look at. Those about white space, lists and addresses look at all of a document: what
// a line is often depends on lines far from it, on an opening fence or raw HTML that nothing closes.
func Needs(r *rules.Layout) markdown.Needs {
	n := markdown.Needs{Everything: wholePage(r)}
	for _, style := range []*rules.DelimiterStyle{r.EmphasisStyle, r.StrongStyle} {
		if style != nil && style.Delimiter != rules.ConsistentDelimiter {
			n.Text = append(n.Text, delimiterFinder("_*"[strings.IndexByte("*_", style.Delimiter)]))
		}
	}
	return n
}

// wholePage reports whether a rule is on that looks at all of a document.
func wholePage(r *rules.Layout) bool {
	return r.TrailingSpaces != nil || r.BlankLines != nil || r.BlanksAroundHeadings != nil ||
		r.BlanksAroundFences != nil || r.BlanksAroundLists != nil || r.FinalNewline != nil || r.BareURL != nil ||
		r.HardTabs != nil || r.OrderedList != nil || r.ListIndentation != nil || r.CommandPrompt != nil
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
