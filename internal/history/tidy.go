package history

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback"
)

// Bounds of what runs leave behind.
const (
	tidyFrom    = 1 << 20              // bytes of states; smaller ones stay as they are
	mostKept    = 32 << 20             // bytes of the states of a run that ended
	mostOfAll   = 128 << 20            // bytes of the states of all runs at a place
	mostOfRuns  = 32 << 20             // bytes of the journals of all runs: 100,000 documents
	longestKept = 180 * 24 * time.Hour // what a run keeps
)

// Tidy removes what a run that ends kept to be resumed: its reviews, and all states but the last of each document.
func Tidy(run *rollback.Run, reviews int) error {
	var names []string
	for i := range reviews {
		names = append(names, reviewFile(i))
	}
	if err := run.DropState(names...); err != nil {
		return err
	}
	data, err := run.LoadState(statesFile)
	switch {
	case errors.Is(err, fs.ErrNotExist) || err == nil && len(data) < tidyFrom:
		return nil
	case err != nil:
		return err
	}
	if data = lastStates(data); len(data) > mostKept {
		return run.DropState(statesFile)
	}
	return run.SaveState(statesFile, data)
}

// lastStates returns the last line of each document that is not pending.
func lastStates(data []byte) []byte {
	last := map[string][]byte{}
	var order []string
	for line := range bytes.Lines(data) {
		document, _, found := bytes.Cut(line, []byte(`,"iteration":`))
		if !found || !bytes.HasSuffix(line, []byte("}\n")) || bytes.HasSuffix(line, []byte("\"pending\":true}\n")) {
			continue
		}
		name := string(document)
		if last[name] == nil {
			order = append(order, name)
		}
		last[name] = line
	}
	var out []byte
	for _, name := range order {
		out = append(out, last[name]...)
	}
	return out
}

// PruneOld removes what old runs at a place left behind: all of those that ended long ago, and, from the oldest on, the
// states of those that together keep too much, and those that are too many to be looked through at each start. What it
// can't remove is left for the next time.
func PruneOld(ctx context.Context, place rollback.Place, now time.Time) {
	_ = rollback.PruneBeyond(ctx, place, rollback.Bounds{
		Ended: now.Add(-longestKept), Journals: mostOfRuns, States: mostOfAll, Names: []string{statesFile, jobFile},
	})
}
