package markdown

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// FuzzPlainYAML asserts that what is taken for a mapping without the parser is one for it.
func FuzzPlainYAML(f *testing.F) {
	for _, text := range []string{
		"title: A b\n", "a: b: c\n", "a: 'x'\nb:\n- c\n- d\n", "a:\n  - b\n  - c: d\n", "a: b #c\n", "a: \"b\nc\"\n", "a: b\n  c\n",
		"a:b\n", "a: 1\r\nb: /x\r\n", "a:\n- b\n  - c\n", "a: b\n- c\n", "", "\n\n", "a: b:\n", "a:\n\n - b\n", "a: 'it''s'\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if plainYAML(text) {
			assert.True(t, parsesAsYAML(text) || unreadable(text), "%q", text)
		}
	})
}

// unreadable reports characters that YAML allows nowhere.
func unreadable(text []byte) bool {
	for _, r := range string(text) {
		if r == 0xFFFD || r == 0x7F || r > 0x7F && r < 0xA0 || r == 0xFEFF || r == 0xFFFE || r == 0xFFFF {
			return true
		}
	}
	return false
}

func TestFrontMatterIsAMapping(t *testing.T) {
	for text, want := range map[string]bool{
		"---\ntitle: x\n---\n":                         true,
		"---\r\ntitle: x\r\n---\r\n":                   true,
		"---\n---\n":                                   true,
		"---\n# c\n---\n":                              true,
		"---\na: [b, c]\n...\n":                        true,
		"---\n? a\n: b\n---\n":                         true,
		"---\ntitle: {{ .Name }}\n---\n":               true,
		"---\n\nText.\n\n---\n":                        false,
		"---\n- a\n- b\n---\n":                         false,
		"---\nText: it says so. And: again\n---\n":     false,
		"+++\ntitle = 'x'\n[a]\nb = 1\n+++\n":          true,
		"+++\ntitle: x\n+++\n":                         false,
		"+++\nSome text.\n+++\n":                       false,
		"{\n\"title\": \"x\"\n}\n":                     true,
		"---\ntitle: x\ntitle: y\n---\n":               true,
		"---\ntitle: x\n\nA paragraph of text.\n---\n": false,
	} {
		assert.Equal(t, want, !FrontMatter([]byte(text)).Empty(), "%q", text)
	}
}
