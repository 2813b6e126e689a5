package intake_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

const placesDoc = "# Guide\n\n1. Open the radio.\n2. Close the radio.\n3. Turn the radio on.\n\n| Part | Count |\n|---|---|\n" +
	"| radio | one box |\n| lamp | one box |\n\nThe wire is red. The wire is long.\n\nSome text.\n\nConnect teh cable to the port.\n"

// edited returns a document after the edits of a review.
func edited(t *testing.T, doc, text string) string {
	t.Helper()
	r, err := intake.Parse("r.md", []byte(text), format.Prose)
	require.NoError(t, err)
	d := zone.Parse("guide.md", []byte(doc), markdown.Dialect{})
	var edits []source.Edit
	for _, f := range locate.Locate(d, r.Issues, locate.Options{}) {
		switch {
		case f.State != review.Located:
		case f.Remedy == review.Edits:
			edits = append(edits, f.Edits...)
		case f.Remedy == review.Replace:
			at := f.Span
			if i := strings.Index(string(d.Bytes(f.Span)), f.Old); f.Old != "" && i >= 0 {
				at = source.Span{Start: f.Span.Start + i, End: f.Span.Start + i + len(f.Old)}
			}
			edits = append(edits, source.Edit{Span: at, New: f.Want})
		}
	}
	merged, err := source.Merge(edits)
	require.NoError(t, err)
	out, err := source.Apply(d.Source(), merged)
	require.NoError(t, err)
	return string(out)
}

// TestPlacesInWords: of several equal texts words say which one is meant, or that all are.
func TestPlacesInWords(t *testing.T) {
	const all = -1
	for _, tt := range []struct {
		in, old, want string
		nth           int // of old, from 1; 0 for none
	}{
		{`Step 3: "radio" → "phone"`, "radio", "phone", 3}, {`In step 2, "radio" should be "phone".`, "radio", "phone", 2},
		{`"radio" should be "phone" in step 3.`, "radio", "phone", 3}, {`"radio" should be "phone" (step 1)`, "radio", "phone", 1},
		{`Schritt 2: „radio“ → „phone“`, "radio", "phone", 2},
		{`The last "wire" should be "cable".`, "wire", "cable", 2}, {`"wire" should be "cable" (the second one)`, "wire", "cable", 2},
		{`"one box" should be "two boxes" in the table's row "lamp".`, "one box", "two boxes", 2},
		{"In the row `radio`: \"one box\" → \"two boxes\"", "one box", "two boxes", 1},
		{`"wire" → "cable", both`, "wire", "cable", all}, {`"wire" → "cable" everywhere`, "wire", "cable", all},
		{`"wire" → "cable" throughout the document.`, "wire", "cable", all}, {`both "wire" should be "cable"`, "wire", "cable", all},
		{`»wire« → »cable« (beide)`, "wire", "cable", all},
		{`"radio" → "phone", both`, "radio", "phone", 0}, {`"teh" → "the", both`, "teh", "the", 0},
		{`"radio" → "phone"`, "radio", "phone", 0},
	} {
		want := placesDoc
		switch {
		case tt.nth == all:
			want = strings.ReplaceAll(placesDoc, tt.old, tt.want)
		case tt.nth > 0:
			parts := strings.SplitN(placesDoc, tt.old, tt.nth+1)
			want = strings.Join(parts[:tt.nth], tt.old) + tt.want + parts[tt.nth]
		}
		assert.Equal(t, want, edited(t, placesDoc, "- "+tt.in+"\n"), tt.in)
	}
	lines := edited(t, placesDoc, "- Lines 3, 4 and 5: \"radio\" → \"phone\"\n")
	assert.Equal(t, strings.Replace(placesDoc, "radio", "phone", 3), lines)
}

// TestCarets: carets below a quoted line say which of its words a remark is about.
func TestCarets(t *testing.T) {
	want := strings.Replace(placesDoc, "teh", "the", 1)
	for _, in := range []string{
		"> Connect teh cable\n>         ^^^ the\n", "> Connect teh cable\n>         ^^^\n> should be \"the\"\n",
		"```\nConnect teh cable to the port.\n         ^ typo: should be \"the\"\n```\n", "Connect teh cable\n        ^^^\nthe\n",
		"> Connect teh cable to the port.\n\nConnect the cable to the port.\n",
	} {
		assert.Equal(t, want, edited(t, placesDoc, in), in)
	}
	in := "> Connect teh cable\n>         ^^^ should be \"the\", if Bob agrees\n"
	assert.Equal(t, placesDoc, edited(t, placesDoc, in), in)
}
