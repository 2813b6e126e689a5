package term

import (
	"fmt"
	"testing"
)

// BenchmarkPatterns is why paragraphs are ruled out by their bytes and matches
// are looked for at rare first bytes: patterns that no literal starts are the
// one thing that costs a search of its own.
func BenchmarkPatterns(b *testing.B) {
	text := benchText()
	for _, c := range []struct{ name, src string }{
		{"rare start", `\d{1,2} ?[ap]m`},
		{"any word", `\w+ly-\w+`},
		{"with a literal start", `config(?:uration)? (?:file|node)`},
	} {
		for _, plain := range []bool{false, true} {
			p, err := compilePattern(c.src, true, false)
			if err != nil {
				b.Fatal(err)
			}
			if plain {
				p.rare, p.required, p.starts = nil, nil, nil
			}
			table := New([]Compiled{{Spec: Spec{Pattern: c.src}, pattern: p}})
			b.Run(fmt.Sprintf("%s/plain=%v", c.name, plain), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					table.AppendHits(nil, text, 0, len(text))
				}
			})
		}
	}
}
