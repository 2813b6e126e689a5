package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
)

var meaningNames = map[meaning]string{replacement: "replacement", doubtful: "doubtful", advice: "advice", nothing: "nothing", removal: "removal"}

func TestClassify(t *testing.T) {
	for _, tt := range []struct {
		old, s string
		want   meaning
	}{
		// Marks of Markdown alone.
		{"*", "-", replacement},
		{"```", "```python", replacement},
		{"```", "~~~python", doubtful},
		{"*", "a dash", doubtful},
		// Terms and short phrases.
		{"whitelist", "allowlist", replacement},
		{"utilise", "use", replacement},
		{"click on", "select", doubtful},
		{"github", "GitHub", replacement},
		{"setup", "set up", replacement},
		{"set up", "setup", replacement},
		{"e-mail", "email", replacement},
		{"can not", "cannot", replacement},
		{"e.g.", "for example", replacement},
		{"API", "application programming interface (API)", replacement},
		{"in order to", "to", replacement},
		{"the the", "the", replacement},
		{"recieve", "receive", replacement},
		{"speling", "spelling", replacement},
		{"Remvoe the file", "Remove the file", replacement},
		{"whitelist line", "allowlist line", replacement},
		{"whitelist line", "allowlist", doubtful},
		{"Go to the the store now", "the", doubtful},
		{"due to the fact that", "because", doubtful},
		{"whitelist", "allowlist or denylist", doubtful},
		{"whitelist", "allowlist / denylist", doubtful},
		{"whitelist", "allowlist|safelist", doubtful},
		{"utilise", "Plain words", doubtful},
		{"utilise", "Typo.", advice},
		{"fast", "Vague", advice},
		{"fast", "missing number", advice},
		{"fast", "needs a source", advice},
		{"Some term", "Wrong term", advice},
		{"the user", "plural form", doubtful},
		// Sentences.
		{"We utilise this tool.", "We use this tool.", replacement},
		{"The value must be set to 5.", "The value should be set to 5.", replacement},
		{"It may be slow when the cache is cold.", "It might be slow when the cache is cold.", replacement},
		{"Configure the compiler", "### Configure the compiler", replacement},
		{"Use the whitelist option.", "Use the allowlist option.", replacement},
		{"npm install", "`npm install`", replacement},
		{"![](/images/scripts.png)", "![The scripts folder](/images/scripts.png)", replacement},
		{"in the header of every request", "in the request header", replacement},
		{"We utilise this tool.", "This does it for us.", doubtful},
		{"We utilise this tool.", "use", advice},
		{"We utilise this tool.", "simple", doubtful},
		{"(ie. Ubuntu)", "(for example, Ubuntu)", doubtful},
		{"e.g. Ubuntu", "for example, Ubuntu", doubtful},
		{"You should see it appear/change!", "You should see it appear, move, or change!", doubtful},
		{"As you type on the boxes you should see the text appear/change!", "As you type in the boxes, you should see the text appear or change.", replacement},
		{"We utilise this tool.", "we use this tool", doubtful},
		{"We utilise this tool.", "\"We use this tool.\"", doubtful},
		{"We utilise this tool.", "“We use this tool.”", doubtful},
		{"We utilise this tool.", "`We use this tool.`", doubtful},
		{"We utilise this tool.", "'We use this tool.'", doubtful},
		{"We utilise this tool.", "```markdown\nWe use this tool.\n```", doubtful},
		{"We utilise this tool.", "Suggested rewrite: We use this tool.", doubtful},
		{"We utilise this tool.", "**Corrected:** \"We use this tool.\"", doubtful},
		{"We utilise this tool.", "Replace with: We use this tool.", doubtful},
		{"We utilise this tool.", "We use this tool. That is simpler.", doubtful},
		{"We utilise this tool.", "We use this tool (simpler).", doubtful},
		{"Utilize the CLI to deploy.", "Use the CLI to deploy.", doubtful},
		{"The old file section", "Remove the old file section", doubtful},
		{"这个工具很快。", "这个工具非常快。", replacement},
		{"这个工具很快。", "太正式了，请改用别的词", doubtful},
		// Advice.
		{"We utilise this tool.", "Too formal. Prefer 'use'.", advice},
		{"The API is fast.", "Expand the acronym on first use.", advice},
		{"Second whitelist", "Should be \"allowlist\"", advice},
		{"whitelist line", "Consider allowlist", advice},
		{"whitelist", "Use 'allowlist' instead of 'whitelist'", advice},
		{"whitelist", "'allowlist' instead of 'whitelist'", advice},
		{"whitelist", "e.g. allowlist", advice},
		{"whitelist", "for example allowlist", advice},
		{"whitelist", "whitelist → allowlist", advice},
		{"whitelist", "whitelist -> allowlist", advice},
		{"We whitelist hosts.", "\"whitelist\" => \"allowlist\"", advice},
		{"whitelist", "allowlist (not whitelist)", advice},
		{"whitelist", "should be allowlist", advice},
		{"The whitelist line", "This should read The allowlist line", advice},
		{"whitelist line", "Replace with: allowlist", advice},
		{"whitelist line", "Replace with allowlist", advice},
		{"whitelist", "Did you mean allowlist?", advice},
		{"whitelist", "Maybe allowlist", advice},
		{"whitelist", "Perhaps use allowlist here", advice},
		{"whitelist", "I would write allowlist", advice},
		{"whitelist", "- Use allowlist", advice},
		{"whitelist", "**Use** allowlist", advice},
		{"whitelist", "You could say allowlist", advice},
		{"The API is fast.", "Add a benchmark to back this up.", advice},
		{"The API is fast.", "The API is fast should be backed by a number.", advice},
		{"The API is fast.", "Needs a citation.", advice},
		{"The API is fast.", "This sentence is vague.", advice},
		{"The API is fast.", "How fast is it?", doubtful},
		{"The API is fast.", "Spell out API (application programming interface)", advice},
		{"The API is fast.", "Don't claim this without evidence.", advice},
		{"The cache is used by the server.", "Passive voice", advice},
		{"Click on Save", "\"Click\" rather than \"Click on\"", advice},
		{"master", "main, or equivalent", advice},
		{"the file", "Delete", removal},
		{"Please note that it is slow.", "Remove 'Please note that'.", advice},
		{"The tool is fast.", "The tool is fast — add numbers here to prove it.", doubtful},
		// What was found by attacking it.
		{"master/slave", "primary/replica", replacement},
		{"v1.2", "v1.3", replacement},
		{"It's", "Its", replacement},
		{"[here](x.md)", "[the guide](x.md)", replacement},
		{"The tray disappeared after a few minutes.", "Why did the tray disappear after a few minutes?", replacement},
		{"The server listens on port 80.", "The server listens on port 8080.", replacement},
		{"The server listens on port 80.", "The server listens on which port?", doubtful},
		{"The server listens on port 80.", "The server listens on port 8080 - please verify.", doubtful},
		{"The server listens on port 80.", "The server listens on port [PORT].", doubtful},
		{"The server listens on port 80.", "The server listens on port <number>.", doubtful},
		{"The server listens on port 80.", "The server listens on port ...", doubtful},
		{"The server listens on port 80.", "The server listens on port TBD.", doubtful},
		{"The tool is fast.", "The tool is fast [citation needed].", doubtful},
		{"Server", "Port number", doubtful},
		{"fast", "how fast?", doubtful},
		{"fast", "quantify", doubtful},
		{"fast", "not measurable", doubtful},
		{"simple", "subjective", doubtful},
		{"obviously", "condescending", doubtful},
		{"obviously", "[delete]", removal},
		{"obviously", "(remove)", removal},
		{"TODO", "fill in", doubtful},
		{"Click here", "Descriptive link text", doubtful},
		{"schnell", "zu vage", doubtful},
		{"Das Werkzeug ist schnell.", "Besser: Das Werkzeug ist flott.", doubtful},
		{"The tool is fast and it is good.", "Two sentences: The tool is fast. It is good.", doubtful},
		{"Users can can log in.", "~~Users can can log in.~~ Users can log in.", doubtful},
		{"Users can can log in.", "Users can ~~can~~ log in.", doubtful},
		{"Users can can log in.", "- Users can can log in.\n+ Users can log in.", doubtful},
		{"Users can can log in.", "Users can can log in. becomes Users can log in.", doubtful},
		{"Users can can log in.", "Original: Users can can log in.\nFixed: Users can log in.", doubtful},
		{"Users can can log in.", "Users can log in. OR A user can log in.", doubtful},
		// No text.
		{"whitelist line", "", nothing},
		{"whitelist line", "  \n", nothing},
		{"whitelist", " whitelist ", nothing},
		{"We utilise this tool.", "N/A", nothing},
		{"We utilise this tool.", "None", nothing},
		{"We utilise this tool.", "None.", nothing},
		{"We utilise this tool.", "-", nothing},
		{"We utilise this tool.", "TBD", nothing},
		{"We utilise this tool.", "No change needed", nothing},
		{"null", "None", doubtful},
		{"–", "-", doubtful},
	} {
		got, _ := classify(tt.s, tt.old)
		assert.Equal(t, meaningNames[tt.want], meaningNames[got], "%q for %q, likeness %.2f", tt.s, tt.old, likeness(tt.s, tt.old))
	}
}

// However long the texts are, they are not compared for long.
func TestLongTextsAreNotCompared(t *testing.T) {
	old := strings.Repeat("We utilise this tool. ", 1000)
	got, _ := classify(old+"x", old)
	assert.Equal(t, doubtful, got)
	assert.False(t, misplaced("Consider this: "+strings.Repeat("it. ", 10000), old, true))
}

// What stands in marks or behind a label is offered without them.
func TestChoicesAreTheTextAlone(t *testing.T) {
	const old, want = "We utilise this tool.", "We use this tool."
	for _, s := range []string{`"We use this tool."`, "```\nWe use this tool.\n```", "Corrected: We use this tool.", "**Suggestion:** `We use this tool.`", "«We use this tool.»"} {
		kind, of := classify(s, old)
		assert.Equal(t, doubtful, kind, s)
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
		{"new_value", "whitelist line", "Consider \"allowlist\"", review.NoRemedy},
		{"new_value", "The API is fast.", "Expand the acronym on first use.", review.NoRemedy},
		{"new_value", "The API is fast.", "N/A", review.NoRemedy},
	} {
		data, err := json.Marshal(map[string]any{"issues": []any{map[string]any{"description": "d", "quote": tt.old, tt.field: tt.s}}})
		require.NoError(t, err)
		r, err := Parse("r", data, Auto)
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
		r, err := Parse("r", []byte(`[{"quote": "whitelist line", "problem": "p", "`+field+`": ["allowlist line", "Remove it.", "line of the allowlist", "Consider \"allowlist\"", "Leave as is"]}]`), Auto)
		require.NoError(t, err)
		assert.Equal(t, []string{"allowlist line", "line of the allowlist"}, r.Issues[0].Choices)
		assert.Equal(t, `p. Advice: Remove it. Advice: Consider "allowlist"`, r.Issues[0].Message)
	}
	r, err := Parse("r", []byte(`[{"quote": "whitelist line", "problem": "p", "options": ["Rewrite the sentence", "Remove it."]}]`), Auto)
	require.NoError(t, err)
	assert.Equal(t, review.NoRemedy, r.Issues[0].Remedy)
}

// An empty replacement does not hide the suggestion beside it.
func TestSuggestionBesideAnEmptyReplacement(t *testing.T) {
	r, err := Parse("r", []byte(`[{"quote": "whitelist", "problem": "p", "replacement": "", "suggestion": "allowlist"}]`), Auto)
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
		assert.Equal(t, tt.want, completes(tt.s, tt.old, tt.message), "%q: %s", tt.s, tt.message)
	}
}
