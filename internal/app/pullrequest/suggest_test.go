package pullrequest

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Whoever takes all suggestions over has the text that their edits make, and each finding is a suggestion or is left.
func TestSuggestionsMakeTheirEdits(t *testing.T) {
	made, left := 0, 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		piece := func(most int) string {
			var b strings.Builder
			for range r.IntN(most) {
				b.WriteString([]string{"a", " ", "\n", "`", "é", "word", "\r\n", "\u202e", "\xff"}[min(r.IntN(306)/50, r.IntN(9))])
			}
			return b.String()
		}
		src := piece(40)
		var findings []*report.Finding
		for range r.IntN(6) {
			start := r.IntN(len(src) + 1)
			end := start + r.IntN(min(len(src)-start, 6)+1)
			findings = append(findings, &report.Finding{Finding: review.Finding{Path: "a.md"}, Fix: &report.Fix{Replacement: &report.Edit{
				Path: "a.md", Start: report.Position{Offset: start}, End: report.Position{Offset: end}, Old: src[start:end], New: piece(5),
			}}})
		}
		total := len(findings)
		all, rest := suggestionsFor("a.md", []byte(src), findings)
		lines := strings.Split(src, "\n")
		var edits []source.Edit
		told := len(rest)
		for i := len(all) - 1; i >= 0; i-- { // from the end, so that the numbers of lines hold
			s := all[i]
			lines = append(lines[:s.first-1:s.first-1], append(strings.Split(s.text, "\n"), lines[s.last:]...)...)
			edits = append(edits, s.edits...)
			told += len(s.findings)
		}
		want, err := source.Apply([]byte(src), edits)
		require.NoError(t, err, "seed %d", seed)
		require.Equal(t, string(want), strings.Join(lines, "\n"), "seed %d: %q", seed, src)
		require.Equal(t, total, told, "seed %d", seed)
		made, left = made+len(all), left+len(rest)
	}
	assert.Greater(t, made, 1000)
	assert.Greater(t, left, 100)
}
