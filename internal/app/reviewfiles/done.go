package reviewfiles

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// IsDone reports whether a located finding was resolved since its review: its place has the wanted text and not the
// quoted one.
func IsDone(d *zone.Document, f *review.Finding) bool {
	if f.State != review.Located || f.Want == "" && len(f.Choices) == 0 {
		return false
	}
	was := strings.TrimSpace(f.Quoted)
	if f.Old != "" {
		was = strings.TrimSpace(f.Old)
	}
	here := []string{strings.TrimSpace(string(d.Bytes(f.Span)))}
	nodes := d.Nodes()
	for i := range d.Touching(f.Span) {
		if n := &nodes[i]; n.Kind == markdown.FencedCode && n.Span.Contains(f.Span) {
			fence, _, _ := strings.Cut(string(d.Bytes(n.Span)), "\n")
			here = append(here, strings.TrimSpace(fence))
		}
	}
	for _, want := range append([]string{f.Want}, f.Choices...) {
		for _, text := range here {
			if want = strings.TrimSpace(want); want != "" && want == text && text != was {
				return true
			}
		}
	}
	return false
}
