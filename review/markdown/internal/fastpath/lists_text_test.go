package fastpath

import (
	"bytes"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// tabsAnew is what listText says of the tabs of a text, with a look at the whole line
// for each of them.
func tabsAnew(text []byte) bool {
	for at, c := range text {
		if c != '\t' {
			continue
		}
		line := bytes.LastIndexByte(text[:at], '\n') + 1
		rest, _, _ := bytes.Cut(text[at:], []byte("\n"))
		before := bytes.TrimRight(text[:at], " \t")
		n := len(before)
		bullet := n > 0 && strings.IndexByte("-*+.)>", before[n-1]) >= 0 && !(n > 1 && before[n-1] == '.' && source.IsLetter(before[n-2]))
		if !slices.ContainsFunc(text[line:at], source.IsLetter) && (len(bytes.TrimSpace(rest)) > 0 || bullet) {
			return false
		}
	}
	return true
}

func TestTabsOfLists(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	mix := func(parts ...string) []byte {
		var out []byte
		for range random.IntN(12) {
			out = append(out, parts[random.IntN(len(parts))]...)
		}
		return out
	}
	for range 20000 {
		text := mix("\t", "\t", " ", "\n", "a", "1", "-", ".", "a.", "\"")
		require.Equal(t, tabsAnew(text), listText(text), "%q", text)
	}
}

// TestTabsAreLinear reads very long lines. Were they searched anew for each tab on them, it
// would take an hour.
func TestTabsAreLinear(t *testing.T) {
	const size = 16 << 20
	long := func(part string) []byte { return []byte(strings.Repeat(part, size/len(part))) }
	assert.True(t, listText(append([]byte("- a"), long(".\t")...)))
	assert.True(t, listText(append([]byte("- \""), long("\t")...)))
}
