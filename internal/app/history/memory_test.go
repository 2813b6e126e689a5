package history

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review/settled"
	"github.com/doc-iterate/doc-iterate/rollback"
)

func answerRow(run, id, key string, effect engine.Effect) row {
	return row{Document: "a.md", Run: run, Answer: engine.Resolution{Ask: engine.Ask{ID: id, Key: key}, Effect: effect}}
}

func settledRow(run, content string) row {
	return row{Document: "a.md", Settled: &settled.Entry{Content: content, Run: run}}
}

// Of the rows of a ledger those count that nothing replaces: a later answer to the same question or about the same
// finding, an undo, or a run that forgets what was answered.
func TestLive(t *testing.T) {
	for _, tt := range []struct {
		name string
		rows []row
		want []int
	}{
		{"another answer to a question", []row{answerRow("1", "q", "", "keep"), answerRow("2", "q", "", "replace")}, []int{1}},
		{"another answer about a finding", []row{answerRow("1", "q", "k", "keep"), answerRow("2", "r", "k", "replace")}, []int{1}},
		{"two rejected edits of a finding", []row{answerRow("1", "q", "k", "reject"), answerRow("2", "r", "k", "reject")}, []int{0, 1}},
		{"forgotten", []row{answerRow("1", "q", "", "keep"), {Document: "a.md", Forget: true}, answerRow("2", "r", "", "keep")}, []int{2}},
		{"another document is forgotten", []row{answerRow("1", "q", "", "keep"), {Document: "b.md", Forget: true}}, []int{0}},
		{"undone", []row{settledRow("1", "c"), settledRow("2", "d"), answerRow("2", "q", "", "keep"), {Document: "a.md", Undone: "2"}}, []int{0}},
		{"settled again", []row{settledRow("1", "c"), settledRow("2", "c")}, []int{1}},
		{"settled again and undone", []row{settledRow("1", "c"), settledRow("2", "c"), {Document: "a.md", Undone: "2"}}, []int{0}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data, err := encodeRows(tt.rows)
			require.NoError(t, err)
			var want []row
			for _, n := range tt.want {
				want = append(want, tt.rows[n])
			}
			assert.Equal(t, fmt.Sprint(encoded(t, want)), fmt.Sprint(encoded(t, live(append(data, `{"document": "a.md", "se`...)))))
		})
	}
}

func encoded(t *testing.T, rows []row) string {
	data, err := encodeRows(rows)
	require.NoError(t, err)
	return string(data)
}

// A ledger that is too large keeps the last of what runs did, and all that people decided; that of version 0.1 is taken
// over once.
func TestTidyLedger(t *testing.T) {
	dir := t.TempDir()
	environ := append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, "state"))
	path := filepath.Join(dir, "a.md")
	require.NoError(t, os.WriteFile(path, []byte("# A\n"), 0o644))
	place := rollback.Place{Path: path, Environ: environ}
	docs := []workspace.Document{{Path: path}}
	size := func() int {
		data, err := rollback.Recall(t.Context(), place, ledgerFile)
		require.NoError(t, err)
		return len(data)
	}

	former := answerRow("", "q-old", "", "reject")
	former.Document = workspace.RealPath(path)
	require.NoError(t, rollback.Remember(t.Context(), place, formerLedgerFile, []byte(encoded(t, []row{former}))))
	require.NoError(t, TidyLedger(t.Context(), place))
	data, err := rollback.Recall(t.Context(), place, formerLedgerFile)
	require.NoError(t, err)
	assert.Empty(t, data)
	require.Positive(t, size())

	text := strings.Repeat("x", longestEntry/2)
	for n := range 2 * mostLedger / len(text) {
		entry := settled.Entry{Content: fmt.Sprint(n), New: text}
		require.NoError(t, Settle(t.Context(), environ, path, []settled.Entry{entry}))
	}
	require.Greater(t, size(), mostLedger)
	require.NoError(t, TidyLedger(t.Context(), place))
	assert.Less(t, size(), mostLedger)
	known := Recall(t.Context(), environ, docs)[workspace.RealPath(path)]
	require.NotNil(t, known)
	require.Len(t, known.answers, 1)
	assert.Equal(t, "q-old", known.answers[0].Ask.ID)
	assert.Equal(t, fmt.Sprint(2*mostLedger/len(text)-1), known.settled[len(known.settled)-1].Content, "the last one stays")
	was := size()
	require.NoError(t, TidyLedger(t.Context(), place))
	assert.Equal(t, was, size(), "it is not written anew each time")
}
