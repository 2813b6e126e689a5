package zone

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
)

// TestMDX shows that MDX is read by its own rules: what becomes of "inside" where Markdown would see something else.
func TestMDX(t *testing.T) {
	for name, c := range map[string]struct {
		src  string
		want Zone
	}{
		"fence with a blank line in a tag":    {"<Tabs>\n```sh\na\n\ninside\n```\n</Tabs>\n", CodeBlock},
		"indented fence in a tag":             {"<Tabs>\n      ```sh\n      a\n\n      inside\n      ```\n</Tabs>\n", CodeBlock},
		"text behind that":                    {"<Tabs>\n      ```sh\n      a\n      ```\n      inside\n</Tabs>\n", Prose},
		"no indented code":                    {"<Tabs>\n\n      inside\n\n</Tabs>\n", Prose},
		"text right below a tag":              {"<Note>\ninside\n</Note>\n", Prose},
		"text between tags of a line":         {"<li>inside</li>\n", Prose},
		"string of a module":                  {"export const a = `\n\n- inside\n\n`\n\ntext\n", Template},
		"text behind that module":             {"export const a = `\n\n- b\n\n`\n\ninside\n", Prose},
		"braces of a module":                  {"export default {\n\n  a: 'inside',\n}\n\ntext\n", Template},
		"sentence with import":                {"import the inside of it\n", Prose},
		"expression over blank lines":         {"{[1].map(a => (\n\n  <p>inside</p>\n\n))}\n\ntext\n", Template},
		"expression in a line":                {"text {a.b + 'inside'} text\n", Template},
		"expression with a brace in a string": {"{'}'+`\n${'}'} inside`}\n", Template},
		"attribute over lines":                {"<Code\n  code={`\n\n- inside\n`}\n/>\n\ntext\n", HTML},
		"attribute in a text":                 {"text <A b={'inside'} /> text\n", HTML},
		"comment":                             {"text {/* inside */} text\n", Template},
		"comment of HTML":                     {"<!-- inside -->\n\ntext\n", HTML},
		"fence in an item":                    {"- a\n\n  ```sh\n  inside\n  ```\n", CodeBlock},
		"item of a list in a tag":             {"<Steps>\n\n1. inside\n\n</Steps>\n", Prose},
		"heading in a tag":                    {"<Note>\n## inside\n</Note>\n", HeadingText},
		"heading in a tag, deep":              {"<Note>\n      ## inside\n</Note>\n", HeadingText},
		"no tag":                              {"if a < b, inside > c\n", Prose},
		"code span with a brace":              {"a `{` inside } b\n", Prose},
	} {
		t.Run(name, func(t *testing.T) {
			d := Parse("a.mdx", []byte(c.src), markdown.DialectOf("a.mdx"))
			assert.Equal(t, c.want.String(), d.ZoneAt(strings.Index(c.src, "inside")).String())
		})
	}
}

func TestListsAndCodeRightBelowTextAreUnsettled(t *testing.T) {
	text := "text\n- a\n\ntext\n\n1. b\n```sh\nmake\n```\n\ntext\n```sh\nmake\n```\n"
	d := Parse("a.md", []byte(text), markdown.Dialect{Program: markdown.MkDocs})
	for _, above := range []string{"\n- a", "\n```sh", "\n1."} {
		assert.NotEmpty(t, d.Unsettled(strings.Index(text, above)), above)
	}
	assert.Empty(t, d.Unsettled(strings.LastIndex(text, "\n```sh")), "code right below a paragraph")
}

func TestBodiesOfComponentsAreSettled(t *testing.T) {
	for tag, settled := range map[string]bool{"Listing": true, "details": false, "DIV": false} {
		text := "<" + tag + ">\n\n```\na\n```\n\n</" + tag + ">\n"
		d := Parse("a.md", []byte(text), markdown.Dialect{})
		assert.Equal(t, settled, d.Unsettled(strings.Index(text, "```")) == "", tag)
	}
}
