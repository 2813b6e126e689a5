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

// The reason that the rules give goes with the finding, as with that of a term.
func TestRequiredSectionSaysWhy(t *testing.T) {
	set, err := rules.Load("rules.json", []byte(`{"structure": {"required_sections": [
		{"heading": "Errors", "why": "Readers look there first."}, {"heading": "Usage"}, {"heading": "Here"}]}}`))
	require.NoError(t, err)
	var got []string
	for _, f := range reviewAlone(zone.Parse("a.md", []byte("# Here\n"), markdown.Dialect{}), set, []review.Reviewer{rule.RequiredSection}) {
		got = append(got, f.Message)
	}
	assert.Equal(t, []string{`Add the missing section "Errors". Readers look there first.`, `Add the missing section "Usage".`}, got)
}
