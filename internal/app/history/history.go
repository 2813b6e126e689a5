// Package history keeps what a run does in rollback, and gives later runs what they need of earlier ones: the job of a
// run that is resumed, the states of its documents, what people answered, and which findings were fixed already.
//
// Invariants:
//   - Where nothing can be found out about earlier runs, nothing is known, and every finding is looked at again.
//   - An answer is obeyed only where an earlier run asked the question about the same document.
package history

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// nameIn returns the name that a run gave to the document at path.
func nameIn(record rollback.Record, path string) (string, bool) {
	if n := slices.Index(record.Files, workspace.RealPath(path)); n >= 0 {
		return record.Documents[n], true
	}
	return path, len(record.Files) == 0 && slices.Contains(record.Documents, path)
}

// DocumentsAt returns the names that a run gave to the document at path, or to those below that folder.
func DocumentsAt(record rollback.Record, path string) []string {
	const separator = string(filepath.Separator)
	var out []string
	at := workspace.RealPath(path)
	for n, file := range record.Files {
		if file == at || strings.HasPrefix(file, strings.TrimSuffix(at, separator)+separator) {
			out = append(out, record.Documents[n])
		}
	}
	return out
}

// statesFile is the file of a run that its checkpoints are added to, a state a line. result.Trail says which of the
// states of a document counts.
const statesFile = "states.jsonl"

// mostState is the size in bytes from which on the states of a run are not looked at by later runs: what they say is
// found out again.
const mostState = 4 << 20

// encodeStates returns one line for each state.
func encodeStates(states []result.State) ([][]byte, error) {
	lines, failed := make([][]byte, len(states)), make([]error, len(states))
	parallel.OnAll(len(states), func(i int) {
		var line bytes.Buffer
		failed[i] = json.NewEncoder(&line).Encode(&states[i])
		lines[i] = line.Bytes()
	})
	return lines, errors.Join(failed...)
}

// decodeTrails returns what was kept of each document. It skips a line that is cut off: the run was killed while it
// wrote it, and the state before counts.
func decodeTrails(data []byte) map[string]*result.Trail {
	trails := map[string]*result.Trail{}
	for line := range bytes.Lines(data) {
		var s result.State
		if err := json.Unmarshal(line, &s); err != nil {
			continue
		}
		if trails[s.Document] == nil {
			trails[s.Document] = &result.Trail{}
		}
		trails[s.Document].Add(&s)
	}
	return trails
}

// decodeStates returns the last state of each document.
func decodeStates(data []byte) map[string]*result.State {
	states := map[string]*result.State{}
	for doc, trail := range decodeTrails(data) {
		if trail.Last != nil {
			states[doc] = trail.Last
		}
	}
	return states
}

// decodeState returns the last state of one document, nil where there is none. It does not decode the others.
func decodeState(data []byte, doc string) *result.State {
	name, err := json.Marshal(doc)
	if err != nil {
		return nil
	}
	start := slices.Concat([]byte(`{"document":`), name, []byte(","))
	var lines []byte
	for line := range bytes.Lines(data) {
		if bytes.HasPrefix(line, start) {
			lines = append(lines, line...)
		}
	}
	return decodeStates(lines)[doc]
}

// Changing returns how many runs changed documents.
func Changing(results []*result.Run) (n int) {
	for _, r := range results {
		if slices.ContainsFunc(r.Documents, func(d result.Document) bool { return len(d.Fixes) > 0 }) {
			n++
		}
	}
	return n
}

// Joined returns the results of the runs of one command as one result.
func Joined(results []*result.Run) (whole result.Run) {
	for i, r := range results {
		if i == 0 {
			whole = *r
			continue
		}
		whole.Documents = append(whole.Documents, r.Documents...)
		whole.Passes = append(whole.Passes, r.Passes...)
		whole.Warnings = append(whole.Warnings, r.Warnings...)
		whole.Unreviewed = append(whole.Unreviewed, r.Unreviewed...)
		whole.Elapsed += r.Elapsed
	}
	slices.Sort(whole.Unreviewed)
	whole.Unreviewed = slices.Compact(whole.Unreviewed)
	return whole
}

// Trails returns what a run that is resumed kept of each document.
func Trails(run *rollback.Run) (map[string]*result.Trail, error) {
	data, err := run.LoadState(statesFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	return decodeTrails(data), nil
}

// States returns the last state of each document of a run.
func States(ctx context.Context, place rollback.Place, id string) (map[string]*result.State, error) {
	data, _, err := rollback.State(ctx, place, id, statesFile)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("states of run %s: %w", id, err)
	}
	return decodeStates(data), nil
}

// Decisions returns the last decisions about a document, at most so many runs back.
func Decisions(ctx context.Context, place rollback.Place, doc string, most int) ([]*table.Decision, error) {
	kept, err := rollback.States(ctx, place, most, mostState, statesFile)
	var out []*table.Decision
	for _, k := range kept {
		if state := decodeState(k.Files[statesFile], doc); state != nil {
			out = append(out, state.Decision)
		}
	}
	return out, err
}
