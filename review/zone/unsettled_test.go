package zone

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
)

// TestNeighboursOfDefinitions: a definition may begin with an item, and then the list right below it goes on with that
// list. Whether the dialect is known makes no difference.
func TestNeighboursOfDefinitions(t *testing.T) {
	for _, program := range []markdown.Program{markdown.AnyProgram, markdown.GitHub, markdown.Hugo} {
		for _, around := range []string{"", "# A\n\n", "Text\n\n", "- a\n\n\n", "> "} {
			for _, mark := range []string{": ", ":   ", ":\t"} {
				quote := ""
				if around == "> " {
					quote = around
				}
				src := around + "term\n" + quote + mark + "* one\n" + quote + "  * two\n\ntext\n\n* other\n"
				d := Parse("a.md", []byte(src), program.DialectOf("a.md"))
				assert.NotEmpty(t, d.Unsettled(strings.Index(src, "* two")), "%q", src)
				assert.NotEmpty(t, d.Unsettled(strings.Index(src, "one")+len("one")), "a blank line: %q", src)
				assert.Empty(t, d.Unsettled(strings.Index(src, "* other")), "%q", src)
			}
		}
	}
}

// TestMacros: an exclamation mark belongs to a word that the document calls as a macro.
func TestMacros(t *testing.T) {
	d := Parse("a.md", []byte("## Use println!\n\n`vec![]` or println!(\"a\"). Stop!\n"), markdown.Dialect{})
	for word, want := range map[string]bool{"Use println": true, "vec": true, "Stop": false, "": false, "ln": true} {
		assert.Equal(t, want, d.Macro([]byte(word)), word)
	}
}
