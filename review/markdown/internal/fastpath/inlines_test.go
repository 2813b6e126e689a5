package fastpath

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// inlinePieces are what lines with emphasis and links are made of, otherPieces what makes them something else.
var (
	inlinePieces = strings.Fields(`a:b #a {b} > $a$ % a_b a*b [b] [r] [r][] [b][r] [*r*] * ** * ** _ __ ` + "` `a` `*` `]`" + ` [ ] ](x) ](x) ](x) [a](b) [*a*](b_c) **a** ( ) . " ! a b a b a b a b http://a.b https://a.b/c_d (http://a.b/c) http://a.b/c. @a (@a & \\* \\( \\[ \\] a\\b`)
	otherPieces  = strings.Fields("`` \x80 \xc3 \xc3* *\x80 [b][`r`] [b]\x80[r] " + `*** ___ ***a*** _*a*_ : ! !! é 中 “ www.a.b http://a.b ftp://a.b xmpp:a mailto:a a@b.c :a: [^a] [^a](x) ~ | - 1 #a & &amp; \* <b> ](<x>)
		](x'y') ](x&y) ](x&amp;y) ](é) ]() ]: ][a] ](x (x $ % { “ [r ] [R][b] [x] [b][] [b][b] 中**中“** é [a](b](c)) [a](b(c)) ](x\ty) http://a.b#c http://a.b&c http://a.b/(c) (http://a.b/(c)) \(http://a.b (https: http://a.b; ww.a.b wwww.a.b WWW.a.b xwww.a.b www www. w.`)
)

// addressPieces are what addresses of the web are made of, and what may stand around them.
var addressPieces = strings.Fields(`http://a.b https://a.b.c http://a.b/ /c /c_d ?e=f&g ?e #f : :80 / // . .b .B .9 ; &amp; , ! ? ' " ( ) (( )) ~ ~~ * ** _ __ - @ a@b.c ` +
	"http:// https: http httpd http://a http://.b http://..b http://a.b/[c http://a.b] https://A.b https://a.B http://a.b#c www.a.b | < > \\ \\( [ ] ](x) $ % + = é \x80 `")

// inlineLines returns a paragraph of random pieces.
func inlineLines(c *testdocs.Chance) []byte {
	var b strings.Builder
	for n := 1 + c.Next(8); n > 0; n-- {
		pieces := inlinePieces
		if c.Next(12) == 0 {
			pieces = otherPieces
		}
		b.WriteString(pieces[c.Next(len(pieces))])
		for c.Next(3) == 0 && strings.Contains(b.String(), "http") {
			b.WriteString(addressPieces[c.Next(len(addressPieces))])
		}
		switch c.Next(12) {
		case 0, 1, 2, 3:
			b.WriteByte(' ')
		case 4:
			b.WriteString([]string{"\n", " \n", "  \n", "\\\n", "\t\n", " \t\n"}[c.Next(6)])
		case 5:
			b.WriteString("\n  ")
		}
	}
	b.WriteString("\n\n[^a]: b\n\n[r]: c\n[*r*]: d\n")
	return []byte(b.String())
}

func TestPlainInlines(t *testing.T) {
	n := 12000
	if testdocs.Long() {
		n = 150000
	}
	c := testdocs.Chance(11)
	for range n {
		text := inlineLines(&c)
		sameWhole(t, text)
		sameWhole(t, append([]byte("- "), text...))
		sameWhole(t, append([]byte("# "), text...))
		if t.Failed() {
			return
		}
	}
}

// Lines of these forms are what most text is made of: they take no parser.
func TestTextWithoutGoldmark(t *testing.T) {
	for text, plain := range map[string]bool{
		"See [the `x` guide](https://a.b/c_d?e=f#g), **now**.": true, "**Note:** _a_ (*b*) \"__c__\".": true,
		"**[a](b)** and [_a_](b)": true, "a*b*c": true, "a_b_c": true, "a * b": true, "*a": false, "[a](b c)": false, "b [a] [`c`]": true, "[a]": false, "[a](b": false, "[a][b]": false, "_**a**_ [b": false,
		"![a](b)": false, "** a**": false, "[[a](b)](c)": false, "See https://a.b/c.": true,
		"(http://a.b/c_d?e=f#g), x":    true,
		"[https://a.b/](https://a.b/)": true,
		"(@a) @b [a@b.c](d)":           true, "a@b.c": false, "R&D, \\*a\\*": true, "http://A.B": false,
		"a \nb": true, "a  \nb": false,
		"**a\n  b**, `c\nd` [e\nf](g), [h\ni].": true, "[a](\nb)": false, "*a\n": false, "httpd": true, "now. W.": true, "www.a": false,
		"http://a.b&c": false, "http://.a": false, "http://..a": true, "*é*é “*a*”": true, "***a***": false, "*[a*](b)": false,
	} {
		f := tree.Flattener{Src: []byte(text), Nodes: []tree.Node{{Kind: tree.Root, Parts: &tree.NoParts}}}
		assert.Equal(t, plain, new(Reader).plainParagraph(&f, source.Span{End: len(text)}, 0), "%s", text)
	}
}
