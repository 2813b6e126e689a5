package report

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// Lines are wrapped between words, with their colours, and a command stays in one piece.
func TestWrap(t *testing.T) {
	const text = "- [\x1b[33mWarning\x1b[0m] a: Some words that are too long for one line.\n" +
		"  \u65e5\u672c\u8a9e words that take two columns each\n" +
		"Run `doc-iterate check --review=review.json guide.md` for the rest.\n"
	var out bytes.Buffer
	w := Style{Width: 30}.Wrap(&out)
	for _, b := range []byte(text) { // in any pieces
		_, _ = w.Write([]byte{b})
	}
	for line := range strings.Lines(out.String()) {
		if !strings.Contains(line, "doc-iterate") {
			assert.LessOrEqual(t, columns(strings.TrimSuffix(line, "\n")), 30, line)
		}
	}
	assert.Equal(t, strings.Fields(text), strings.Fields(out.String()))
	assert.Contains(t, out.String(), "words that\n  are too long for one line.\n")
	out.Reset()
	_, _ = Style{}.Wrap(&out).Write([]byte(text))
	assert.Equal(t, text, out.String())
}
