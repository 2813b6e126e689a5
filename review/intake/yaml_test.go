package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// TestLongYAML reads the same findings as YAML, which is parsed in pieces, and as JSON.
func TestLongYAML(t *testing.T) {
	const n = 1500
	for _, indent := range []string{"", "  ", "    "} {
		for _, wrapper := range []string{"", "review:\n"} {
			t.Run(fmt.Sprintf("%q %q", indent, wrapper), func(t *testing.T) {
				var text strings.Builder
				var issues []map[string]any
				outer := ""
				if wrapper != "" {
					outer = "  "
				}
				in := outer + indent
				fmt.Fprintf(&text, "# made by a person\n%s%sverdict: needs_work\n%sissues:\n", wrapper, outer, outer)
				for i := range n {
					said := fmt.Sprintf("Say %d\n- id: no item\n  - nor this", i)
					fmt.Fprintf(&text, "%s- description: |\n%s    Say %d\n", in, in, i)
					fmt.Fprintf(&text, "%s    - id: no item\n%s      - nor this\n", in, in)
					fmt.Fprintf(&text, "%s  # a remark\n\n%s  location: {line: %d, quote: \"teh %d\"}\n", in, in, i+1, i)
					fmt.Fprintf(&text, "%s  old_value: teh %d\n%s  new_value: the %d\n", in, i, in, i)
					issues = append(issues, map[string]any{
						"description": said, "old_value": fmt.Sprintf("teh %d", i), "new_value": fmt.Sprintf("the %d", i),
						"location": map[string]any{"line": i + 1, "quote": fmt.Sprintf("teh %d", i)},
					})
				}
				fmt.Fprintf(&text, "%sfeedback: Read it again.\n", outer)
				require.Greater(t, text.Len(), 2*(64<<10))
				data, err := json.Marshal(map[string]any{"verdict": "needs_work", "issues": issues, "feedback": "Read it again."})
				require.NoError(t, err)
				want, err := Parse("r", data, format.Auto)
				require.NoError(t, err)
				got, err := Parse("r", []byte(text.String()), format.Auto)
				require.NoError(t, err)
				assert.Equal(t, want.Issues, got.Issues)
				assert.Equal(t, "Read it again.", got.Feedback)
				assert.Equal(t, format.NeedsWork, got.Verdict)
			})
		}
	}
}

// TestLongYAMLNamesLines has errors in the pieces of a long list name their lines, and what is no YAML refused.
func TestLongYAMLNamesLines(t *testing.T) {
	item := "- description: Some words about this.\n  location: {quote: a}\n"
	many := strings.Repeat(item, 3000)
	for _, tt := range []struct{ name, text, want string }{
		{"in the list", "issues:\n" + many + "- 12\n" + many, "r:6002:1: issues[3000]: is a number; want an object"},
		{"an alias", "issues:\n" + many + "- &a\n  description: x\n- *a\n", "r:2:1:"},
		{"cut off", "issues:\n" + many + "- description: \"x\n", "r:2:1:"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			_, err := Parse("r", []byte(tt.text), format.Auto)
			require.Error(t, err)
			assert.Contains(t, err.Error(), tt.want)
		})
	}
}
