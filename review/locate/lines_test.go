package locate

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// lined is a quote with the line that a person or a model gives for it.
func lined(line int, quote string) review.Issue {
	return review.Issue{ID: quote, Place: review.Place{
		Quote: quote, Range: review.Range{Form: review.Points, From: source.Point{Line: line}},
	}}
}

// TestLinesOfAReview: a line tells several places apart as far as the lines of the review's other findings are right.
func TestLinesOfAReview(t *testing.T) {
	src := "The first long sentence stands alone here.\n\nfoo\n\nThe second long sentence stands alone here.\n\n" +
		"foo\n\n" + strings.Repeat("Words of no account.\n\n", 20) + "foo\n"
	first, second := "The first long sentence stands alone", "The second long sentence stands alone"
	third := "The first long sentence stands alone here"
	for _, tt := range []struct {
		name   string
		issues []review.Issue
		line   int // where foo is, 0 for nowhere
	}{
		{"the line is right, and another place is near", []review.Issue{lined(7, "foo")}, 7},
		{"the line is right, and no other place is near", []review.Issue{lined(49, "foo")}, 49},
		{"the line is right, and a long quote stands nowhere", []review.Issue{lined(49, "foo"), lined(1, "No such sentence stands here at all")}, 49},
		{"the line is right, as another is", []review.Issue{lined(7, "foo"), lined(1, first)}, 7},
		{"two long quotes stand nowhere", []review.Issue{lined(49, "foo"), lined(1, "No such sentence stands here"), lined(9, "Nor this one")}, 0},
		{"the line is off by one", []review.Issue{lined(8, "foo"), lined(1, first)}, 7},
		{"the line is between two", []review.Issue{lined(5, "foo")}, 0},
		{"all lines are right", []review.Issue{lined(7, "foo"), lined(1, first), lined(5, second)}, 7},
		{"others are wrong", []review.Issue{lined(7, "foo"), lined(2, first), lined(6, second)}, 0},
		{"all lines have moved", []review.Issue{lined(50, "foo"), lined(2, first), lined(6, second), lined(1, third)}, 49},
		{"about as far off as another", []review.Issue{lined(55, "foo"), lined(10, second)}, 49},
		{"wrong, and none is near", []review.Issue{lined(30, "foo"), lined(2, first), lined(6, second)}, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := zone.Parse("doc.md", []byte(src), markdown.Dialect{})
			for _, f := range Locate(d, tt.issues, Options{}) {
				switch {
				case f.ID != "foo":
				case tt.line == 0:
					assert.Equal(t, review.Ambiguous, f.State)
				default:
					assert.Equal(t, review.Located, f.State)
					assert.Equal(t, tt.line, d.Lines().Number(f.Span.Start))
				}
			}
		})
	}
}

// TestMarksAlone: bullets and fences that a review quotes alone are told by what it wants there, by how many findings
// want it, and by their lines.
func TestMarksAlone(t *testing.T) {
	swap := func(line int, old, want string) review.Issue {
		i := lined(line, old)
		i.Remedy, i.Want = review.Replace, want
		return i
	}
	src := "- a\n- b\n\nText *one* and *two*.\n\n* c\n* d\n\n```\nx = 1\n```\n\n1. one\n\n```sh\nls\n```\n\n* e\n"
	for _, tt := range []struct {
		name   string
		issues []review.Issue
		lines  []int
	}{
		{"the only fence without a language", []review.Issue{swap(15, "```", "```python")}, []int{9}},
		{"two fences, and one has no language", []review.Issue{swap(15, "```", "```sh"), swap(16, "```", "```sh")}, nil},
		{"all bullets", []review.Issue{swap(3, "*", "-"), swap(1, "*", "-"), swap(1, "*", "-")}, []int{6, 7, 19}},
		{"a whole list", []review.Issue{swap(6, "*", "-"), swap(7, "*", "-")}, []int{6, 7}},
		{"one of a list, with its line", []review.Issue{swap(6, "*", "-"), lined(4, "Text one and two.")}, []int{4, 6}},
		{"one of a list, with its line alone", []review.Issue{swap(6, "*", "-")}, []int{6}},
		{"one of a list", []review.Issue{swap(5, "*", "-")}, nil},
		{"no such bullet", []review.Issue{swap(6, "+", "-")}, nil},
		{"emphasis", []review.Issue{swap(4, "*", "_")}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			d := zone.Parse("doc.md", []byte(src), markdown.Dialect{})
			var lines []int
			for _, f := range Locate(d, tt.issues, Options{}) {
				if f.State == review.Located {
					lines = append(lines, d.Lines().Number(f.Span.Start))
				}
			}
			assert.Equal(t, tt.lines, lines)
		})
	}
}

// TestTwoFindingsShareTheirShift: words that stand several times are the ones that are as many lines from the lines
// given as the words of the finding next to them, and no others.
func TestTwoFindingsShareTheirShift(t *testing.T) {
	src := "The valve is red.\n\nThe pump is blue.\n\nOne more line.\n\nThe valve rests.\n\n\nThe pump rests.\n"
	located := func(issues ...review.Issue) int {
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		for _, f := range Locate(d, issues, Options{}) {
			if f.ID == "valve" && f.State == review.Located {
				return d.Lines().Number(f.Span.Start)
			}
		}
		return 0
	}
	assert.Equal(t, 1, located(lined(5, "valve"), lined(7, "pump")), "both are four lines off")
	assert.Equal(t, 7, located(lined(4, "valve"), lined(7, "pump")), "both are three lines off")
	assert.Equal(t, 0, located(lined(4, "valve")), "alone, it may be either")
}

// TestShortQuotesFollowTheFindingsAround: a short quote that stands once, off its line, is the place where the findings
// around it are as many lines off. A line of its own is enough only where they don't tell.
func TestShortQuotesFollowTheFindingsAround(t *testing.T) {
	src := "The red valve opens the tank.\n\n- pump\n\nThe blue valve closes the tank.\n\nThe lamp rests.\n"
	state := func(issues ...review.Issue) review.State {
		for _, f := range Locate(zone.Parse("a.md", []byte(src), markdown.Dialect{}), issues, Options{}) {
			if f.ID == "pump" || f.ID == "lamp" {
				return f.State
			}
		}
		return review.Unlocated
	}
	red, blue := "The red valve opens the tank", "The blue valve closes the tank"
	assert.Equal(t, review.Located, state(lined(1, "pump")), "alone in its line, two lines off")
	assert.Equal(t, review.Located, state(lined(6, "pump"), lined(4, red), lined(8, blue)), "all are three lines off")
	assert.Equal(t, review.Probable, state(lined(4, "pump"), lined(1, red), lined(5, blue)), "the others are right")
	assert.Equal(t, review.Probable, state(lined(8, "lamp"), lined(1, red), lined(7, blue)), "one is right, one two lines off")
}

// TestGuessedLinesNextToIt: a quote in its very line is meant, though it also stands as many lines off as a guess
// beside it.
func TestGuessedLinesNextToIt(t *testing.T) {
	d := zone.Parse("a.md", []byte("foo\n\nfoo\n\nThe red valve opens the tank.\n"), markdown.Dialect{})
	f := Locate(d, []review.Issue{lined(3, "foo"), lined(7, "The red valve opens the tank")}, Options{})[0]
	assert.Equal(t, review.Located, f.State)
	assert.Equal(t, 3, d.Lines().Number(f.Span.Start))
}

// TestCrowdedQuotes: the line of a review of one quote says nothing where the quote stands all around it: a line that
// is guessed has it by chance.
func TestCrowdedQuotes(t *testing.T) {
	for places, want := range map[int]review.State{3: review.Located, 9: review.Ambiguous} {
		src := strings.Repeat("Read the page.\n", places) + "\nThe red valve opens our tank.\n"
		other := lined(places+2, "red valve opens our tank")
		for _, issues := range [][]review.Issue{{lined(2, "the")}, {lined(2, "the"), other}} {
			d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
			f := Locate(d, issues, Options{})[0]
			if len(issues) > 1 {
				assert.Equal(t, review.Located, f.State, "another line of the review is right")
			} else {
				assert.Equal(t, want, f.State, places)
			}
		}
	}
}

// TestLoneGuessNextToIt: as many lines off as one other finding is no sign where another place is as near.
func TestLoneGuessNextToIt(t *testing.T) {
	src := "Turn the key.\n\nThe key turns.\n\n\n\nThe red valve opens.\n\nThe lamp rests here.\n"
	state := func(issues ...review.Issue) review.State {
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		found := Locate(d, issues, Options{})
		return found[slices.IndexFunc(found, func(f review.Finding) bool { return f.ID == "key" })].State
	}
	valve, lamp := lined(12, "The red valve opens"), lined(14, "The lamp rests here")
	assert.Equal(t, review.Ambiguous, state(lined(8, "key"), valve), "one is five lines off")
	assert.Equal(t, review.Located, state(lined(8, "key"), valve, lamp), "two are")
}

// TestLongQuotesOfOtherCase: a quote that is not short is found in other letters up to 25 lines from the line given,
// alone in its review.
func TestLongQuotesOfOtherCase(t *testing.T) {
	src := strings.Repeat("Words of no account.\n\n", 10) + "The red valve opens the tank.\n" +
		strings.Repeat("\nMore words.\n", 20)
	for line, want := range map[int]review.State{12: review.Located, 50: review.Probable} {
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		f := Locate(d, []review.Issue{lined(line, "THE RED VALVE OPENS THE TANK")}, Options{})[0]
		assert.Equal(t, want, f.State, line)
	}
}

// TestPartsOfLinesOfMarks: a part of a line of marks is no place of its own.
func TestPartsOfLinesOfMarks(t *testing.T) {
	d := zone.Parse("a.md", []byte("| a | b |\n|-----|---|\n| c | d |\n"), markdown.Dialect{})
	f := Locate(d, []review.Issue{lined(2, "--|---|")}, Options{})[0]
	assert.Equal(t, review.Probable, f.State)
	assert.Equal(t, Part, f.Reason.Code)
}

// TestHeadingsWithTheirMarks: a heading that is quoted with its mark is no word that may stand anywhere.
func TestHeadingsWithTheirMarks(t *testing.T) {
	src := "The red valve opens the tank.\n\n" + strings.Repeat("Words of no account.\n\n", 9) + "### Dev\n"
	for quote, want := range map[string]review.State{"### Dev": review.Located, "Dev": review.Probable} {
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		found := Locate(d, []review.Issue{lined(12, quote), lined(1, "The red valve opens the tank")}, Options{})
		assert.Equal(t, want, found[len(found)-1].State, quote)
	}
}

// TestEqualQuotesShareTheirShift: findings that quote the same words are as many lines off, if one number of lines alone
// fits all of them.
func TestEqualQuotesShareTheirShift(t *testing.T) {
	src := "Set NPM.\n\n\nUse NPM.\n\n\n\n\n\n\n\nRun NPM.\n\nAnd NPM.\n"
	located := func(lines ...int) (out []int) {
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		var issues []review.Issue
		for _, n := range lines {
			issues = append(issues, lined(n, "NPM"))
		}
		for _, f := range Locate(d, issues, Options{}) {
			if f.State == review.Located {
				out = append(out, d.Lines().Number(f.Span.Start))
			}
		}
		return out
	}
	assert.Equal(t, []int{4, 12}, located(10, 18), "both are six lines off")
	assert.Equal(t, []int{1, 4, 12, 14}, located(6, 9, 17, 19), "all are five lines off")
	assert.Empty(t, located(10, 17), "no number of lines fits both")
}

// TestWordsInLongTexts: where a word is a line off, the longer the document, the less likely it stands there by chance.
func TestWordsInLongTexts(t *testing.T) {
	state := func(lines int, issues ...review.Issue) review.State {
		src := strings.Repeat("Words of no account.\n\n", lines/2) + "Open the valve.\n\nThen a/very/long/path/to/be/read.\n"
		found := Locate(zone.Parse("a.md", []byte(src), markdown.Dialect{}), issues, Options{})
		return found[len(found)-1].State
	}
	assert.Equal(t, review.Located, state(400, lined(400, "valve")), "a line off in 400")
	assert.Equal(t, review.Probable, state(100, lined(100, "valve")), "a line off in 100")
	assert.Equal(t, review.Probable, state(400, lined(398, "valve")), "three lines off in 400")
	open, path := lined(101, "Open the valve"), "a/very/long/path/to/be/read"
	assert.Equal(t, review.Located, state(100, open, lined(90, path)), "a path")
	assert.Equal(t, review.Probable, state(100, open, lined(9, path)), "a path far from its line")
}

// TestWholeLinesOfDoubtfulReviews: all of a line is the place in a doubtful review near the line given alone.
func TestWholeLinesOfDoubtfulReviews(t *testing.T) {
	src := strings.Repeat("Words of no account.\n\n", 20) + "- valve\n"
	for line, want := range map[int]review.State{40: review.Located, 9: review.Probable} {
		issues := []review.Issue{lined(line, "valve"), lined(3, "no such word"), lined(5, "nor this one")}
		for _, f := range Locate(zone.Parse("a.md", []byte(src), markdown.Dialect{}), issues, Options{}) {
			if f.ID == "valve" {
				assert.Equal(t, want, f.State, line)
			}
		}
	}
}

// TestHalvesOfMoves: words that one finding deletes at the end of a line and another adds at the next go together.
func TestHalvesOfMoves(t *testing.T) {
	edit := func(line int, old, want string) review.Issue {
		i := lined(line, old)
		i.Remedy, i.Old, i.Want = review.Replace, old, want
		return i
	}
	src := "We open the valve\nslowly and stop.\n\nThen close it.\n"
	for name, issues := range map[string][]review.Issue{
		"":                                {edit(1, "the valve", ""), edit(2, "slowly", "the valve slowly")},
		"the words that go have no place": {edit(1, "our valve", ""), edit(2, "slowly", "our valve slowly")},
		"the words beside which they go":  {edit(1, "the valve", ""), edit(2, "gently", "the valve gently")},
	} {
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		for _, f := range Locate(d, issues, Options{ReviewIsCurrent: true}) {
			made := f.Remedy == review.Replace || f.Remedy == review.Edits
			if f.State == review.Located {
				assert.Equal(t, name == "", made, "%s: %s", name, f.ID)
			}
		}
	}
}
