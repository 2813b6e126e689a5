package locate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestLettersAtBreaks compares with what a reading of the text up to each break has.
func TestLettersAtBreaks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\n", "\n", "\r\n", "> ", ">", " ", "a", "B c", "é", "e\u0301", "--", "—", "-", "…", "“", "\u00AD", "\u00A0", "日本", "1.10", "*", "\xFF", "\xC3"}
	for range 5000 {
		raw := ""
		for range random.IntN(30) {
			raw += pieces[random.IntN(len(pieces))]
		}
		q, text := quote(raw), strings.TrimSpace(raw)
		var want []int
		for i, c := range []byte(text) {
			if c == '\n' {
				want = append(want, len(letters(written([]byte(text[:i]))).b))
			}
		}
		require.Equal(t, want, lettersAtBreaks(q.letters, q.t.from, strings.Index(raw, text), text), "%q", raw)
	}
}

// TestQuoteOfManyLines has a quote of a whole long document. Were it read from its
// beginning for each of its lines, it would take minutes.
func TestQuoteOfManyLines(t *testing.T) {
	const n = 40000
	src := strings.Repeat("One line of text.\n", n-1) + "The end.\n"
	for _, p := range []review.Place{
		{Quote: src},
		{Quote: src, Range: review.Range{Form: review.Points, From: source.Point{Line: 2, Column: 1}, To: source.Point{Line: n + 1, Column: 9}}},
	} {
		f := locateOne(src, p, Options{})
		require.Equal(t, review.Located, f.State, f.Reason)
	}
}
