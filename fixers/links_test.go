package fixers

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
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
		in := input(zone.Parse("a.md", []byte(src), markdown.Dialect{}), set)
		in.Inbound = func(string) []link.Inbound { asked++; return nil }
		require.NotEmpty(t, Build(in).Applied, src)
		require.Equal(t, want, asked, src)
	}
}

// TestEscapedNumberSign has links whose first # belongs to an entity: what stands
// behind it is no fragment, and no fix may write there.
func TestEscapedNumberSign(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(`{"references": {"enabled": true}, "terminology": [{"use": "denylist", "not": ["blacklist"]}]}`))
	require.NoError(t, err)
	in := input(zone.Parse("a.md", []byte("# The title\n\n[a](&#35;The-Title) [b](#The-Title) [c](&num;The-Title)\n"), markdown.Dialect{}), set)
	require.Len(t, in.Findings, 3)
	applied := Build(in).Applied
	require.Len(t, applied, 1)
	require.Equal(t, "#The-Title", applied[0].Finding.Old)

	for _, written := range []string{"[a](&#35;the-blacklist)", "[a](&num;the-blacklist)"} {
		in = input(zone.Parse("a.md", []byte("# The blacklist\n\n"+written+"\n"), markdown.Dialect{}), set)
		require.Empty(t, Build(in).Applied, "the link can't be carried along")
	}
	in = input(zone.Parse("a.md", []byte("# The blacklist\n\n[a](#the-blacklist)\n"), markdown.Dialect{}), set)
	require.Len(t, Build(in).Applied, 1)
}

// TestLinksOfAnUnknownGenerator changes a heading that a link leads to, in a site whose generator names headings in a way
// that nobody knows: the link follows where all known rules agree by which it leads there.
func TestLinksOfAnUnknownGenerator(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(`{"terminology": [{"use": "deny.list", "not": ["blacklist"]},
		{"use": "denylist", "not": ["whitelist"]}]}`))
	require.NoError(t, err)
	for file, want := range map[string]int{"package.json": 1, "gatsby-config.js": 0} {
		in := input(zone.Parse("content/a.md", []byte("# The whitelist\n\n[a](#the-whitelist)\n"), markdown.Dialect{}), set)
		doc := in.Docs.Document
		files := link.NewFiles(".", []string{"content/a.md", file}, func(string) ([]byte, error) { return nil, assert.AnError })
		in.Site = link.NewSite(func(path string) bool { return doc(path) != nil }, doc, func() *link.Files { return files })
		require.Len(t, Build(in).Applied, 1, file)
		in = input(zone.Parse("content/a.md", []byte("# The blacklist\n\n[a](#the-blacklist)\n"), markdown.Dialect{}), set)
		doc = in.Docs.Document
		in.Site = link.NewSite(func(path string) bool { return doc(path) != nil }, doc, func() *link.Files { return files })
		require.Len(t, Build(in).Applied, want, file)
	}
}

// TestTwoEditsOfALinkedHeading has two fixes of one heading, of which one alone moves its slug. What they make of it is
// read with both made: the link is carried along, and neither has to wait.
func TestTwoEditsOfALinkedHeading(t *testing.T) {
	const src = "# The blacklist, really!\n\n[a](#the-blacklist-really)\n"
	set, err := rules.Load(rules.FileName, []byte(`{"terminology": [{"use": "denylist", "not": ["blacklist"]}]}`))
	require.NoError(t, err)
	in, at := input(zone.Parse("a.md", []byte(src), markdown.Dialect{}), set), strings.Index(src, "!")
	in.Findings = append(in.Findings, &review.Finding{
		ID: "x", Path: "a.md", State: review.Located, Span: source.Span{Start: at, End: at + 1}, Remedy: review.Replace,
		Old: "!", Want: "?",
	})
	after, plan := Prove(in, Build(in))
	require.Len(t, plan.Applied, 2, "%v", plan.Skipped)
	require.Equal(t, "# The denylist, really?\n\n[a](#the-denylist-really)\n", string(after["a.md"]))
}

// TestManyEqualHeadings rewrites very many headings that are called alike: each moves
// the slugs of all behind it. Were these worked out for each, though no link leads to
// one, it would take many minutes.
func TestManyEqualHeadings(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(all))
	require.NoError(t, err)
	const n = 20000
	for _, to := range []string{"[a](b.md#elsewhere)", "[a](#elsewhere)"} {
		in := input(zone.Parse("a.md", []byte(strings.Repeat("# A blacklist\n\n", n)+to+"\n"), markdown.Dialect{}), set)
		asked := 0
		in.Inbound = func(string) []link.Inbound { asked++; return nil }
		require.Len(t, Build(in).Applied, n)
		require.Less(t, asked, n)
	}
}

// TestEqualHeadingsWithLinks plans the fixes of equal headings with a link to each. The first one moves all links; the
// others wait for it. A link that can't be edited refuses those before it.
func TestEqualHeadingsWithLinks(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(all))
	require.NoError(t, err)
	document := func(n int, more string) Input {
		var src strings.Builder
		for i := range n {
			fmt.Fprintf(&src, "# A blacklist\n\n[a](#a-blacklist-%d)\n\n", i+1)
		}
		return input(zone.Parse("a.md", []byte(src.String()+more), markdown.Dialect{}), set)
	}
	skipped := Build(document(100, "")).Skipped
	require.Len(t, skipped, 99)
	for _, s := range skipped {
		require.Equal(t, Conflict, s.Reason)
	}

	refused := 0
	for _, s := range Build(document(100, "<a href=\"#a-blacklist-60\">a</a>\n")).Skipped {
		if s.Reason == BreaksLinks {
			refused++
		}
	}
	require.Equal(t, 61, refused)
}

// TestManyLinksToAHeading carries very many links along. Were those so far copied for
// each, it would take many minutes.
func TestManyLinksToAHeading(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(all))
	require.NoError(t, err)
	const n = 100000
	in := input(zone.Parse("a.md", []byte("# A blacklist\n\n"+strings.Repeat("[a](#a-blacklist)\n\n", n-1)+"[a](#a-blacklist)\n"), markdown.Dialect{}), set)
	applied := Build(in).Applied
	require.Len(t, applied, 1)
	require.Len(t, applied[0].Change.Of("a.md"), 1+n)
}
