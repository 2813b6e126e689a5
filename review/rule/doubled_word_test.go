package rule

import (
	"bytes"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestNextDoubled shows that 64 bytes at a time the same words are found as one byte at a time.
func TestNextDoubled(t *testing.T) {
	pieces := []string{"the", "the", "the", "The", "THE", "then", "a", "a", "A", " ", " ", " ", " ", " ", " ", " ", " ",
		"\n", "\n\n", "\t", "\r\n", "\f", "-", "_", "1", "é", ".",
		strings.Repeat("long", 16), strings.Repeat(" ", 61)}
	chance, found := testdocs.Chance(3), 0
	for range 20_000 {
		var b strings.Builder
		for n := chance.Next(12); n >= 0; n-- {
			b.WriteString(pieces[chance.Next(len(pieces))])
		}
		text := []byte(b.String())
		from := chance.Next(len(text) + 1)
		want := doubledByteByByte(text, from)
		require.Equal(t, want, nextDoubled(text, from), "%q from %d", text, from)
		if want < len(text) {
			found++
		}
	}
	require.Greater(t, found, 300)
}

func doubledByteByByte(text []byte, from int) int {
	for at := from; at < len(text); at++ {
		word := wordAt(text, at)
		if word.Empty() || at > 0 && source.IsLetter(text[at-1]) {
			continue
		}
		rest := text[word.End:]
		again := wordAt(text, word.End+spaces(rest))
		if again.Start > word.End && bytes.EqualFold(text[word.Start:word.End], text[again.Start:again.End]) &&
			bytes.Count(text[word.End:again.Start], []byte("\n")) < 2 {
			return at
		}
	}
	return len(text)
}
