package intake

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// What only holds the new text, or stands for one that nobody wrote, is asked about or shown, and never put in unseen.
func TestTextsThatAreNoReplacement(t *testing.T) {
	const old = "several brown foxes"
	for _, s := range []string{
		"consider 'several grey foxes'", "several brown foxes -> lazy dogs",
		"lazy dogs instead of several brown foxes", "lazy dogs (not several brown foxes)",
		`We should say "lazy dogs"`, `how about "lazy dogs"?`, `Suggestion: use "lazy dogs"`, "Correction: lazy dogs", "Fix: lazy dogs",
		"<new>lazy dogs</new>", "{++lazy dogs++}", "{~~several brown foxes~>lazy dogs~~}", "~~several brown foxes~~",
		"<del>several brown foxes</del>", "lazy dogs (?)", "lazy dogs (TODO: check)", "lazy dogs (plural)", "Use lazy dogs", "-> lazy dogs",
		"should read lazy dogs", `"lazy dogs"`, "[PRODUCT]", "{text}", "<placeholder>", "[object Object]", "new text", "idem", "as above", "LGTM",
		"XXX", "xx", ",", ";", "//", "🗑️", "wontfix", "I cannot provide a fix.", "No suggestion available.", "ask the author", "@bob please fill in",
		"a better word", "the correct name", "${new}", "%s", "löschen", "eliminar", "rimuovere",
		"verwijderen", "siehe oben", "削除", "删除", "삭제", "удалить", "حذف", "grammar", "present tense", "sentence case", "Split into two sentences.",
		"Add more detail", "wrap in backticks", "use a table", "heading level 3", "Remove the comma", "(remove comma)", "[delete adverb]",
		"(remove foxes)", "remove the duplicate", "something better", "the right color", "<!-- plural -->",
	} {
		i := remedyOf(t, old, s)
		assert.NotEqual(t, review.Replace, i.Remedy, "%q would be put in, as %q", s, i.Want)
	}
	for s, want := range map[string]string{
		`Change "several brown foxes" to "lazy dogs"`: "lazy dogs",
		"s/several brown foxes/lazy dogs/":            "lazy dogs", "bitte löschen": "", "supprimer cette phrase": "",
	} {
		i := remedyOf(t, old, s)
		assert.Equal(t, review.Replace, i.Remedy, s)
		assert.Equal(t, want, i.Want, s)
	}
}

// What looks a little like them and is a text replaces the old one.
func TestTextsThatAreReplacements(t *testing.T) {
	for old, s := range map[string]string{
		"less than or equal to": "≤", "10 percent": "10%", "Example below": "Example:", "dummy value": "placeholder", "no value": "none set",
		"the API key": "the `API_KEY`", "docs page": "[docs](docs.md)", "Delete the file": "Remove the file", "baz, and": "baz and",
		"Use Docker": "Run Docker", "the following table": "the table below", "italic text": "text in italics", "a sentence": "one sentence",
		"To do": "Next steps", "Kubernetes cluster": "cluster (Kubernetes)", "New in version two": "New in version 2",
	} {
		i := remedyOf(t, old, s)
		assert.Equal(t, review.Replace, i.Remedy, "%q for %q", s, old)
		assert.Equal(t, s, i.Want)
	}
}

// Who asks to delete a part of the quote has nothing else deleted.
func TestDeletionsOfAPart(t *testing.T) {
	for _, fields := range []string{
		`"description": "Delete the adverb.", "suggestion": ""`, `"description": "Delete the word.", "suggestion": ""`,
		`"description": "Remove the hyphen.", "action": "delete"`, `"description": "Remove the extra word", "action": "delete"`,
		`"description": "remove nothing here", "action": "delete"`, `"description": "Remove 'qux'.", "action": "delete"`,
	} {
		text := `{"issues": [{"id": "a", "old_value": "foo, bar and baz", ` + fields + `}]}`
		r, err := Parse("r.json", []byte(text), format.Auto)
		require.NoError(t, err)
		assert.NotEqual(t, review.Replace, r.Issues[0].Remedy, fields)
	}
	for fields, want := range map[string]string{
		`"description": "Remove the comma.", "suggestion": ""`: "foo bar and baz", `"description": "Remove 'bar'.", "action": "delete"`: "foo, and baz",
		`"description": "Delete the second \"a\".", "old_value": "a and a b", "action": "delete"`: "a and b",
		`"description": "drop the article", "old_value": "an old lamp"`:                           "old lamp", `"description": "remove one", "old_value": "the the lamp"`: "the lamp",
	} {
		text := `{"issues": [{"id": "a", ` + fields + `}]}`
		if !strings.Contains(fields, "old_value") {
			text = `{"issues": [{"id": "a", "old_value": "foo, bar and baz", ` + fields + `}]}`
		}
		r, err := Parse("r.json", []byte(text), format.Auto)
		require.NoError(t, err)
		assert.Equal(t, review.Replace, r.Issues[0].Remedy, fields)
		assert.Equal(t, want, r.Issues[0].Want, fields)
	}
	for old, message := range map[string]string{",": "Remove the comma.", "very": "Delete the adverb.", "foo, bar": "Delete this phrase."} {
		text, err := json.Marshal(map[string]any{"issues": []any{map[string]any{"old_value": old, "description": message, "suggestion": ""}}})
		require.NoError(t, err)
		r, err := Parse("r.json", text, format.Auto)
		require.NoError(t, err)
		assert.Equal(t, review.Replace, r.Issues[0].Remedy, message)
		assert.Empty(t, r.Issues[0].Want)
	}
}

// What is added beside the quote may have a label and quotation marks. A stub is not added.
func TestTextsToAdd(t *testing.T) {
	added := func(s string) review.Issue {
		text, err := json.Marshal(map[string]any{"issues": []any{map[string]any{"location": map[string]any{"quote": "Foxes run."},
			"description": "d", "action": "insert_after", "new_value": s}}})
		require.NoError(t, err)
		r, err := Parse("r.json", text, format.Auto)
		require.NoError(t, err)
		return r.Issues[0]
	}
	for _, s := range []string{"Example: the red one.", "(beta)", "A \"red\" one.", "Dogs run."} {
		assert.Equal(t, "Foxes run. "+s, added(s).Want, s)
	}
	assert.Equal(t, review.NoRemedy, added("new text").Remedy)
	assert.Equal(t, review.NoRemedy, added("bitte löschen").Remedy)
}
