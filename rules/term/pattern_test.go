package term

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestExpand(t *testing.T) {
	for pattern, want := range map[string][]string{
		`e-?mail`:                 {"email", "e-mail"},
		`\b(?:e-mail|E-mail)s?\b`: {"e-mail", "e-mails", "E-mail", "E-mails"},
		`un(?:check|select)`:      {"uncheck", "unselect"},
		`(a|b){2}`:                {"aa", "ab", "ba", "bb"},
		`colou?r`:                 {"color", "colour"},
		`[Ww]ifi`:                 {"Wifi", "wifi"},
		`a\.k\.a\.`:               {"a.k.a."},
		`x|x`:                     {"x"},
		`(?i)xk`:                  {"xk", "Xk", "xK", "XK"},
		`(?i)whitelists`:          nil, // 1024 of them
		`a.b`:                     nil,
		`a+`:                      nil,
		`\d`:                      {"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"},
		`\w`:                      nil,
		`a?`:                      nil, // matches nothing at all
		`a ?`:                     nil, // ends in a space
		`^a`:                      nil,
		`a\bb`:                    nil,
		`[a-p][a-p][a-p]`:         nil, // 4096 of them
		`(`:                       nil,
		`(?:a|b)(?:c|d)(?:e|f)`:   {"ace", "acf", "ade", "adf", "bce", "bcf", "bde", "bdf"},
	} {
		got, ok := Expand(pattern)
		assert.Equal(t, want != nil, ok, pattern)
		assert.ElementsMatch(t, want, got, pattern)
	}
}

// TestShortcutsChangeNothing compares the searches that skip what cannot match
// with those that read everything.
func TestShortcutsChangeNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	parts := []string{`a`, `b`, `\d`, `\w+`, `[xy]`, ` `, `\.`, `(?:a|1)`, `b?`, `\s`, `"`, `é`, `\b`, `[^a]`, `(?:ab|\d+x)`, `K`}
	letters := []string{"a", "b", "1", "2", "x", "y", " ", ".", "\"", "é", "É", "\n", "k", "\u212a", "\n\n", "_"}
	pick := func(from []string, n int) string {
		var b strings.Builder
		for range 1 + r.IntN(n) {
			b.WriteString(from[r.IntN(len(from))])
		}
		return b.String()
	}
	hits := 0
	for range 600 {
		src, matchCase, wholeWord := pick(parts, 4), r.IntN(2) == 0, r.IntN(2) == 0
		fast, err := compilePattern(src, matchCase, wholeWord)
		if err != nil {
			continue // it matches nothing at all
		}
		slow, err := compilePattern(src, matchCase, wholeWord)
		require.NoError(t, err)
		slow.compile()
		slow.rare, slow.required, slow.starts, slow.literals = nil, nil, nil, nil
		text := []byte(pick(letters, 40))
		var got [2][]Hit
		for i, p := range []*pattern{fast, slow} {
			term := Compiled{Spec: Spec{Pattern: src, MatchCase: matchCase, WholeWord: wholeWord}, pattern: p}
			got[i] = New([]Compiled{term}).AppendHits(nil, text, 0, len(text))
		}
		if len(fast.starts) > 0 || len(fast.literals) > 0 {
			// Tried at every start, a pattern finds matches that a search from the end
			// of the match before passes over; it must find the others.
			for _, h := range got[1] {
				covered := false
				for _, g := range got[0] {
					covered = covered || g.Start < h.End && h.Start < g.End
				}
				require.True(t, covered, "%q in %q: %v, %v", src, text, got[0], got[1])
			}
		} else {
			require.Equal(t, got[1], got[0], "%q in %q", src, text)
		}
		hits += len(got[0])
	}
	assert.Greater(t, hits, 250, "too little to compare")
}
