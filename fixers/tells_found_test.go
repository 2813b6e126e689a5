package fixers

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestGlobFinder holds the counts of lines to what each glob says of each line, in
// code made of what the globs describe, in parts and nearly.
func TestGlobFinder(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, f := range []*globFinder{&compiled().globs, &compiled().folded} {
		globs := make([]glob, len(f.ids))
		patterns := make([]string, len(f.ids))
		for pattern, id := range f.ids {
			globs[id], patterns[id] = compileGlob(pattern), pattern
		}
		met := make([]bool, len(globs))
		for range 2000 {
			code := newSample(likeCode(random, patterns)).spaced()
			found := f.count(code)
			for id := range globs {
				n := 0
				for line := range strings.Lines(string(code[:len(code)-len(padding)])) {
					if globs[id].match(strings.TrimSuffix(line, "\n")) {
						n = min(n+1, enough)
					}
				}
				require.Equal(t, n, int(found.n[id]), "lines of the form %q in %q", patterns[id], code)
				met[id] = met[id] || n > 0
			}
			f.free(found)
		}
		met = slices.DeleteFunc(met, func(ok bool) bool { return ok })
		require.Less(t, len(met), len(globs)/25, "globs that no code shows")
	}
}

// TestWeights: what tells say is counted in whole units.
func TestWeights(t *testing.T) {
	for _, l := range compiled().languages {
		for _, tell := range l.tells {
			units := tell.weight * unit / 4
			require.InDelta(t, math.Round(units), units, 1e-9, "%s: %v", l.name, tell)
		}
	}
}

// likeCode is a few lines of what patterns describe.
func likeCode(random *rand.Rand, patterns []string) []byte {
	one := func(of ...string) string { return of[random.IntN(len(of))] }
	var code []byte
	for range 1 + random.IntN(20) {
		for range 1 + random.IntN(4)/2 {
			text := strings.TrimSuffix(strings.TrimPrefix(one(patterns...), "^"), one("$", "\n"))
			text = strings.NewReplacer("%w", one("a", "String", "é_1", "x y", ""), "%d", one("1", "42", "x"), "…", one("", "a(b) ", "|"), " ", one(" ", " ", "\t ")).Replace(text)
			code = append(code, text[:len(text)-min(len(text), random.IntN(9)/8)]...)
			code = append(code, one("", "", "", " ", "A", ";")...)
		}
		code = append(code, one("\n", "\r\n", "\n\n  ")...)
	}
	return code
}
