package rollback

import (
	"context"
	"encoding/json"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
)

// DropState removes files that SaveState or AppendState stored. One that is not there is no error.
func (r *Run) DropState(names ...string) error {
	for _, name := range names {
		path, err := r.stateFile(name)
		if err == nil {
			err = os.Remove(path)
		}
		if err != nil && !os.IsNotExist(err) {
			return err
		}
	}
	return nil
}

// Bounds limit what all runs with one state folder may keep there together.
type Bounds struct {
	Ended    time.Time // runs that began and ended before are removed
	Journals int64     // bytes; a journal grows with its run's documents, and so does what the run keeps next to it
	States   int64     // bytes of the files of these names
	Names    []string
}

// PruneBeyond removes what is beyond the bounds, from the oldest run on. If the journals are too large, it removes runs
// until half of the limit is left, but never the last ten. If the states are too large, it removes only these files: a
// run can still be taken back by its journal and its bytes. It leaves runs that did not end.
func PruneBeyond(ctx context.Context, p Place, b Bounds) error {
	l, err := p.resolve(ctx)
	if err != nil {
		return err
	}
	defer l.close()
	ids, err := l.Runs()
	if err != nil || len(ids) == 0 {
		return err
	}
	l.pruneStates(ids, b)
	total, excess := int64(0), map[string]bool{}
	for i, id := range slices.Backward(ids) {
		if info, err := os.Stat(journalOf(l.Run(id))); err == nil {
			total += info.Size()
		}
		excess[id] = total > b.Journals/2 && len(ids)-i > 10
	}
	if total <= b.Journals {
		clear(excess)
	}
	for _, id := range ids {
		ended := l.ended(id)
		excess[id] = !ended.IsZero() && (excess[id] || ended.Before(b.Ended))
	}
	if maps.DeleteFunc(excess, func(_ string, gone bool) bool { return !gone }); len(excess) == 0 {
		return nil // no journal need be read
	}
	l.document, l.all = "", true
	_, err = l.prune(ctx, func(id string, _ []byte) bool { return excess[id] }, func(Record) bool { return true })
	return err
}

func (l *resolvedPlace) pruneStates(ids []string, b Bounds) {
	total := int64(0)
	for _, id := range slices.Backward(ids) {
		size := int64(0)
		for _, name := range b.Names {
			if info, err := os.Stat(filepath.Join(l.Run(id), name)); err == nil {
				size += info.Size()
			}
		}
		if total += size; size == 0 || total <= b.States {
			continue // a run that has none of them left need not be looked at each time
		}
		if l.ended(id).IsZero() {
			continue
		}
		for _, name := range b.Names {
			os.Remove(filepath.Join(l.Run(id), name)) // what can't be removed now is removed another time
		}
	}
}

// ended returns when a run ended, the zero time of one that did not. It reads the last event alone: the journal of a
// run over very many documents takes much memory.
func (l *resolvedPlace) ended(id string) time.Time {
	var last event
	if err := json.Unmarshal(disk.LastLine(journalOf(l.Run(id))), &last); err != nil || last.Event != eventEnd {
		return time.Time{}
	}
	return last.At
}
