package rule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestAliasesSuppress holds the names of markdownlint that the rules give to those that comments
// are read by.
func TestAliasesSuppress(t *testing.T) {
	for _, r := range rule.All() {
		for _, alias := range r.Rule.Aliases() {
			src := "<!-- markdownlint-disable " + alias + " -->\n\nx\n"
			d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
			assert.True(t, d.Suppressed(review.BuiltIn, r.Rule.ID, strings.LastIndexByte(src, 'x')), alias)
			assert.False(t, d.Suppressed(review.BuiltIn, "another-rule", strings.LastIndexByte(src, 'x')), alias)
		}
	}
}

func TestUnusedSuppression(t *testing.T) {
	src := "<!-- doc-iterate-disable placeholder -->\n\nTODO\n\n<!-- doc-iterate-enable -->\n\n" +
		"<!-- doc-iterate-disable-next-line -->\na\n\n<!-- doc-iterate-disable terminology -->\n\n<!-- vale off -->\n\n" +
		"TODO <!-- doc-iterate-disable-line -->\n\nb <!-- doc-iterate-disable-line spelling -->\n"
	for config, want := range map[string][]string{
		`{"placeholders": {"patterns": ["TODO"]}}`: {
			"<!-- doc-iterate-disable-next-line -->", "<!-- doc-iterate-disable terminology -->", "<!-- doc-iterate-disable-line spelling -->",
		},
		// Another program may find what a comment without a rule, or with one of its own, is for.
		`{"placeholders": {"patterns": ["TODO"]}, "reviewers": [{"name": "x", "command": ["x"]}]}`: {"<!-- doc-iterate-disable terminology -->"},
	} {
		set, err := rules.Load("rules.json", []byte(config))
		require.NoError(t, err)
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		var got []string
		for _, f := range reviewAlone(d, set, []review.Reviewer{rule.Placeholder, rule.UnusedSuppression}) {
			got = append(got, string(d.Bytes(f.Span)))
		}
		assert.Equal(t, want, got)
		assert.Empty(t, reviewAlone(zone.Parse("a.md", []byte("<!-- vale off -->\n"), markdown.Dialect{}), set, []review.Reviewer{rule.UnusedSuppression}))
	}
}
