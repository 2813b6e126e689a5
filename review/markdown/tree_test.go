package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// dump is the tree as an indented list of kinds with the bytes they cover.
func dump(d *Document) string {
	var out strings.Builder
	depth := map[int]int{}
	for i, n := range d.Nodes() {
		if i == 0 {
			continue
		}
		depth[i] = depth[n.Parent] + 1
		fmt.Fprintf(&out, "%s%v %q\n", strings.Repeat("  ", depth[i]-1), n.Kind, d.Bytes(n.Span))
	}
	return out.String()
}

func TestNodeEnds(t *testing.T) {
	for _, c := range []struct{ name, src, want string }{
		{"headings", "# A *b* ##\n\nC\n---\n\n#d\n===\n", `
heading "# A *b* ##"
  text "A "
  emphasis "*b*"
    text "b"
setext heading "C\n---"
  text "C"
setext heading "#d\n==="
  text "#d"
`},
		{"emphasis", "***a** b* ~~c~~ **d *e***\n", `
paragraph "***a** b* ~~c~~ **d *e***"
  emphasis "***a** b*"
    strong emphasis "**a**"
      text "a"
    text " b"
  text " "
  strikethrough "~~c~~"
    text "c"
  text " "
  strong emphasis "**d *e***"
    text "d "
    emphasis "*e*"
      text "e"
`},
		{"links", "[a](b \"c\") ![d](<e f>) [g][h] [h][] [h]\n\n[h]: /i 'j'\n", `
paragraph "[a](b \"c\") ![d](<e f>) [g][h] [h][] [h]"
  link "[a](b \"c\")"
    text "a"
  text " "
  image "![d](<e f>)"
    text "d"
  text " "
  link "[g][h]"
    text "g"
  text " "
  link "[h][]"
    text "h"
  text " "
  link "[h]"
    text "h"
reference definition "[h]: /i 'j'"
`},
		{"code in containers", "> - ```go\n>   x\n>   ```\n\n1. a\n\n       b\n", `
block quote "> - ` + "```go\\n>   x\\n>   ```" + `"
  bullet list "- ` + "```go\\n>   x\\n>   ```" + `"
    list item "- ` + "```go\\n>   x\\n>   ```" + `"
      fenced code block "` + "```go\\n>   x\\n>   ```" + `"
ordered list "1. a\n\n       b"
  list item "1. a\n\n       b"
    paragraph "a"
      text "a"
    indented code "b"
`},
		{"table", "| a | b |\n|---|:-:|\n| c |\n", `
table "| a | b |\n|---|:-:|\n| c |"
  table header "| a | b |"
    table cell "a"
      text "a"
    table cell "b"
      text "b"
  table row "| c |"
    table cell "c"
      text "c"
    table cell ""
`},
		{"table without rows", "|a|\n|-|\n", `
table "|a|\n|-|"
  table header "|a|"
    table cell "a"
      text "a"
`},
		{"footnotes stay where they are", "a[^1]\n\n[^1]: b\n\nc[^2]\n", `
paragraph "a[^1]"
  text "a"
  footnote reference "[^1]"
footnote "[^1]: b"
  paragraph "b"
    text "b"
paragraph "c[^2]"
  text "c[^2]"
`},
		{"inline", "`` a`b `` <https://x.y> www.z.org <b> a@b.cd  \n[x] y\\\nz\n", `
paragraph "` + "`` a`b ``" + ` <https://x.y> www.z.org <b> a@b.cd  \n[x] y\\\nz"
  code span "` + "`` a`b ``" + `"
  text " "
  autolink "<https://x.y>"
  text " "
  autolink "www.z.org"
  text " "
  inline HTML "<b>"
  text " "
  autolink "a@b.cd"
  hard line break "  \n"
  text "[x] y"
  hard line break "\\\n"
  text "z"
`},
		{"a tab before a nested item", "- a\n\t- [ ] b\n", `
bullet list "- a\n\t- [ ] b"
  list item "- a\n\t- [ ] b"
    paragraph "a"
      text "a"
    bullet list "- [ ] b"
      list item "- [ ] b"
        paragraph "[ ] b"
          task list marker "[ ]"
          text "b"
`},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Parse("a.md", []byte(c.src), Dialect{})
			checkTree(t, c.name, d)
			assert.Equal(t, strings.TrimPrefix(c.want, "\n"), dump(d))
		})
	}
}
