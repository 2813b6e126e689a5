package fastpath

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestPlainDefinitions makes lists of definitions, of what is none, and links that refer to them.
func TestPlainDefinitions(t *testing.T) {
	n := 4000
	if testdocs.Long() {
		n = 100000
	}
	lines := []string{"[a]: b", "[a]: c", "[A  b]: ./d#e", "[`c`]: https://a.b/c?d=e", "[d]: 'x'", "[e]: x 'y'", "[f]: <x>",
		"[g]:x", "[g]:  x", "[^a]: b", "[]: a", "[ ]: a", "[h]:", "'title'", "text", "[i]: j k", "[k\\]]: l", "[m]: n ",
		"[o]: (p)", " [q]: r", "", "", "[a] [A b] [`c`] [d] [e]", "[n][m] [k]", "> [s]: t", "[u]: v\r", "# H", "- x",
		"[B]: <y>", "[C]: <", "[D]: <>", "[E]: <y> z", "[F]: <y", "[G]: <y>z",
		"[H]: <<y>", "[I]: <y> ", "[J]: a&b", "[K]: <a&amp;b>", "[B] [D] [F]",
		"[L]: <y>>", "[M]: y>", "[N]: <a b>", "[é]: ö", "[w]: x\\y", "[z]: \"x\"", "[y]: *x*"}
	c := testdocs.Chance(17)
	for range n {
		var b strings.Builder
		for k := 1 + c.Next(7); k > 0; k-- {
			b.WriteString(lines[c.Next(len(lines))] + "\n")
		}
		sameWhole(t, []byte(b.String()))
		sameWhole(t, []byte(strings.TrimRight(b.String(), "\n")))
		if t.Failed() {
			return
		}
	}
	for src, plain := range map[string]bool{"[a]: b\n\n[c]: d#e\n": true, "[a]: b c\n": false, "[a]: <b&c>\n": true,
		"[^a]: b\n": false} {
		f := tree.Flattener{Src: []byte(src)}
		assert.Equal(t, plain, plainDefinitions(&f, &chunk{Span: source.Span{End: len(src)}}), "%q", src)
	}
}
