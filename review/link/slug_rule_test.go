package link

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestSlugsOfGenerators compares with what the generators themselves made of the same
// headings: github-slugger 2, docutils 0.19, Hugo 0.111, kramdown 2.4 with kramdown-parser-gfm
// 1.1 (jekyll) and without, Python-Markdown 3.4, MyST 0.18 (sphinx), markdown-it-anchor with
// @mdit-vue/shared (vitepress), Docsify 4.13 and Goldmark 1.8.
func TestSlugsOfGenerators(t *testing.T) {
	styles := map[string]rules.SlugStyle{}
	for _, style := range rules.SlugStyles() {
		styles[style.String()] = style
	}
	src, err := os.ReadFile("testdata/slugs.json")
	require.NoError(t, err)
	var rows []map[string]string
	require.NoError(t, json.Unmarshal(src, &rows))
	compared := 0
	for _, row := range rows {
		heading := row["heading"]
		delete(row, "heading")
		for name, want := range row {
			compared++
			got := Slugs(zone.Parse("a.md", []byte("# "+heading+"\n"), markdown.Dialect{}), styles[name])
			assert.Equal(t, want, strings.Join(got, "|"), "%s: %s", name, heading)
		}
	}
	assert.Greater(t, compared, 1000)
}

// TestSlugsByTheManual: those of the others are by their documentation and source.
func TestSlugsByTheManual(t *testing.T) {
	const src = "# Über *uns*: `a_b` & ½\n\n# Über uns\n\n# Über uns\n\n# über uns-1\n\n# ![c](d) e\n\n# a {#own}\n\n# ?\n"
	for style, want := range map[rules.SlugStyle]string{
		rules.SlugMdBook:   "über-uns-a_b--½ über-uns über-uns-1 über-uns-1-1 e own ",
		rules.SlugMdBook04: "Über-uns-a_b--½ Über-uns Über-uns-1 über-uns-1 e own ",
		rules.SlugDocfx:    "über-uns-a_b-- über-uns über-uns-1 über-uns-1-1 c-e a-own section",
		rules.SlugDocutils: "uber-uns-a-b-12 uber-uns id1 uber-uns-1 c-e a-own id2",
	} {
		assert.Equal(t, want, strings.Join(Slugs(zone.Parse("a.md", []byte(src), markdown.Dialect{}), style), " "), style)
	}
}

// TestOtherSlugs: those of Zola by its tests, those of Obsidian by what it writes itself.
func TestOtherSlugs(t *testing.T) {
	for text, want := range map[string][2]string{
		"Ask us!":           {"ask-us", "Ask us!"},
		"Über: a_b | c":     {"uber-a-b-c", "Über a_b c"},
		"A  wide [gap] #1":  {"a-wide-gap-1", "A wide gap 1"},
		"node.js & 100%":    {"node-js-100", "node.js & 100"},
		"--lead -- and end": {"lead-and-end", "--lead -- and end"},
	} {
		assert.Equal(t, want, [2]string{Slug(text, rules.SlugZola), Slug(text, rules.SlugObsidian)}, text)
	}
}
