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
	"github.com/doc-iterate/doc-iterate/rules"
)

// honest is a document with something for every kind of fixer, and one word that
// an honest fixer changes.
const honest = "---\ntitle: Pump\n---\n\n# The Pump\n\nHonest text with `code`, a [link](other.md#pump), a * star and https://example.com/page.\n\n" +
	"- one\n\n* two\n\n```\npump()\n```\n\n<b>raw</b>\n\n{{< pump\n   fast >}}\n\n[ref]: target.md#pump\n"

// A lie is a fixer that breaks its contract: it puts text in the place of the
// first old, or of nothing before it.
type lie struct {
	name     string
	contract fixers.Contract
	old, new string
	reason   fixers.Reason
}

// TestLyingFixers plants a lying fixer of each kind beside an honest one. The lie is
// taken out alone, with its reason, and the honest fix stands.
func TestLyingFixers(t *testing.T) {
	for _, l := range []lie{
		{"text: edits code", fixers.TextOnly, "code", "kode", fixers.Protected},
		{"text: edits a destination", fixers.TextOnly, "other.md", "another.md", fixers.Protected},
		{"text: edits a bare address", fixers.TextOnly, "example.com", "example.org", fixers.Protected},
		{"text: edits front matter", fixers.TextOnly, "title", "titel", fixers.Protected},
		{"text: edits HTML", fixers.TextOnly, "raw", "r<i>a</i>w", fixers.ContractLost},
		{"text: edits a tag", fixers.TextOnly, "<b>", "<i>", fixers.Protected},
		{"text: makes emphasis", fixers.TextOnly, "text with", "*text* with", fixers.ContractLost},
		{"text: makes code", fixers.TextOnly, "text with", "`text` with", fixers.ContractLost},
		{"text: makes a link", fixers.TextOnly, "text with", "[text](x) with", fixers.ContractLost},
		{"text: makes a comment", fixers.TextOnly, "text with", "text <!-- x --> with", fixers.ContractLost},
		{"text: adds a line", fixers.TextOnly, "text with", "text\n\nwith", fixers.ContractLost},
		{"text: closes a link", fixers.TextOnly, "link", "li](x)nk", fixers.ContractLost},
		{"text: changes nothing", fixers.TextOnly, "text with", "text with", fixers.ContractLost},
		{"case: changes a word", fixers.CaseOnly, "The Pump", "the pomp", fixers.ContractLost},
		{"case: leaves the heading", fixers.CaseOnly, "text", "TEXT", fixers.Protected},
		{"info: two words", fixers.InfoOnly, "\npump()", "go run", fixers.ContractLost},
		{"info: closes the fence", fixers.InfoOnly, "\npump()", "`", fixers.ContractLost},
		{"info: edits the code", fixers.InfoOnly, "pump()", "pomp()", fixers.Protected},
		{"marker: merges two lists", fixers.MarkerOnly, "* two", "-", fixers.ContractLost},
		{"marker: makes a numbered list", fixers.MarkerOnly, "- one", "1.", fixers.ContractLost},
		{"marker: edits the item", fixers.MarkerOnly, "one", "-", fixers.Protected},
		{"fragment: leaves the destination", fixers.FragmentOnly, "pump),", "pump)(", fixers.Protected},
		{"fragment: ends the destination", fixers.FragmentOnly, "pump),", "a b", fixers.ContractLost},
		{"fragment: edits the path", fixers.FragmentOnly, "target", "goal", fixers.ContractLost},
		{"value: edits a key", fixers.ValueOnly, "title", "titel", fixers.ContractLost},
		{"value: adds a key", fixers.ValueOnly, "Pump", "Pump\ndraft: true", fixers.ContractLost},
		{"value: makes a list", fixers.ValueOnly, "Pump", "[Pump]", fixers.ContractLost},
		{"layout: edits a word", fixers.LayoutOnly, "star", "*", fixers.Protected},
		{"layout: edits white space in a template", fixers.LayoutOnly, "   ", " ", fixers.ContractLost},
		{"span: opens a fence", fixers.SpanOnly, "text with", "\n```\n", fixers.ContractLost},
		{"span: leaves its span", fixers.SpanOnly, "", "a", fixers.ContractLost},
		{"span: edits front matter", fixers.SpanOnly, "title", "titel", fixers.Protected},
	} {
		t.Run(l.name, func(t *testing.T) {
			doc := zone.Parse("a.md", []byte(honest), markdown.Dialect{})
			in := fixers.Input{
				Docs: zone.Map{"a.md": doc},
				Findings: []*review.Finding{
					{ID: "honest", Path: "a.md", Rule: "honest", State: review.Located, Span: spanOf("Honest")},
					{ID: "lie", Path: "a.md", Rule: "lie", State: review.Located, Span: spanOf(l.old)},
				},
				Fixers: []fixers.Fixer{
					{Rule: "honest", Contract: fixers.TextOnly, Fix: replace("Honest", "Frank")},
					{Rule: "lie", Contract: l.contract, Fix: l.fix},
				},
			}
			after, plan := fixers.Prove(in, fixers.Build(in))
			require.Len(t, plan.Skipped, 1)
			assert.Equal(t, "lie", plan.Skipped[0].Finding.ID)
			assert.Equal(t, l.reason, plan.Skipped[0].Reason, plan.Skipped[0].Detail)
			assert.NotEmpty(t, plan.Skipped[0].Detail)
			if l.reason == fixers.Protected { // of reviews too, so people read it
				assert.Regexp(t, "^Refused: this edit would change the [A-Za-z -]+ on line [0-9]+.$", plan.Skipped[0].Detail)
			}
			require.Contains(t, after, "a.md")
			assert.Equal(t, strings.Replace(honest, "Honest", "Frank", 1), string(after["a.md"]))
		})
	}
}

// fix edits what the lie says: a marker, an info string and a fragment are where
// their contracts have them.
func (l lie) fix(*zone.Document, *rules.Set, *review.Finding) (fixers.Change, error) {
	at := spanOf(l.old)
	switch {
	case l.old == "":
		at = spanOf("star") // far from the finding
	case l.contract == fixers.InfoOnly && l.old[0] == '\n':
		at.End = at.Start
	case l.contract == fixers.MarkerOnly:
		at.End = at.Start + 1
	case l.contract == fixers.FragmentOnly && l.new == "a b":
		at.End -= len("),")
	}
	return fixers.Change{{Path: "a.md", Edits: []source.Edit{{Span: at, New: l.new}}}}, nil
}

// TestLiesAboutOtherDocuments plants fixers that edit what is not theirs to edit.
func TestLiesAboutOtherDocuments(t *testing.T) {
	for name, change := range map[string]fixers.Change{
		"a document that is not of the run": {{Path: "b.md", Edits: []source.Edit{{New: "x"}}}},
		"beyond the end":                    {{Path: "a.md", Edits: []source.Edit{{Span: source.Span{Start: 9000, End: 9001}}}}},
		"nothing":                           {},
		"no edits":                          {{Path: "a.md"}},
		"overlapping edits": {{Path: "a.md", Edits: []source.Edit{
			{Span: spanOf("text with"), New: "a"}, {Span: spanOf("with"), New: "b"},
		}}},
		"a document twice": {
			{Path: "a.md", Edits: []source.Edit{{Span: spanOf("text"), New: "a"}}},
			{Path: "a.md", Edits: []source.Edit{{Span: spanOf("with"), New: "b"}}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			in := fixers.Input{
				Docs:     zone.Map{"a.md": zone.Parse("a.md", []byte(honest), markdown.Dialect{})},
				Findings: []*review.Finding{{Path: "a.md", Rule: "lie", State: review.Located, Span: spanOf("text")}},
				Fixers: []fixers.Fixer{{Rule: "lie", Contract: fixers.TextOnly, Fix: func(*zone.Document, *rules.Set, *review.Finding) (fixers.Change, error) {
					return change, nil
				}}},
			}
			after, plan := fixers.Prove(in, fixers.Build(in))
			assert.Empty(t, after)
			require.Len(t, plan.Skipped, 1)
			assert.NotEmpty(t, plan.Skipped[0].Detail)
		})
	}
}

// spanOf is where the first of a text stands in honest.
func spanOf(text string) source.Span {
	start := strings.Index(honest, text)
	return source.Span{Start: start, End: start + len(text)}
}

func replace(old, new string) func(*zone.Document, *rules.Set, *review.Finding) (fixers.Change, error) {
	return func(*zone.Document, *rules.Set, *review.Finding) (fixers.Change, error) {
		return fixers.Change{{Path: "a.md", Edits: []source.Edit{{Span: spanOf(old), New: new}}}}, nil
	}
}
