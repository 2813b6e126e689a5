package markdown

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestQuotedWithout(t *testing.T) {
	for _, tt := range []struct {
		lines, quote, prefix string
		ok                   bool
	}{
		{"a b", "a b", "", true},
		{"a\nb", "a\nb", "", true},
		{"a\r\nb", "a\nb", "", true},
		{"a\n> b\n>\n> c", "a\nb\n\nc", "> ", true},
		{"a\n  b\n\n    c", "a\nb\n\n  c", "  ", true},
		{"a\n> > b", "a\nb", "> > ", true},
		{"a\n> > b", "a\n> b", "> ", true},
		{"> a\n> b", "a\nb", "", false},
		{"a\n> b\nc", "a\nb\nc", "", false},
		{"a\n- b", "a\nb", "", false},
		{"a\n> b", "a b", "", false},
		{"a\n> b", "a\nc", "", false},
	} {
		prefix, ok := QuotedWithout([]byte(tt.lines), tt.quote)
		assert.Equal(t, tt.ok, ok, "%q", tt.lines)
		assert.Equal(t, tt.prefix, prefix, "%q", tt.lines)
		if ok {
			text := strings.ReplaceAll(tt.lines, "\r\n", "\n")
			assert.Equal(t, text, Prefixed(tt.quote, prefix))
		}
	}
}
