package interactive

import (
	"strings"
	"testing"

	"github.com/rivo/uniseg"
	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// Lines end at spaces within the width, and what is marked stays in one piece with its neighbour.
func TestLay(t *testing.T) {
	l := look{width: 24}
	assert.Equal(t, "  Add the [-white list-]\n  {+allowlist+} here.\n",
		l.lay("  ", piece{"Add the ", plain}, piece{"white list", deleted}, piece{" ", plain}, piece{"allowlist", inserted}, piece{" here.", plain}))
	assert.Equal(t, "  a\n\n  b\x1b[31;9mc d\x1b[0m\n", look{color: true, width: 24}.lay("  ", piece{"a\r\n\nb", plain}, piece{"c d", deleted}))
	for width := 40; width <= 200; width++ {
		text := look{width: width}.lay("  ", piece{strings.Repeat("日本 word ␛ é ", 40), plain})
		for line := range strings.Lines(text) {
			assert.LessOrEqual(t, uniseg.StringWidth(strings.TrimSuffix(line, "\n")), width)
		}
	}
}

// What is shown of a change is bounded, in long lines and between edits that are far apart.
func TestChanged(t *testing.T) {
	long := strings.Repeat("word ", 1000)
	src := []byte(long + "old " + long + "old " + long)
	var text strings.Builder
	for _, p := range changed(src, []source.Edit{{Span: source.Span{Start: 5000, End: 5003}, New: "new"}, {Span: source.Span{Start: 10004, End: 10007}, New: "new"}}) {
		text.WriteString(p.text)
	}
	assert.Less(t, text.Len(), 6*around)
	assert.True(t, strings.HasPrefix(text.String(), "... word word"), text.String())
	assert.Contains(t, text.String(), "\n...\n")
	assert.Equal(t, 2, strings.Count(text.String(), "oldnew"))
}
