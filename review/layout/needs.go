package layout

import (
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Needs returns what the rules look at. Those about white space, addresses and delimiters look at all of a document: what
// a line is often depends on lines far from it, on an opening fence or raw HTML that nothing closes.
func Needs(r *rules.Layout) markdown.Needs {
	return markdown.Needs{
		Everything: r.TrailingSpaces != nil || r.BlankLines != nil || r.BlanksAroundHeadings != nil ||
			r.BlanksAroundFences != nil || r.BlanksAroundLists != nil || r.FinalNewline != nil || r.BareURL != nil ||
			r.HardTabs != nil || r.EmphasisStyle != nil || r.StrongStyle != nil || r.OrderedList != nil ||
			r.ListIndentation != nil || r.CommandPrompt != nil,
	}
}
