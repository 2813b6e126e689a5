package intake

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
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
			r, err := Parse("r", []byte(tt.in), Auto)
			require.NoError(t, err)
			require.Len(t, r.Issues, 1)
			issue := r.Issues[0]
			assert.Equal(t, tt.choices, issue.Choices)
			assert.Equal(t, tt.choices != nil, issue.Remedy == review.Choose)
			assert.Equal(t, tt.message, issue.Message)
		})
	}
}
