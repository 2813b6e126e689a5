package history

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/loop/result"
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
	require.NoError(t, SaveJob(run, Job{}, []reviewfiles.File{file}))
	job, err := LoadJob(run)
	require.NoError(t, err)
	assert.Equal(t, file.Data, job.Reviews[0].Data)
	ledger := &Ledger{Run: run}
	for n := range 40 {
		state := result.State{
			State:   table.State{Document: path, Revision: fmt.Sprint(n), Run: strings.Repeat("x", 100_000)},
			Pending: n%2 == 1,
		}
		require.NoError(t, ledger.Checkpoint(t.Context(), []result.State{state, {State: table.State{Document: "b.md", Revision: fmt.Sprint(n)}}}))
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
	require.NoError(t, rollback.PruneBeyond(t.Context(), place, rollback.Bounds{
		Journals: mostOfRuns, States: 50_000, Names: []string{statesFile},
	}))
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

// runOver makes a run over the document at path that kept a state, and returns its folder.
func runOver(t *testing.T, environ []string, path string) (id, dir string) {
	t.Helper()
	run, err := rollback.Open(t.Context(), rollback.Options{Paths: []string{path}, Mode: rollback.ModeNone, Environ: environ})
	require.NoError(t, err)
	state := table.State{Document: path, Revision: run.ID()}
	require.NoError(t, (&Ledger{Run: run}).Checkpoint(t.Context(), []result.State{{State: state}}))
	require.NoError(t, run.Close())
	found, err := filepath.Glob(filepath.Join(filepath.Dir(path), "state", "*", "runs", run.ID()))
	require.NoError(t, err)
	require.Len(t, found, 1)
	return run.ID(), found[0]
}

// What earlier runs over other documents left is not looked through: outside a repository the runs over all documents
// of a user lie in one folder, and some are over thousands.
func TestRunsOverOtherDocumentsAreNotDecoded(t *testing.T) {
	dir := t.TempDir()
	environ := append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, "state"))
	for _, name := range []string{"a.md", "b.md"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte("# A\n"), 0o644))
	}
	place := rollback.Place{Path: filepath.Join(dir, "a.md"), Environ: environ}
	var ids []string
	for range 3 {
		id, _ := runOver(t, environ, place.Path)
		ids = append(ids, id)
		_, other := runOver(t, environ, filepath.Join(dir, "b.md"))
		journal, err := os.OpenFile(filepath.Join(other, "journal"), os.O_WRONLY|os.O_APPEND, 0)
		require.NoError(t, err)
		_, err = journal.WriteString("no event\n")
		require.NoError(t, err)
		require.NoError(t, journal.Close())
	}
	slices.Sort(ids) // those of one millisecond
	kept, err := rollback.States(t.Context(), place, 2, mostState, statesFile)
	require.NoError(t, err)
	require.Len(t, kept, 2)
	assert.Equal(t, ids[1:], []string{kept[0].Record.ID, kept[1].Record.ID}, "the last two, oldest first")
}

func TestTheOldestRunsGoWhereTheirJournalsAreTooLarge(t *testing.T) {
	dir := t.TempDir()
	environ := append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(dir, "state"))
	place := rollback.Place{Path: filepath.Join(dir, "a.md"), Environ: environ}
	require.NoError(t, os.WriteFile(place.Path, []byte("# A\n"), 0o644))
	var ids []string
	var size int64
	for range 30 {
		id, folder := runOver(t, environ, place.Path)
		info, err := os.Stat(filepath.Join(folder, "journal"))
		require.NoError(t, err)
		ids, size = append(ids, id), info.Size()
	}
	slices.Sort(ids) // those of one millisecond
	left := func(most int64) []string {
		require.NoError(t, rollback.PruneBeyond(t.Context(), place, rollback.Bounds{Journals: most}))
		records, err := rollback.Log(t.Context(), place)
		require.NoError(t, err)
		var out []string
		for _, r := range records {
			out = append(out, r.ID)
		}
		return out
	}
	assert.Equal(t, ids, left(31*size))
	assert.Equal(t, ids[16:], left(29*size))
	assert.Equal(t, ids[20:], left(1), "the last ten stay")
}
