package workspace

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// habitual is a repository whose bullets are mostly stars.
func habitual(t *testing.T) {
	stars := strings.Repeat("* a\n", 30)
	write(t, map[string]string{
		"a.md": "- a\n- b\n", "docs/b.md": stars, "docs/c.md": stars, "d.md": "# Start the server\n",
		"vendor/e.md": strings.Repeat("- a\n", 1000), "ignored/f.md": strings.Repeat("- a\n", 1000),
		".gitignore": "ignored\n",
	})
}

// One document is judged as all are.
func TestHabitsAreTheRepositorys(t *testing.T) {
	habitual(t)
	git(t, "init", "--quiet")
	for _, opts := range []Options{{}, {Shard: gate.Shard{Index: 2, Total: 3}}} {
		for _, arg := range []string{"a.md", "d.md", ".", "docs"} {
			w, said := newWorkspace(opts)
			got, err := w.Find(t.Context(), []string{arg})
			require.NoError(t, err)
			for _, d := range append(got.Documents, got.Around...) {
				assert.Equal(t, &rules.ListMarker{Severity: rules.Suggestion, Marker: '*'}, d.Rules.Style.ListMarker, "%s: %s", arg, d.Path)
				assert.Equal(t, rules.SentenceCase, d.Rules.Style.HeadingCase.Style)
			}
			assert.Empty(t, said.String())
		}
	}
}

// Outside of a repository the documents of the run show what is usual.
func TestHabitsOutsideOfARepository(t *testing.T) {
	habitual(t)
	w, said := newWorkspace(Options{})
	got, err := w.Find(t.Context(), []string{"docs", "a.md"})
	require.NoError(t, err)
	assert.Equal(t, byte('*'), got.Documents[0].Rules.Style.ListMarker.Marker)
	assert.Nil(t, got.Documents[0].Rules.Style.HeadingCase, "there is no heading")
	assert.Empty(t, said.String())
}

func TestNothingIsSettled(t *testing.T) {
	write(t, map[string]string{"a.md": "# Start the server\n\n- a\n", "b.md": "# Stop the Server\n\n* a\n"})
	git(t, "init", "--quiet")
	w, said := newWorkspace(Options{})
	got, err := w.Find(t.Context(), []string{"."})
	require.NoError(t, err)
	style := got.Documents[0].Rules.Style
	assert.Equal(t, rules.Style{FencedCodeLanguage: style.FencedCodeLanguage, Misspelling: style.Misspelling,
		DoubledWord: style.DoubledWord}, style)
	assert.Equal(t, "note: no style is settled here for heading-case (50% of 2 headings are in sentence case) and "+
		"list-marker (50% of 2 list items begin with '-'): they are left alone; consistency-rules.json can name one\n", said.String())
	for _, quiet := range []Options{{Aside: true}, {Asks: func(string) bool { return false }}} {
		w, said := newWorkspace(quiet)
		_, err := w.Find(t.Context(), []string{"a.md"})
		require.NoError(t, err)
		assert.Empty(t, said.String())
	}
	w, said = newWorkspace(Options{Asks: func(rule string) bool { return rule == "list-marker" }})
	_, err = w.Find(t.Context(), []string{"a.md"})
	require.NoError(t, err)
	assert.NotContains(t, said.String(), "heading-case")
}
