package fixers

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestReasons has a finding for each reason for which a plan leaves one.
func TestReasons(t *testing.T) {
	const src = "One two three.\n\n<!-- doc-iterate-disable quiet -->\nFour.\n"
	at := source.Span{Start: 4, End: 7}
	edit := func(s source.Span, text string) func(*zone.Document, *rules.Set, *review.Finding) (Change, error) {
		return func(*zone.Document, *rules.Set, *review.Finding) (Change, error) {
			return Change{{"a.md", []source.Edit{{Span: s, New: text}}}}, nil
		}
	}
	guess := func(*zone.Document, *rules.Set, *review.Finding) (Change, error) { return nil, abstain("a guess") }
	fail := func(*zone.Document, *rules.Set, *review.Finding) (Change, error) { return nil, assert.AnError }
	for _, tt := range []struct {
		want    Reason
		finding review.Finding
		fix     func(*zone.Document, *rules.Set, *review.Finding) (Change, error)
	}{
		{"", review.Finding{}, edit(at, "2")},
		{NotLocated, review.Finding{Path: "b.md"}, edit(at, "2")},
		{NotLocated, review.Finding{State: review.Probable}, edit(at, "2")},
		{NotLocated, review.Finding{Span: source.Span{Start: 4, End: 700}}, edit(at, "2")},
		{NeedsHuman, review.Finding{RequiresHuman: true}, edit(at, "2")},
		{NotFixable, review.Finding{AutoFix: review.AutoFixNo}, edit(at, "2")},
		{Choices, review.Finding{Remedy: review.Choose, Choices: []string{"2", "3"}}, edit(at, "2")},
		{NoFixer, review.Finding{Rule: "unknown"}, edit(at, "2")},
		{Suppressed, review.Finding{Rule: "quiet", Span: source.Span{Start: 52, End: 56}}, edit(at, "2")},
		{Suppressed, review.Finding{Rule: "quiet"}, edit(source.Span{Start: 52, End: 56}, "4")}, // the edit reaches there
		{Abstained, review.Finding{}, guess},
		{Failed, review.Finding{}, fail},
		{Failed, review.Finding{}, edit(source.Span{Start: 4, End: 700}, "2")},
		{Conflict, review.Finding{}, edit(source.Span{Start: 1, End: 5}, "2")},
		{Protected, review.Finding{}, edit(source.Span{Start: 17, End: 19}, "2")},
		{ContractLost, review.Finding{}, edit(at, "two")},
	} {
		f := tt.finding
		if f.Path == "" {
			f.Path = "a.md"
		}
		if f.Rule == "" {
			f.Rule = "rule"
		}
		if f.State == 0 {
			f.State = review.Located
		}
		if f.Span.Empty() {
			f.Span = at
		}
		first := review.Finding{Path: "a.md", Rule: "first", State: review.Located}
		in := Input{
			Docs:     zone.Map{"a.md": zone.Parse("a.md", []byte(src), markdown.Dialect{})},
			Findings: []*review.Finding{&first, &f},
			Fixers: []Fixer{
				{Rule: "first", Fix: edit(source.Span{End: 3}, "1")}, {Rule: "rule", Fix: tt.fix}, {Rule: "quiet", Fix: tt.fix},
			},
		}
		plan := Build(in)
		got := Reason("")
		if len(plan.Skipped) > 0 {
			got = plan.Skipped[0].Reason
		}
		assert.Equal(t, tt.want, got, "%v", plan.Skipped)
		assert.Len(t, plan.Applied, 2-len(plan.Skipped))
	}
}
