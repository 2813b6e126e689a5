package fixers

import (
	"cmp"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// An oddity is text that a dialect reads as something else than prose, or that dialects read differently.
type oddity struct {
	text    string
	program markdown.Program
	mdx     bool
	name    string // of the document, a.md where it is empty
	first   bool   // it means what it does at the start of a document alone
	never   string // what fix never makes of it; without it, fix leaves every byte
}

// oddities have the bait of every rule in them.
var oddities = map[string]oddity{
	"citation": {
		text: "Cite [-@blacklist] and -@blacklist, or say !blacklist add and :blacklist.\n",
	},
	"section":               {text: "The section [blacklist] of the settings.\n"},
	"field":                 {text: ":param blacklist: the thing\n:type blacklist: str\n"},
	"command of Doxygen":    {text: "\\param blacklist the thing\n\n@param blacklist the thing\n"},
	"embed":                 {text: "https://example.org/a_b_c_\n"},
	"address and a name":    {text: "<https://example.org/><id>/items\n"},
	"address of a template": {text: "See https://example.org/{{< param \"v\" >}}/x here.\n"},
	"formula":               {text: "$$\na\n\n+ blacklist\n* _c_\n$$\n"},
	"formula in brackets":   {text: "\\[\na\n\n+ blacklist\n* _c_\n\\]\n"},
	"keys of a slide": {
		text:    "Text.\n\n---\nlayout: blacklist\nurl: https://example.org\n---\n",
		program: markdown.Slidev,
	},
	"keys without marks": {text: "Title: The Blacklist Of It\nSlug: blacklist\nurl: https://example.org\n",
		program: markdown.Pelican, first: true},
	"keys with an end":   {text: "online version: https://example.org\nblacklist: 2.0.0\n---\n", first: true},
	"keys in JavaScript": {text: "---js\n{\n  blacklist: 'https://example.org',\n}\n---\n", first: true},
	"keys in TOML":       {text: "---toml\nblacklist = \"https://example.org\"\n---\n", first: true},
	"grid table": {text: "+------+-----------+\n| A    | blacklist |\n+======+===========+\n| * a  | _b_       |\n" +
		"+------+-----------+\n"},
	"simple table": {text: "A      blacklist\n----   ---------\n_a_    blacklist\n"},
	"table of lines": {
		text: "----------------\nA      blacklist\n----   ---------\n_a_    b\n\n" +
			"*b*    blacklist\n----------------\n",
	},
	"picture":              {text: "::: mermaid\nblacklist --> b\n\n* c\n:::\n"},
	"diagram":              {text: "@startuml\nblacklist --> b\n\n* c\n@enduml\n"},
	"environment of LaTeX": {text: "\\begin{align*}\na\n\n+ blacklist\n* _c_\n\\end{align*}\n"},
	"formula of Doxygen":   {text: "\\f[\na\n\n+ blacklist\n* _c_\n\\f]\n"},
	"code of Doxygen": {text: "@code{.cpp}\nblacklist();\n\n* _b_\n@endcode\n\n\\verbatim\nblacklist\n\n* b\n" +
		"\\endverbatim\n\nSee \\link blacklist it\\endlink.\n"},
	"code of Org":           {text: "#+BEGIN_SRC blacklist\nblacklist\n\n* _b_\n#+END_SRC\n"},
	"properties of a slide": {text: "Text.\n\n---\nname: blacklist\nclass: center, blacklist\n\nText.\n"},
	"block of pymdownx":     {text: "/// blacklist | A title\n\nText.\n\n///\n", program: markdown.MkDocs},
	"option of a directive": {text: ":::{note} A title\n:class: blacklist\nText.\n:::\n", program: markdown.Sphinx},
	"chart":                 {text: "{{< chart >}}\nblacklist\n\n* b\n{{< /chart >}}\n", program: markdown.Hugo},
	"names by language":     {text: "## İzin Verilen Alanlar\n\n## IJsje Eten\n\n## Die STRASSE\n"},
	"name beside a key": {
		text: "## Config Intellisense\n\n**config:** the `config` of it.\n", never: "## config",
	},
	"table of contents":     {text: "<!-- toc -->\n\n* [The blacklist](#x)\n\n<!-- tocstop -->\n"},
	"embedmd":               {text: "[embedmd]:# (x.go)\n```go\nx\n```\n"},
	"comment as a link":     {text: "[//]: # (blacklist)\n```go\nx\n```\n"},
	"comment of lines":      {text: "<!--\nblacklist: a\n-->\n```go\nx\n```\n"},
	"comment of a template": {text: "{# blacklist\n\n* a\n+ b\n\n_c_ https://example.org\n#}\n"},
	"attributes": {
		text:    "Some text.\n{: .blacklist}\n\n## A heading\n{: .blacklist}\n",
		program: markdown.Jekyll,
	},
	"nomarkdown":      {text: "{::nomarkdown}\nblacklist\n\n* b\n{:/}\n", program: markdown.Jekyll},
	"nested emphasis": {text: "_a **bold** word_\n", program: markdown.MkDocs},
	"list below text": {text: "Text\n* a\n* b\n", program: markdown.MkDocs},
	"raw body": {
		text:    "<div>\n\n_raw_ <https://example.org>\n\n</div>\n",
		program: markdown.MkDocs,
	},
	"raw body behind an image": {
		text:    "<img src=\"a.png\">\n\n<div>\n\n_raw_\n\n</div>\n",
		program: markdown.Jekyll,
	},
	"mark alone": {text: "*A mark (_and \"more\"_)\n\nA mark at* the _end_.\n\nOne _open, _one closed_.\n",
		program: markdown.Jekyll},
	"fence in an item": {text: "- item\n\n  ```\n  #!/bin/sh\n  ls -la\n  ```\n", program: markdown.MkDocs},
	"module of a page": {
		text:    "::: a.blacklist\n    options:\n      blacklist: true\n",
		program: markdown.MkDocs,
	},
	"gaps":  {text: "1984. a\n1986. b\n1989. c\n"},
	"years": {text: "1984. a\n1986. b\n"},
	"shortcode": {
		text:    "{{< highlight go >}}\nblacklist\n\n* b\n{{< /highlight >}}\n",
		program: markdown.Hugo,
	},
	"raw":               {text: "{% raw %}\nblacklist\n\n* b\n{% endraw %}\n", program: markdown.Jekyll},
	"code of Discourse": {text: "[code]\nblacklist\n\n* b\n[/code]\n"},
	"target":            {text: "(blacklist)=\n## A heading\n", program: markdown.Sphinx},
	"comment of MyST":   {text: "% blacklist https://example.org\n", program: markdown.Sphinx},
	"key of Dataview":   {text: "blacklist:: yes\n"},
	"abbreviation":      {text: "*[blacklist]: a list\n"},
	"generated":         {text: "<!-- BEGIN_TF_DOCS -->\nblacklist\n\n* b\n<!-- END_TF_DOCS -->\n"},
	"module of MDX":     {text: "export const a = `\n\n* blacklist\n\n`\n", mdx: true, first: true},
	"expression": {
		text: "{a.map(b => (\n\n  <p>blacklist https://example.org</p>\n\n))}\n",
		mdx:  true,
	},
	"comment of MDX":     {text: "{/* prettier-ignore */}\n* a\n* b\n", mdx: true},
	"fence in a tag":     {text: "<Tabs>\n\n```sh\nnpm i\n\nblacklist\n```\n\n</Tabs>\n", mdx: true},
	"definition":         {text: "term\n: * one\n  * two\n"},
	"right double words": {text: "Whatever it does does not matter.\n\nThe port it listens on on Windows.\n"},
	"question of Greek":  {text: "## Τι είναι;\n"},
	"reference with marks": {
		text:    "See [Ask us!] and [it](#done!).\n\n## Ask us!\n\n## Done!\n",
		program: markdown.Pandoc,
	},
	"source of a picture": {text: "```\ngraph TD\n  A --> B\n```\n", never: "```mermaid"},
	"releases": {
		text: "## [1.1.0](https://example.org/compare/v1...v2) (2020-01-01)\n\n\n### Bug Fixes\n\n" +
			"* a blacklist\n",
		name: "CHANGELOG.md",
	},
	"releases of changesets": {text: "### Patch Changes\n\n* 1a2b3c4: a blacklist\n", name: "docs/changelog.md"},
	"first word":             {text: "Set `key: a` here.\n\n## Key Differences between them\n", never: "## key"},
	"day":                    {text: "## What Happens On Monday\n", never: "monday"},
	"macro":                  {text: "Say `panic!` there.\n\n## Calling panic!\n", never: "panic\n"},
	"German": {
		text:  "Das ist der Text und nicht mit der.\n\n## Das Wissen der Alten\n",
		never: "wissen",
	},
}

// neighbours are what stands before and behind an oddity.
var neighbours = [...]struct{ before, after string }{
	{}, {"# A title\n\n", ""}, {"Text.\n\n", "\nText.\n"}, {"", "\n# A heading\n"},
	{"- a\n- b\n\nText.\n\n", "\n- c\n"},
	{"```go\nx\n```\n\n", "\n```go\nx\n```\n"}, {"| a |\n|---|\n| b |\n\n", "\n| a |\n|---|\n"},
	{"A last line  \nof two.\n\n", "\n\n\nA blacklist.\n"}, {"\ufeff", "\nText"},
	{"# A title\n\n## One\n\n", "\n* * *\n"},
}

// TestNeighboursOfOddities: whatever stands around such text, and whatever its line endings are, no fix changes it.
func TestNeighboursOfOddities(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(everything))
	require.NoError(t, err)
	for name, o := range oddities {
		for _, by := range neighbours {
			if o.first {
				by.before = strings.TrimPrefix(by.before, strings.TrimPrefix(by.before, "\ufeff"))
			}
			for _, ending := range []string{"\n", "\r\n"} {
				text := strings.ReplaceAll(o.text, "\n", ending)
				src := strings.ReplaceAll(by.before, "\n", ending) + text + strings.ReplaceAll(by.after, "\n", ending)
				got := allFixed(t, set, src, o)
				if o.never != "" {
					assert.NotContains(t, got, strings.ReplaceAll(o.never, "\n", ending), "%s: %q", name, src)
				} else {
					assert.Contains(t, got, text, "%s: %q", name, src)
				}
			}
		}
	}
}

// allFixed returns what all fixers make of a document in the dialect of an oddity.
func allFixed(t *testing.T, set *rules.Set, src string, o oddity) string {
	t.Helper()
	name := cmp.Or(o.name, "a.md")
	dialect := o.program.DialectOf(name)
	dialect.MDX = o.mdx
	doc := zone.Parse(name, []byte(src), dialect)
	for range 3 {
		in := input(doc, set)
		after, _ := Prove(in, Build(in))
		if len(after) == 0 {
			break
		}
		doc = zone.Parse(name, after[name], dialect)
	}
	return string(doc.Source())
}

// TestNeighboursOfBodies: what stands below a note, details or a tab of MkDocs is text, and code in it stays code.
func TestNeighboursOfBodies(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(`{"terminology": [{"use": "denylist", "not": ["blacklist"]}]}`))
	require.NoError(t, err)
	for _, opening := range []string{
		"!!! note", "!!! note \"Title\"", "!!! note inline end", "??? tip", "???+ tip \"Title\"",
		"=== \"Tab\"", "===! \"Tab\"", "=== \"Tab\"\n\n    === \"Within\"", "!!! note\n\n    ??? tip",
		"=== \"Tab\"\n\n    text\n\n    !!! note"} {
		for _, gap := range []string{"\n", "\n\n"} {
			indent := "    "
			if strings.Contains(opening, "\n") {
				indent += indent
			}
			src := opening + gap + indent + "A blacklist.\n\n" + indent + "    a blacklist\n\n" + indent + "```\n" +
				indent + "blacklist\n" + indent + "```\n\n    blacklist\n\nA blacklist.\n"
			got := allFixed(t, set, src, oddity{program: markdown.MkDocs})
			assert.Contains(t, got, indent+"A denylist.\n", "%q", src)
			assert.Contains(t, got, indent+"    a blacklist\n", "%q", src)
			assert.Contains(t, got, "```\n"+indent+"blacklist\n", "%q", src)
			assert.Contains(t, got, "\nA denylist.\n", "%q", src)
		}
	}
}

// TestNeighboursOfFragments: a link that leads to a heading by any known style is not reported, whatever the program,
// and one that leads there by none is.
func TestNeighboursOfFragments(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(`{"references": {}}`))
	require.NoError(t, err)
	for fragment, heading := range map[string]string{
		"deno.cwd": "deno.cwd", "denocwd": "deno.cwd", "v1.2-notes": "v1.2 Notes", "v12-notes": "v1.2 Notes",
		"node.js": "node.js", "ask-us": "Ask us!", "done!": "Done!", "The%20Head": "The Head", "the-head": "The Head",
		"user-content-the-head": "The Head",
		"a--b":                  "A & b", "a-b": "A & b", "größe": "Größe", "1-first": "1. First", "_1-first": "1. First",
	} {
		for _, program := range []markdown.Program{markdown.AnyProgram, markdown.GitHub} {
			src := "# A page\n\nSee [it](#" + fragment + ") and [no](#no-such-place).\n\n## " + heading + "\n"
			doc := zone.Parse("a.md", []byte(src), program.DialectOf("a.md"))
			var reported []string
			for _, f := range input(doc, set).Findings {
				reported = append(reported, f.Message)
			}
			if assert.Len(t, reported, 1, "%s of %s: %v", fragment, heading, reported) {
				assert.Contains(t, reported[0], "no-such-place")
			}
		}
	}
}

// TestNeighboursOfPlaces: a link that leads to a place of another form than a heading is not reported, whatever stands
// around that place, and what looks like a link beside it is none.
func TestNeighboursOfPlaces(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(`{"references": {}}`))
	require.NoError(t, err)
	const program = markdown.Hugo
	for name, place := range map[string]string{
		"term": "`place`\n: A list.\n", "bold term": "**Place**\n: A list.\n", "tag": "<a id=\"place\"></a>\n",
		"identifier": "## A heading {#place}\n", "name": "<a name=\"place\">x</a> text.\n",
		"caption": "```toml {file=\"hugo.toml\"}\na = 1\n```\n\n## Place\n",
		"list":    "- a\n\n  place\n  : A list.\n", "attributes": "## A heading\n{#place .a}\n",
	} {
		for _, by := range neighbours {
			src := by.before + "See [it](#place) and [no](#no-such-place).\n\n" + place + by.after
			var reported []string
			for _, f := range input(zone.Parse("a.md", []byte(src), program.DialectOf("a.md")), set).Findings {
				reported = append(reported, f.Message)
			}
			if assert.Len(t, reported, 1, "%s: %v of %q", name, reported, src) {
				assert.Contains(t, reported[0], "no-such-place")
			}
		}
	}
}
