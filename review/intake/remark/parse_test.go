package remark

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
)

// TestNotations: the ways in which people write that teh should be the are read alike.
func TestNotations(t *testing.T) {
	for _, s := range []string{
		`s/teh/the/`, `s/teh/the`, `9: teh → the`, `teh - > the`, `it says "teh", it should say "the"`, `I think you meant "the", not "teh"`,
		`typo: teh (the)`, `typo, "teh" should be "the"`, `please change "teh" to "the"`, `teh ➡️ the`, `teh ➡ the`, `teh ⟶ the`,
		`**Wrong word:** "teh" should be "the"`, `**Grammar.** "teh" should be "the"`, `"teh" → should be "the"`, `„teh“ → Besser: „the“`,
		`Statt „teh“ bitte „the“`, `„teh“ durch „the“ ersetzen`, `»teh« → »the«`, `"teh" is not a word; use "the"`,
		`"teh" can be shortened to "the"`, `- [ ] L34: "teh" should be "the"`, `🟡 Minor – "teh" should be "the"`, `a) "teh" should be "the"`,
		`– "teh" should be "the"`, `p. 1, l. 8: "teh" should be "the"`, `Ln 8, Col 39: "teh" should be "the"`, `doc.md#L8: "teh" should be "the"`,
		"Before: teh\nAfter: the", "**Before:** teh\n**After:** the", "Reads: teh\nShould read: the", "Ist: teh\nSoll: the", `don't write "teh", write "the"`, `prefer "the" over "teh"`,
		`将“teh”改为“the”`, `「teh」ではなく「the」`, `「teh」の代わりに「the」`, `(a) "teh" should be "the"`, `「teh」を「the」に変更してください`, `заменить «teh» на «the»`, `remplacer « teh » par « the »`, `L8: teh → the, because it is a typo`,
	} {
		m := Parse(strings.TrimPrefix(s, "- "))[0]
		assert.True(t, m.Edits, s)
		assert.Equal(t, "teh", m.Quote, s)
		assert.Equal(t, "the", m.Want, s)
		assert.Equal(t, review.Open, m.Standing, "%s: %s", s, m.Why)
	}
}

// TestPlacesOfRemarks has the lines that a remark names.
func TestPlacesOfRemarks(t *testing.T) {
	for s, want := range map[string][]Lines{
		`L8: x → y`: {{First: 8}}, `lines 11, 12 and 13: x → y`: {{First: 11}, {First: 12}, {First: 13}}, `Line 3-5: x → y`: {{First: 3, Last: 5}},
		`x → y (line 4)`: {{First: 4}}, `第3行：“x”应为“y”`: {{First: 3}}, `guide.md:12:5: x → y`: {{First: 12}},
	} {
		all := Parse(s)
		require.Len(t, all, len(want), s)
		for i, m := range all {
			assert.Equal(t, want[i:i+1], m.Lines, s)
			assert.True(t, m.Edits, s)
		}
	}
	two := Parse("L8: x→y, z→w")
	require.Len(t, two, 2)
	assert.Equal(t, "w", two[1].Want)
	assert.Equal(t, 2, Parse(`the second "teh" should be "the"`)[0].Nth)
}

// TestSentencesAreNoEdits: words that are near to those of an edit are none.
func TestSentencesAreNoEdits(t *testing.T) {
	for _, s := range []string{
		"Cannot read property 'x' of undefined", "Change it to bold", "change the wording to something clearer", `"a b" should not be "a c"`,
		`don't change "a b" to "a c"`, `change "a" and "b" to "c"`, "We should be careful here.", "Use it in place of that.",
	} {
		m := Parse(s)[0]
		assert.False(t, m.Edits && m.Standing == review.Open, "%s: %q to %q", s, m.Quote, m.Want)
	}
}

// A word such as "done" closes a remark only where its clause ends.
func TestTakesBack(t *testing.T) {
	for s, want := range map[string]review.Standing{
		"Done, thanks.":              review.Closed,
		"Resolved.":                  review.Closed,
		"Edit: ignore this one":      review.Closed,
		"never mind, the link works": review.Closed,
		"done() is called before the stream has finished.":  review.Open,
		"Resolved names are longer than the field allows.":  review.Open,
		"Rejected requests are counted twice in the table.": review.Open,
	} {
		m := Remark{}
		m.Beside(s)
		assert.Equal(t, want, m.Standing, s)
	}
}

// TestPartsOfDeletions: an order to delete that names a part which is not found deletes nothing unasked.
func TestPartsOfDeletions(t *testing.T) {
	for _, said := range []string{"remove one", "remove nothing here", "remove the second word", "cut this part"} {
		assert.NotEqual(t, review.Open, Parse(`Line 3: "press the the button" - ` + said)[0].Standing, said)
	}
	for _, said := range []string{"delete it", "delete, because it is said twice"} {
		assert.Equal(t, review.Open, Parse(`Line 3: "press the the button" - ` + said)[0].Standing, said)
	}
}
