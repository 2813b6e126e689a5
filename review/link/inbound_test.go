package link_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// linksTo returns the links to a fragment of b.md from a.md, which has the text src, and from outside.
func linksTo(src, fragment string, outside ...link.Inbound) []link.Inbound {
	docs := zone.Map{"a.md": zone.Parse("a.md", []byte(src), markdown.Dialect{}), "b.md": zone.Parse("b.md", []byte("# The heading\n"), markdown.Dialect{})}
	site := link.NewSite(func(path string) bool { return docs[path] != nil }, docs.Document, func() *link.Files { return nil })
	return link.NewInboundIndex(docs, site, func(path string) []link.Inbound {
		if path == "b.md" {
			return outside
		}
		return nil
	}).To("b.md", fragment)
}

// TestLinksToAFragment shows which links lead to a heading, however they are written, and which of them can be edited.
func TestLinksToAFragment(t *testing.T) {
	for src, want := range map[string]string{
		"[a](b.md#the-heading)":                  "the-heading",
		"[a](b.md#The-Heading \"title\")":        "The-Heading",
		"[a]: <b.md#the-heading>":                "the-heading",
		"<a href='b.md#the-heading'>":            "fixed",
		"[a](b.md#the%2Dheading)":                "the%2Dheading",
		"[a](b.md#the\\-heading)":                "the\\-heading",
		"[a](b.md#the&#45;heading)":              "fixed", // the first # may be that of the entity
		"[a](b.md&#35;the-heading)":              "fixed",
		"[a](/b.md#the-heading)":                 "fixed", // it isn't known where the root is
		"!!! note\n\n    [a](b.md#the-heading)":  "fixed",
		"[a](b.md#the-heading-1)":                "",
		"[a](b.md#the-headin)":                   "",
		"[a](c.md#the-heading)":                  "",
		"[a](#the-heading)":                      "",
		"# The heading\n\n#the-heading #ing # ":  "",
		"`[a](b.md#the-heading)` the-heading &#": "",
	} {
		found := linksTo(src, "the-heading")
		if want == "" {
			require.Empty(t, found, src)
			continue
		}
		require.Len(t, found, 1, src)
		require.Equal(t, "a.md", found[0].From)
		if found[0].Fixed {
			require.Equal(t, want, "fixed", src)
			continue
		}
		require.Equal(t, want, src[found[0].Span.Start:found[0].Span.End], src)
	}
	found := linksTo("", "the-heading", link.Inbound{From: "c.md", Fragment: "The-heading"})
	require.Equal(t, []link.Inbound{{From: "c.md", Fragment: "The-heading", Fixed: true}}, found, "nothing writes outside the run")
}

// TestEscapedLinksToAFragment has a link to a fragment written with escapes in any of its places.
func TestEscapedLinksToAFragment(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pick := func(of ...string) string { return of[random.IntN(len(of))] }
	for range 500 {
		src := "[a](b.md" + pick("#", "#", `\#`, "&#35;", "&#x23;", "&#X0023;", "&num;")
		for _, c := range []byte("the-heading") {
			src += pick(string(c), string(c), string(c), strings.ToUpper(string(c)), fmt.Sprintf("%%%02x", c), fmt.Sprintf("&#%d;", c), fmt.Sprintf("&#x%x;", c))
		}
		require.NotEmpty(t, linksTo(src+")", "the-heading"), src)
	}
}
