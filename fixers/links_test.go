package fixers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The repository is searched for links when the words of a heading change, and
// not for any other edit: that would cost a look at all of its files.
func TestTheRepositoryIsSearchedForHeadingsAlone(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(all))
	require.NoError(t, err)
	for src, want := range map[string]int{
		"# Guide\n\nUse the blacklist.\n":         0,
		"# Guide\n\n* one\n* two\n":               0,
		"# Heading With Capitals\n\nText.\n":      0, // letter case moves no slug
		"# The blacklist\n\nText.\n":              1,
		"# Guide\n\nA blacklist.\n\n## Node js\n": 0,
	} {
		asked := 0
		in := input(review.Parse("a.md", []byte(src)), set)
		in.Inbound = func(string) []Inbound { asked++; return nil }
		require.NotEmpty(t, Build(in).Applied, src)
		require.Equal(t, want, asked, src)
	}
}
