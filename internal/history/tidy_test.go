package history

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/reviewfiles"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// Of a run that ends the last whole state of each document stays, and no review: what
// later runs read does not grow with it.
func TestTidyKeepsTheLastStates(t *testing.T) {
	dir := t.TempDir()
	environ := append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, "state"))
	path := filepath.Join(dir, "a.md")
	require.NoError(t, os.WriteFile(path, []byte("# A\n"), 0o644))
	run, err := rollback.Open(t.Context(), rollback.Options{Paths: []string{path}, Mode: rollback.ModeNone, Environ: environ})
	require.NoError(t, err)
	file := reviewfiles.File{Raw: reviewfiles.Raw{Name: "r.json", Data: []byte(`{"issues": []}`), SHA256: "sum"}}
	require.NoError(t, SaveJob(run, nil, []reviewfiles.File{file}, nil))
	job, err := LoadJob(run)
	require.NoError(t, err)
	assert.Equal(t, file.Data, job.Reviews[0].Data)
	ledger := NewLedger(run)
	for n := range 40 {
		state := loop.State{
			State:   table.State{Document: path, Revision: fmt.Sprint(n), Run: strings.Repeat("x", 100_000)},
			Pending: n%2 == 1,
		}
		require.NoError(t, ledger.Checkpoint(t.Context(), []loop.State{state, {State: table.State{Document: "b.md", Revision: fmt.Sprint(n)}}}))
	}
	require.NoError(t, Tidy(run, 1))
	data, err := run.LoadState(statesFile)
	require.NoError(t, err)
	states := decodeStates(data)
	assert.Equal(t, "38", states[path].Revision)
	assert.Equal(t, "39", states["b.md"].Revision)
	assert.Equal(t, 2, strings.Count(string(data), "\n"))
	_, err = run.LoadState(reviewFile(0))
	assert.ErrorIs(t, err, os.ErrNotExist)
	require.NoError(t, run.Close())

	// Of states that are too large together those of the oldest run go, and nothing else does.
	place := rollback.Place{Path: path, Environ: environ}
	require.NoError(t, rollback.PruneStates(t.Context(), place, 50_000, statesFile))
	kept, err := States(t.Context(), place, run.ID())
	require.NoError(t, err)
	assert.Empty(t, kept)
	records, err := rollback.Log(t.Context(), place)
	require.NoError(t, err)
	assert.Len(t, records, 1)
	PruneOld(t.Context(), place, records[0].Ended.Add(longestKept-1))
	records, err = rollback.Log(t.Context(), place)
	require.NoError(t, err)
	assert.Len(t, records, 1)
	PruneOld(t.Context(), place, records[0].Ended.Add(2*longestKept))
	records, err = rollback.Log(t.Context(), place)
	require.NoError(t, err)
	assert.Empty(t, records)
}
