package report

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// characters counts as JavaScript does.
func characters(text string) int { return len(utf16.Encode([]rune(text))) }

// checkCut checks that a cut text is whole characters, as much as there is room for but for a line, and that its notice
// is a paragraph of its own: no table, list or code has it.
func checkCut(t *testing.T, whole, got string, size func(string) int, most, line int) {
	t.Helper()
	require.True(t, utf8.ValidString(got))
	assert.LessOrEqual(t, size(got), most)
	if size(whole) <= most {
		assert.Equal(t, whole, got)
		return
	}
	assert.Greater(t, size(got), most-line-200, "room was left")
	doc := zone.Parse("cut.md", []byte(got), markdown.Dialect{})
	nodes := doc.Nodes()
	at := -1
	for i := range nodes {
		if nodes[i].Parent == 0 {
			at = i
		}
	}
	require.Positive(t, at)
	assert.Equal(t, "paragraph", nodes[at].Kind.String())
	last := got[nodes[at].Span.Start:nodes[at].Span.End]
	assert.True(t, strings.HasPrefix(last, "The rest is left out: GitHub takes "), "%.60s", last)
	head := strings.TrimSuffix(got, "\n\n"+strings.TrimRight(last, "\n")+"\n")
	assert.True(t, strings.HasPrefix(whole, head), "the head is another text")
}

// Every size around the limits is cut at a character, whatever the text is made of.
func TestCutAtTheLimits(t *testing.T) {
	row := func(text string) string { return "| " + text + " | x |\n" }
	for _, text := range []string{"größe", "汉字", "😀"} {
		for name, c := range map[string]struct{ start, line string }{
			"table":  {"| a | b |\n| --- | --- |\n", row(strings.Repeat(text, 20))},
			"list":   {"# Title\n\n", "- " + strings.Repeat(text, 20) + "\n"},
			"a line": {"# Title\n\n", strings.Repeat(text, 50_000)},
		} {
			t.Run(name+" of "+text, func(t *testing.T) {
				checkLimits(t, c.start, c.line)
			})
		}
	}
}

func checkLimits(t *testing.T, start, line string) {
	t.Helper()
	for _, l := range []struct {
		most int
		size func(string) int
		cut  func([]byte) []byte
	}{
		{65_536, characters, CutForComment},
		{1 << 20, func(s string) int { return len(s) }, func(text []byte) []byte { return CutForSummary(text, 0) }},
	} {
		whole := start + strings.Repeat(line, 1+l.most/l.size(line))
		room := min(l.size(line), 2000)
		for l.size(whole) > l.most+2 { // the whole characters that fit, or two more
			_, width := utf8.DecodeLastRuneInString(whole)
			if over := l.size(whole) - l.most - 2; over > 4 {
				width = over / 4
				for !utf8.RuneStart(whole[len(whole)-width]) {
					width++
				}
			}
			whole = whole[:len(whole)-width]
		}
		for range 6 {
			checkCut(t, whole, string(l.cut([]byte(whole))), l.size, l.most, room)
			_, width := utf8.DecodeLastRuneInString(whole)
			whole = whole[:len(whole)-width]
		}
		long := start + strings.Repeat(line, 3+3*l.most/l.size(line))
		checkCut(t, long, string(l.cut([]byte(long))), l.size, l.most, room)
	}
}

// A step may call the program several times: what its summary has counts.
func TestCutForSummaryCountsWhatIsThere(t *testing.T) {
	text := []byte(strings.Repeat("- one line\n", 100))
	assert.Equal(t, text, CutForSummary(text, 1<<20-int64(len(text))))
	assert.Less(t, len(CutForSummary(text, 1<<20-int64(len(text))+1)), len(text))
	for _, full := range []int64{1<<20 - 50, 1 << 20, 1 << 40} {
		assert.Empty(t, CutForSummary(text, full), fmt.Sprint(full))
	}
}
