package markdown

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

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
