package rule_test

import (
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/rules"
)

var update = flag.Bool("update", false, "write the rules that rules/schema.json lacks into it")

// TestSchemaHasEachRule asserts that the schema has a key for each rule. A rule that it lacks gets the key of a rule
// without options.
func TestSchemaHasEachRule(t *testing.T) {
	const file, next = "../../rules/schema.json", "\n      }\n    },\n    \"placeholders\""
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	schema := string(data)
	for _, r := range rule.All() {
		if r.Rule.Section != "" || r.Rule.Doc.Config != "" || strings.Contains(schema, "\n        \""+r.Rule.ID+"\": {") {
			continue
		}
		require.True(t, *update, "%s is not in the schema; run: go test ./review/rule -run Schema -update", r.Rule.ID)
		require.Contains(t, schema, next)
		schema = strings.Replace(schema, next, entry(r.Rule)+next, 1)
		require.NoError(t, os.WriteFile(file, []byte(schema), 0o666))
	}
}

// entry is the key of a rule without options in the section style of the schema.
func entry(r rules.Rule) string {
	return `,
        "` + r.ID + `": {
          "description": "` + r.Title + `.",
          "type": "object",
          "additionalProperties": false,
          "properties": {
            "why": { "$ref": "#/$defs/why" },
            "enabled": { "$ref": "#/$defs/enabled" },
            "severity": { "$ref": "#/$defs/severity" }
          }
        }`
}
