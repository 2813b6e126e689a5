package zone

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// TestInRawLines marks the word that is in such lines, or is not.
func TestInRawLines(t *testing.T) {
	for _, c := range []struct {
		name, src string
		want      bool
	}{
		{"behind a closing tag", "</pre>\n## «word»\n\nx", true},
		{"behind the blank line", "</pre>\n## x\n\n«word»", false},
		{"behind a closing tag of other elements", "</b>\n## «word»", false},
		{"behind a closing tag that ends a text", "a\n</pre>\n\n«word»", false},
		{"below a heading's closing tag", "</style>\n-\n«word»", true},
		{"quote with a lazy tag", "> a\n</b>\n- «word»\n\nx", true},
		{"quote with a tag of its own", "> a\n> </b>\n- «word»", false},
		{"footnote with a lazy tag", "[^1]: a\n</pre>\n- «word»\n\nx [^1]", true},
		{"list with a lazy tag", "- a\n</b>\n# «word»", true},
		{"before a tag that ends a paragraph for some", "«word»\n<search>\n</search>\n\nx", true},
		{"before a blank line and such a tag", "«word»\n\n<search>\n</search>", false},
		{"behind an element that some end at a blank line", "<textarea>\n\na\n</textarea>\n- «word»", true},
		{"below a fence in such an element", "<search>\n```\n\na\n\n«word»", true},
		{"hyphens below a definition", "[a]: b\n---\n«word»", true},
		{"text below a definition", "[a]: b\nc\n\n«word»", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := strings.Index(c.src, "«")
			d := Parse("a.md", []byte(strings.NewReplacer("«", "", "»", "").Replace(c.src)), markdown.Dialect{})
			assert.Equal(t, c.want, d.InRawLines(source.Span{Start: start, End: start + len("word")}))
		})
	}
}
