package source_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// manyLines is a text of n lines, each as write has it.
func manyLines(n int, write func(i int) string) []byte {
	var b strings.Builder
	for i := range n {
		b.WriteString(write(i))
	}
	return []byte(b.String())
}

func numbered(i int) string { return fmt.Sprintf("line %d\n", i) }

// Large texts are compared in pieces; what comes out leads from one to the other
// all the same, and keeps the lines that are alike.
func TestBetweenLargeTexts(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	const lines = 6000
	before := manyLines(lines, numbered)
	for name, write := range map[string]func(i int) string{
		"every fifth line edited": func(i int) string {
			if i%5 == 0 {
				return "edited " + numbered(i)
			}
			return numbered(i)
		},
		"lines lost, added and doubled": func(i int) string { return strings.Repeat(numbered(i), r.IntN(3)) },
		"blocks in another order":       func(i int) string { return numbered((i + lines/2) % lines) },
		"nothing alike":                 func(i int) string { return "other " + numbered(i) },
		"few different lines":           func(i int) string { return numbered(r.IntN(2)) },
	} {
		after := manyLines(lines, write)
		edits := source.Between(before, after)
		got, err := source.Apply(before, edits)
		require.NoError(t, err, name)
		require.Equal(t, string(after), string(got), name)
		if name == "every fifth line edited" {
			assert.Len(t, edits, lines/5)
		}
	}
	two := func(int) string { return numbered(r.IntN(2)) }
	before, after := manyLines(10000, two), manyLines(10000, two)
	got, err := source.Apply(before, source.Between(before, after))
	require.NoError(t, err)
	require.Equal(t, string(after), string(got), "no line is an anchor, and the piece is too large to compare")
}

func BenchmarkBetween(b *testing.B) {
	for _, lines := range []int{1000, 10_000, 100_000} {
		before := manyLines(lines, numbered)
		after := manyLines(lines, func(i int) string { return strings.Repeat("edited ", (i%5)/4) + numbered(i) })
		b.Run(fmt.Sprintf("lines=%d", lines), func(b *testing.B) {
			b.SetBytes(int64(len(before)))
			for b.Loop() {
				source.Between(before, after)
			}
		})
	}
}
