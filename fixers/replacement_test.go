package fixers_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestReplacement makes the replacement that a review asks for in the place that
// it quotes; want is "" where it must be refused.
func TestReplacement(t *testing.T) {
	for _, c := range []struct{ name, src, quote, old, new, want string }{
		{"a word", "Use the whitelist.\n", "the whitelist", "whitelist", "allowlist", "Use the allowlist.\n"},
		{"a heading's level", "# A\n\n#### B\n\ntext\n", "#### B", "#### B", "## B", "# A\n\n## B\n\ntext\n"},
		{"a word becomes code", "Run foo now.\n", "Run foo now.", "foo", "`foo`", "Run `foo` now.\n"},
		{"an insertion at the start of a line", "one\ntwo\n", "two", "two", "the two", "one\nthe two\n"},
		{"a list from a line", "a\n\nb, c\n\nd\n", "b, c", "b, c", "- b\n- c", "a\n\n- b\n- c\n\nd\n"},
		{"lines into CRLF", "a\r\n\r\nb, c\r\n\r\nd\r\n", "b, c", "b, c", "- b\n- c", "a\r\n\r\n- b\r\n- c\r\n\r\nd\r\n"},
		{"lines with CRLF into LF", "a\n\nb, c\n\nd\n", "b, c", "b, c", "- b\r\n- c", "a\n\n- b\n- c\n\nd\n"},
		{"lines at the end of CRLF", "a\r\n\r\nb, c", "b, c", "b, c", "- b\n- c", "a\r\n\r\n- b\r\n- c"},
		{"a line among others", "a\r\n\r\nb, c\n\nd\r\n", "b, c", "b, c", "- b\n- c", "a\r\n\r\n- b\n- c\n\nd\r\n"},
		{"an old value of two lines that end otherwise", "a\n\nb\nc\r\nd\n", "b\nc\r\nd", "b\nc\r\nd", "e", "a\n\ne\n"},
		{"an old value of two lines", "a\r\n\r\nb\r\nc\r\n", "b\r\nc", "b\nc", "d\ne", "a\r\n\r\nd\r\ne\r\n"},
		{"a word in a list of which parsers disagree", "* a\n\n  *\n\n    b\n\n* c\n", "c", "c", "d", "* a\n\n  *\n\n    b\n\n* d\n"},
		{"lines of an item that begin as they did", "- one two\nthree four\n", "two\nthree", "two\nthree", "2\n3", "- one 2\n3 four\n"},
		{"a heading that would take links over", "## Alpa\n\n## Alpha\n\nSee [it](#alpha).\n", "Alpa", "Alpa", "Alpha", ""},
		{"a heading that has links of its own", "## Alpa\n\n## Beta\n\nSee [it](#alpa).\n", "Alpa", "Alpa", "Alpha", "## Alpha\n\n## Beta\n\nSee [it](#alpha).\n"},
		{"a backtick that reaches out", "Run foo and `bar`.\n", "foo", "foo", "`foo", ""},
		{"a fence that reaches out", "a\n\nb\n\nc\n", "b", "b", "```\nb", ""},
		{"a comment that would silence reviewers", "One two.\n\nThree.\n", "two.", "two.", "two. <!-- doc-iterate-disable -->", ""},
		{"an anchor that links lead to", "<a id=\"old\"></a>One two.\n\nSee [it](#old).\n", "<a id=\"old\"></a>", "<a id=\"old\"></a>", "<a id=\"new\"></a>", ""},
		{"an anchor without links", "<a id=\"old\"></a>One two.\n", "<a id=\"old\"></a>", "<a id=\"old\"></a>", "<a id=\"new\"></a>", "<a id=\"new\"></a>One two.\n"},
		{"a link that the review takes away", "See [the manual](b.md) now.\n", "[the manual](b.md)", "[the manual](b.md)", "the handbook", "See the handbook now.\n"},
		{"the first words of a heading", "# The old API\n", " The old", " The old", "", "# API\n"},
		{"an old value that is not there", "Use the whitelist.\n", "the", "whitelist", "allowlist", ""},
		{"an old value that is there twice", "a b a\n", "a b a", "a", "c", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			start := strings.Index(c.src, c.quote)
			require.GreaterOrEqual(t, start, 0)
			in := fixers.Input{
				Docs: zone.Map{"a.md": zone.Parse("a.md", []byte(c.src), markdown.Dialect{})},
				Findings: []*review.Finding{{
					Path: "a.md", State: review.Located, Span: source.Span{Start: start, End: start + len(c.quote)},
					Remedy: review.Replace, Old: c.old, Want: c.new,
				}},
			}
			after, plan := fixers.Prove(in, fixers.Build(in))
			if c.want == "" {
				assert.Empty(t, after)
				assert.Len(t, plan.Skipped, 1)
				return
			}
			require.Contains(t, after, "a.md", "%v", plan.Skipped)
			assert.Equal(t, c.want, string(after["a.md"]))
		})
	}
}

// The exact edits of a program end their lines as the document does, too.
func TestReplacementByEdits(t *testing.T) {
	src := "# A\r\ntext\r\n\r\n```\r\nb\r\nc\r\n```\r\n"
	in := fixers.Input{
		Docs: zone.Map{"a.md": zone.Parse("a.md", []byte(src), markdown.Dialect{})},
		Findings: []*review.Finding{{
			Path: "a.md", State: review.Located, Span: source.Span{Start: 0, End: 25}, Remedy: review.Edits,
			// The second one begins behind the carriage return of its line.
			Edits: []source.Edit{{Span: source.Span{Start: 5, End: 5}, New: "\n"}, {Span: source.Span{Start: 20, End: 21}, New: "\nd\n"}},
		}},
	}
	after, plan := fixers.Prove(in, fixers.Build(in))
	require.Contains(t, after, "a.md", "%v", plan.Skipped)
	assert.Equal(t, "# A\r\n\r\ntext\r\n\r\n```\r\nb\r\nd\r\nc\r\n```\r\n", string(after["a.md"]))
	assert.Equal(t, "\n", in.Findings[0].Edits[0].New)
}
