package report

import (
	"bytes"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestManyFindingsAsText compares the text of many findings, which are resolved in parts, with that of all at once.
func TestManyFindingsAsText(t *testing.T) {
	var text bytes.Buffer
	text.WriteString("# Guide\n\n")
	var found []review.Finding
	var fixes []fixers.Change
	for i := range 3*atOnce + 17 {
		start := text.Len()
		fmt.Fprintf(&text, "teh%d is here.\n\n", i)
		for n := range 1 + i%3 { // several at one place, in another order than that of the report
			found = append(found, review.Finding{
				Path: "g.md", Rule: fmt.Sprint("rule-", 3-n), Message: "Typo.", State: review.Located,
				Span: source.Span{Start: start, End: start + 3}, Severity: 1, Source: "someone",
			})
			edit := source.Edit{Span: found[len(found)-1].Span, New: "the"}
			fixes = append(fixes, fixers.Change{{Path: "g.md", Edits: []source.Edit{edit}}})
		}
	}
	doc := zone.Parse("g.md", text.Bytes(), markdown.Dialect{})
	in := Input{Paths: []string{"g.md"}, Docs: map[string]*zone.Document{"g.md": doc}, Findings: found, Fixes: fixes}
	require.Greater(t, len(inParts(in)), 3)
	got, tail := new(Page).Text(in, Style{})
	var want bytes.Buffer
	writeGroup(&want, Resolve(in), Style{})
	assert.Equal(t, want.String(), string(got))
	assert.Equal(t, len(found), tail.Summary.Findings)
	assert.Equal(t, len(found), tail.Summary.Fixable)
	in.Findings[1], in.Findings[len(found)-1] = in.Findings[len(found)-1], in.Findings[1]
	assert.Len(t, inParts(in), 1, "findings in another order are resolved at once")
}
