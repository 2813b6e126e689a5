package language

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestIndex holds the counts of lines to what each pattern says of each line, in code
// made of what the patterns describe, in parts and nearly.
func TestIndex(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for _, x := range []*index{&compiled().exact, &compiled().folded} {
		patterns := make([]string, len(x.patterns))
		for pattern, id := range x.byPattern {
			patterns[id] = pattern
		}
		met := make([]bool, len(patterns))
		for range 2000 {
			lines := newSample(likeCode(random, patterns)).lines
			for i := range lines {
				lines[i] = singleSpaced(lines[i])
			}
			for id, got := range x.count(lines) {
				n := 0
				for _, line := range lines {
					if x.patterns[id].match(line) {
						n = min(n+1, enough)
					}
				}
				require.Equal(t, n, int(got), "lines of the form %q in %q", patterns[id], lines)
				met[id] = met[id] || n > 0
			}
		}
		met = slices.DeleteFunc(met, func(ok bool) bool { return ok })
		require.Less(t, len(met), len(patterns)/25, "patterns that no code shows")
	}
}

// TestWeights: weights have one decimal at most, so that scores are sums of whole units.
func TestWeights(t *testing.T) {
	for _, l := range compiled().languages {
		for _, h := range l.hints {
			require.InDelta(t, math.Round(10*h.weight), 10*h.weight, 1e-9, "%s: %v", l.name, h)
		}
	}
}

func TestPatterns(t *testing.T) {
	for _, tt := range []struct {
		pattern, line string
		want          bool
	}{
		{"^def ", "def f", true},
		{"^def ", "undef f", false},
		{";$", "a; b;", true},
		{";$", "a; b", false},
		{"func", "func(", true},
		{"func", "function(", false},
		{"func", "xfunc", false},
		{"%w()", "call()", true},
		{"%w()", " ()", false},
		{"%d%d", "x 7", false},
		{"HTTP/%d", "HTTP/2", true},
		{"HTTP/%d", "HTTP/x", false},
		{"(…) {", "if (a) (b) {", true},
		{"(…) {", "if (a) b {", false},
		{"^$", "price: 5$", false}, // $ alone stands for itself
		{"^$", "$ ls", true},
		{"é", "café", false},
	} {
		g := compileGlob(tt.pattern)
		require.Equal(t, tt.want, g.match(tt.line), "%q in %q", tt.pattern, tt.line)
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
