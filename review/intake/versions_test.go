package intake

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// TestVersionsAreEdits reads reviews that say by two versions of a text alone what is to become what.
func TestVersionsAreEdits(t *testing.T) {
	const old, want = "Connect teh cable to the lamp", "Connect the cable to the lamp"
	quoted := `"` + old + `"`
	for name, text := range map[string]string{
		"columns":        "| Line | Now you have | I would have |\n|---|---|---|\n| 3 | " + old + " | " + want + " |\n",
		"labels":         "1. **Spelling**\n   - *Yours:* " + quoted + "\n   - *Mine:* \"" + want + "\"\n",
		"keys in a list": `{"result": {"list": [{"at": 3, "was": "` + old + `", "shouldBe": "` + want + `"}]}}`,
		"keys":           `{"findings": [{"at": 3, "snip": "` + old + `", "snip_ok": "` + want + `"}]}`,
		"tags": "<review>\n<issues>\n<issue line=\"3\">\n<original>" + old + "</original>\n<suggestion>" + want +
			"</suggestion>\n</issue>\n</issues>\n</review>\n",
		"sentences": "The title is fine. In the first step, " + quoted + " has two letters swapped: \"" + want +
			"\". The rest reads well.\n",
		"two sentences":  "In the first step I read " + quoted + ". I'd write \"" + want + "\".\n",
		"a rewrite":      "### Step 1\n\n" + quoted + " has a typo.\n\nSuggested rewrite:\n\n> " + want + "\n",
		"two paragraphs": "Original:\n\n> " + old + "\n\nSuggested rewrite:\n\n> " + want + "\n",
		"signs":          "### 1. Typo\n❌ " + quoted + "\n✅ \"" + want + "\"\n",
		"bold":           "> " + old + "\n\nTwo letters are swapped. → **" + want + "**\n",
		"struck":         "Line 3: ~~" + old + "~~ **" + want + "**\n",
		"bare labels":    "**Current:**\n> " + old + "\n\n**Suggested:**\n> " + want + "\n",
		"named signs":    "❌ **Original:** " + old + "\n✅ **Better one:** " + want + "\n",
		"arrows":         "1. **Step 1**\n   - Before → " + quoted + "\n   - After → \"" + want + "\"\n",
		"a title":        "**4. " + quoted + "**\nTwo letters are swapped: \"" + want + "\".\n",
		"a pencil":       "**Line 3**\n> " + old + "\n\nTwo letters are swapped.\n\n✏️ *" + want + "*\n",
		"two blocks":     "Line 3:\n```\n" + old + "\n```\nshould be\n```\n" + want + "\n```\n",
		"blocks alone":   "#### Typo\n\n```\n" + old + "\n```\n\n⬇️\n\n```\n" + want + "\n```\n",
		"an item below": "1. **Step 1.** " + quoted + "\n   - Two letters are swapped.\n" +
			"   - Proposed: \"" + want + "\"\n",
		"was and now": "**[Typo] Line 3**\nWas: " + old + "\nNow: " + want + "\n",
		"dots":        "- \"…" + old + "…\" → \"…" + want + "…\"\n",
		"part":        "- Line 3: " + quoted + " should have \"the\" rather than \"teh\".\n",
	} {
		r, err := Parse("r", []byte(text), format.Auto)
		require.NoError(t, err, name)
		edits := 0
		for _, i := range r.Issues {
			if i.Remedy != review.Replace || i.Standing != review.Open {
				continue
			}
			edits++
			if i.Old != "" && i.Old != old {
				assert.Equal(t, []string{old, "teh", "the"}, []string{i.Place.Quote, i.Old, i.Want}, name)
				continue
			}
			assert.Equal(t, []string{old, want}, []string{replaced(&i), i.Want}, name)
		}
		assert.Equal(t, 1, edits, name)
	}
}

// TestOrdersAboutSigns reads what is to be done with a sign of a quoted text.
func TestOrdersAboutSigns(t *testing.T) {
	for text, want := range map[string]string{
		`"One two" should have a comma after "One".`:                                       "One, two",
		`"One two" needs a comma before "two".`:                                            "One, two",
		`Superfluous comma in "One, two".`:                                                 "One two",
		`The heading ends with a full stop ("One two."); drop it. So I'd drop the period.`: "One two",
		`"One small two" – "small" is redundant here; drop it.`:                            "One two",
	} {
		r, err := Parse("r", []byte("- Line 3: "+text+"\n"), format.Prose)
		require.NoError(t, err, text)
		assert.Equal(t, want, r.Issues[0].Want, text)
	}
}

// TestQuestionsAreNoText leaves a question in the column of new texts to a person.
func TestQuestionsAreNoText(t *testing.T) {
	r, err := Parse("r", []byte("| From | To |\n|---|---|\n| One two | One three |\n| Docker compose | "+
		"Is \"Docker compose\" still the name? |\n"), format.Prose)
	require.NoError(t, err)
	require.Len(t, r.Issues, 2)
	assert.Equal(t, review.Replace, r.Issues[0].Remedy)
	assert.Equal(t, review.NoRemedy, r.Issues[1].Remedy)
}

// TestComparedTextsAreNoEdits leaves two texts alone that a remark compares, or of which it says where they stand.
func TestComparedTextsAreNoEdits(t *testing.T) {
	for _, text := range []string{
		`"Connect the cable to the lamp" here, but "Connect the cord to the lamp" in line 9.`,
		`"Connect the cable to the lamp" and "Connect the cord to the lamp" say the same.`,
		`"Connect the cable to the lamp" contradicts "Connect the cord to the lamp".`,
		`Should "Connect the cable to the lamp" be "Connect the cord to the lamp"?`,
		`"Connect the cable to the lamp": "Connect the cord to the lamp" if Bob agrees.`,
	} {
		r, err := Parse("r", []byte("- Line 3: "+text+"\n- Line 5: \"a b\" → \"a c\"\n"), format.Prose)
		require.NoError(t, err, text)
		for _, i := range r.Issues {
			assert.False(t, i.Remedy == review.Replace && i.Standing == review.Open && i.Want != "a c", text)
		}
	}
}
