package remark

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
)

// TestRenewedTexts: a text that is quoted, what is wrong with it, and the text that is ordered for it in the end.
func TestRenewedTexts(t *testing.T) {
	for s, want := range map[string]string{
		`"a period ends this" lacks a period at the end.`:                                                     "a period ends this.",
		`"you can now install all" - drop "now".`:                                                             "you can install all",
		`"for the foreseeable future" kindly can be removed`:                                                  "",
		`"large area and some parts" → "large area, and some parts" ("area" is the subject)`:                  "large area, and some parts",
		`„Fläche und Teile“ → „Fläche, und Teile“ (Komma vor „und“)`:                                          "Fläche, und Teile",
		`"a line of thinking" is more idiomatic than "thinking line"`:                                         "a line of thinking",
		"you may wrap it: `with a `try`` → `in a `try``":                                                      "in a `try`",
		`"join us our group": the preposition is missing. Change to "join us in our group".`:                  "join us in our group",
		`„unter einer Domain“, das Glossar schreibt aber „Domäne“ vor. Also: „unter einer Domäne“.`:           "unter einer Domäne",
		`„Open Source-Projekt“ muss durchgekoppelt werden → „Open-Source-Projekt“`:                            "Open-Source-Projekt",
		`Nach „üblich“ fehlt ein Komma: „Wie hier üblich wird übersetzt“ → „Wie hier üblich, wird übersetzt“`: "Wie hier üblich, wird übersetzt",
		`"version (1709+)" -> as above, "version (1709 and later)"`:                                           "version (1709 and later)",
		`「迷わずに訳しやすいように」は少し不自然です。「迷わずに訳せるように」に変更してください。`:                                                       "迷わずに訳せるように",
		`„so lange es bleibt“ – als Konjunktion schreibt man „solange“ zusammen.`:                             "solange",
		`"e se ao menos, esse termo" → "e se, ao menos, esse termo" (vírgula)`:                                "e se, ao menos, esse termo",
		`"Notes and Agenda" mixes cases: "Notes and agenda" is consistent with "Recordings".`:                 "Notes and agenda",
		`"enjoys the following parts" is odd with "splitting". Suggest "has the following parts".`:            "has the following parts",
		`"Is this cloud native?" – what does "this" refer to? Make it "Is it cloud native?".`:                 "Is it cloud native?",
		`"which act as sort of a public part" -- and drop "sort of": "that act as a public part"`:             "that act as a public part",
		`"parts are mapped to the files by adding x" Use: "parts get mapped to the files by adding x"`:        "parts get mapped to the files by adding x",
	} {
		m := Parse(s)[0]
		assert.True(t, m.Edits, s)
		assert.Equal(t, want, m.Want, s)
		assert.Equal(t, review.Open, m.Standing, "%s: %s", s, m.Why)
	}
	for _, s := range []string{
		`"join us our group": the preposition is missing. See "join us in our group".`,
		`"join us our group" is right if it is English. Change to "join us in our group".`,
		`"will be announced" sounds fine; it is better than "changes will be announced".`,
		`"will be announced" is better than "changes will be announced"`,
		`"x y" → "x z" ("z" if Bob agrees)`,
		`"sort of a" is informal; restrictive clause → "that".`,
		`„wird klar angekündigt“ klingt besser als „Änderungen werden klar angekündigt“.`,
		`Keep "join us our group". Use "join us in our group" elsewhere.`,
	} {
		m := Parse(s)[0]
		assert.False(t, m.Edits && m.Standing == review.Open, "%s: %q to %q", s, m.Quote, m.Want)
	}
}

// TestTrailingSigns: of a text whose sign at the end is to go, the sign goes alone.
func TestTrailingSigns(t *testing.T) {
	m := Parse(`"we need resources, " - drop the trailing comma`)[0]
	assert.True(t, m.Edits)
	assert.Equal(t, "we need resources ", m.Want)
	assert.NotEqual(t, review.Open, Parse(`"we need resources" - drop the comma`)[0].Standing)
}

// TestWordsBelowAQuote reads what is said of lines that a mail quotes.
func TestWordsBelowAQuote(t *testing.T) {
	word := func(s, quote string) Remark {
		m := Within(s, quote)[0]
		m.Word(s, quote)
		return m
	}
	m := word(`"opts in" (verb, no hyphen).`, "and opts-in to updates")
	assert.Equal(t, "opts-in", m.Old)
	assert.Equal(t, "opts in", m.Want)
	m = word(`-> The list of features includes these:`, "The list of features include these:")
	assert.Equal(t, "The list of features includes these:", m.Want)
	m = word(`This is a double negation. Make it "General checkpoints outside the cluster".`, "Not on general checkpoints outside the cluster.")
	assert.True(t, m.Edits)
	assert.Equal(t, review.Open, m.Standing)
	m = word(`This is a double negation. Make it "General checkpoints outside the cluster".`,
		"Not on general checkpoints outside the cluster and the pods.")
	assert.Equal(t, review.Doubted, m.Standing, "the end of the quote may stay")
}

// TestSentencesOfAQuote reads an edit out of each sentence that is said of a quoted text.
func TestSentencesOfAQuote(t *testing.T) {
	quote := "The team exist to come in person, learn and share in the event they can."
	all := OfQuote(
		`Hyphen: "in-person". "Exist" is wrong. Should be "exists". Use "in the event that they can".`, quote)
	var wants []string
	for _, m := range all {
		if m.Edits && m.Standing == review.Open {
			wants = append(wants, m.Old+" > "+m.Want)
		}
	}
	assert.Equal(t, []string{"in person > in-person", "exist > exists",
		"in the event they can > in the event that they can"}, wants)
	m := OfQuote(`"but they are less used"`, "but they are not as used.")[0]
	assert.Equal(t, "but they are less used.", m.Want, "a sign that nobody speaks of stays")
}

// TestLabelledLines reads items with a label each, in marks or without.
func TestLabelledLines(t *testing.T) {
	m := Parse("**Location:** line 26\n**Original:** \"_a_ is b\"_\n**Suggested:** \"_a_ is b_\"\n**Why:** marks")[0]
	assert.Equal(t, []Lines{{First: 26}}, m.Lines)
	assert.Equal(t, `"_a_ is b"_`, m.Quote)
	assert.Equal(t, `"_a_ is b_"`, m.Want)
}
