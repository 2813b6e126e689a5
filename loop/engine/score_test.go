package engine

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestWords holds the count of words against that of the standard library.
func TestWords(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	letters := []rune("ab\t\n \r\v\f\u0085\u00a0\u1680\u2003\u2028\u205f\u3000éあ\u2010\ufeff€")
	for round := range 4000 {
		var b strings.Builder
		for range random.IntN(20 + 20*(round%2)) {
			switch {
			case round%2 == 1 && random.IntN(40) > 0:
				b.WriteByte(byte(random.IntN(128)) &^ byte(random.IntN(2)<<6)) // eight bytes of ASCII, mostly
			case random.IntN(10) == 0:
				b.WriteByte(byte(random.IntN(256))) // not UTF-8
			default:
				b.WriteRune(letters[random.IntN(len(letters))])
			}
		}
		require.Equal(t, len(bytes.Fields([]byte(b.String()))), Words([]byte(b.String())), "%q", b.String())
	}
	for r := range rune(0x3100) {
		if text := []byte("a" + string(r) + "b"); unicode.IsSpace(r) {
			assert.Equal(t, 2, Words(text), "%q", r)
		}
	}
}
