package intake

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// The schema and the parser must agree: what the schema allows is read, without
// a repair; what it forbids is an error or a repair.
func TestSchemaAndParserAgree(t *testing.T) {
	schema := testdocs.Schema(t, Schema())
	issue := func(fields string) string { return `{"issues": [{"description": "d"` + fields + `}]}` }
	for _, in := range []string{
		full, `{"issues": []}`, `{}`, `[]`, `{"issues": {}}`, `{"document": 3, "issues": []}`,
		`{"document_sha256": "abc", "issues": []}`, `{"quality_score": 101, "issues": []}`, `{"quality_score": -1, "issues": []}`,
		`{"quality_score": "72", "issues": []}`, `{"verdict": "fine", "issues": []}`, `{"verdict": "approve", "issues": []}`,
		`{"verdict": "Approved", "issues": []}`,
		`{"iteration": {"current": 1.5}, "issues": []}`, `{"iteration": {"current": -1}, "issues": []}`, `{"iteration": 2, "issues": []}`,
		`{"coverage": {"sections": [1]}, "issues": []}`, `{"coverage": {"sections": "A"}, "issues": []}`,
		`{"questions": [{"critical": "yes"}], "issues": []}`, `{"questions": [{"critical": true}], "issues": []}`, `{"tokens": 12, "issues": []}`,
		issue(``), issue(`, "severity": "blocker"`), issue(`, "severity": "critical"`), issue(`, "severity": "odd"`),
		issue(`, "category": "style"`), issue(`, "category": "grammar"`), issue(`, "auto_fixable": "true"`), issue(`, "auto_fixable": false`),
		issue(`, "confidence": 1.1`), issue(`, "confidence": 1`), issue(`, "citations": "a"`), issue(`, "citations": ["a"]`),
		issue(`, "new_value": "x"`), issue(`, "new_value": "x", "old_value": "y"`), issue(`, "new_value": "x", "old_value": ""`),
		issue(`, "new_value": "x", "location": {"quote": "q"}`), issue(`, "new_value": "x", "location": {"quote": ""}`),
		issue(`, "new_value": "x", "location": {"line": 3}`), issue(`, "choices": ["a", "b"]`), issue(`, "choices": [1]`),
		issue(`, "location": {"line": 0}`), issue(`, "location": {"line": 1.5}`), issue(`, "location": {"line": "3"}`), issue(`, "location": {"column": 3}`),
		issue(`, "location": {"line": 3, "column": 1, "column_unit": "byte"}`), issue(`, "location": {"line": 3, "column_unit": "char"}`),
		issue(`, "location": "Usage"`), issue(`, "old_value": 3`), issue(`, "id": 3`), `{"issues": [{"id": "a"}]}`,
	} {
		allowed := schema.Validate(testdocs.JSON(t, []byte(in))) == nil
		r, err := Parse("r", []byte(in), format.DocIterate)
		taken := err == nil && len(r.Repaired) == 0
		assert.Equal(t, allowed, taken, "%s\nschema allows it: %v, parser: %v %v", in, allowed, err, r)
	}
}
