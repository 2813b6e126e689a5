package intake

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Each odd value is read where it has one meaning. Said shows the place, the remedy, the
// confidence and the severity.
func TestOddFieldsAreRead(t *testing.T) {
	for _, tt := range []struct{ fields, want string }{
		{`"line": 0`, "0:0-0:0"},
		{`"line": -1`, "0:0-0:0"},
		{`"line": "N/A"`, "0:0-0:0"},
		{`"line": "unknown"`, "0:0-0:0"},
		{`"line": true`, "0:0-0:0"},
		{`"line": 14.5`, "0:0-0:0"},
		{`"line": 1e300`, "0:0-0:0"},
		{`"line": "-3"`, "0:0-0:0"},
		{`"line": "L14"`, "14:0-0:0"},
		{`"line": "line 14"`, "14:0-0:0"},
		{`"line": "~14"`, "14:0-0:0"},
		{`"line": "14 (approx.)"`, "14:0-0:0"},
		{`"line": "14:5"`, "14:0-0:0"},
		{`"line": [14, 16]`, "14:0-16:0"},
		{`"line": [14]`, "14:0-0:0"},
		{`"line": ["L14", "L16"]`, "14:0-16:0"},
		{`"line": []`, "0:0-0:0"},
		{`"line": "7-8"`, "7:0-8:0"},
		{`"line": "L7–L8"`, "7:0-8:0"},
		{`"line": "lines 7 to 8"`, "7:0-8:0"},
		{`"lines": [7, 8]`, "7:0-8:0"},
		{`"line": {"start": 7, "end": 8}`, "7:0-8:0"},
		{`"line": {"from": "7", "to": "8"}`, "7:0-8:0"},
		{`"range": {"start": {"line": 6, "character": 2}, "end": {"line": 6, "character": 4}}`, "7:3-7:5"},
		{`"line": {"of": 8}`, "0:0-0:0"},
		{`"location": [14, 16]`, "14:0-16:0"},
		{`"location": {"line": 5, "end_line": 4}`, "5:0-0:0"},
		{`"line": 5, "column": 0`, "5:0-0:0"},
		{`"line": 5, "column": "col 3"`, "5:3-0:0"},
		{`"line": 5, "column": "start"`, "5:0-0:0"},
		{`"column": 3`, "0:3-0:0"},
		{`"line": 5, "end_line": "L7"`, "5:0-7:0"},
		{`"confidence": "high"`, "confidence 0.9"},
		{`"confidence": "very low"`, "confidence 0.1"},
		{`"confidence": 95`, "confidence 0.95"},
		{`"confidence": 9`, "confidence 0.09"},
		{`"confidence": "85%"`, "confidence 0.85"},
		{`"confidence": "4/5"`, "confidence 0.8"},
		{`"confidence": "0.7"`, "confidence 0.7"},
		{`"confidence": "banana"`, "confidence 1"},
		{`"confidence": -3`, "confidence 1"},
		{`"confidence": [0.5]`, "confidence 1"},
		{`"confidence": {"x": 1}`, "confidence 1"},
		{`"auto_fixable": "partial"`, "auto no"},
		{`"auto_fixable": "with care"`, "auto unset"},
		{`"auto_fixable": 1`, "auto yes"},
		{`"requires_human": "y"`, "human"},
		{`"severity": 2`, "warning"},
		{`"severity": "P0 (critical)"`, "blocker"},
		{`"severity": "🔴 Critical"`, "blocker"},
		{`"severity": "low to high"`, "warning"},
		{`"severity": "awful"`, "warning"},
		{`"severity": ["minor"]`, "suggestion"},
		{`"severity": {"level": "x"}`, "warning"},
		{`"category": 3, "id": [1], "rule": {"x": 1}`, "warning"},
		{`"citations": [{"url": 3}, {"title": "a"}, 4]`, "warning"},
		{`"column_unit": "pixels"`, "warning"},
	} {
		t.Run(tt.fields, func(t *testing.T) {
			r, err := Parse("r", []byte(`{"issues": [{"description": "d", `+tt.fields+`}]}`), format.Auto)
			require.NoError(t, err)
			require.Len(t, r.Issues, 1)
			i := r.Issues[0]
			p := i.Place
			auto := map[review.AutoFix]string{review.AutoFixNo: "auto no", review.AutoFixYes: "auto yes"}[i.AutoFix]
			if auto == "" {
				auto = "auto unset"
			}
			said := fmt.Sprintf("%d:%d-%d:%d confidence %v %s %v", p.From.Line, p.From.Column, p.To.Line, p.To.Column, i.Confidence, auto, i.Severity)
			if i.RequiresHuman {
				said += " human"
			}
			assert.Contains(t, said+" ", tt.want+func() string {
				if strings.HasSuffix(tt.want, "0") {
					return ""
				}
				return " "
			}())
			assert.NotEmpty(t, r.Repaired)
			assert.Equal(t, "d", i.Message)
		})
	}
}

// A value that was left out never makes an edit that its reviewer may not have meant.
func TestOddPlacesMakeNoEdits(t *testing.T) {
	for _, tt := range []struct{ fields, want string }{
		{`"quote": ["a b", "c d"]`, "a b: nothing, c d: nothing"},
		{`"quote": ["a b", "a b"], "new_value": "a c"`, "a b: a b to a c"},
		{`"quote": ["a b"], "new_value": "a c"`, "a b: a b to a c"},
		{`"quote": ["a b", "c d"], "new_value": "a c"`, "a b: nothing, c d: nothing"},
		{`"quote": ["x a b", "y a b"], "old_value": "a b", "new_value": "a c"`, "x a b: a b to a c, y a b: a b to a c"},
		{`"quote": ["very", "quite"], "action": "delete"`, "very: very to , quite: quite to "},
		{`"location": [{"quote": "a b"}, {"quote": "c d"}], "new_value": "a c"`, "a b: nothing, c d: nothing"},
		{`"location": {"quote": ["a b", "c d"]}, "new_value": "a c"`, "a b: nothing, c d: nothing"},
		{`"quote": {"x": 1}, "line": 3, "new_value": "a c"`, ": nothing"},
		{`"line": 3, "end_line": "five", "new_value": "a c"`, ": nothing"},
		{`"line": 3, "column": -2, "action": "delete"`, ": nothing"},
		{`"quote": "a b", "old_value": ["a", "b"], "new_value": "c"`, "a b: nothing"},
		{`"quote": "a b", "new_value": ["a c", "a d"]`, `a b: one of ["a c" "a d"]`},
		{`"quote": "a b", "new_value": {"text": "a c"}`, "a b: a b to a c"},
		{`"quote": "a b", "new_value": true`, "a b: nothing"},
		{`"quote": "a b", "new_value": {"x": true}`, "a b: nothing"},
		{`"quote": "a b", "fix": "a c", "suggestion": "a d"`, "a b: nothing"},
		{`"quote": "a b", "replacement": "a c", "after": "a d"`, "a b: nothing"},
		{`"quote": "a b", "action": "move", "new_value": "a c"`, "a b: nothing"},
		{`"quote": "a b", "action": "insert", "new_value": "q"`, "a b: nothing"},
		{`"quote": "a b", "action": "insert", "new_value": "a b q"`, "a b: a b to a b q"},
		{`"quote": "a b", "new_valeu": "a c"`, "a b: a b to a c"},
		{`"new_value": "a c"`, ": nothing"},
		{`"file": "a.md", "path": "b.md", "quote": "a b", "new_value": "a c"`, "a b: nothing"},
		{`"file": ["a.md", "b.md"], "quote": "a b", "new_value": "a c"`, "a b: nothing"},
		{`"file": "a.md", "location": {"file": "b.md", "quote": "a b"}, "new_value": "a c"`, ": nothing"},
	} {
		t.Run(tt.fields, func(t *testing.T) {
			r, err := Parse("r", []byte(`{"issues": [{"id": "x", "description": "Say it better", `+tt.fields+`}]}`), format.Auto)
			require.NoError(t, err)
			assert.Equal(t, tt.want, told(r))
		})
	}
}

// told is the places and remedies of a review.
func told(r *format.Review) string {
	var out []string
	for _, i := range r.Issues {
		s := i.Place.Quote + ": "
		switch {
		case i.Standing == review.Doubted && i.Remedy != review.NoRemedy:
			out = append(out, s+"asks")
			continue
		case i.Standing == review.Closed:
			out = append(out, s+"closed")
			continue
		}
		switch i.Remedy {
		case review.Replace:
			s += replaced(&i) + " to " + i.Want
		case review.Choose:
			s += fmt.Sprintf("one of %q", i.Choices)
		case review.Edits:
			s += "edits"
		default:
			s += "nothing"
		}
		out = append(out, s)
	}
	return strings.Join(out, ", ")
}

// An empty suggestion is a deletion where the words of the finding ask for one.
func TestEmptySuggestions(t *testing.T) {
	for _, tt := range []struct{ description, want string }{
		{"Remove this filler word.", "very: very to "},
		{"Delete “very”.", "very: very to "},
		{"Please delete this word, it says nothing.", "very: very to "},
		{"Delete", "very: very to "},
		{"Remove the second word.", "very: nothing"},
		{"Delete 'other'.", "very: nothing"},
		{"Remove the ambiguity.", "very: nothing"},
		{"This word says nothing.", "very: nothing"},
		{"Do not delete this word.", "very: nothing"},
	} {
		r, err := Parse("r", fmt.Appendf(nil, `{"issues": [{"description": %q, "quote": "very", "suggestion": ""}]}`, tt.description), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, tt.want, told(r), tt.description)
	}
}

// 2,000 findings with up to four odd fields each are all kept, and none is given an edit
// that replaces another text than the one it quotes.
func TestNoFieldCostsAFinding(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	values := []string{
		`0`, `-1`, `7`, `95`, `1e300`, `3.5`, `"N/A"`, `""`, `"L14"`, `"7-8"`, `"85%"`, `"high"`, `"partial"`, `true`, `false`, `null`, `[]`, `{}`,
		`[14, 16]`, `["a b", "c"]`, `[null]`, `[[1]]`, `{"start": 7, "end": 9}`, `{"text": "a b"}`, `{"x": {"y": 1}}`, `"-"`, `"a b"`, `"\u202e"`, `99999999999999999999`,
	}
	var names []string
	for name := range format.IssueFields() {
		names = append(names, name)
	}
	for i := range 2000 {
		var fields []string
		for range 1 + rng.IntN(4) {
			fields = append(fields, fmt.Sprintf("%q: %s", names[rng.IntN(len(names))], values[rng.IntN(len(values))]))
		}
		text := `{"verdict": ` + values[rng.IntN(len(values))] + `, "quality_score": ` + values[rng.IntN(len(values))] +
			`, "issues": [{"description": "first"}, {` + strings.Join(fields, ", ") + `}]}`
		r, err := Parse("r", []byte(text), format.DocIterate)
		require.NoError(t, err, "%d: %s", i, text)
		require.GreaterOrEqual(t, len(r.Issues), 2, text)
		for _, issue := range r.Issues {
			assert.GreaterOrEqual(t, issue.Confidence, 0.0, text)
			assert.LessOrEqual(t, issue.Confidence, 1.0, text)
			assert.Contains(t, []rules.Severity{rules.Blocker, rules.Warning, rules.Suggestion}, issue.Severity)
			if issue.Remedy == review.Replace && issue.Old == "" && issue.Place.Quote == "" {
				assert.Equal(t, review.Points, issue.Place.Form, "%s replaces nothing", text)
			}
		}
	}
}

// The misspelled and the doubled are read, too, but a review without a list of findings
// is none.
func TestWhatIsNoReviewIsRefused(t *testing.T) {
	for _, in := range []string{
		`{"isues": []}`, `{"name": "x", "version": 3}`, `[{"name": "x", "age": 3}]`, `["a", "b"]`, `[1, 2]`, `{"issues": "none"}`,
		`{"issues": [3]}`, `{"issues": [{"foo": 1}]}`, `{"issues": [{}]}`, `3`, `"text"`,
	} {
		_, err := Parse("r", []byte(in), format.Auto)
		assert.Error(t, err, in)
	}
	r, err := Parse("r", []byte(`{"isues": [{"description": "d"}], "document_sha265": "12", "quality_score": 720, "verdict": "so so"}`), format.Auto)
	require.NoError(t, err)
	assert.Len(t, r.Issues, 1)
	assert.Equal(t, format.NeedsWork, r.Verdict, "what can't be read approves nothing")
	assert.Nil(t, r.QualityScore)
}
