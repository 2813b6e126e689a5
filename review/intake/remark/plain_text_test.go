package remark

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// TestUnmarked shows that no marks are found in a text that marked passes over, whatever it is made of.
func TestUnmarked(t *testing.T) {
	chance := testdocs.Chance(1)
	parts := []string{"Use", "TO", "TODO", "TBD", "FIXME", "XXX", "the", "lazy", "dogs", "change",
		"Correction", "instead of", "not", "for example", "rather than", "s", "x", "1", " ", " ", " ", " ",
		"to", "with", "NEW", ":", "->", "\"", "(", "(?)", "//", "é"}
	passed := 0
	for range 30_000 {
		var texts [2]string
		for i := range texts {
			for range 1 + chance.Next(8) {
				texts[i] += parts[chance.Next(len(parts))]
			}
			texts[i] = strings.TrimSpace(texts[i])
		}
		bare, was := texts[0], texts[1]
		if bare == "" || was == "" || !unmarked(bare) || strings.Contains(bare, was) {
			continue
		}
		passed++
		kind, of := readMarks(bare, was)
		require.Equal(t, Replacement, kind, "%q for %q", bare, was)
		require.Equal(t, bare, of, "%q for %q", bare, was)
	}
	require.Greater(t, passed, 1000)
}
