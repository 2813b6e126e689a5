package layout

import (
	"bytes"
	"fmt"
	"strconv"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

var orderedList = Rule{
	Rule: rules.Rule{
		ID:       "ordered-list",
		Category: rules.CategoryStyle,
		Title:    "Numbers of a list out of order",
		Doc: rules.Doc{
			What: "The items of an ordered list are not numbered as the configuration says: all alike, or counted up from the " +
				"first one.",
			Why: "A page counts up from the first number whatever the others are, so that readers of the " +
				"source see other ones.",
			Example: "    1. one          1. one\n    2. two          2. two\n    2. three        3. three",
			Fix: "Writes the numbers that the page shows, or all alike. The first number of a list stays: the " +
				"page shows it.",
			Leaves: "Lists whose first number is not the one that is asked for, and items whose text would stand " +
				"in another column.",
		},
	},
	Fixed: true,
	Find:  on(func(l *rules.Style) *rules.OrderedList { return l.OrderedList }, findOrderedLists),
}

func findOrderedLists(p *Page, rule *rules.OrderedList) {
	nodes := p.Doc.Nodes()
	var edits []source.Edit
	for i := range nodes {
		n := &nodes[i]
		if n.Kind != markdown.OrderedList || i+1 >= n.End {
			continue
		}
		first, reason := nodes[i+1].Content, ""
		number := p.number(first)
		step, ok := p.step(i, number, rule.Style)
		if !ok {
			continue
		}
		edits = edits[:0]
		last := number
		for j := i + 1; j < n.End; j = nodes[j].End {
			item := nodes[j].Content
			got := p.number(item)
			if got > last+2 || got > last+1 && last >= 1000 { // or years
				reason = "A number is more than one after the one above it: they may be names of the items."
			}
			if last = got; got != number && got >= 0 {
				digits := source.Span{Start: item.Start, End: item.End - 1}
				edits = append(edits, source.Edit{Span: digits, New: strconv.Itoa(number)})
				wider := len(edits[len(edits)-1].New) != digits.Len()
				if wider && bytes.IndexByte(p.Doc.Bytes(nodes[j].Span), '\n') >= 0 {
					reason = "Another number is wider or narrower, and the text of the item has more lines: indent them too."
				}
			}
			number += step
		}
		if len(edits) == 0 || p.Doc.ZoneAt(first.Start) != zone.ListMarker || p.overlaid(n.Span) {
			continue
		}
		mark := Mark{Severity: rule.Severity, Span: first, Reason: reason}
		if mark.Message = "Number the items of the list in order."; step == 0 {
			mark.Message = fmt.Sprintf("Number all items of the list with %d.", number)
		}
		if reason == "" {
			mark.Edits = append(mark.Edits, edits...)
		}
		p.Report(mark)
	}
}

// step returns by how much each number of the ordered list nodes[i] is to be more than the one before. It reports false
// where the first number can't begin such a list.
func (p *Page) step(i, first int, style rules.NumberStyle) (int, bool) {
	nodes := p.Doc.Nodes()
	switch style {
	case rules.NumbersOne:
		return 0, first == 1
	case rules.NumbersZero:
		return 0, first == 0
	case rules.NumbersOneOrOrdered:
		second := nodes[i+1].End
		if second < nodes[i].End && p.number(nodes[second].Content) == first && first == 1 {
			return 0, true
		}
	}
	return 1, first >= 0
}

// number returns the number of a list item, or -1 for none.
func (p *Page) number(marker source.Span) int {
	n, err := strconv.Atoi(string(bytes.TrimRight(p.Doc.Bytes(marker), ".)")))
	if err != nil {
		return -1
	}
	return n
}
