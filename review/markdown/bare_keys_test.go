package markdown

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestFrontMatterOfOtherForms(t *testing.T) {
	for name, c := range map[string]struct{ src, want string }{
		"a program":           {"---js\n{\n  title: 'a'\n}\n---\ntext\n", "---js\n{\n  title: 'a'\n}\n---\n"},
		"TOML":                {"---toml\na = 1\n---\ntext\n", "---toml\na = 1\n---\n"},
		"a program, open":     {"---js\ntext\n", ""},
		"Pelican":             {"Title: a\nSlug: whitelist\n\ntext\n", "Title: a\nSlug: whitelist\n"},
		"a value of lines":    {"Title: a\nAuthor: b\n    c\n\ntext\n", "Title: a\nAuthor: b\n    c\n"},
		"keys above hyphens":  {"online version: <https://e.org>\nschema: 2.0.0\n---\n\n# A\n", "online version: <https://e.org>\nschema: 2.0.0\n---\n"},
		"keys alone":          {"Slug: a\nDate: b\n", "Slug: a\nDate: b\n"},
		"one key":             {"Slug: a\n\ntext\n", ""},
		"no keys of pages":    {"Note: this\nWarning: that\n\ntext\n", ""},
		"text below the keys": {"Title: a\nSlug: b\ntext\n", ""},
		"text":                {"text\n", ""},
		"nothing":             {"", ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := FrontMatter([]byte(c.src))
			assert.Equal(t, c.want, c.src[s.Start:s.End])
			assert.True(t, strings.HasPrefix(c.src, c.want))
		})
	}
}
