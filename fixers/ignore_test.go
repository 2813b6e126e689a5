package fixers

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestIgnore(t *testing.T) {
	for name, c := range map[string]struct{ path, rule, src, want string }{
		"behind the line": {
			"a.md", "r", "One WORD here  \nand on.\n", "One WORD here <!-- doc-iterate-disable-line r -->  \nand on.\n",
		},
		"in a heading": {
			"a.md", "r", "# A WORD\r\ntext\r\n", "<!-- doc-iterate-disable-next-line r -->\r\n# A WORD\r\ntext\r\n",
		},
		"below another comment": {
			"a.md", "r", "text\n\n<!-- doc-iterate-disable-next-line s -->\n# A WORD\n",
			"text\n\n<!-- doc-iterate-disable-next-line s -->\n# A WORD <!-- doc-iterate-disable-line r -->\n",
		},
		"between a comment and its line": {
			"a.md", "r", "text\n\n<!-- doc-iterate-disable-next-line s -->\n# A WORD #\n", "",
		},
		"before a closed one":  {"a.md", "r", "text\r\n\r\n# A WORD #\r\n", "text\r\n\r\n<!-- doc-iterate-disable-next-line r -->\r\n# A WORD #\r\n"},
		"before a code block":  {"a.md", "r", "> text\n>\n> ```WORD\n> x\n> ```\n", "> text\n>\n> <!-- doc-iterate-disable-next-line r -->\n> ```WORD\n> x\n> ```\n"},
		"in a cell":            {"a.md", "r", "| a | b |\n|---|---|\n| x | WORD |\n", "| a | b |\n|---|---|\n| x | WORD <!-- doc-iterate-disable-line r --> |\n"},
		"of MDX":               {"a.mdx", "r", "One WORD here.\n", "One WORD here. {/* doc-iterate-disable-line r */}\n"},
		"at the end":           {"a.md", "Vale.Spelling", "One WORD", "One WORD <!-- doc-iterate-disable-line Vale.Spelling -->"},
		"within code":          {"a.md", "r", "```\nWORD\n```\n", ""},
		"a hard break":         {"a.md", "r", "text\nWORD\\\ntext\n", ""},
		"in front matter":      {"a.md", "r", "---\ntitle: WORD\n---\n", ""},
		"a rule without name":  {"a.md", "", "One WORD here.\n", ""},
		"a name that closes":   {"a.md", "r--> <b", "One WORD here.\n", ""},
		"a name of two dashes": {"a.md", "r--s", "One WORD here.\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			at := strings.Index(c.src, "WORD")
			f := review.Finding{Rule: c.rule, Source: "vale", State: review.Located, Span: source.Span{Start: at, End: at + 4}}
			edit, ok := Ignore(zone.Parse(c.path, []byte(c.src), markdown.DialectOf(c.path)), &f)
			require.Equal(t, c.want != "", ok)
			if ok {
				got, err := source.Apply([]byte(c.src), []source.Edit{edit})
				require.NoError(t, err)
				assert.Equal(t, c.want, string(got))
			}
		})
	}
}
