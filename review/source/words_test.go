package source

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestBetweenWordsIsNoLongerThanTheWords(t *testing.T) {
	before, after := "one\nThe quick fox.\nthree\n", "one\nThe slow, old fox.\nthree\n"
	assert.Equal(t, []Edit{{Span{8, 13}, "slow, old"}}, BetweenWords([]byte(before), []byte(after)))
}

func FuzzBetweenWords(f *testing.F) {
	f.Add("a b\nc\n", "a c\nb\n")
	f.Add("\xff\x00\r\n", "é\n")
	f.Fuzz(func(t *testing.T, before, after string) {
		got, err := Apply([]byte(before), BetweenWords([]byte(before), []byte(after)))
		require.NoError(t, err)
		assert.Equal(t, after, string(got))
	})
}
