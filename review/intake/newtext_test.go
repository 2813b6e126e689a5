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

// remedyOf is remedyAs for the documented field.
func remedyOf(t *testing.T, old, s string) review.Finding { return remedyAs(t, "new_value", old, s) }

// remedyAs returns what is done with a text that a review gives for another in a field, in a document that has the old
// one in a sentence or as one.
func remedyAs(t *testing.T, field, old, s string) review.Finding {
	t.Helper()
	return remedyIn(t, map[string]any{"description": "d", "old_value": old, field: s})
}

// remedyIn returns what is done with an issue in a document that has its old text.
func remedyIn(t *testing.T, issue map[string]any) review.Finding {
	t.Helper()
	data, err := json.Marshal(map[string]any{"issues": []any{issue}})
	require.NoError(t, err)
	r, err := Parse("r", data, format.Auto)
	require.NoError(t, err)
	old := issue["old_value"].(string)
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

// TestInfinitiveIsNoOrder: "to delete" may go on where the text before it stops. It never deletes.
func TestInfinitiveIsNoOrder(t *testing.T) {
	for _, s := range []string{"to delete", "to remove", "to remove it", "to drop a line"} {
		f := remedyOf(t, "for", s)
		assert.False(t, f.Remedy == review.Replace && f.Want == "", "%q deletes", s)
	}
}

// TestSuggestions: a text is put in, an order is done, and a remark is asked about or shown.
func TestSuggestions(t *testing.T) {
	for _, tt := range [][2]string{
		{"*", "-"}, {"```", "```python"}, {"whitelist", "allowlist"}, {"utilise", "use"}, {"github", "GitHub"},
		{"setup", "set up"}, {"set up", "setup"}, {"e-mail", "email"}, {"can not", "cannot"},
		{"e.g.", "for example"}, {"due to the fact that", "because"}, {"API", "application programming interface (API)"}, {"in order to", "to"},
		{"the the", "the"}, {"recieve", "receive"}, {"speling", "spelling"}, {"whitelist line", "allowlist line"},
		{"We utilise this tool.", "We use this tool."},
		{"The value must be set to 5.", "The value should be set to 5."},
		{"It may be slow when the cache is cold.", "It might be slow when the cache is cold."},
		{"Use the whitelist option.", "Use the allowlist option."}, {"npm install", "`npm install`"},
		{"![](/images/scripts.png)", "![The scripts folder](/images/scripts.png)"},
		{"in the header of every request", "in the request header"},
		{"As you type on the boxes you should see the text appear/change!", "As you type in the boxes, you should see the text appear or change."},
		{"这个工具很快。", "这个工具非常快。"}, {"master/slave", "primary/replica"}, {"v1.2", "v1.3"}, {"It's", "Its"},
		{"[here](x.md)", "[the guide](x.md)"},
		{"The tray disappeared after a few minutes.", "Why did the tray disappear after a few minutes?"},
		{"The server listens on port 80.", "The server listens on port 8080."},
	} {
		f := remedyAs(t, "suggestion", tt[0], tt[1])
		assert.Equal(t, review.Replace, f.Remedy, "%q for %q: %s", tt[1], tt[0], f.Reason.Text)
		assert.Equal(t, tt[1], f.Want)
	}
	for _, tt := range [][2]string{
		{"```", "~~~python"}, {"Go to the the store now", "the"},
		{"whitelist", "allowlist or denylist"}, {"whitelist", "allowlist / denylist"},
		{"whitelist", "allowlist|safelist"}, {"utilise", "Plain words"}, {"utilise", "Typo."}, {"fast", "Vague"},
		{"fast", "missing number"}, {"fast", "needs a source"}, {"the user", "plural form"},
		{"We utilise this tool.", "use"}, {"We utilise this tool.", "simple"},
		{"We utilise this tool.", "we use this tool"},
		{"We utilise this tool.", "Suggested rewrite: We use this tool."},
		{"We utilise this tool.", "We use this tool. That is simpler."},
		{"We utilise this tool.", "We use this tool (simpler)."},
		{"The old file section", "Remove the old file section"}, {"这个工具很快。", "太正式了，请改用别的词"},
		{"We utilise this tool.", "Too formal. Prefer 'use'."},
		{"The API is fast.", "Expand the acronym on first use."}, {"Second whitelist", "Should be \"allowlist\""},
		{"whitelist line", "Consider allowlist"}, {"whitelist", "e.g. allowlist"},
		{"whitelist", "for example allowlist"}, {"whitelist", "allowlist (not whitelist)"},
		{"whitelist", "should be allowlist"}, {"The whitelist line", "This should read The allowlist line"},
		{"whitelist line", "Replace with: allowlist"}, {"whitelist line", "Replace with allowlist"},
		{"whitelist", "Did you mean allowlist?"}, {"whitelist", "Maybe allowlist"},
		{"whitelist", "Perhaps use allowlist here"}, {"whitelist", "I would write allowlist"},
		{"whitelist", "- Use allowlist"}, {"whitelist", "**Use** allowlist"},
		{"whitelist", "You could say allowlist"}, {"The API is fast.", "Add a benchmark to back this up."},
		{"The API is fast.", "The API is fast should be backed by a number."},
		{"The API is fast.", "Needs a citation."}, {"The API is fast.", "This sentence is vague."},
		{"The API is fast.", "Spell out API (application programming interface)"},
		{"The API is fast.", "Don't claim this without evidence."},
		{"The cache is used by the server.", "Passive voice"}, {"master", "main, or equivalent"},
		{"the file", "Delete"}, {"The tool is fast.", "The tool is fast — add numbers here to prove it."},
		{"The server listens on port 80.", "The server listens on which port?"},
		{"The server listens on port 80.", "The server listens on port 8080 - please verify."},
		{"The server listens on port 80.", "The server listens on port [PORT]."},
		{"The server listens on port 80.", "The server listens on port <number>."},
		{"The server listens on port 80.", "The server listens on port ..."},
		{"The server listens on port 80.", "The server listens on port TBD."},
		{"The tool is fast.", "The tool is fast [citation needed]."}, {"fast", "how fast?"}, {"fast", "quantify"},
		{"fast", "not measurable"}, {"simple", "subjective"}, {"obviously", "condescending"},
		{"obviously", "[delete]"}, {"obviously", "(remove)"}, {"Click here", "Descriptive link text"},
		{"schnell", "zu vage"}, {"The tool is fast and it is good.", "Two sentences: The tool is fast. It is good."},
		{"Users can can log in.", "~~Users can can log in.~~ Users can log in."},
		{"Users can can log in.", "Users can ~~can~~ log in."},
		{"Users can can log in.", "- Users can can log in.\n+ Users can log in."},
		{"Users can can log in.", "Users can can log in. becomes Users can log in."},
		{"Users can can log in.", "Original: Users can can log in.\nFixed: Users can log in."},
		{"whitelist line", ""}, {"whitelist line", "  \n"}, {"whitelist", " whitelist "},
		{"We utilise this tool.", "N/A"}, {"We utilise this tool.", "None"}, {"We utilise this tool.", "None."},
		{"We utilise this tool.", "TBD"}, {"We utilise this tool.", "No change needed"}, {"null", "None"},
		{"foo", "Use bar instead"},
	} {
		f := remedyAs(t, "suggestion", tt[0], tt[1])
		removal := f.Remedy == review.Replace && f.Want == ""
		assert.True(t, f.Remedy != review.Replace || removal && strings.Contains("Delete [delete] (remove)", tt[1]), "%q for %q", tt[1], tt[0])
	}
	const old = "We utilise this tool."
	for _, tt := range [][3]string{
		{"whitelist", "Use 'allowlist' instead of 'whitelist'", "allowlist"}, {"whitelist", "whitelist → allowlist", "allowlist"},
		{"We whitelist hosts.", "\"whitelist\" => \"allowlist\"", "allowlist"}, {"Click on Save", "\"Click\" rather than \"Click on\"", "Click"},
		{"Please note that it is slow.", "Remove 'Please note that'.", ""}, {old, `"We use this tool."`, "We use this tool."},
		{old, "```markdown\nWe use this tool.\n```", "We use this tool."}, {old, "Replace with: We use this tool.", "We use this tool."},
		{"Das Werkzeug ist schnell.", "Besser: Das Werkzeug ist flott.",
			"Das Werkzeug ist flott."},
	} {
		f := remedyAs(t, "suggestion", tt[0], tt[1])
		assert.Equal(t, review.Replace, f.Remedy, tt[1])
		assert.Equal(t, tt[2], f.Want, tt[1])
	}
	assert.Equal(t, []string{"We use this tool."}, remedyAs(t, "suggestion", old, "**Corrected:** \"We use this tool.\"").Choices)
	long := strings.Repeat("We utilise this tool. ", 1000) // it is judged in no time
	assert.Equal(t, review.Replace, remedyAs(t, "suggestion", long+"x.", long+"y.").Remedy)
}

// TestAdviceIsNoChoice: who picks advice from a list agrees with it, and would have it in the document.
func TestAdviceIsNoChoice(t *testing.T) {
	for _, field := range []string{"choices", "alternatives", "options"} {
		f := remedyIn(t, map[string]any{"old_value": "whitelist line", "problem": "p", field: []string{"allowlist line", "Remove it.",
			"line of the allowlist", "Consider \"allowlist\"", "Leave as is"}})
		assert.Equal(t, []string{"allowlist line", "line of the allowlist"}, f.Choices)
		assert.Equal(t, `p. Advice: Remove it. Advice: Consider "allowlist"`, f.Message)
	}
}

// An empty replacement does not hide the suggestion beside it.
func TestSuggestionBesideAnEmptyReplacement(t *testing.T) {
	r, err := Parse("r", []byte(`[{"quote": "whitelist", "problem": "p", "replacement": "", "suggestion": "allowlist"}]`), format.Auto)
	require.NoError(t, err)
	assert.Equal(t, "allowlist", r.Issues[0].Want)
}

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
		{"the sentence", "the phrase", review.Replace},
		{"Press the key", "Select the item", review.Replace},
	} {
		assert.Equal(t, tt.want, remedyOf(t, tt.old, tt.s).Remedy, "%q for %q", tt.s, tt.old)
	}
}
