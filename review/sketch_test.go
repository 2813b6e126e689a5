package review

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// sketchRules ask for everything that a tree may be needed for.
func sketchRules(t testing.TB) []*rules.Set {
	var sets []*rules.Set
	for _, text := range []string{
		`{"terminology": [{"use": "allowlist", "not": ["whitelist", "white list"]}, {"use": "GitHub"}, {"use": "JSON"}],
		  "style": {"heading-case": {}, "fenced-code-language": {}, "list-marker": {"marker": "-"}},
		  "placeholders": {}, "structure": {"required_sections": [{"heading": "Usage"}]}}`,
		`{"style": {"list-marker": {"marker": "*"}}, "references": {"enabled": true}, "placeholders": {"patterns": ["T.?DO"]}}`,
	} {
		set, err := rules.Load("test", []byte(text))
		require.NoError(t, err)
		sets = append(sets, set)
	}
	return sets
}

// sameReview asserts that a review finds the same with and without a whole tree.
func sameReview(t testing.TB, src []byte, sets []*rules.Set) (sketched bool) {
	run := NewStream([]source.Stored{{Path: "a.md", Read: func(*[]byte) ([]byte, error) { return src, nil }}}, func() *Files { return nil }, 1)
	for _, set := range sets {
		whole := Parse("a.md", src)
		want := reviewAlone(whole, set, Reviewers())
		desk := run.NewScratch(set, Reviewers())
		desk.Review("used.md", []byte(usedBefore))
		d, got := desk.Review("a.md", src)
		require.Equal(t, want, got, "%q", clip(string(src), 2000))
		require.Equal(t, len(whole.Headings()), len(d.Headings()))
		for i, h := range whole.Headings() {
			g := d.Headings()[i]
			g.Node, h.Node = 0, 0
			require.Equal(t, h, g, "%q", clip(string(src), 2000))
		}
		for _, f := range got {
			assert.Equal(t, whole.Suppressed(f.Rule, f.Span.Start), d.Suppressed(f.Rule, f.Span.Start))
			assert.Equal(t, whole.ZoneAt(f.Span.Start), d.ZoneAt(f.Span.Start))
		}
		sketched = sketched || len(d.Nodes()) < len(whole.Nodes())
	}
	return sketched
}

// usedBefore leaves something behind in all the memory of a desk.
const usedBefore = "---\na: b\n---\n# A Title Here\n\n* a whitelist of [^a], {{ x }}, {y} and `github`\r\n* TODO <b>json</b>\n\n```\nx\n```\n\n" +
	"## More Of It\n\n[^a]: [json](#it)\n\n| TODO |\n|---|\n| a.b whitelist |\n\n```go\ny\n```\n<!-- doc-iterate-disable -->\n[b]: c 'd'\n"

// sameBlocks asserts that chunks, each parsed alone, make the tree of the whole.
func sameBlocks(t testing.TB, src []byte) (chunks int) {
	if LoneReturn(src) {
		return 0
	}
	s := &chunkReader{}
	s.split(src, frontMatter(src).End)
	d := newDocument("a.md", src, frontMatter(src))
	f := flattener{src: src}
	f.nodes = append(f.nodes, Node{Kind: Root, Parts: &noParts})
	end := d.FrontMatter().End
	for i := range s.chunks {
		c := &s.chunks[i]
		require.Equal(t, end, c.Start, "chunks touch")
		end = c.End
		if c.level == 0 && bytes.Contains(src[c.Start:c.End], []byte("]:")) {
			c.marks |= hasDefinition
		}
	}
	require.Equal(t, len(src), max(end, len(src)*min(1, 1-len(s.chunks))))
	if s.holds(hasDefinition) {
		s.defined = s.defines
	}
	for i := range s.chunks {
		if c := &s.chunks[i]; c.level > 0 {
			s.atx(&f, c)
		} else if !s.plainFence(&f, c) {
			f.chunk(c.Span, 0, s.context().option)
		}
	}
	whole := wholeTree(src, d.FrontMatter().End)
	sameNodes(t, whole.Nodes[1:], f.nodes[1:], src)
	for _, least := range []int{1, 40} {
		var pieces Tree
		new(chunkReader).inPieces(&pieces, src, d.FrontMatter().End, least)
		sameNodes(t, whole.Nodes, pieces.Nodes, src)
		require.Equal(t, whole.Code, pieces.Code)
	}
	return len(s.chunks)
}

func sameNodes(t testing.TB, whole, made []Node, src []byte) {
	t.Helper()
	require.Equal(t, len(whole), len(made), "%q", clip(string(src), 2000))
	for i := range whole {
		want, got := whole[i], made[i]
		wantParts, gotParts := *want.Parts, *got.Parts
		want.Parts, got.Parts = nil, nil
		require.Equal(t, want, got, "node %d of %q", i, clip(string(src), 2000))
		require.Equal(t, wantParts, gotParts)
	}
}

var sketchSeeds = []string{
	"# A Title Here\n\nText with a whitelist.\n\n* one\n* two\n\n  ```\n  code\n  ```\n\n## More Of It\n\n```\nx\n```\n",
	"- a\n  ```sh\n  x\n\n# Not A Heading\n```\n* y\n",
	"Title Of It\n===\n\n> * quoted\n> ```\n> code\n\n[a]: b\n\n[a] and [^1]\n\n[^1]: note\n\n    more whitelist\n",
	"<!-- a\n\n* b\n\n-->\n* c\n\n<div>\n```\n\n* d\n```\n",
	"1. a\n\n   ```json\n   {}\n   ```\n2. * whitelist\n\n- x\n\n      github\n",
	"<!-- doc-iterate-disable -->\n\n* a\n\n$$\n\n* b\n\n$$\n",
	"| a | b |\n|---|---|\n| json | whitelist |\n\n***\n* * *\n---\n+ a\n\n\n* b\n",
	"---\ntitle: x\n---\n# GitHub Is Here\ntext github\n## Https://a.b Json\n",
	"text\n\n[a]:", "# `{`\ngithub TODO", "# F\f", "[^1]: # A Heading Here\n", "text\n\n[^1]: > * a\n", "[^1]:> ```", "a\n\n[^b]: ```\n    * x\n\n    y\n    ```\n* z\n", "[^1]: <!--\n\n* a\n\n-->\n* b\n",
	"* two\n\n  ```\n  code\n\n ```",
	"one\n* two\n\n 9```\n  code\n  ```\n\n#",
	"- [ ] whitelist\n\n\ttab code\n\n~~~\n* x\n~~~~\ntext\n    * y\n",
	">\t-\n#", "]<a\n# {}\n* =>", "a \\( b\n# H\nx github TODO \\) c\n", "%% a\n# H\n* TODO %%\n", "a <%\n# H\n* TODO %>\n",
	"\t<!---->\n    D", "\t <!--\n+ x\n", "* **\v", "# H\n- [a]:c\nT", "<!---->\n- [\nO]:x\nf", "\ufeff:::---TDO", "-  >\t#\n# x\n", ">\t# json\r\nword\n",
	"para\n    ```json\n    ```\n\n- > ```\n  > x\n\n- ```\n  * a\n  ```\n* b\n",
}

func TestChunksParseAlone(t *testing.T) {
	for _, src := range sketchSeeds {
		sameBlocks(t, []byte(src))
		sameReview(t, []byte(src), sketchRules(t))
	}
}

func FuzzSketch(f *testing.F) {
	for _, src := range sketchSeeds {
		f.Add([]byte(src))
	}
	sets := sketchRules(f)
	f.Fuzz(func(t *testing.T, src []byte) {
		sameBlocks(t, src)
		sameReview(t, src, sets)
	})
}

// long reports whether the tests are to take as long as they may.
func long() bool { return os.Getenv("DOC_ITERATE_LONG") != "" }

// shuffled is lines that open, close and go on with blocks.
var shuffled = []string{
	"", "", "", "", "text", "the whitelist of github", "# A Heading Here", "## plain heading", "# A `Code` Heading Here!", "# `a ` b` TODO", "## ``a ` b`` c", "# Wow! ![a](b)", "# `code`", "# *A* [B](c) d#e", "## [a] [A Link](b)!", "# **Bold Text** www.a.b", "# A_b | c: d:e:", "# :a: ~b~ @c [[x]] a@b.c", "# a #", "# a &amp; b [x][a]", "# a `<kbd>` [b", "* star", "- dash", "  * nested star",
	"+ plus", "1. one", "2) two", "  text", "    text", "   text", "```", "```json", "  ```", "  ```sh", "   ```", "    ```", "    ```json", "~~~", "````",
	"> quote", "> * quote", "> ```", "> # Title Of Quote", "===", "---", "***", "* * *", "<div>", "</div>", "<!-- c", "-->", "<!-- c -->", "  <!-- c",
	"<a href=\"b\">", "<?php", "[a]: b", "[a] link [b](c)", "[^n]: note", "[^n] ref TODO", "| a | b |", "|---|---|", "\ttab", "-\ttab", "- ```", "* ```js",
	"1. ```", "- # Heading In Item", "- <div>", "*   far", "-", "*", "1.", "\\* no", "a `b` *c* __d__", "<http://x.y>", "www.github.com github", "10. ten",
	"see https://github.com/x and a.json", "<https://json.org>", "[x](http://github.io) ://github", "-a.json ..json", "\\[ x", "\\]", "$$", "a $$ b", "%%", "<% a", "%>", "{#", "<kbd>x</kbd> TODO", "<p><code>* x</code></p>", "<Tag {a}", "b}>", "\\( TODO", "\\)", "{: #id}", "{{ a", "}}", "{% raw %}", "{% endraw %}",
	"<p><code>", "<td><code>a <b>x</b></code> TODO</td>", "<code>a < b</code>", "<!-- `<code>` {{", "{{ --> TODO", "<pre>", "<pre><code>x TODO", "</code></pre> TODO", "</pre>", "<PRE a>b</PRE>", "<style>* {a}", "</style>", "<prefix> TODO", "<pre\"> TODO", "<pre></pre ><code></pre>", "> <!-- x --> TODO", "- <!-- y -->", "- <!-- z", "1.2  \t3-4", "<!-- prettier-ignore -->", "<!-- markdownlint-disable-next-line MD044 -->", "* x <!-- vale off -->", "<!-- vale on -->", "<!-- doc-iterate-disable", "terminology -->", "<!-- lint ignore --> TODO", "</code>", "use `<code>` TODO", "text <code> TODO", "[^n]: <pre>", "- <kbd>", "{{ a }} TODO", "{% if x %} TODO", "{{< highlight go >}}", "{{ /highlight }}", "{% raw %} TODO {% endraw %}", "* {{{ a }}} x", "\\begin{align}", "\\end{align}", "<kbd>",
	"    10. ten", "      deep", "- - - x", "- * x", "# h #", "#", "#no", "   # Indented Heading", "    # Code", "a | b", "--- | ---", "- [ ] TODO task",
}

// shuffledLines is a document of such lines.
func shuffledLines(next func(int) int) []byte {
	var b strings.Builder
	for range 2 + next(14) {
		b.WriteString(shuffled[next(len(shuffled))] + "\n")
		for range next(3) {
			b.WriteString("\n")
		}
	}
	// Most of a document needs no tree, or all of it is given one.
	b.WriteString(strings.Repeat("\nplain text of a paragraph that nobody needs a tree of\n", 20))
	return []byte(b.String())
}

// TestSketchOfShuffledLines makes documents of lines that open, close and go on
// with blocks: what fuzzing takes long to come by.
func TestSketchOfShuffledLines(t *testing.T) {
	n := 600
	if long() {
		n = 20000
	}
	c := chance(1)
	sets := sketchRules(t)
	chunks, sketched := 0, 0
	for range n {
		src := shuffledLines(c.next)
		chunks += sameBlocks(t, src)
		if sameReview(t, src, sets) {
			sketched++
		}
	}
	assert.Greater(t, chunks, n)
	assert.Greater(t, sketched, n/5)
}

func TestSketchOfCorpus(t *testing.T) {
	sets := sketchRules(t)
	sketched, n := 0, 0
	corpus(t, 100, func(path string, src []byte) {
		n++
		t.Run(path, func(t *testing.T) {
			sameBlocks(t, src)
			if sameReview(t, src, sets) {
				sketched++
			}
		})
	})
	t.Logf("%d of %d were sketched", sketched, n)
}
