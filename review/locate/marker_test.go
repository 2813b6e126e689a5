package locate

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestMarkersStay(t *testing.T) {
	for _, tt := range []struct{ text, want, written string }{
		{"# Backup guide", "Backup Guide", "# Backup Guide"},
		{"# Backup guide", "## Backup guide", "## Backup guide"},
		{"# Backup", "**Backup", "**Backup"},
		{"# Backup", "**Backups**", "# **Backups**"},
		{"- one", "two", "- two"},
		{"-   one", "- two", "-   two"},
		{"| a | b |", "a | c", "| a | c |"},
		{"| a | b |", "a | c |", "| a | c |"},
		{"| a | b |", "| a | c |", "| a | c |"},
		{"  | a | b |", "  | a | c |", "  | a | c |"},
		{"  | a | b |", "a | c", "  | a | c |"},
		{"  | a | b |", "  a | c", "  | a | c |"},
		{"|   |", "a | b", "a | b"},
		{"text", "a | b", "a | b"},
	} {
		d := zone.Parse("a.md", []byte(tt.text), markdown.Dialect{})
		l := locatorOf(d)
		assert.Equal(t, tt.written, l.withMarker(source.Span{End: len(tt.text)}, tt.want), "%q to %q", tt.text, tt.want)
	}
}
