package markdown

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// hostile is inputs for which goldmark takes time that grows with the square of
// their length.
var hostile = map[string]func(n int) string{
	"emphasis":            func(n int) string { return strings.Repeat("*a_ ", n/4) },
	"emphasis over lines": func(n int) string { return strings.Repeat("*a_\n", n/4) },
	"destinations":        func(n int) string { return strings.Repeat("[a](", n/4) },
	"angled destinations": func(n int) string { return strings.Repeat("[a](<b", n/6) },
	"labels":              func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("]", n/2) },
	"definitions":         func(n int) string { return strings.Repeat("[a]: <b>\n", n/9) },
	"quotes":              func(n int) string { return strings.Repeat(">", n) },
	"bullets":             func(n int) string { return strings.Repeat("- ", n/2) },
	"numbers":             func(n int) string { return strings.Repeat("1) ", n/3) },
	"brackets over lines": func(n int) string { return strings.Repeat("[a]\n", n/4) },
	"tildes":              func(n int) string { return "# " + strings.Repeat("~", n-2) },
	"footnotes":           func(n int) string { return strings.Repeat("[^a]: ", n/6) },
}

func TestComplexityRefusesWhatGrowsWithTheSquare(t *testing.T) {
	for name, input := range hostile {
		assert.NoError(t, CheckComplexity([]byte(input(2000))), name)
		text := "# Title\n\ntext\n\n" + input(1<<18)
		err := CheckComplexity([]byte(text))
		require.Error(t, err, name)
		assert.Regexp(t, `^line [0-9]+: .*; break the text up with blank lines$`, err.Error())
	}
}

// TestSmallBlocksNeedNoLook is what lets CheckComplexity pass over them.
func TestSmallBlocksNeedNoLook(t *testing.T) {
	for name, input := range hostile {
		b := workMeter{src: []byte(input(smallBlock))}
		_, what := b.block(0)
		assert.Empty(t, what, name)
		assert.Less(t, b.steps, maxSteps/1.2, name)
	}
}

func TestComplexityAdmitsLargeDocuments(t *testing.T) {
	for name, text := range map[string]string{
		"one line":       strings.Repeat("some word ", 1<<20),
		"definitions":    strings.Repeat("[a]: b\n", 1<<18),
		"pairs of stars": strings.Repeat("*whitelist* ", 1<<18),
		"pairs":          strings.Repeat("**a** _b_ ~~c~~ ", 1<<18),
		"brackets":       strings.Repeat("[", 1<<19),
		"stars":          strings.Repeat("*", 1<<20),
		"angles":         strings.Repeat("<", 1<<20),
		"tildes":         strings.Repeat("~", 1<<15),
		"lines":          strings.Repeat("A [link](b.md) on each line\n", 1<<15),
		"table":          "| a | b |\n|---|---|\n" + strings.Repeat("| *x* | `y_z` |\n", 1<<16),
		"list":           strings.Repeat("- **a** [b](c) d_e_f\n", 1<<16),
		"code":           "```\n" + strings.Repeat("*p = a_b[c](d);\n", 1<<16) + "```\n",
		"paragraphs":     strings.Repeat("Some *text* with [a link](b.md) and `code`.\n\n", 1<<16),
		"nested quotes":  strings.Repeat(">", 10000) + " a",
		"nested bullets": strings.Repeat("- ", 10000) + "a",
	} {
		assert.NoError(t, CheckComplexity([]byte(text)), name)
	}
}

func TestComplexityAdmitsTheCorpus(t *testing.T) {
	testdocs.Corpus(t, 1, func(path string, src []byte) { assert.NoError(t, CheckComplexity(src), path) })
}

func FuzzCheckComplexity(f *testing.F) {
	for _, input := range hostile {
		f.Add([]byte(input(3000)))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		if err := CheckComplexity(src); err != nil && len(src) < 10000 {
			t.Fatalf("%d bytes are refused: %v", len(src), err)
		}
	})
}

// Long paragraphs of definitions are read in parts: all that was defined in one piece still is, wherever the parts end.
func TestDefinitionsInParts(t *testing.T) {
	const many = 1200
	for _, every := range []struct{ n, form int }{{1 << 20, 0}, {3, 1}, {7, 2}, {256, 2}, {255, 1}, {5, 3}} {
		var text strings.Builder
		for i := range many {
			fmt.Fprintf(&text, "[r%d]: /u%d", i, i)
			switch i % every.n {
			case every.n - 1:
				text.WriteString([]string{"", " \"title\"", "\n  'a title\n[x]: y'", "\n\"title\" "}[every.form])
			}
			text.WriteByte('\n')
		}
		text.WriteString("[no definition] but text\n[late]: /z\n")
		defined := 0
		for _, n := range Parse("a.md", []byte(text.String()), Dialect{}).Nodes() {
			if n.Kind == LinkDefinition {
				defined++
			}
		}
		assert.Equal(t, many, defined, "every %d", every.n)
	}
}
