package markdown

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// tightened returns tokens and makes each list tight that has several items in all, the tokens before the edits, while
// tokens have one: no blank line parts that item from another one any more.
func tightened(tokens, all []Token) []Token {
	before, after := itemsOf(all), itemsOf(tokens)
	out := slices.Clone(tokens)
	for i, t := range out {
		if t.Step == Begin && after[t.Span] == 1 && before[t.Span] > 1 {
			out[i].Value = strings.Replace(t.Value, "loose", "tight", 1)
		}
	}
	return out
}

// itemsOf returns how many items each list has, by the list's place.
func itemsOf(tokens []Token) map[source.Span]int {
	items := map[source.Span]int{}
	var open []Token
	for _, t := range tokens {
		switch t.Step {
		case Begin:
			if t.Kind == tree.ListItem {
				items[open[len(open)-1].Span]++
			}
			open = append(open, t)
		case End:
			open = open[:len(open)-1]
		}
	}
	return items
}
