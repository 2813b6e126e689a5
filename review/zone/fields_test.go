package zone

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/markdown"
)

// TestNeighboursOfFields: what stands right behind a mark is a name, wherever the line stands; the text behind it is not.
func TestNeighboursOfFields(t *testing.T) {
	for _, mark := range []string{":param ", ":type ", "@param ", `\param `, `\tparam `, "", "[", "("} {
		for _, around := range []string{"", "Text\n", "- ", "> ", "- - ", "1. ", "> - ", "Text\n\n", "## A\n\n", "\\\n"} {
			name := "whitelist"
			if mark == "" || mark == "[" || mark == "(" {
				name += "::"
			}
			src := around + mark + name + " a whitelist\n"
			d := Parse("a.md", []byte(src), markdown.Dialect{})
			at := len(around + mark)
			assert.Equal(t, Identifier, d.ZoneAt(at), "%q", src)
			assert.Equal(t, Prose, d.ZoneAt(at+len(name)+len(" a ")), "%q", src)
		}
	}
}

// TestNeighboursOfRegions: no rule changes what a program writes between two comments. A comment alone says nothing.
func TestNeighboursOfRegions(t *testing.T) {
	for _, r := range regions {
		for _, around := range []string{"", "# A\n\n", "Text\n\n", "- a\n\n", "\n\n"} {
			end := "<!--" + strings.ToUpper(r.ends) + "-->"
			open := around + "before\n\n<!-- " + r.begins + " -->\ninside\n\n"
			src := open + end + "\n\nbehind\n"
			d := Parse("a.md", []byte(src), markdown.Dialect{})
			for word, want := range map[string]bool{"before": false, "inside": true, "behind": false} {
				at := strings.Index(src, word)
				assert.Equal(t, want, d.Suppressed(OwnProgram, "reference", at), "%s of %q", word, src)
			}
			d = Parse("a.md", []byte(open), markdown.Dialect{})
			assert.False(t, d.Suppressed(OwnProgram, "reference", strings.Index(src, "inside")), "%q", open)
		}
	}
}

// TestNeighboursOfOtherComments: a rule is off from one comment to the other, and on around them.
func TestNeighboursOfOtherComments(t *testing.T) {
	rule := map[string]string{formatter: "list-marker", speller: "misspelling"}
	for n, o := range otherComments {
		if o.reach != fromHere {
			continue
		}
		for _, around := range []string{"", "# A\n\n", "Text\n\n", "- a\n\n", "\n\n"} {
			src := around + "before\n\n<!-- " + o.begins + " because -->\ninside\n"
			d := Parse("a.md", []byte(src), markdown.Dialect{})
			at := len(around)
			assert.False(t, d.Suppressed(OwnProgram, rule[o.program], at), "%q", src)
			assert.True(t, d.Suppressed(OwnProgram, rule[o.program], len(src)-3), "%d %q", n, src)
		}
	}
}
