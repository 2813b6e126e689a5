package intake

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A choice is put in the place of the finding. What a program would edit elsewhere,
// and words that only describe an edit, may not stand there.
func TestWaysOutAreChoicesOfTheirPlace(t *testing.T) {
	const (
		here  = `{"start": {"line": 3, "column": 1}, "end": {"line": 3, "column": 4}}`
		there = `{"start": {"line": 3, "column": 5}, "end": {"line": 3, "column": 9}}`
	)
	rd := func(first, second string) string {
		return `{"message": "m", "location": {"path": "a.md", "range": ` + here + `}, "suggestions": [{"range": ` + first + `, "text": "x"}, {"range": ` + second + `, "text": "y"}]}`
	}
	sarif := func(fixes string) string {
		return `{"runs": [{"columnKind": "utf16CodeUnits", "results": [{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.md"}, "region": {"startLine": 3, "startColumn": 1, "endColumn": 4}}}], "fixes": [` + fixes + `]}]}]}`
	}
	fix := func(says, column, text string) string {
		return `{"description": {"text": "` + says + `"}, "artifactChanges": [{"artifactLocation": {"uri": "a.md"}, "replacements": [{"deletedRegion": {"startLine": 3, "startColumn": ` + column + `, "endColumn": 4}, "insertedContent": {"text": "` + text + `"}}]}]}`
	}
	for _, tt := range []struct {
		name, in string
		choices  []string
		message  string
	}{
		{"suggestions of the place", rd(here, here), []string{"x", "y"}, "m"},
		{"suggestions of another", rd(there, there), nil, `m. Advice: "x"; or: "y"`},
		{"suggestions of two places", rd(here, there), nil, `m. Advice: "x"; or: "y"`},
		{"fixes of the place", sarif(fix("Say x.", "1", "x") + ", " + fix("Say y.", "1", "y")), []string{"x", "y"}, "m"},
		{"fixes of two places", sarif(fix("Say x.", "1", "x") + ", " + fix("Say y.", "2", "y")), nil, "m. Advice: Say x; or: Say y"},
		{"a fix that is only described", sarif(`{"description": {"text": "Say x."}}`), nil, "m. Advice: Say x"},
		{
			"what ESLint suggests",
			`[{"filePath": "a.md", "errorCount": 1, "messages": [{"message": "m", "line": 3, "column": 1, "suggestions": [{"desc": "Say x.", "fix": {"range": [9, 10], "text": "x"}}, {"desc": "Say y.", "fix": {"range": [9, 10], "text": "y"}}]}]}]`,
			nil, "m. Advice: Say x; or: Say y",
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Parse("r", []byte(tt.in), format.Auto)
			require.NoError(t, err)
			require.Len(t, r.Issues, 1)
			issue := r.Issues[0]
			assert.Equal(t, tt.choices, issue.Choices)
			assert.Equal(t, tt.choices != nil, issue.Remedy == review.Choose)
			assert.Equal(t, tt.message, issue.Message)
		})
	}
}

// What an edit replaces is never less than its program said: text that is put in and
// nothing taken out stands beside the old one.
func TestRangesOfEdits(t *testing.T) {
	rd := func(at string) string {
		return `{"message": "m", "location": {"path": "a.md", "range": {"start": {"line": 3}}}, "suggestions": [{"range": ` + at + `, "text": "x"}]}`
	}
	sarif := func(at string) string {
		return `{"runs": [{"columnKind": "utf16CodeUnits", "results": [{"message": {"text": "m"}, "locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.md"}, "region": {"startLine": 3, "startColumn": 5}}}], "fixes": [{"artifactChanges": [{"artifactLocation": {"uri": "a.md"}, "replacements": [{"deletedRegion": ` + at + `, "insertedContent": {"text": "x"}}]}]}]}]}]}`
	}
	const text = "# A\n\nAdd hosts now.\n"
	for _, tt := range []struct{ name, in, want string }{
		{"a start alone", rd(`{"start": {"line": 3, "column": 5}}`), ""},
		{"backwards", rd(`{"start": {"line": 3, "column": 5}, "end": {"line": 3, "column": 2}}`), "none"},
		{"backwards in lines", rd(`{"start": {"line": 3, "column": 5}, "end": {"line": 2, "column": 2}}`), "none"},
		{"no end column", sarif(`{"startLine": 3, "startColumn": 5}`), "hosts now."},
		{"an end column", sarif(`{"startLine": 3, "startColumn": 5, "endColumn": 10}`), "hosts"},
		{"an empty region", sarif(`{"startLine": 3, "startColumn": 5, "endColumn": 5}`), ""},
		{"an end line alone", sarif(`{"startLine": 1, "startColumn": 3, "endLine": 3}`), "A\n\nAdd hosts now."},
		{"a region backwards", sarif(`{"startLine": 3, "startColumn": 5, "endColumn": 2}`), "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := Parse("r", []byte(tt.in), format.Auto)
			require.NoError(t, err)
			require.Len(t, r.Issues[0].Edits, 1)
			got := "none"
			doc := zone.Parse("a.md", []byte(text), markdown.Dialect{})
			if s, ok := locate.Resolve(doc, &r.Issues[0].Edits[0].Range); ok {
				got = string(doc.Bytes(s))
			}
			assert.Equal(t, tt.want, got)
		})
	}
}
