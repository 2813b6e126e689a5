package tree

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestDeepBlocks: MDX has no code that is indented. What it reads at the margin it reads in any column.
func TestDeepBlocks(t *testing.T) {
	kinds := func(text string) (out []Kind) {
		for _, n := range Read([]byte(text), 0, Syntax{JSX: true}).Nodes {
			out = append(out, n.Kind)
		}
		return out
	}
	for _, text := range []string{
		"- a\n- b\n", "- a\n\n  more\n- b\n", "- a\n  - b\n  - c\n- d\n", "1. a\n2. b\n\n3. c\n", "-\n- a\n",
		"- - a\n  - b\n- c\n",
		"-      a\n- b\n", "- a\n* b\n", "- a\n---\n", "> a\n> b\n", "> - a\n> - b\n",
		"## a\n\ntext\n", "a\n---\n", "***\n", "| a |\n|---|\n| b |\n", "```sh\na\n```\n",
		"- a\n\n  ```sh\n  a\n  ```\n- b\n", "[^a]: b\n", "text\nmore\n",
	} {
		want := kinds(text)
		for columns := 1; columns < 10; columns++ {
			indent := strings.Repeat(" ", columns)
			deeper := indent + strings.ReplaceAll(strings.TrimRight(text, "\n"), "\n", "\n"+indent) + "\n"
			assert.Equal(t, want, kinds(deeper), "%q", deeper)
		}
		assert.NotContains(t, want, IndentedCode)
	}
}
