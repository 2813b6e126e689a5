package locate

import (
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// blockMarkers matches the markers that a line of a heading, an item or a block quote begins with.
var blockMarkers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t]*(?:#{1,6}[ \t]+|[-*+][ \t]+(?:\[[ xX]\][ \t]+)?|[0-9]{1,9}[.)][ \t]+|>[ \t]?))+`)
})

// withMarker returns the replacement of the text at s with the markers that the text begins with, where the review
// quotes them and words the new text without. Who wants them gone changes nothing else.
func (l *locator) withMarker(s source.Span, want string) string {
	text := string(l.d.Bytes(s))
	marker := blockMarkers().FindString(text)
	if marker == "" || strings.TrimSpace(want) == "" || blockStarts().MatchString(want) ||
		strings.TrimSpace(text[len(marker):]) == strings.TrimSpace(want) {
		return want
	}
	begins := source.Span{Start: s.Start, End: s.Start + len(marker)}
	nodes := l.d.Nodes()
	for i := range nodes {
		switch n := &nodes[i]; n.Kind {
		case markdown.ATXHeading, markdown.ListItem, markdown.Blockquote:
			if begins.Start <= n.Span.Start && n.Span.Start < begins.End {
				return marker + strings.TrimLeft(want, " \t")
			}
		}
	}
	return want
}
