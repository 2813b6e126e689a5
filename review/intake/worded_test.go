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

// TestRemarksInPlaceOfText: words about a text never get into the document, neither from
// new_value nor from suggestion, and what plainly says delete is a deletion.
func TestRemarksInPlaceOfText(t *testing.T) {
	type outcome uint8
	const (
		shown outcome = iota
		deleted
		inserted
	)
	olds := []string{"gamma", "the gamma rays", "Gamma comes last in this long list of letters."}
	for _, tt := range []struct {
		new  string
		want outcome
	}{
		{"(delete)", deleted}, {"[remove]", deleted}, {"<deleted>", deleted}, {"Delete this sentence.", deleted},
		{"Remove it.", deleted}, {"(remove this phrase)", deleted}, {"please delete this line", deleted},
		{"[rewrite more clearly]", shown}, {"<empty>", shown}, {"None", shown}, {"N/A", shown}, {"n/a", shown}, {"(none)", shown},
		{"Use a more precise term here.", shown}, {"Change to delta", shown}, {"TODO: find a better word", shown},
		{"Replace with delta", shown}, {"Replace this word by delta.", shown}, {"(reword this)", shown}, {"FIXME better word", shown},
		{"Rename it to delta", shown}, {"Choose a better word here", shown}, {"[use a different term]", shown},
		{"delta", inserted}, {"the delta waves", inserted}, {"Delta comes first in this long list of letters.", inserted},
	} {
		for _, old := range olds {
			for _, field := range []string{"new_value", "suggestion"} {
				got := remedyAs(t, field, old, tt.new)
				if order, to := strings.CutSuffix(strings.TrimRight(tt.new, "."), " delta"); to && order != "" && got.Want == "delta" {
					continue // it is done
				}
				switch tt.want {
				case shown:
					assert.NotEqual(t, review.Replace, got.Remedy, "%s %q for %q", field, tt.new, old)
				case deleted:
					assert.Equal(t, review.Replace, got.Remedy, "%s %q for %q", field, tt.new, old)
					assert.Empty(t, got.Want, "%s %q for %q", field, tt.new, old)
				case inserted:
					if field == "new_value" {
						assert.Equal(t, tt.new, got.Want, "%q for %q", tt.new, old)
					}
				}
			}
		}
	}
}

func TestActions(t *testing.T) {
	for _, tt := range []struct{ fields, want string }{
		{`"action": "insert_after", "new_value": "Beta."`, "Alpha is first. Beta."},
		{`"action": "insert_before", "new_value": "Beta."`, "Beta. Alpha is first."},
		{`"action": "insert_after", "new_value": "\n\nBeta."`, "Alpha is first.\n\nBeta."},
		{`"action": "insert_after", "new_value": "Alpha is first. Beta."`, "Alpha is first. Beta."},
		{`"action": "insert_before", "new_value": "Beta. Alpha is first."`, "Beta. Alpha is first."},
		{`"action": "delete"`, ""},
		{`"action": "delete", "new_value": "x"`, ""},
		{`"action": "replace", "new_value": "Beta."`, "Beta."},
	} {
		text := `{"issues": [{"id": "a", "description": "d", "old_value": "Alpha is first.", ` + tt.fields + `}]}`
		r, err := Parse("r.json", []byte(text), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, review.Replace, r.Issues[0].Remedy, tt.fields)
		assert.Equal(t, tt.want, r.Issues[0].Want, tt.fields)
	}
	text := `{"issues": [{"id": "a", "description": "Insert a sentence after the quote.", "location": {"quote": "Alpha is first."}, "new_value": "Then comes beta."}]}`
	r, err := Parse("r.json", []byte(text), format.Auto)
	require.NoError(t, err)
	assert.Equal(t, "Alpha is first. Then comes beta.", r.Issues[0].Want)
}

// TestInsertionsWithTheOldText: what is to be inserted may have the old text in it, as the next heading has the words
// of the one before. Only where that stays may it be the whole new text.
func TestInsertionsWithTheOldText(t *testing.T) {
	for _, tt := range []struct{ old, action, want, inserted string }{
		{"## Setup", "insert_before", "## Setup on Linux\n\nUse apt.", "## Setup on Linux\n\nUse apt.\n## Setup"},
		{"## Setup", "insert_after", "See also:\n\n## Setup", "## Setup\nSee also:\n\n## Setup"},
		{"the API", "insert_before", "Start with the API and go on.", "Start with the API and go on. the API"},
		{"API", "insert_before", "APIs of the", ""},
		{"API", "insert_after", "APIs", ""},
		{"a", "insert_after", "banana", ""},
	} {
		text, err := json.Marshal(map[string]any{"issues": []any{map[string]any{
			"id": "a", "description": "d", "old_value": tt.old, "action": tt.action, "new_value": tt.want}}})
		require.NoError(t, err)
		r, err := Parse("r.json", text, format.Auto)
		require.NoError(t, err)
		got := r.Issues[0]
		if tt.inserted == "" {
			assert.Equal(t, review.Replace, got.Remedy, tt.want)
			assert.Contains(t, got.Want, tt.want)
			assert.Greater(t, len(got.Want), len(tt.want)+len(tt.old))
			continue
		}
		assert.Equal(t, review.Choose, got.Remedy, tt.want)
		assert.Equal(t, []string{tt.inserted, tt.want}, got.Choices)
	}
}

func TestQuotedRewriting(t *testing.T) {
	for _, field := range []string{"new_value", "suggestion"} {
		f := remedyAs(t, field, "Alpha is what comes first.", `Rewrite this paragraph: "Alpha comes first."`)
		assert.Equal(t, []string{"Alpha comes first."}, f.Choices, field)
	}
}

// TestTextsThatBeginAsTheOldOne: an arrow or a label that the old text begins with is a part of the new one.
func TestTextsThatBeginAsTheOldOne(t *testing.T) {
	for old, want := range map[string]string{`→"Monday`: `→ "Monday`, "Fix": "fix: Remove", "beta": "delta"} {
		const issue = `{"issues": [{"id": "a", "description": "d", "old_value": %q, "new_value": %q}]}`
		text := fmt.Sprintf(issue, old, want)
		r, err := Parse("r.json", []byte(text), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, want, r.Issues[0].Want)
	}
}

// TestOrdersThatAreWordsOfTheText: a word that stands twice and is an order is replaced by itself, not obeyed.
func TestOrdersThatAreWordsOfTheText(t *testing.T) {
	for _, word := range []string{"remove", "delete", "omit", "drop", "remove it", "cut the line", "Remove"} {
		for _, field := range []string{"new_value", "suggestion"} {
			for old, want := range map[string]review.Remedy{word + " " + word: review.Replace, word + " unused": review.Choose} {
				if len(remark.Terms(word)) > 1 && want == review.Replace {
					continue // it is no word that stands twice
				}
				text := fmt.Sprintf(`{"issues": [{"id": "a", "description": "d", "old_value": %q, %q: %q}]}`, old, field, word)
				r, err := Parse("r.json", []byte(text), format.Auto)
				require.NoError(t, err)
				got := r.Issues[0]
				assert.NotEqual(t, "", got.Want+fmt.Sprint(got.Choices), "%s for %s is no deletion", word, old)
				if want == review.Replace && field == "new_value" {
					assert.Equal(t, word, got.Want, "%s for %s", word, old)
				}
			}
		}
	}
}
