package markdown

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
)

func TestEditsOneValue(t *testing.T) {
	yaml := "---\ntitle: Instal it\ntags: [one, \"two\"]\nnote: 'a b' # why\ndraft: false\n---\n\n# Text\n"
	plus := "+++\ntitle = \"Instal it\"\ndraft = false\n[params]\nnote = 'a b'\n+++\n"
	for _, tt := range []struct {
		src, old, new string
		want          bool
	}{
		{yaml, "Instal it", "Install it", true},
		{yaml, "two", "three", true},
		{yaml, "a b", "a c", true},
		{yaml, "false", "true", true},
		{yaml, "title", "name", false},
		{yaml, "Instal it", "Install: it", false},
		{yaml, "Instal it", "Install # it", false},
		{yaml, "Instal it", "\"Install it\"", false},
		{yaml, "Instal it", "Install it\nmore: yes", false},
		{yaml, "one, \"two\"", "one, two", true},
		{yaml, "one", "one, more", true},
		{yaml, "why", "because", true},
		{yaml, "Text", "More", false},
		{yaml, "---\n\n", "--\n\n", false},
		{plus, "Instal it", "Install it", true},
		{plus, "a b", "a c", true},
		{plus, "false", "true", true},
		{plus, "false", "3", false},
		{plus, "params", "more", false},
		{plus, "Instal it", "Install\\q", false},
	} {
		at := strings.Index(tt.src, tt.old)
		require.GreaterOrEqual(t, at, 0)
		e := source.Edit{Span: source.Span{Start: at, End: at + len(tt.old)}, New: tt.new}
		assert.Equal(t, tt.want, EditsOneValue([]byte(tt.src), e), "%q for %q", tt.new, tt.old)
	}
}

func TestEditsOneEntry(t *testing.T) {
	yaml := "---\ntgas: [one]\nweight: 300\nnote:\n  tgas: 1\n---\n\ntgas: no\n"
	plus := "+++\ntgas = [1]\nweight = 3\n+++\n"
	for _, tt := range []struct {
		src, old, new string
		want          bool
	}{
		{yaml, "tgas: [one]", "tags: [one]", true},
		{yaml, "tgas: [one]", "tag: one", true},
		{yaml, "weight: 300", "url: /a/b/", true},
		{yaml, "tgas: [one]", "weight: [one]", false}, // it stands there already
		{yaml, "tgas: [one]", "tags: [one", false},
		{yaml, "weight: 300", "# weight: 300", false},
		{yaml, "weight: 300\nnote:", "weigh: 300\nnotes:", false},
		{yaml, "tgas: no", "tags: no", false},
		{plus, "tgas = [1]", "tags = [1]", true},
		{plus, "tgas = [1]", "weight = [1]", false},
		{plus, "tgas = [1]", "tags: [1]", false},
	} {
		at := strings.Index(tt.src, tt.old)
		require.GreaterOrEqual(t, at, 0)
		e := source.Edit{Span: source.Span{Start: at, End: at + len(tt.old)}, New: tt.new}
		assert.Equal(t, tt.want, EditsOneEntry([]byte(tt.src), e), "%q for %q", tt.new, tt.old)
	}
}
