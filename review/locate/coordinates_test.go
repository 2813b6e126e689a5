package locate

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func at(unit source.Unit, bom review.BOM, line, column, endColumn int) review.Range {
	r := review.Range{Form: review.Points, Unit: unit, BOM: bom, From: source.Point{Line: line, Column: column}}
	if endColumn > 0 {
		r.To = source.Point{Line: line, Column: endColumn}
	}
	return r
}

func from(unit source.Unit, bom review.BOM, start, end int) review.Range {
	return review.Range{Form: review.Offsets, Unit: unit, BOM: bom, Start: start, End: end}
}

func whole(line int) review.Range {
	return review.Range{Form: review.WholeLine, From: source.Point{Line: line}}
}

const (
	cp, utf16, bytewise       = source.CodePoint, source.UTF16, source.Byte
	unknown, counted, skipped = review.BOMUnknown, review.BOMCounted, review.BOMSkipped
)

func TestCoordinates(t *testing.T) {
	const mark = "\uFEFF# aa\n\nbb 😀 cc\n"
	// What programs make of "\xe9\xa0" and "\xf0\x9f\x98" differs: one U+FFFD a byte,
	// or one for all that could have become one character.
	const bad = "# aa\n\nT\xe8s \xf0\x9f\x98 aa\nbb cc\n"
	for _, tt := range []struct {
		name, src string
		r         review.Range
		want      string // the text there, or the reason for which there is none
	}{
		{"columns without the mark", mark, at(utf16, skipped, 1, 3, 5), "aa"},
		{"columns with the mark", mark, at(cp, counted, 1, 4, 6), "aa"},
		{"bytes without the mark", mark, at(bytewise, skipped, 1, 3, 5), "aa"},
		{"bytes with the mark", mark, at(bytewise, counted, 1, 6, 8), "aa"},
		{"columns that may count the mark", mark, at(cp, unknown, 1, 3, 5), Uncounted},
		{"columns of another line", mark, at(utf16, unknown, 3, 7, 9), "cc"},
		{"offsets without the mark", mark, from(utf16, skipped, 2, 4), "aa"},
		{"offsets with the mark", mark, from(bytewise, counted, 5, 7), "aa"},
		{"offsets that may count the mark", mark, from(utf16, unknown, 12, 14), Uncounted},
		{"offsets where there is no mark", "# aa\n", from(utf16, unknown, 2, 4), "aa"},
		{"offsets that end where the mark would", mark, from(bytewise, skipped, 0, len(mark)), OutOfBounds},
		{"the line without the mark", mark, at(cp, unknown, 1, 0, 0), "# aa"},
		{"the whole line without the mark", mark, whole(1), "# aa\n"},
		{"the only line without the mark", "\uFEFFaa", whole(1), "aa"},
		{"no such line", mark, at(cp, unknown, 9, 1, 0), OutOfBounds},
		{"no unit, behind an emoji", mark, review.Range{Form: review.Points, AnyUnit: true, From: source.Point{Line: 3, Column: 6}}, Uncounted},
		{"no unit, before it", mark, review.Range{Form: review.Points, AnyUnit: true, From: source.Point{Line: 3, Column: 1}, To: source.Point{Line: 3, Column: 3}}, "bb"},
		{"no unit, no such line", mark, review.Range{Form: review.Points, AnyUnit: true, From: source.Point{Line: 9, Column: 1}}, OutOfBounds},

		{"before bad bytes", bad, at(cp, unknown, 3, 1, 2), "T"},
		{"behind bad bytes", bad, at(cp, unknown, 3, 6, 8), Uncounted},
		{"behind bad bytes, in UTF-16", bad, at(utf16, unknown, 3, 6, 8), Uncounted},
		{"behind bad bytes, in bytes", bad, at(bytewise, unknown, 3, 9, 11), Uncounted},
		{"behind the end of the line, by bytes for U+FFFD", bad, at(bytewise, unknown, 3, 15, 17), Uncounted},
		{"up to behind bad bytes", bad, at(cp, unknown, 3, 1, 6), Uncounted},
		{"the line of bad bytes", bad, at(cp, unknown, 3, 0, 0), "T\xe8s \xf0\x9f\x98 aa"},
		{"the line behind bad bytes", bad, at(cp, unknown, 4, 4, 6), "cc"},
		{"offsets before bad bytes", bad, from(cp, unknown, 2, 4), "aa"},
		{"offsets behind bad bytes", bad, from(utf16, unknown, 11, 12), Uncounted},
		{"bytes behind bad bytes", bad, from(bytewise, unknown, 20, 22), Uncounted},
		{"bytes behind the end, by U+FFFD", bad, from(bytewise, unknown, len(bad)+2, len(bad)+4), Uncounted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			s, why := resolve(zone.Parse("doc.md", []byte(tt.src), markdown.Dialect{}), &tt.r)
			if why != "" {
				assert.Equal(t, tt.want == Uncounted, uncounted(why))
				return
			}
			assert.Equal(t, tt.want, tt.src[s.Start:s.End])
		})
	}
}

// TestUncounted holds that where the count of coordinates is not known, the text
// that a finding quotes decides, and without one nothing is edited.
func TestUncounted(t *testing.T) {
	const mark, bad = "\uFEFF# aa bb aa\n\ncc\n", "# aa\n\nT\xe8s \xf0\x9f\x98 bb\n"
	edit := review.IssueEdit{Range: from(utf16, unknown, 11, 13), New: "x"}
	for _, tt := range []struct {
		name, src string
		issue     review.Issue
		state     review.State
		why       string
	}{
		{"a quote that stands once in the line", mark, review.Issue{Place: review.Place{Measured: true, Quote: "bb", Range: at(cp, unknown, 1, 6, 0)}}, review.Located, ""},
		{"one that stands twice", mark, review.Issue{Place: review.Place{Measured: true, Quote: "aa", Range: at(cp, unknown, 1, 4, 0)}}, review.Ambiguous, Several},
		{"one of another line", mark, review.Issue{Place: review.Place{Measured: true, Quote: "cc", Range: at(cp, unknown, 1, 4, 0)}}, review.Probable, Contradicted},
		{"no quote", mark, review.Issue{Place: review.Place{Measured: true, Range: at(cp, unknown, 1, 4, 0)}}, review.Unlocated, Uncounted},
		{"no quote, edits that are known", mark, review.Issue{
			Place: review.Place{Measured: true, Range: at(cp, unknown, 1, 4, 0)}, Remedy: review.Edits,
			Edits: []review.IssueEdit{{Range: from(bytewise, counted, 5, 7), New: "x"}},
		}, review.Located, ""},
		{"no quote, edits that are not", mark, review.Issue{
			Place: review.Place{Measured: true, Range: at(cp, unknown, 3, 1, 0)}, Remedy: review.Edits, Edits: []review.IssueEdit{edit},
		}, review.Located, Uncounted},
		{"a quote behind bad bytes", bad, review.Issue{Place: review.Place{Measured: true, Quote: "bb", Range: at(utf16, unknown, 3, 6, 0)}}, review.Located, ""},
		{"a quote that may be of bad bytes", bad + "\n\uFFFD bb\n", review.Issue{Place: review.Place{Quote: "\uFFFD bb"}}, review.Probable, Roughly},
		{"one at its coordinates", bad + "\n\uFFFD bb\n", review.Issue{Place: review.Place{Quote: "\uFFFD bb", Range: at(cp, unknown, 5, 1, 0)}}, review.Probable, Roughly},
		{"an edit behind bad bytes", bad, review.Issue{
			Place: review.Place{Measured: true, Quote: "bb", Range: at(utf16, unknown, 3, 6, 0)}, Remedy: review.Edits, Edits: []review.IssueEdit{edit},
		}, review.Located, Uncounted},
		{"an insertion behind bad bytes", bad, review.Issue{
			Place:  review.Place{Measured: true, Range: from(bytewise, unknown, 16, 16)},
			Remedy: review.Edits, Edits: []review.IssueEdit{{Range: from(bytewise, unknown, 16, 16), New: "x"}},
		}, review.Unlocated, Uncounted},
	} {
		t.Run(tt.name, func(t *testing.T) {
			f := Locate(zone.Parse("doc.md", []byte(tt.src), markdown.Dialect{}), []review.Issue{tt.issue}, Options{ReviewIsCurrent: true})[0]
			assert.Equal(t, tt.state, f.State, f.Reason)
			assert.Equal(t, tt.why, f.Reason.Code)
			assert.Equal(t, tt.why == "" && tt.issue.Remedy == review.Edits, len(f.Edits) > 0, "%v", f.Edits)
		})
	}
}

// TestEditsHoldWhatTheReviewSays refuses edits by coordinates that the text which
// the review gives does not confirm.
func TestEditsHoldWhatTheReviewSays(t *testing.T) {
	const src = "# aa\n\nuse bb now\r\nand cc\n"
	line := review.Range{Form: review.Points, From: source.Point{Line: 3}}
	for _, tt := range []struct {
		name  string
		place review.Place
		edit  review.IssueEdit
		why   string
	}{
		{"the old text", review.Place{Range: at(cp, unknown, 3, 5, 7)}, review.IssueEdit{Range: at(cp, unknown, 3, 5, 7), Old: "bb", New: "x"}, ""},
		{"the old text with another line ending", review.Place{Range: line},
			review.IssueEdit{Range: from(bytewise, unknown, 10, 21), Old: "bb now\nand", New: "x"}, ""},
		{"less than is replaced", review.Place{Range: line}, review.IssueEdit{Range: from(bytewise, unknown, 10, 21), Old: "bb now\na", New: "x"}, Differs},
		{"another old text", review.Place{Range: at(cp, unknown, 3, 5, 7)}, review.IssueEdit{Range: at(cp, unknown, 3, 5, 7), Old: "cc", New: "x"}, Differs},
		{"a quote with more than is replaced", review.Place{Quote: "bb now", Range: at(cp, unknown, 3, 5, 7)}, review.IssueEdit{Range: at(cp, unknown, 3, 5, 7), New: "x"}, Differs},
		{"a quote in the line", review.Place{Quote: "bb", Range: line}, review.IssueEdit{Range: at(cp, unknown, 3, 5, 7), New: "x"}, ""},
		{"a quote elsewhere in the line", review.Place{Quote: "now", Range: at(cp, unknown, 3, 5, 7)}, review.IssueEdit{Range: at(cp, unknown, 3, 5, 6), New: "x"}, Contradicted},
		{"what was not read", review.Place{Range: at(cp, unknown, 3, 5, 7)}, review.IssueEdit{Range: at(cp, unknown, 3, 5, 7), New: "b\uFFFD"}, Hidden},
	} {
		t.Run(tt.name, func(t *testing.T) {
			tt.place.Measured = true
			issue := review.Issue{Place: tt.place, Remedy: review.Edits, Edits: []review.IssueEdit{tt.edit}}
			f := Locate(zone.Parse("doc.md", []byte(src), markdown.Dialect{}), []review.Issue{issue}, Options{ReviewIsCurrent: true})[0]
			assert.Equal(t, tt.why, f.Reason.Code)
			assert.Equal(t, tt.why == "", len(f.Edits) > 0, "%q %v", f.Reason, f.Edits)
		})
	}
}

// TestManyPlacesOfALine resolves very many columns of one line. Were all of it looked
// at for each, it would take minutes.
func TestManyPlacesOfALine(t *testing.T) {
	const n = 100000
	d := zone.Parse("doc.md", []byte(strings.Repeat("é ab ", n)), markdown.Dialect{})
	for i := range n {
		from := source.Point{Line: 1, Column: 3 + 5*i}
		s, ok := Resolve(d, &review.Range{Form: review.Points, Unit: source.UTF16, From: from, To: source.Point{Line: 1, Column: from.Column + 2}})
		if !ok || s != (source.Span{Start: 6*i + 3, End: 6*i + 5}) {
			require.Fail(t, "another place", "%v: %v", from, s)
		}
	}
}
