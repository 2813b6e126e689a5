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
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

var meaningNames = map[remark.Meaning]string{remark.Replacement: "replacement", remark.Doubtful: "doubtful", remark.Advice: "advice", remark.Nothing: "nothing", remark.Removal: "removal"}

func TestClassify(t *testing.T) {
	for _, tt := range []struct {
		old, s string
		want   remark.Meaning
	}{
		// Marks of Markdown alone.
		{"*", "-", remark.Replacement},
		{"```", "```python", remark.Replacement},
		{"```", "~~~python", remark.Doubtful},
		{"*", "a dash", remark.Doubtful},
		// Terms and short phrases.
		{"whitelist", "allowlist", remark.Replacement},
		{"utilise", "use", remark.Replacement},
		{"click on", "select", remark.Doubtful},
		{"github", "GitHub", remark.Replacement},
		{"setup", "set up", remark.Replacement},
		{"set up", "setup", remark.Replacement},
		{"e-mail", "email", remark.Replacement},
		{"can not", "cannot", remark.Replacement},
		{"e.g.", "for example", remark.Replacement},
		{"API", "application programming interface (API)", remark.Replacement},
		{"in order to", "to", remark.Replacement},
		{"the the", "the", remark.Replacement},
		{"recieve", "receive", remark.Replacement},
		{"speling", "spelling", remark.Replacement},
		{"Remvoe the file", "Remove the file", remark.Replacement},
		{"whitelist line", "allowlist line", remark.Replacement},
		{"whitelist line", "allowlist", remark.Doubtful},
		{"Go to the the store now", "the", remark.Doubtful},
		{"due to the fact that", "because", remark.Doubtful},
		{"whitelist", "allowlist or denylist", remark.Doubtful},
		{"whitelist", "allowlist / denylist", remark.Doubtful},
		{"whitelist", "allowlist|safelist", remark.Doubtful},
		{"utilise", "Plain words", remark.Doubtful},
		{"utilise", "Typo.", remark.Advice},
		{"fast", "Vague", remark.Advice},
		{"fast", "missing number", remark.Advice},
		{"fast", "needs a source", remark.Advice},
		{"Some term", "Wrong term", remark.Advice},
		{"the user", "plural form", remark.Doubtful},
		// Sentences.
		{"We utilise this tool.", "We use this tool.", remark.Replacement},
		{"The value must be set to 5.", "The value should be set to 5.", remark.Replacement},
		{"It may be slow when the cache is cold.", "It might be slow when the cache is cold.", remark.Replacement},
		{"Configure the compiler", "### Configure the compiler", remark.Replacement},
		{"Use the whitelist option.", "Use the allowlist option.", remark.Replacement},
		{"npm install", "`npm install`", remark.Replacement},
		{"![](/images/scripts.png)", "![The scripts folder](/images/scripts.png)", remark.Replacement},
		{"in the header of every request", "in the request header", remark.Replacement},
		{"We utilise this tool.", "This does it for us.", remark.Doubtful},
		{"We utilise this tool.", "use", remark.Advice},
		{"We utilise this tool.", "simple", remark.Doubtful},
		{"(ie. Ubuntu)", "(for example, Ubuntu)", remark.Doubtful},
		{"e.g. Ubuntu", "for example, Ubuntu", remark.Doubtful},
		{"You should see it appear/change!", "You should see it appear, move, or change!", remark.Doubtful},
		{"As you type on the boxes you should see the text appear/change!", "As you type in the boxes, you should see the text appear or change.", remark.Replacement},
		{"We utilise this tool.", "we use this tool", remark.Doubtful},
		{"We utilise this tool.", "\"We use this tool.\"", remark.Doubtful},
		{"We utilise this tool.", "“We use this tool.”", remark.Doubtful},
		{"We utilise this tool.", "`We use this tool.`", remark.Doubtful},
		{"We utilise this tool.", "'We use this tool.'", remark.Doubtful},
		{"We utilise this tool.", "```markdown\nWe use this tool.\n```", remark.Doubtful},
		{"We utilise this tool.", "Suggested rewrite: We use this tool.", remark.Doubtful},
		{"We utilise this tool.", "**Corrected:** \"We use this tool.\"", remark.Doubtful},
		{"We utilise this tool.", "Replace with: We use this tool.", remark.Doubtful},
		{"We utilise this tool.", "We use this tool. That is simpler.", remark.Doubtful},
		{"We utilise this tool.", "We use this tool (simpler).", remark.Doubtful},
		{"Utilize the CLI to deploy.", "Use the CLI to deploy.", remark.Doubtful},
		{"The old file section", "Remove the old file section", remark.Doubtful},
		{"这个工具很快。", "这个工具非常快。", remark.Replacement},
		{"这个工具很快。", "太正式了，请改用别的词", remark.Doubtful},
		// Advice.
		{"We utilise this tool.", "Too formal. Prefer 'use'.", remark.Advice},
		{"The API is fast.", "Expand the acronym on first use.", remark.Advice},
		{"Second whitelist", "Should be \"allowlist\"", remark.Advice},
		{"whitelist line", "Consider allowlist", remark.Advice},
		{"whitelist", "Use 'allowlist' instead of 'whitelist'", remark.Advice},
		{"whitelist", "'allowlist' instead of 'whitelist'", remark.Advice},
		{"whitelist", "e.g. allowlist", remark.Advice},
		{"whitelist", "for example allowlist", remark.Advice},
		{"whitelist", "whitelist → allowlist", remark.Advice},
		{"whitelist", "whitelist -> allowlist", remark.Advice},
		{"We whitelist hosts.", "\"whitelist\" => \"allowlist\"", remark.Advice},
		{"whitelist", "allowlist (not whitelist)", remark.Advice},
		{"whitelist", "should be allowlist", remark.Advice},
		{"The whitelist line", "This should read The allowlist line", remark.Advice},
		{"whitelist line", "Replace with: allowlist", remark.Advice},
		{"whitelist line", "Replace with allowlist", remark.Advice},
		{"whitelist", "Did you mean allowlist?", remark.Advice},
		{"whitelist", "Maybe allowlist", remark.Advice},
		{"whitelist", "Perhaps use allowlist here", remark.Advice},
		{"whitelist", "I would write allowlist", remark.Advice},
		{"whitelist", "- Use allowlist", remark.Advice},
		{"whitelist", "**Use** allowlist", remark.Advice},
		{"whitelist", "You could say allowlist", remark.Advice},
		{"The API is fast.", "Add a benchmark to back this up.", remark.Advice},
		{"The API is fast.", "The API is fast should be backed by a number.", remark.Advice},
		{"The API is fast.", "Needs a citation.", remark.Advice},
		{"The API is fast.", "This sentence is vague.", remark.Advice},
		{"The API is fast.", "How fast is it?", remark.Doubtful},
		{"The API is fast.", "Spell out API (application programming interface)", remark.Advice},
		{"The API is fast.", "Don't claim this without evidence.", remark.Advice},
		{"The cache is used by the server.", "Passive voice", remark.Advice},
		{"Click on Save", "\"Click\" rather than \"Click on\"", remark.Advice},
		{"master", "main, or equivalent", remark.Advice},
		{"the file", "Delete", remark.Removal},
		{"Please note that it is slow.", "Remove 'Please note that'.", remark.Advice},
		{"The tool is fast.", "The tool is fast — add numbers here to prove it.", remark.Doubtful},
		// What was found by attacking it.
		{"master/slave", "primary/replica", remark.Replacement},
		{"v1.2", "v1.3", remark.Replacement},
		{"It's", "Its", remark.Replacement},
		{"[here](x.md)", "[the guide](x.md)", remark.Replacement},
		{"The tray disappeared after a few minutes.", "Why did the tray disappear after a few minutes?", remark.Replacement},
		{"The server listens on port 80.", "The server listens on port 8080.", remark.Replacement},
		{"The server listens on port 80.", "The server listens on which port?", remark.Doubtful},
		{"The server listens on port 80.", "The server listens on port 8080 - please verify.", remark.Doubtful},
		{"The server listens on port 80.", "The server listens on port [PORT].", remark.Doubtful},
		{"The server listens on port 80.", "The server listens on port <number>.", remark.Doubtful},
		{"The server listens on port 80.", "The server listens on port ...", remark.Doubtful},
		{"The server listens on port 80.", "The server listens on port TBD.", remark.Doubtful},
		{"The tool is fast.", "The tool is fast [citation needed].", remark.Doubtful},
		{"Server", "Port number", remark.Doubtful},
		{"fast", "how fast?", remark.Doubtful},
		{"fast", "quantify", remark.Doubtful},
		{"fast", "not measurable", remark.Doubtful},
		{"simple", "subjective", remark.Doubtful},
		{"obviously", "condescending", remark.Doubtful},
		{"obviously", "[delete]", remark.Removal},
		{"obviously", "(remove)", remark.Removal},
		{"TODO", "fill in", remark.Doubtful},
		{"Click here", "Descriptive link text", remark.Doubtful},
		{"schnell", "zu vage", remark.Doubtful},
		{"Das Werkzeug ist schnell.", "Besser: Das Werkzeug ist flott.", remark.Doubtful},
		{"The tool is fast and it is good.", "Two sentences: The tool is fast. It is good.", remark.Doubtful},
		{"Users can can log in.", "~~Users can can log in.~~ Users can log in.", remark.Doubtful},
		{"Users can can log in.", "Users can ~~can~~ log in.", remark.Doubtful},
		{"Users can can log in.", "- Users can can log in.\n+ Users can log in.", remark.Doubtful},
		{"Users can can log in.", "Users can can log in. becomes Users can log in.", remark.Doubtful},
		{"Users can can log in.", "Original: Users can can log in.\nFixed: Users can log in.", remark.Doubtful},
		{"Users can can log in.", "Users can log in. OR A user can log in.", remark.Doubtful},
		// No text.
		{"whitelist line", "", remark.Nothing},
		{"whitelist line", "  \n", remark.Nothing},
		{"whitelist", " whitelist ", remark.Nothing},
		{"We utilise this tool.", "N/A", remark.Nothing},
		{"We utilise this tool.", "None", remark.Nothing},
		{"We utilise this tool.", "None.", remark.Nothing},
		{"We utilise this tool.", "-", remark.Nothing},
		{"We utilise this tool.", "TBD", remark.Nothing},
		{"We utilise this tool.", "No change needed", remark.Nothing},
		{"null", "None", remark.Doubtful},
		{"–", "-", remark.Doubtful},
	} {
		got, _ := remark.Classify(tt.s, tt.old)
		assert.Equal(t, meaningNames[tt.want], meaningNames[got], "%q for %q, likeness %.2f", tt.s, tt.old, remark.Likeness(tt.s, tt.old))
	}
}

// However long the texts are, they are not compared for long.
func TestLongTextsAreNotCompared(t *testing.T) {
	old := strings.Repeat("We utilise this tool. ", 1000)
	got, _ := remark.Classify(old+"x", old)
	assert.Equal(t, remark.Doubtful, got)
}

// What stands in marks or behind a label is offered without them.
func TestChoicesAreTheTextAlone(t *testing.T) {
	const old, want = "We utilise this tool.", "We use this tool."
	for _, s := range []string{`"We use this tool."`, "```\nWe use this tool.\n```", "Corrected: We use this tool.", "**Suggestion:** `We use this tool.`", "«We use this tool.»"} {
		kind, of := remark.Classify(s, old)
		assert.Equal(t, remark.Doubtful, kind, s)
		assert.Equal(t, want, of, s)
	}
}

func TestOffersOfIssues(t *testing.T) {
	for _, tt := range []struct {
		field, old, s string
		want          review.Remedy
	}{
		{"suggestion", "We utilise this tool.", "Too formal. Prefer 'use'.", review.NoRemedy},
		{"correction", "Second whitelist", "Should be \"allowlist\"", review.NoRemedy},
		{"replacement", "whitelist line", "Consider allowlist", review.NoRemedy},
		{"replacement", "whitelist line", "allowlist line", review.Replace},
		{"replacement", "whitelist line", "allowlist", review.Choose},
		{"replacement", "whitelist line", "", review.NoRemedy},
		{"corrected_text", "whitelist line", "N/A", review.NoRemedy},
		{"after", "We utilise this tool.", "It does what we want.", review.Choose},
		// The documented field is believed, but for what is plainly advice.
		{"new_value", "whitelist line", "allowlist", review.Replace},
		{"newValue", "whitelist line", "allowlist", review.Replace},
		{"new_value", "whitelist line", "", review.Replace},
		{"new_value", "User creation", "Add users", review.Replace},
		{"new_value", "It is recommended that you reboot.", "You should reboot.", review.Replace},
		{"new_value", "Files that don't exist get ignored.", "Missing files are skipped.", review.Replace},
		{"new_value", "Wrong inputs will not be accepted.", "Incorrect input is rejected.", review.Replace},
		{"new_value", "If that fails, escalate.", "Otherwise, open a ticket.", review.Replace},
		{"suggestion", "the retry limit", "Restate the retry limit here", review.Choose},
		{"suggestion", "red node", "Mark red node as deprecated", review.Choose},
		{"suggestion", "config", "Italic config", review.Choose},
		{"suggestion", "five", "number five", review.Choose},
		{"suggestion", "node js", "Node.js", review.Replace},
		{"new_value", "It is slow.", "Use the cache, which is faster.", review.Replace},
		{"new_value", "Utilize the CLI.", "Use the CLI.", review.Replace},
		{"new_value", "null", "None", review.Replace},
		{"new_value", "(ie. Ubuntu)", "(for example, Ubuntu)", review.Replace},
		{"new_value", "ie. Ubuntu", "for example, Ubuntu", review.Replace},
		{"new_value", "The API is fast.", "N/A", review.NoRemedy},
	} {
		data, err := json.Marshal(map[string]any{"issues": []any{map[string]any{"description": "d", "quote": tt.old, tt.field: tt.s}}})
		require.NoError(t, err)
		r, err := Parse("r", data, format.Auto)
		require.NoError(t, err)
		i := r.Issues[0]
		name := fmt.Sprintf("%s %q for %q", tt.field, tt.s, tt.old)
		assert.Equal(t, tt.want, i.Remedy, name)
		if tt.want != review.Replace {
			assert.Empty(t, i.Want, name)
		}
	}
}

// Who picks advice from a list agrees with it, and would have it in the document.
func TestAdviceIsNoChoice(t *testing.T) {
	for _, field := range []string{"choices", "alternatives"} {
		r, err := Parse("r", []byte(`[{"quote": "whitelist line", "problem": "p", "`+field+`": ["allowlist line", "Remove it.", "line of the allowlist", "Consider \"allowlist\"", "Leave as is"]}]`), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, []string{"allowlist line", "line of the allowlist"}, r.Issues[0].Choices)
		assert.Equal(t, `p. Advice: Remove it. Advice: Consider "allowlist"`, r.Issues[0].Message)
	}
	r, err := Parse("r", []byte(`[{"quote": "whitelist line", "problem": "p", "options": ["Rewrite the sentence", "Remove it."]}]`), format.Auto)
	require.NoError(t, err)
	assert.Equal(t, review.NoRemedy, r.Issues[0].Remedy)
}

// An empty replacement does not hide the suggestion beside it.
func TestSuggestionBesideAnEmptyReplacement(t *testing.T) {
	r, err := Parse("r", []byte(`[{"quote": "whitelist", "problem": "p", "replacement": "", "suggestion": "allowlist"}]`), format.Auto)
	require.NoError(t, err)
	assert.Equal(t, "allowlist", r.Issues[0].Want)
}

func TestCompletes(t *testing.T) {
	const old, missing = "Start the relay first.", "A sentence is missing here."
	for _, tt := range []struct {
		old, s, message string
		want            bool
	}{
		{old, "Start the relay first. It waits for the queue.", missing, true},
		{old, "The queue waits for it. Start the relay first.", missing, true},
		{"the relay first. Then the queue", "the relay first. It waits for a while. Then the queue", missing, true},
		{old, "Start the relay first. It waits for the queue.", "Too short.", false},
		{old, "Start the relay first. Add an example here.", missing, false},
		{old, "Start the relay first. This sentence is unclear.", missing, false},
		{old, "Start the relay first. (It waits for the queue.)", missing, false},
		{old, "Start the relay first. It waits for TODO.", missing, false},
		{old, "Start the relay first. What waits for it?", missing, false},
		{old, "Start the relay at first. It waits for the queue.", missing, false},
		{"first.", "first. It waits for the queue.", missing, false},
	} {
		assert.Equal(t, tt.want, remark.Completes(tt.s, tt.old, tt.message), "%q: %s", tt.s, tt.message)
	}
}
