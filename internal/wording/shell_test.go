package wording

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestShellWord(t *testing.T) {
	for text, want := range map[string]string{
		"docs/a-b_c.md":      "docs/a-b_c.md",
		"terminology,MD044":  "terminology,MD044",
		"--since=v1.2+x@%:9": "--since=v1.2+x@%:9",
		"日本語/Übersicht.md":   "日本語/Übersicht.md",
		"":                   "''",
		"a b.md":             "'a b.md'",
		"a\u00A0b.md":        "'a\u00A0b.md'",
		"it's.md":            `'it'\''s.md'`,
		"**/*.md":            "'**/*.md'",
		"HEAD^":              "'HEAD^'",
		"=ls":                "'=ls'",
		"~/a.md":             "'~/a.md'",
		"a\\b":               `'a\b'`,
		"a\nb":               "'a\nb'",
		"$(x)`y`;&|<>\"!#{}": "'$(x)`y`;&|<>\"!#{}'",
		"\xff.md":            "'\xff.md'",
	} {
		assert.Equal(t, want, ShellWord(text))
	}
}

func TestShellPath(t *testing.T) {
	for path, want := range map[string]string{"a.md": "a.md", "-a.md": "./-a.md", "-a b.md": "'./-a b.md'", "./-a.md": "./-a.md"} {
		assert.Equal(t, want, ShellPath(path))
	}
}

// Every byte, at the start and within a word, comes out of the shells as it went in.
func TestShellsReadTheWord(t *testing.T) {
	var texts, words []string
	for c := 1; c < 0x80; c++ {
		for _, text := range []string{string(rune(c)), string(rune(c)) + "a", "a" + string(rune(c)) + "b"} {
			texts, words = append(texts, text), append(words, ShellWord(text))
		}
	}
	script := "printf '%s\\0' " + strings.Join(words, " ")
	for _, shell := range [][]string{{"sh", "-c"}, {"bash", "-c"}, {"zsh", "-o", "extendedglob", "-c"}} {
		path, err := exec.LookPath(shell[0])
		if err != nil {
			continue
		}
		out, err := exec.Command(path, append(shell[1:], script)...).Output()
		require.NoError(t, err, shell)
		assert.Equal(t, texts, strings.Split(strings.TrimSuffix(string(out), "\x00"), "\x00"), shell)
	}
}
