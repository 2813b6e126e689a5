package zone

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
)

// TestForeignBlocks has a row for each overlay: what stands around the word "inside" decides its zone. The word
// "outside" is text everywhere.
func TestForeignBlocks(t *testing.T) {
	jekyll, sphinx := markdown.Jekyll, markdown.Sphinx
	for name, c := range map[string]struct {
		src     string
		want    Zone
		program markdown.Program
	}{
		"formula":                    {"outside\n\n$$\na\n\n+ inside\n$$\n\noutside\n", Math, 0},
		"formula, text behind":       {"$$ a\n\n+ inside\n$$\noutside\n", Math, 0},
		"formula in a quote":         {"> $$\n> a\n>\n> + inside\n> $$\n>\n> outside\n", Math, 0},
		"formula in an item":         {"- outside\n\n  $$\n  a\n\n  + inside\n  $$\n\n  outside\n", Math, 0},
		"formula in brackets":        {"\\[\na\n\n+ inside\n\\]\n\noutside\n", Math, 0},
		"no formula":                 {"$$\n\ninside outside\n", Prose, 0},
		"YAML of a slide":            {"outside\n\n---\nlayout: inside\n---\n\noutside\n", Template, 0},
		"YAML of a component":        {"::card\n---\ntitle: inside\nitems:\n  - inside\n---\noutside\n::\n", Template, 0},
		"a break and a heading":      {"outside\n\n---\nInside: a heading\n---\n\noutside\n", HeadingText, 0},
		"grid table":                 {"outside\n\n+-----+----+\n| inside | b |\n+=====+====+\n\noutside\n", Disputed, 0},
		"simple table":               {"outside\n\nName  Value\n----  ------\na     inside\n\noutside\n", Disputed, 0},
		"header of a simple table":   {"outside\n\ninside  Value\n------  ------\na     b\n\noutside\n", Disputed, 0},
		"table with rows of lines":   {"outside\n\n-----------\nName  Value\n----  -----\na     x\n\nb     inside\n-----------\n\noutside\n", Disputed, 0},
		"picture":                    {"outside\n::: mermaid\ninside --> b\n\nc\n:::\n\noutside\n", CodeBlock, 0},
		"diagram":                    {"outside\n\n@startuml\ninside\n\nb\n@enduml\n\noutside\n", CodeBlock, 0},
		"nomarkdown":                 {"outside\n\n{::nomarkdown}\ninside\n\n- b\n{:/}\n\noutside\n", CodeBlock, 0},
		"comment of kramdown":        {"outside\n\n{::comment}\ninside\n\n{:/comment}\n\noutside\n", CodeBlock, 0},
		"attributes below a heading": {"## outside\n{: .inside}\n\noutside\n", Template, jekyll},
		"code of Discourse":          {"outside\n[code]\ninside\n\n- b\n[/code]\noutside\n", CodeBlock, 0},
		"target":                     {"outside\n(inside)=\n## outside\n", Template, 0},
		"comment of MyST":            {"outside\n% inside\noutside\n", Template, sphinx},
		"options of mkdocstrings": {"outside\n\n::: a.b\n    options:\n      inside: true\n\noutside\n", Template,
			markdown.MkDocs},
		"abbreviation": {"outside\n\n*[inside]: a word\n\noutside\n", Template, 0},
	} {
		t.Run(name, func(t *testing.T) {
			d := Parse("a.md", []byte(c.src), c.program.DialectOf("a.md"))
			for at := 0; ; {
				n := strings.Index(strings.ToLower(c.src[at:]), "side")
				if n < 0 {
					break
				}
				at += n + len("side")
				word := strings.ToLower(c.src[strings.LastIndexAny(c.src[:at-4], " \n(.[")+1 : at])
				if zone := d.ZoneAt(at - 1); word == "inside" {
					assert.Equal(t, c.want.String(), zone.String(), c.src[:at])
				} else {
					assert.Contains(t, []Zone{Prose, HeadingText}, zone, c.src[:at])
				}
			}
		})
	}
}
