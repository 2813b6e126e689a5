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
	"github.com/doc-iterate/doc-iterate/rules"
)

// Text shows what a reader of the page notices and what stops a build, and counts the rest with the command that lists
// it. All other formats have all findings.
func TestFold(t *testing.T) {
	const inTests, changes = "scripts/tests/data/b.md", "docs/History.markdown"
	doc := zone.Parse("a.md", []byte("* one\n\n```\nx\n```\n"), markdown.Dialect{})
	of := func(rule, by, path string, severity rules.Severity) review.Finding {
		return review.Finding{Rule: rule, Source: by, Path: path, Message: "Of " + rule + " by " + by + ".",
			Severity: severity, State: review.Located}
	}
	generated := of("reference", review.BuiltIn, "a.md", rules.Suggestion)
	generated.Reason = review.Because(review.Generated, "Git ignores it.")
	docs := map[string]*zone.Document{"a.md": doc, inTests: doc, changes: doc}
	in := Input{Fold: true, Docs: docs, Findings: []review.Finding{
		of("list-marker", review.BuiltIn, "a.md", rules.Suggestion),
		of("fenced-code-language", review.BuiltIn, "a.md", rules.Suggestion),
		of("reference", review.BuiltIn, inTests, rules.Suggestion),
		generated,
		of("terminology", review.BuiltIn, changes, rules.Suggestion),
		of("misspelling", review.BuiltIn, "a.md", rules.Suggestion), // these four are shown
		of("terminology", review.BuiltIn, "a.md", rules.Suggestion),
		of("emphasis-style", review.BuiltIn, "a.md", rules.Warning),
		of("list-marker", "someone", "a.md", rules.Suggestion),
	}}
	style := Style{FixCommand: "doc-iterate fix docs"}
	text, tail := DocumentText(in, style)
	assert.Equal(t, 4, strings.Count(string(text), "  Of "), "%s", text)
	assert.NotContains(t, string(text), "Of list-marker by "+review.BuiltIn)
	end := tail.Line(style)
	assert.Contains(t, end, "      2  reference  in 2 documents: doc-iterate check --only=reference docs\n")
	for _, rule := range []string{"fenced-code-language", "list-marker", "terminology"} {
		assert.Contains(t, end, fmt.Sprintf("      1  %s  in 1 document: doc-iterate check --only=%[1]s docs\n", rule))
	}
	assert.Contains(t, end, "9 findings")

	r := Assemble(in, nil, Resolve(in))
	var json, whole bytes.Buffer
	require.NoError(t, JSON.Write(&json, &r, style))
	assert.Equal(t, 9, strings.Count(json.String(), `"message"`))
	require.NoError(t, Text.Write(&whole, &r, style))
	assert.Equal(t, 4, strings.Count(whole.String(), "  Of "))
	assert.Contains(t, whole.String(), "--only=list-marker docs")

	in.Fold = false
	text, tail = DocumentText(in, style)
	assert.Equal(t, 9, strings.Count(string(text), "  Of "))
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
