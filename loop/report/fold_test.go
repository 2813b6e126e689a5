package report

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Text shows what a reader of the page notices, and counts the rest with the command that lists it. All other formats
// have all findings.
func TestFold(t *testing.T) {
	doc := zone.Parse("a.md", []byte("* one\n\n```\nx\n```\n"), markdown.Dialect{})
	of := func(rule, by string) review.Finding {
		return review.Finding{Rule: rule, Source: by, Path: "a.md", Message: "Of " + rule + " by " + by + ".", State: review.Located}
	}
	in := Input{Fold: true, Docs: map[string]*zone.Document{"a.md": doc}, Findings: []review.Finding{
		of("list-marker", review.BuiltIn), of("fenced-code-language", review.BuiltIn), of("misspelling", review.BuiltIn),
		of("list-marker", "someone"),
	}}
	style := Style{FixCommand: "doc-iterate fix docs"}
	text, tail := DocumentText(in, style)
	assert.Equal(t, 2, strings.Count(string(text), "  Of "), "%s", text)
	assert.NotContains(t, string(text), "Of list-marker by "+review.BuiltIn)
	end := tail.Line(style)
	assert.Contains(t, end, "      1  fenced-code-language  in 1 document: doc-iterate check --only=fenced-code-language docs\n")
	assert.Contains(t, end, "      1  list-marker  in 1 document: doc-iterate check --only=list-marker docs\n")
	assert.Contains(t, end, "4 findings")

	r := Assemble(in, nil, Resolve(in))
	var json, whole bytes.Buffer
	require.NoError(t, JSON.Write(&json, &r, style))
	assert.Equal(t, 4, strings.Count(json.String(), `"message"`))
	require.NoError(t, Text.Write(&whole, &r, style))
	assert.Equal(t, 2, strings.Count(whole.String(), "  Of "))
	assert.Contains(t, whole.String(), "--only=list-marker docs")

	in.Fold = false
	text, tail = DocumentText(in, style)
	assert.Equal(t, 4, strings.Count(string(text), "  Of "))
	assert.NotContains(t, tail.Line(style), "Not shown")
}

// A long text ends with how many findings each rule has.
func TestLongTextEndsWithCounts(t *testing.T) {
	for _, n := range []int{long - 1, long} {
		var in Input
		in.Docs = map[string]*zone.Document{"a.md": zone.Parse("a.md", []byte("a\n"), markdown.Dialect{})}
		for i := range n {
			in.Findings = append(in.Findings, review.Finding{
				Rule: "misspelling", Source: review.BuiltIn, Path: "a.md", Message: fmt.Sprint(i), State: review.Located,
			})
		}
		_, tail := DocumentText(in, Style{})
		assert.Equal(t, n == long, strings.Contains(tail.Line(Style{}), fmt.Sprintf("By rule:\n    %3d  misspelling  in 1 document\n", n)))
	}
}
