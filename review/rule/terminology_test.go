package rule_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Terms and placeholders are looked for in what readers take for text.
func TestWhereSpellingsAreLookedFor(t *testing.T) {
	set, err := rules.Load("rules.json", []byte(`{"terminology": [{"use": "allowlist", "not": ["whitelist"]}], "placeholders": {"patterns": ["whitelist"]}}`))
	require.NoError(t, err)
	d := zone.Parse("a.md", []byte("# A whitelist\n\nA whitelist and `whitelist`.\n\n    "+
		"whitelist\n\n[a](whitelist)\n"), markdown.Dialect{})
	for _, r := range []review.Reviewer{rule.Terminology, rule.Placeholder} {
		var lines []int
		for _, f := range reviewAlone(d, set, []review.Reviewer{r}) {
			lines = append(lines, d.Lines().Number(f.Span.Start))
		}
		assert.Equal(t, []int{1, 3}, lines, r.Rule.ID)
	}
}
