package track

import (
	"slices"
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

// at returns a located finding of a rule.
func at(rule string, start, end int, key review.Key) review.Finding {
	return review.Finding{
		Rule: rule, Span: source.Span{Start: start, End: end}, State: review.Located, Key: key, Source: "model",
		Severity: rules.Warning,
	}
}

func issueOf(f review.Finding) *Issue {
	i := NewIssue(f, CameIn, 0)
	return &i
}

func mapping(edits ...source.Edit) source.Mapping { return source.NewMapping(edits) }

// An edit of two bytes into five, before everything that these tests look at.
var longer = source.Edit{Span: source.Span{Start: 2, End: 4}, New: "12345"}

func TestMatch(t *testing.T) {
	tests := []struct {
		name   string
		issues []review.Finding
		found  []review.Finding
		edits  []source.Edit
		became []int
	}{
		{"the same place, moved by an edit before it", []review.Finding{at("a", 10, 14, "1")},
			[]review.Finding{at("a", 13, 17, "2")}, []source.Edit{longer}, []int{0}},
		{"another rule at the same place", []review.Finding{at("a", 10, 14, "1")},
			[]review.Finding{at("b", 10, 14, "2")}, nil, []int{-1}},
		{"a little more of the text", []review.Finding{at("a", 10, 14, "1")},
			[]review.Finding{at("a", 8, 14, "2")}, nil, []int{0}},
		{"a little more of the text, without a rule", []review.Finding{at("", 10, 14, "1")},
			[]review.Finding{at("", 8, 14, "2")}, nil, []int{-1}},
		{"the same place before an overlapping one", []review.Finding{at("a", 10, 14, "1")},
			[]review.Finding{at("a", 8, 12, "2"), at("a", 10, 14, "3")}, nil, []int{1}},
		{"each finding once", []review.Finding{at("a", 10, 14, "1"), at("a", 10, 14, "1+")},
			[]review.Finding{at("a", 10, 14, "1")}, nil, []int{0, -1}},
		{"an edited place, with another key", []review.Finding{at("a", 2, 4, "1")},
			[]review.Finding{at("a", 2, 7, "2")}, []source.Edit{longer}, []int{-1}},
		{"an edited place, with the same key", []review.Finding{at("a", 2, 4, "1")},
			[]review.Finding{at("a", 2, 7, "1")}, []source.Edit{longer}, []int{0}},
		{"the same key far away", []review.Finding{at("a", 10, 14, "1")},
			[]review.Finding{at("a", 90, 94, "1")}, nil, []int{0}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var issues []*Issue
			for _, f := range tt.issues {
				issues = append(issues, issueOf(f))
			}
			m := Match(issues, tt.found, mapping(tt.edits...))
			assert.Equal(t, tt.became, m.Became)
			for j := range tt.found {
				assert.Equal(t, slices.Contains(tt.became, j), m.Taken[j], "Taken says what Became says")
			}
		})
	}
}

// A finding of a place that no edit touched goes along with the text. One whose place was edited is outdated, unless
// the text that it wants replaced stands there once.
func TestCarried(t *testing.T) {
	before := "An old word and an old one."
	i := issueOf(at("a", 3, 6, "1"))
	i.Remedy, i.Old, i.Want = review.Replace, "old", "new"
	for _, tt := range []struct {
		name  string
		edit  source.Edit
		span  source.Span
		state review.State
	}{
		{"an edit behind it", source.Edit{Span: source.Span{Start: 19, End: 22}, New: "older"}, source.Span{Start: 3, End: 6}, review.Located},
		{"an edit before it", source.Edit{Span: source.Span{Start: 0, End: 2}, New: "One"}, source.Span{Start: 4, End: 7}, review.Located},
		{"an edit that removes it", source.Edit{Span: source.Span{Start: 3, End: 6}, New: "grey"}, source.Span{Start: 3, End: 7}, review.Outdated},
		{"an edit that keeps it once", source.Edit{Span: source.Span{Start: 3, End: 6}, New: "very old"}, source.Span{Start: 3, End: 11}, review.Located},
		{"an edit that doubles it", source.Edit{Span: source.Span{Start: 3, End: 6}, New: "old, old"}, source.Span{Start: 3, End: 11}, review.Outdated},
	} {
		t.Run(tt.name, func(t *testing.T) {
			after, err := source.Apply([]byte(before), []source.Edit{tt.edit})
			require.NoError(t, err)
			now := i.Carried(after, mapping(tt.edit))
			assert.Equal(t, tt.span, now.Span)
			assert.Equal(t, tt.state, now.State)
			assert.Equal(t, source.Span{Start: 3, End: 6}, i.Span, "the issue before stays as it is")
		})
	}
}

// compared returns what becomes of the issues of a text, where the reviewer model finds this after an edit.
func compared(t *testing.T, text string, open []Issue, edit source.Edit, own review.Key, found []review.Finding) Difference {
	t.Helper()
	base := zone.Parse("a.md", []byte(text), markdown.Dialect{})
	src, err := source.Apply(base.Source(), []source.Edit{edit})
	require.NoError(t, err)
	after := zone.Parse("a.md", src, markdown.Dialect{})
	f := at("fix", edit.Start, edit.End, own)
	f.Path = "a.md"
	fix := fixers.Applied{Finding: &f, Contract: fixers.SpanOnly, Change: fixers.Change{{Path: "a.md", Edits: []source.Edit{edit}}}}
	c, err := NewComparison(base.Source(), after, open, []*fixers.Applied{&fix}, 2)
	require.NoError(t, err)
	c.Add("model", false, found)
	return c.Finish(func(func(*Issue) bool) {})
}

// The reviewer that raised an issue decides whether it is resolved; what it says for the first time is raised by the
// pass, and an issue of a reviewer that was not asked stays open unless its own edit was made.
func TestComparison(t *testing.T) {
	text := "# A\n\nThe red and the blue one.\n"
	red, blue := at("color", 9, 12, "red"), at("color", 21, 25, "blue")
	edit := source.Edit{Span: red.Span, New: "crimson"}
	t.Run("silent", func(t *testing.T) {
		d := compared(t, text, []Issue{*issueOf(red), *issueOf(blue)}, edit, "red", []review.Finding{at("color", 25, 29, "blue")})
		require.Len(t, d.Resolved, 1)
		assert.Equal(t, review.Key("red"), d.Resolved[0].Key)
		assert.True(t, d.Resolved[0].OwnFix)
		assert.False(t, d.Resolved[0].ByEdit)
		require.Len(t, d.Open, 1)
		assert.Equal(t, source.Span{Start: 25, End: 29}, d.Open[0].Span)
		assert.Empty(t, d.Raised)
	})
	t.Run("again", func(t *testing.T) {
		d := compared(t, text, []Issue{*issueOf(red)}, edit, "red", []review.Finding{at("color", 9, 16, "red")})
		assert.Empty(t, d.Resolved)
		require.Len(t, d.Open, 1)
		assert.True(t, d.Open[0].Fixed, "its fix was made, and it is still raised")
		assert.Empty(t, d.Raised)
	})
	t.Run("raised", func(t *testing.T) {
		d := compared(t, text, []Issue{*issueOf(red)}, edit, "red", []review.Finding{at("other", 9, 16, "new")})
		require.Len(t, d.Raised, 1)
		assert.Equal(t, Raised, d.Raised[0].Origin)
		assert.Equal(t, 2, d.Raised[0].Pass)
		assert.Len(t, d.Resolved, 1)
	})
	t.Run("not asked", func(t *testing.T) {
		others := []Issue{*issueOf(red), *issueOf(blue)}
		for n := range others {
			others[n].Source, others[n].Sources = "person", []string{"person"}
		}
		d := compared(t, text, others, edit, "red", nil)
		require.Len(t, d.Resolved, 1)
		assert.Equal(t, review.Key("red"), d.Resolved[0].Key)
		assert.True(t, d.Resolved[0].ByEdit)
		require.Len(t, d.Open, 1)
		assert.Equal(t, review.Key("blue"), d.Open[0].Key)
	})
}

// A finding of a review that names no rule and no replacement takes those of the one built-in rule that finds the same;
// where two could be meant, or the words speak of something else, it stays as it is.
func TestAbsorb(t *testing.T) {
	doc := zone.Parse("a.md", []byte("# A Big Title\n\nText.\n"), markdown.Dialect{})
	built := at("heading-case", 2, 13, "b")
	built.Source, built.Want, built.Remedy, built.Old = review.BuiltIn, "A big title", review.Replace, "A Big Title"
	for _, tt := range []struct {
		name, rule, message string
		absorbed            bool
	}{
		{"it names the rule", "heading-case", "This is wrong.", true},
		{"its words speak of it", "", "Use sentence case here.", true},
		{"its words speak of something else", "", "This is not true.", false},
		{"it names another rule", "terminology", "Use sentence case here.", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := at(tt.rule, 2, 13, "f")
			f.Message, f.Category = tt.message, rules.CategoryStyle
			g := Gather(doc, nil)
			g.Admit([]review.Finding{f}, "model", CameIn, 0)
			g.Absorb([]review.Finding{built})
			require.Len(t, g.Issues, 1)
			assert.Equal(t, tt.absorbed, g.Issues[0].Want == "A big title")
			assert.Equal(t, "model", g.Issues[0].Source)
		})
	}
}
