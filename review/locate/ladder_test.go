package locate

import (
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/reading"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestLettersAtBreaks compares with what a reading of the text up to each break has.
func TestLettersAtBreaks(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	pieces := []string{"\n", "\n", "\r\n", "> ", ">", " ", "a", "B c", "é", "e\u0301", "--", "—", "-", "…", "“", "\u00AD", "\u00A0", "日本", "1.10", "*", "\xFF", "\xC3"}
	for range 5000 {
		raw := ""
		for range random.IntN(30) {
			raw += pieces[random.IntN(len(pieces))]
		}
		q, text := quote(raw), strings.TrimSpace(raw)
		var want []int
		for i, c := range []byte(text) {
			if c == '\n' {
				want = append(want, len(reading.Letters(reading.Written([]byte(text[:i]))).Bytes))
			}
		}
		require.Equal(t, want, lettersAtBreaks(q.letters, q.t.From, strings.Index(raw, text), text), "%q", raw)
	}
}

// TestQuoteOfManyLines has a quote of a whole long document. Were it read from its
// beginning for each of its lines, it would take minutes.
func TestQuoteOfManyLines(t *testing.T) {
	const n = 40000
	src := strings.Repeat("One line of text.\n", n-1) + "The end.\n"
	for _, p := range []review.Place{
		{Quote: src},
		{Quote: src, Range: review.Range{Form: review.Points, From: source.Point{Line: 2, Column: 1}, To: source.Point{Line: n + 1, Column: 9}}},
	} {
		f := locateOne(src, p, Options{})
		require.Equal(t, review.Located, f.State, f.Reason)
	}
}

// TestQuoteOfOtherLines has a quote of two lines whose words stand once, but in lines that break elsewhere: the
// reviewer read another text with the same words, and not at the place that it gives.
func TestQuoteOfOtherLines(t *testing.T) {
	const src = "Intro.\n\nThe valve of the pump stands\nopen all day long.\n"
	two := review.Range{Form: review.Points, From: source.Point{Line: 1, Column: 1}, To: source.Point{Line: 2, Column: 19}}
	f := locateOne(src, review.Place{Quote: "The valve of the pump\nstands open all day long.", Range: two}, Options{})
	require.Equal(t, review.Probable, f.State)
	require.Equal(t, Contradicted, f.Reason.Code)

	f = locateOne(src, review.Place{Quote: "The valve of the pump stands\nopen all day long.", Range: two}, Options{})
	require.Equal(t, review.Located, f.State, f.Reason)
	two.To.Line = 3 // of so many lines the quote is not
	f = locateOne(src, review.Place{Quote: "The valve of the pump\nstands open all day long.", Range: two}, Options{})
	require.Equal(t, review.Located, f.State, f.Reason)
}

// TestQuoteWithOtherSigns has quotes whose letters stand once, but with signs or word breaks that may mean something
// else.
func TestQuoteWithOtherSigns(t *testing.T) {
	for src, quoted := range map[string]string{
		"Set the version to 11.0 before the start.\n":   "Set the version to 1.10 before the start.",
		"Run the program with --force now, please.\n":   "Run the program with -force now, please.",
		"All of the code is written in C++ by hand.\n":  "All of the code is written in C# by hand.",
		"The number of them is > 10 on all systems.\n":  "The number of them is < 10 on all systems.",
		"The therapists of the house know all of it.\n": "The the rapists of the house know all of it.",
	} {
		f := locateOne(src, review.Place{Quote: quoted}, Options{})
		require.NotEqual(t, review.Located, f.State, src)
	}
}

// TestQuoteInAnotherSection has a long quote that stands once, in another section than the review names, or between
// other words: it may have stood twice, and the place that was meant may be gone.
func TestQuoteInAnotherSection(t *testing.T) {
	const src = "# One\n\nText of one.\n\n# Two\n\nBefore it. The valve of the pump stands open all day. Behind it.\n"
	const quoted = "The valve of the pump stands open all day."
	for _, tt := range []struct {
		place review.Place
		want  review.State
	}{
		{review.Place{Quote: quoted}, review.Located},
		{review.Place{Quote: quoted, Section: "Two"}, review.Located},
		{review.Place{Quote: quoted, Section: "One"}, review.Probable},
		{review.Place{Quote: quoted, Prefix: "Before it. ", Suffix: " Behind it."}, review.Located},
		{review.Place{Quote: quoted, Prefix: "Before that. "}, review.Probable},
		{review.Place{Quote: quoted, Suffix: " Behind that."}, review.Probable},
	} {
		f := locateOne(src, tt.place, Options{})
		require.Equal(t, tt.want, f.State, "%+v: %v", tt.place, f.Reason)
		if tt.want == review.Probable {
			require.Equal(t, Contradicted, f.Reason.Code)
		}
	}
}

// TestCoordinatesOfAnotherRevision has a quote that stands twice. Coordinates tell the places apart, unless they are
// known to be of another revision.
func TestCoordinatesOfAnotherRevision(t *testing.T) {
	const src = "One valve of the pump.\n\nTwo valve of the pump.\n"
	p := review.Place{Quote: "valve of the pump", Range: review.Range{
		Form: review.Points, From: source.Point{Line: 3, Column: 5}, To: source.Point{Line: 3, Column: 22},
	}}
	f := locateOne(src, p, Options{})
	require.Equal(t, review.Located, f.State, f.Reason)
	require.Equal(t, 28, f.Span.Start)
	f = locateOne(src, p, Options{DocumentSHA256: strings.Repeat("0", 64)})
	require.Equal(t, review.Ambiguous, f.State)
}

// TestReplacementByABlock has a replacement that is a heading or an item where it begins a line, and no more than a
// mark in the text where it does not.
func TestReplacementByABlock(t *testing.T) {
	const src = "The pump. The valve of the pump stands open.\n"
	for quoted, want := range map[string]review.Remedy{"The pump.": review.Replace, "The valve of the pump stands open.": review.Choose} {
		f := Locate(zone.Parse("doc.md", []byte(src), markdown.Dialect{}), []review.Issue{
			{ID: "a", Place: review.Place{Quote: quoted}, Remedy: review.Replace, Want: "- " + quoted + " It is new."},
		}, Options{ReviewIsCurrent: true})[0]
		require.Equal(t, review.Located, f.State)
		require.Equal(t, want, f.Remedy, "%s: %v", quoted, f.Reason)
		if want == review.Choose {
			require.Equal(t, NeedsLine, f.Reason.Code)
		}
	}
}

// TestCarriedBetweenEqualLines has a review of an earlier revision. Of two equal lines one is gone, and nothing shows
// which: what was found in one of them is not carried over to the line that is left.
func TestCarriedBetweenEqualLines(t *testing.T) {
	p := review.Place{Quote: "same line", Range: review.Range{
		Form: review.Points, From: source.Point{Line: 2, Column: 1}, To: source.Point{Line: 2, Column: 10},
	}}
	for _, tt := range []struct {
		before, now string
		want        review.State
	}{
		{"one\nsame line\nsame line\ntwo\n", "uno\nsame line\nduo\n", review.Outdated},
		{"one\nsame line\nonly here\nsame line\ntwo\n", "uno\nsame line\nonly here\nsame line\nduo\n", review.Located},
	} {
		reviewed := []byte(tt.before)
		f := locateOne(tt.now, p, Options{DocumentSHA256: hash(reviewed), Blob: func(string) ([]byte, bool) { return reviewed, true }})
		require.Equal(t, tt.want, f.State, "%q: %v", tt.now, f.Reason)
	}
}

// TestDeletionBeforeAnItem: an edit that deletes the end of a line may not join the item below to the rest of that
// line.
func TestDeletionBeforeAnItem(t *testing.T) {
	for src, want := range map[string]review.Remedy{
		"Intro text stays. Now then\n- an item stands here\n": review.Choose,
		"- Now then\n- an item stands here\n":                 review.Edits,
	} {
		issue := review.Issue{
			Remedy: review.Replace, Want: "an item stands here", Old: "Now then an item stands here",
			Place: review.Place{Quote: "Now then an item stands here"},
		}
		d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
		f := Locate(d, []review.Issue{issue}, Options{ReviewIsCurrent: true})[0]
		require.Equal(t, want, f.Remedy, "%q: %v %v", src, f.Reason, f.Edits)
	}
}
