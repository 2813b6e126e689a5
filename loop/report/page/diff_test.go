package page

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// marks returns a change with marks around what it deletes and inserts.
func marks(c Change) string {
	var b strings.Builder
	b.WriteString(c.Before)
	for _, p := range c.Parts {
		switch p.Kind {
		case Deleted:
			b.WriteString("[-" + p.Text + "-]")
		case Inserted:
			b.WriteString("{+" + p.Text + "+}")
		default:
			b.WriteString(p.Text)
		}
	}
	return b.String() + c.After
}

func TestWordDiffShowsWholeWords(t *testing.T) {
	for _, c := range []struct{ src, old, changed, want string }{
		{"# A\nthe Command Line Interface now\nx", "Line I", "line i", "the Command [-Line Interface-]{+line interface+} now"},
		{"on the whitelist.", "whitelist", "allowlist", "on the [-whitelist-]{+allowlist+}."},
		{"an host", "n", "", "[-an-]{+a+} host"},
		{"```\nx\n```", "", "json", "{+json+}```"},
		{"the the end", "the ", "", "[-the -]the end"},
		{"naïve Überblick ok", "Ü", "ü", "naïve [-Überblick-]{+überblick+} ok"},
		{"one two three", "one two three", "One two Three", "[-one-]{+One+} two [-three-]{+Three+}"},
		{"abcdef", "abcdef", "abXdef", "[-abcdef-]{+abXdef+}"},
	} {
		at := strings.Index(c.src, c.old)
		e := source.Edit{Span: source.Span{Start: at, End: at + len(c.old)}, New: c.changed}
		assert.Equal(t, c.want, marks(WordDiff([]byte(c.src), e)), "%q", c.src)
	}
}

// FuzzParts checks that what stays and what is deleted are the old text, and what stays and what is inserted the new one.
func FuzzParts(f *testing.F) {
	f.Add("the Line Interface", "the line interface")
	f.Add("a.b.c", "a-b-c d")
	f.Fuzz(func(t *testing.T, old, changed string) {
		if wording.Printable(old) != old || wording.Printable(changed) != changed {
			t.Skip("the text is shown otherwise than it stands")
		}
		var before, after strings.Builder
		for _, p := range WordParts([]byte(old), changed) {
			if p.Kind != Inserted {
				before.WriteString(p.Text)
			}
			if p.Kind != Deleted {
				after.WriteString(p.Text)
			}
		}
		assert.Equal(t, old, before.String())
		assert.Equal(t, changed, after.String())
	})
}
