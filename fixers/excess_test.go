package fixers_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestExcess(t *testing.T) {
	const text = "# Guide\n\nTODO\n\nThe relay waits for TODO seconds before it tries again. " +
		"Every queue has a limit that nobody but its owner may raise.\n\n```\nTODO\n```\n\n## TODO\n"
	doc := zone.Parse("guide.md", []byte(text), markdown.Dialect{})
	places := map[string]source.Span{}
	for i, name := range []string{"paragraph", "sentence", "code", "heading"} {
		at := 0
		for range i + 1 {
			at += strings.Index(text[at:], "TODO") + len("TODO")
		}
		places[name] = source.Span{Start: at - len("TODO"), End: at}
	}
	const heading, fence = "it has a heading, and the place has none", "it has a fenced code block, and the place has none"
	const repeats = "it repeats the text around the place"
	for _, tt := range []struct{ place, text, want string }{
		{"paragraph", "Three tools are needed.", ""},
		{"paragraph", "Three tools:\n\n- a shell\n- git\n", ""},
		{"paragraph", "# New\n\nAll is new.", heading},
		{"paragraph", "All is new.\n\n```sh\nrm -rf .\n```", fence},
		{"paragraph", "Every queue has a limit that nobody else may raise", ""},
		{"paragraph", "Every queue has a limit that nobody but its owner may raise", repeats},
		{"sentence", "30", ""},
		{"sentence", "The relay waits for 30 seconds before it tries again.", repeats},
		{"sentence", "30 seconds before it Tries  anew", repeats},
		{"code", "# a comment\nmake", ""},
		{"heading", "Tools", ""},
	} {
		assert.Equal(t, tt.want, fixers.Excess(doc, review.Finding{Rule: "placeholder", Span: places[tt.place]}, tt.text), "%s: %s", tt.place, tt.text)
	}
	missing := review.Finding{Rule: "required-section", Span: source.Span{Start: len(text), End: len(text)}}
	assert.Empty(t, fixers.Excess(doc, missing, "## Errors\n\nNone."))
}
