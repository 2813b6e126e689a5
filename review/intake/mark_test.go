package intake_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestByteOrderMark reads what tools say about the first line of a document that
// begins with a byte order mark: those that are known leave it out or count it;
// of others, coordinates that nothing confirms are no place.
func TestByteOrderMark(t *testing.T) {
	const src, fixed = "\uFEFF# my cat\n\nText.\n", "\uFEFF# my dog\n\nText.\n"
	doc := zone.Parse("a.md", []byte(src), markdown.Dialect{})
	for _, tt := range []struct {
		name, text string
		format     format.Format
		want       string // the document with its edits, or the reason for which there are none
	}{
		{"textlint", `[{"filePath": "a.md", "messages": [{"ruleId": "r", "message": "m", "line": 1, "column": 6, "severity": 2,
			"fix": {"range": [5, 8], "text": "dog"}}]}]`, format.Textlint, fixed},
		{"eslint", `[{"filePath": "a.md", "errorCount": 1, "messages": [{"ruleId": "r", "message": "m", "line": 1, "column": 6, "severity": 2,
			"fix": {"range": [5, 8], "text": "dog"}}]}]`, format.ESLint, fixed},
		{"markdownlint", `[{"fileName": "a.md", "lineNumber": 1, "ruleNames": ["MD000"], "ruleDescription": "m",
			"fixInfo": {"editColumn": 6, "deleteCount": 3, "insertText": "dog"}}]`, format.Markdownlint, fixed},
		{"rumdl", `[{"file": "a.md", "line": 1, "column": 7, "rule": "MD000", "message": "m", "severity": "warning", "fixable": true,
			"fix": {"range": {"start": 8, "end": 11}, "replacement": "dog"}}]`, format.Rumdl, fixed},
		{"vale", `{"a.md": [{"Check": "c", "Message": "m", "Severity": "error", "Line": 1, "Span": [7, 9], "Match": "cat",
			"Action": {"Name": "replace", "Params": ["dog"]}}]}`, format.Vale, fixed},
		{"rdjson", `{"diagnostics": [{"message": "m", "location": {"path": "a.md", "range": {"start": {"line": 1, "column": 6}, "end": {"line": 1, "column": 9}}},
			"suggestions": [{"text": "dog", "range": {"start": {"line": 1, "column": 6}, "end": {"line": 1, "column": 9}}}]}]}`, format.RDJSON, locate.Uncounted},
		{"sarif", `{"version": "2.1.0", "runs": [{"columnKind": "utf16CodeUnits", "results": [{"message": {"text": "m"},
			"locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.md"}, "region": {"startLine": 3}}}],
			"fixes": [{"artifactChanges": [{"artifactLocation": {"uri": "a.md"}, "replacements": [
				{"deletedRegion": {"charOffset": 5, "charLength": 3}, "insertedContent": {"text": "dog"}}]}]}]}]}]}`, format.SARIF, locate.Uncounted},
		{"sarif, another line, another text", `{"version": "2.1.0", "runs": [{"columnKind": "utf16CodeUnits", "results": [{"message": {"text": "m"},
			"locations": [{"physicalLocation": {"artifactLocation": {"uri": "a.md"}, "region": {"startLine": 3}}}],
			"fixes": [{"artifactChanges": [{"artifactLocation": {"uri": "a.md"}, "replacements": [
				{"deletedRegion": {"startLine": 3, "endColumn": 5, "snippet": {"text": "Next"}}, "insertedContent": {"text": "dog"}}]}]}]}]}]}`, format.SARIF, locate.Differs},
		{"own", `{"issues": [{"description": "m", "location": {"line": 1, "column": 6, "end_column": 9}, "new_value": "dog"}]}`, format.DocIterate, locate.Uncounted},
		{"own, quoted", `{"issues": [{"description": "m", "location": {"line": 1, "column": 6, "quote": "cat"}, "new_value": "dog"}]}`, format.DocIterate, fixed},
		{"checkstyle", `<checkstyle><file name="a.md"><error line="1" column="6" message="m"/></file></checkstyle>`, format.Checkstyle, locate.Uncounted},
		{"github", `::error file=a.md,line=1,col=6::m`, format.GitHub, locate.Uncounted},
		{"proselint", `a.md:1:6: a.b m`, format.Proselint, locate.Uncounted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			r, err := intake.Parse(tt.name, []byte(tt.text), tt.format)
			require.NoError(t, err)
			assert.Equal(t, tt.format == format.Vale, r.Issues[0].Place.BOM == review.BOMCounted)
			f := locate.Locate(doc, r.Issues, locate.Options{ReviewIsCurrent: true})[0]
			edits := f.Edits
			if f.Remedy == review.Replace && f.State == review.Located {
				edits = []source.Edit{{Span: f.Span, New: f.Want}}
			}
			if len(edits) == 0 {
				assert.Equal(t, tt.want, f.Reason.Code)
				return
			}
			got, err := source.Apply(doc.Source(), edits)
			require.NoError(t, err)
			assert.Equal(t, tt.want, string(got))
		})
	}
}
