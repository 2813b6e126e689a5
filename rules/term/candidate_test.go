package term

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// FuzzCandidate asserts that Candidate leaves out nothing that AppendHits finds
// in any stretch of the text.
func FuzzCandidate(f *testing.F) {
	set := mustCompile(f, `{"use": "allowlist", "not": ["whitelist", "white list"]}, {"use": "GitHub"}, {"use": "Node.js", "not": ["nodejs"]},
		{"use": "C++", "not": ["cpp"]}, {"use": "email", "not": ["e-mail"]}, {"use": "café", "not": ["kaffee"]},
		{"use": "$1 up", "pattern": "(log|sign)up"}, {"use": "x", "not": ["(tm)"], "whole_word": false},
		{"use": "straße", "not": ["strasse"], "except": ["bergstrasse"]}`)
	// Without anything that may start within a word, words are looked at 64 bytes at
	// a time.
	words := mustCompile(f, `{"use": "allowlist", "not": ["whitelist", "white list"]}, {"use": "GitHub"}, {"use": "Node.js", "not": ["nodejs"]},
		{"use": "a", "not": ["x"]}, {"use": "email", "not": ["e-mail"]}, {"use": "café", "not": ["kaffee", "o'clock", "öl"]},
		{"use": "straße", "not": ["strasse"], "except": ["bergstrasse"]}`)
	require.False(f, words.byBytes)
	for _, text := range []string{
		"the whitelists of github, GitHub and _github_", "white\nlist a(tm)b nodejs's signup", "e\u2011mail \u212Aaffee CPP strasse Bergstrasse",
		"éwhitelist whitelisté whitelist_a gITHUBS whitelistedly", "white \n\n list Whitelist's whitelist\u2019s",
		strings.Repeat("words ", 10) + "of whitelist",
		strings.Repeat("é", 31) + " öl " + strings.Repeat("w", 60) + " github",
		strings.Repeat("x-", 32) + strings.Repeat("github", 12) + " " + strings.Repeat("whitelist", 12),
	} {
		f.Add([]byte(text), uint8(0), uint8(200))
	}
	tables := []*Table{set, words}
	f.Fuzz(func(t *testing.T, text []byte, from, size uint8) {
		start := min(int(from), len(text))
		end := min(start+int(size), len(text))
		for _, table := range tables {
			for _, hit := range table.AppendHits(nil, text, start, end) {
				for at := range hit.Start + 1 {
					require.LessOrEqual(t, table.Candidate(text, at), hit.Start, "%q from %d", text, at)
				}
			}
			for at := range text {
				require.Equal(t, table.candidateAnywhere(text, at), table.Candidate(text, at), "%q from %d", text, at)
			}
		}
	})
}

func TestCandidateIsNoWordThatIsRight(t *testing.T) {
	set := mustCompile(t, `{"use": "GitHub"}, {"use": "allowlist", "not": ["whitelist"]}`)
	for _, text := range []string{"GitHub", "GitHub's and githubber", "the allowlist", "whitelistable", strings.Repeat("word ", 100)} {
		require.Equal(t, len(text), set.Candidate([]byte(text), 0), text)
	}
}

// BenchmarkCandidate is a search in plain text for 5 and 5,000 terms, 64 bytes at
// a time and byte by byte.
func BenchmarkCandidate(b *testing.B) {
	text := benchText()
	for _, n := range []int{5, 5000} {
		table := benchTerms(n)
		for name, candidate := range map[string]func([]byte, int) int{"eight": table.Candidate, "one": table.candidateAnywhere} {
			b.Run(fmt.Sprintf("terms=%d/%s", n, name), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				for b.Loop() {
					for at := 0; at < len(text); at++ {
						at = candidate(text, at)
					}
				}
			})
		}
	}
}

// BenchmarkCandidateCorpus is the same search in the documents of the corpus, on one goroutine.
func BenchmarkCandidateCorpus(b *testing.B) {
	table := mustCompile(b, `{"use": "JavaScript"}, {"use": "GitHub"}, {"use": "Kubernetes"}, {"use": "TypeScript"}, {"use": "Node.js"},
		{"use": "macOS"}, {"use": "PostgreSQL"}, {"use": "MySQL"}, {"use": "YAML"}, {"use": "JSON"},
		{"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"]}`)
	testdocs.BenchCorpus(b, func(_ string, src []byte) {
		for at := 0; at < len(src); at++ {
			at = table.Candidate(src, at)
		}
	})
}
