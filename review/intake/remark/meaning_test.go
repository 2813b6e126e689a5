package remark

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
)

// TestMeanings: a word that orders a deletion is a text where it mends a letter of the old one.
func TestMeanings(t *testing.T) {
	assert.Equal(t, Text, MeaningOf("lose", "loose"))
	assert.Equal(t, Doubtful, MeaningOf("lose", "hold"))
}

// TestWithdraws: headings and values of fields that close what they stand for, and others that do not.
func TestWithdraws(t *testing.T) {
	for _, s := range []string{"Already addressed", "Resolved in this PR", "wont_fix", "Rejected suggestions", "✅",
		"✅ Fixed", "Erledigte Punkte", "Già risolto"} {
		assert.True(t, Withdraws(s), s)
	}
	for _, s := range []string{"✅ Spelling & grammar", "Fixed width fonts", "Closed captions", "Corrections"} {
		assert.False(t, Withdraws(s), s)
	}
}

// TestDoubtsAreWeighed: words beside an edit that no table has make it doubtful, or only give a reason.
func TestDoubtsAreWeighed(t *testing.T) {
	for _, s := range []string{
		", provided Alice signs off", " (only in the EU edition)", ", erst nach Version 3", ", je crois",
		". Consultar antes con Dana.", ", na versie 3", "（EU版のみ）", "，等3.0发布后再改", ", если только это не нарочно",
	} {
		assert.Equal(t, review.Doubted, Parse("\"teh\" → \"the\"" + s)[0].Standing, s)
	}
	for _, s := range []string{", as the dictionary has it", " (slip of the pen)",
		". That's how the manual spells it.", ", da falsch geschrieben", " (error de tecleo)", "（打字错误）"} {
		m := Parse("\"teh\" → \"the\"" + s)[0]
		assert.Equal(t, review.Open, m.Standing, s)
		assert.Empty(t, m.Rest, s)
	}
	m := Parse(`"plug in the the cable" - delete the second "the"`)[0]
	assert.Equal(t, "plug in the cable", m.Want)
}
