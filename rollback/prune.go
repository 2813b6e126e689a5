package rollback

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"time"
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

// PruneBefore is Prune for the runs that began and ended before a time. Where there is none, it reads no journal.
func PruneBefore(ctx context.Context, p Place, limit time.Time) ([]string, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, err
	}
	ids, err := l.runs()
	l.close()
	if err != nil || len(ids) == 0 || ids[0] >= limit.UTC().Format(runTime) {
		return nil, err
	}
	return Prune(ctx, p, func(r Record) bool { return r.Ended.Before(limit) })
}

// PruneStates removes files of these names from the oldest runs on, as long as those of all runs take more than most
// bytes. It leaves the files of runs that did not end, and the journals and bytes that runs are taken back by.
func PruneStates(ctx context.Context, p Place, most int64, names ...string) error {
	l, err := p.resolve(ctx)
	if err != nil {
		return err
	}
	defer l.close()
	ids, err := l.runs()
	if err != nil {
		return err
	}
	total := int64(0)
	for _, id := range slices.Backward(ids) {
		size := int64(0)
		for _, name := range names {
			if info, err := os.Stat(filepath.Join(l.run(id), name)); err == nil {
				size += info.Size()
			}
		}
		if total += size; size == 0 || total <= most {
			continue // a run that has none of them left need not be looked at each time
		}
		events, err := readJournal(l.run(id), l.repo)
		if err != nil || len(events) == 0 || recordOf(id, events).Ended.IsZero() {
			continue
		}
		for _, name := range names {
			os.Remove(filepath.Join(l.run(id), name)) // what can't be removed now may be some other time
		}
	}
	return nil
}
