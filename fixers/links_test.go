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

// TestLinksThatMayNameAFragment shows which documents are read for the links to a
// heading: each that may have one, however it is written.
func TestLinksThatMayNameAFragment(t *testing.T) {
	for src, want := range map[string]bool{
		"[a](b.md#the-heading)":              true,
		"[a](b.md#The-Heading \"title\")":    true,
		"[a]: <b.md#the-heading>":            true,
		"<a href='b.md#the-heading'>":        true,
		"[a](b.md#the%2Dheading)":            true,
		"[a](b.md#the&#45;heading)":          true,
		"[a](b.md#the\\-heading)":            true,
		"[a](b.md&#35;the-heading#x)":        true,
		"[a](b.md#the-heading-1)":            false,
		"[a](b.md#the-headin)":               false,
		"# The heading\n\n#the-head #ing # ": false,
		"the-heading":                        false,
		"":                                   false,
	} {
		w := writtenIn(map[string]*review.Document{"a.md": review.Parse("a.md", []byte(src)), "b.md": review.Parse("b.md", []byte("#x"))})
		require.Equal(t, want, len(w.mayName("the-heading")) > 0, src)
		require.Len(t, w.mayName("any.thing"), 2, "a fragment with other signs than those of headings is looked for everywhere")
	}
}
