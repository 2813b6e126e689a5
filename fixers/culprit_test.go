package fixers_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// breaking are texts that no sentence takes without that something else changes.
var breaking = []string{
	"`x`", "[x](y)", "<b>", "x\n\ny", "<!-- x -->", "x\n```\nx", "x\n# x", "![x](y)", "https://a.b/c", "x\n- x", "*x*", "x\n<!-- x",
}

// shapes are the ways in which sentences stand in a document, each behind the other.
var shapes = []struct{ name, before, sentence string }{
	{"paragraphs", "", "%s\n\n"},
	{"one paragraph", "", "%s\n"},
	{"a tight list", "", "- %s\n"},
	{"a loose list", "", "1. %s\n\n"},
	{"items of items", "- x\n", "  - x\n    - %s\n"},
	{"a quote", "", "> %s\n>\n"},
	{"a table", "| a | b |\n|---|---|\n", "| x | %s |\n"},
	{"defined labels", "[x]: /y\n\n", "[x] %s\n\n"},
}

// TestManyCulprits has every third of many replacements break something. These are refused, and all others are made.
func TestManyCulprits(t *testing.T) {
	c := testdocs.Chance(7)
	for _, shape := range shapes {
		t.Run(shape.name, func(t *testing.T) {
			for range 10 {
				in, bad := manyEdits(&c, shape.before, shape.sentence, 30)
				docs, plan := fixers.Propose(in, func(*fixers.Applied) (bool, *fixers.Skip) { return false, nil })
				refused := map[string]bool{}
				for _, s := range plan.Skipped {
					assert.Equal(t, fixers.ContractLost, s.Reason, s.Detail)
					refused[s.Finding.ID] = true
				}
				assert.Equal(t, bad, refused)
				require.Len(t, docs, 1)
				for _, f := range in.Findings {
					assert.Equal(t, bad[f.ID], strings.Contains(string(docs["a.md"]), "old"+f.ID+"."))
				}
			}
		})
	}
}

// manyEdits returns a document of so many sentences and a replacement for a word of each. bad has the ids of those that
// break something.
func manyEdits(c *testdocs.Chance, before, sentence string, n int) (in fixers.Input, bad map[string]bool) {
	var b strings.Builder
	b.WriteString(before)
	bad = map[string]bool{}
	for i := range n {
		id := fmt.Sprintf("%03d", i)
		at := b.Len() + strings.Index(sentence, "%s") + len("Some words, and ")
		fmt.Fprintf(&b, sentence, "Some words, and old"+id+".")
		text := "new" + id
		if c.Next(3) == 0 {
			bad[id], text = true, breaking[c.Next(len(breaking))]
		}
		in.Findings = append(in.Findings, &review.Finding{
			ID: id, Path: "a.md", Rule: "words", State: review.Located, Want: text,
			Span: source.Span{Start: at, End: at + len("old000")},
		})
	}
	in.Docs = zone.Map{"a.md": zone.Parse("a.md", []byte(b.String()), markdown.Dialect{})}
	in.Fixers = []fixers.Fixer{{Rule: "words", Contract: fixers.TextOnly, Fix: wanted}}
	return in, bad
}

// wanted replaces the whole span of a finding.
func wanted(_ *zone.Document, _ *rules.Set, f *review.Finding) (fixers.Change, error) {
	return fixers.Change{{Path: f.Path, Edits: []source.Edit{{Span: f.Span, New: f.Want}}}}, nil
}

// BenchmarkManyCulprits refuses a third of 3,000 edits of one document.
func BenchmarkManyCulprits(b *testing.B) {
	for _, shape := range shapes[:4] {
		if shape.name == "one paragraph" {
			continue // in which only one after the other can be told apart
		}
		b.Run(shape.name, func(b *testing.B) {
			in, bad := manyEdits(new(testdocs.Chance(7)), shape.before, shape.sentence, 3000)
			for b.Loop() {
				_, plan := fixers.Propose(in, func(*fixers.Applied) (bool, *fixers.Skip) { return false, nil })
				require.Len(b, plan.Skipped, len(bad))
			}
		})
	}
}
