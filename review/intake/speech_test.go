package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// spokenOf is remarks about a text as people write them where a new text is asked for.
func spokenOf() []string {
	var out []string
	each := func(forms, verbs, objects string) {
		for form := range strings.SplitSeq(forms, "|") {
			for verb := range strings.SplitSeq(verbs, "|") {
				for object := range strings.SplitSeq(objects, "|") {
					s := fmt.Sprintf(form, verb+" "+object)
					out = append(out, s, strings.ToUpper(s[:1])+s[1:])
				}
			}
		}
	}
	each("%s|(%s)|[%s]|<%s>|{%s}|*%s*|Please %s.|%s entirely", "remove|delete|drop|cut|omit|strike|get rid of|take out|eliminate",
		"this word|the word|this|it|these words|the phrase|the whole sentence|the duplicate")
	each("%s|%s here.|(%s)|[%s]|You should %s.|Could you %s?", "use|choose|pick|write|say|prefer|consider|try",
		"a more precise term|a clearer word|a stronger verb|the active voice|present tense|something else|another word|a comma here|"+
			"simpler wording|fewer words|title case|a different phrase")
	return append(out, "Rephrase", "Reword this", "Shorten", "Simplify", "Check this", "Clarify what is meant", "Make it bold",
		"Wrong word", "Too vague", "Needs rewording", "Is this correct?", "Not sure about this", "I would remove this", "Maybe remove?",
		"{better word}", "[your text here]", "same as line 3", "per style guide", "see below", "keep as is", "leave as is", "true", "?",
		"N/A", "—", "—none—", "{removed}", "ditto")
}

// remedyOf returns what is done with a text that a review gives for another in the documented field, in a document
// that has the old one in a sentence or as one.
func remedyOf(t *testing.T, old, s string) review.Finding {
	data, err := json.Marshal(map[string]any{"issues": []any{map[string]any{"description": "d", "old_value": old, "new_value": s}}})
	require.NoError(t, err)
	r, err := Parse("r", data, format.Auto)
	require.NoError(t, err)
	text := "# Guide\n\nOf the relay we say that " + old + " once it runs.\n"
	if strings.HasSuffix(old, ".") {
		text = "# Guide\n\nFirst words stand here. " + old + " Last words stand here.\n"
	} else if strings.ToUpper(old[:1]) == old[:1] {
		text = "# Guide\n\n## " + old + "\n"
	}
	f := locate.Locate(zone.Parse("a.md", []byte(text), markdown.Dialect{}), r.Issues, locate.Options{})[0]
	if f.Remedy == review.Edits {
		f.Remedy = review.Replace
	}
	return f
}

// No remark becomes text of a document: it deletes, is asked about or is shown.
func TestSpeechIsNoText(t *testing.T) {
	spoken := spokenOf()
	assert.Greater(t, len(spoken), 1500)
	for _, old := range []string{"the crimson tide", "silverfish", "Purple monkeys sing."} {
		for _, s := range spoken {
			if i := remedyOf(t, old, s); i.Remedy == review.Replace && i.Want != "" {
				t.Errorf("%q for %q would be inserted", s, old)
			}
		}
	}
}

// What may stand in a document as well is put there, or asked about.
func TestTextsAboutTexts(t *testing.T) {
	for _, tt := range []struct {
		old, s string
		want   review.Remedy
	}{
		{"the whitelist line", "Consider \"allowlist\"", review.Choose},
		{"The API is fast.", "Expand the acronym on first use.", review.Choose},
		{"lessen", "shorten", review.Replace},
		{"a copy", "a duplicate", review.Replace},
		{"the string", "the text", review.Replace},
		{"take away", "remove", review.Choose},
		{"Take away", "Remove", review.Choose},
		{"User creation", "Add users", review.Replace},
		{"Deduplicate rows", "Remove duplicates", review.Choose},
		{"the sentence", "the phrase", review.Replace},
		{"Press the key", "Select the item", review.Replace},
		{"Run the spell checker", "Check the spelling", review.Choose},
	} {
		assert.Equal(t, tt.want, remedyOf(t, tt.old, tt.s).Remedy, "%q for %q", tt.s, tt.old)
	}
}
