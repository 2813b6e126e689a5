package term

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// FuzzMayHold asserts that a text may hold what AppendHits finds in it.
func FuzzMayHold(f *testing.F) {
	set := mustCompile(f, `{"use": "allowlist", "not": ["whitelist", "white list"]}, {"use": "GitHub"}, {"use": "Node.js", "not": ["nodejs"]},
		{"use": "C++", "not": ["cpp"]}, {"use": "email", "not": ["e-mail"]}, {"use": "café", "not": ["kaffee"]},
		{"use": "$1 up", "pattern": "(log|sign)up"}, {"use": "x", "not": ["(tm)"], "whole_word": false},
		{"use": "straße", "not": ["strasse"], "except": ["bergstrasse"]}`)
	for _, text := range []string{
		"the whitelists of github, GitHub and _github_", "white\nlist a(tm)b nodejs's signup", "e\u2011mail \u212Aaffee CPP strasse Bergstrasse",
		"éwhitelist whitelisté whitelist_a gITHUBS whitelistedly", "white \n\n list Whitelist's whitelist\u2019s",
		strings.Repeat("words ", 10) + "of whitelist",
		strings.Repeat("é", 31) + " öl " + strings.Repeat("w", 60) + " github",
		strings.Repeat("x-", 32) + strings.Repeat("github", 12) + " " + strings.Repeat("whitelist", 12),
	} {
		f.Add([]byte(text), uint8(0), uint8(200))
	}
	f.Fuzz(func(t *testing.T, text []byte, from, size uint8) {
		start := min(int(from), len(text))
		end := min(start+int(size), len(text))
		for _, hit := range set.AppendHits(nil, text, start, end) {
			require.True(t, set.MayHold(text[hit.Start:]), "%q", text)
		}
	})
}

func TestRightWordsAreNoHits(t *testing.T) {
	set := mustCompile(t, `{"use": "GitHub"}, {"use": "allowlist", "not": ["whitelist"]}`)
	for _, text := range []string{"GitHub", "GitHub's and githubber", "the allowlist", "whitelistable", strings.Repeat("word ", 100)} {
		require.False(t, set.MayHold([]byte(text)), text)
	}
}
