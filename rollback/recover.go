package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// recover looks for a run that was killed under the lock we hold now, and completes the publication it was in, or
// takes it back where somebody has changed something since. Afterwards no lock and no temporary file of it is left.
// It reports whether there was one.
func (r *Run) recover(ctx context.Context) (bool, error) {
	id := r.state.ActiveRun()
	if id == "" {
		return false, nil
	}
	dir := r.state.Run(id)
	events, err := readJournal(dir, r.repo)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(events) == 0 {
		// killed before its first event: it had done nothing
		return true, errors.Join(os.RemoveAll(dir), r.state.Unmark())
	}
	if err != nil {
		return true, refusal.New("", refusal.Unsafe, "the run "+id+" was interrupted and its journal can't be read",
			"move "+dir+" away", err)
	}
	c := &crashedRun{run: id, publisher: &publisher{dir: dir, at: r.at, bytes: r.content(dir, events),
		notice: r.notice}, repo: r.repo, notice: r.notice}
	if events[0].Start.Mode != ModeNone {
		c.publisher.repo = r.repo
	}
	p := pendingPublication(events)
	if err := c.removeLocks(p); err != nil {
		return true, err
	}
	if p != nil {
		if err := r.endPublication(ctx, c, *p); err != nil {
			return true, err
		}
	}
	removeTemporary(dir)
	return true, r.state.Unmark()
}

// refuseUnfinished refuses documents that a run under another lock was in the middle of publishing: outside a
// repository each directory has a lock of its own, and a run over several has that of its first document.
func (r *Run) refuseUnfinished() error {
	if r.repo != nil {
		return nil
	}
	own := r.state.LockPath()
	active, err := r.state.ActiveRuns()
	if err != nil {
		return err
	}
	for lock, id := range active {
		if lock == own {
			continue
		}
		events, err := readJournal(r.state.Run(id), nil)
		if err != nil || len(events) == 0 {
			continue // its publication had not begun
		}
		p := pendingPublication(events)
		if p == nil {
			continue
		}
		for _, d := range r.docs {
			if slices.ContainsFunc(p.Replacements, func(rep replacement) bool { return rep.Path == d.Path }) {
				return refusal.New(d.Given, refusal.InProgress,
					"is being changed by run "+id+", which is active or was interrupted",
					"wait for the run to end, or continue it with doc-iterate resume "+wording.ShellPath(d.Given), nil)
			}
		}
	}
	return nil
}

// recover does what Open does for runs that were killed, and returns their names. It is for callers that search for a
// run by what the run did.
func (l *resolvedPlace) recover(ctx context.Context, opt Options) (ended []string, err error) {
	active, err := l.ActiveRuns()
	if err != nil {
		return nil, err
	}
	for lock, id := range active {
		events, err := readJournal(l.Run(id), l.repo)
		if err != nil || len(events) == 0 || !l.concerns(recordOf(id, events)) {
			continue
		}
		r := newRun(opt)
		if l.repo != nil {
			// Not l.repo: Close would close what belongs to it.
			if r.repo, err = gitdir.Open(ctx, l.within, opt.Environ); err != nil {
				return nil, err
			}
		}
		if err := r.lock(ctx, l.Path, filepath.Base(lock), opt); err != nil {
			return nil, err
		}
		recovered, err := r.recover(ctx)
		r.release()
		if err != nil {
			return nil, err
		}
		if recovered {
			ended = append(ended, id)
		}
	}
	return ended, nil
}

// removeTemporary removes from a run's folder what was being written when the run was killed.
func removeTemporary(dir string) {
	os.Remove(filepath.Join(dir, gitdir.TokenFile))
	os.Remove(filepath.Join(dir, gitdir.RefToken))
	for _, dir := range []string{dir, filepath.Join(dir, "content")} {
		entries, _ := os.ReadDir(dir) // what isn't there needs no removal
		for _, e := range entries {
			if left, _ := filepath.Match(disk.TempPattern, e.Name()); left {
				os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
}

// endPublication ends a publication that was begun, and writes into its journal how it ended.
func (r *Run) endPublication(ctx context.Context, c *crashedRun, p publication) error {
	done, err := c.completeOrRevert(ctx, p)
	if err != nil {
		return err
	}
	j, err := openJournal(c.publisher.dir, r.step)
	if err != nil {
		return err
	}
	defer j.Close()
	if done {
		r.notice(fmt.Sprintf("the interrupted run %s was in the middle of publishing pass %d: completed", c.run,
			p.Pass))
		return j.write(event{Event: eventPublished, Pass: p.Pass, Commit: p.New})
	}
	r.notice(fmt.Sprintf("the interrupted run %s was in the middle of publishing pass %d: taken back", c.run, p.Pass))
	return j.write(event{Event: eventWithdrawn, Pass: p.Pass, Note: "interrupted"})
}

// pendingPublication returns the publication that the events leave open.
func pendingPublication(events []event) *publication {
	var p *publication
	for _, e := range events {
		switch e.Event {
		case eventPublishing:
			p = e.Publication
		case eventPublished, eventWithdrawn:
			p = nil
		}
	}
	return p
}

// content returns a function that finds the bytes of the run with these events: in its folder, or in the repository.
func (r *Run) content(dir string, events []event) func(string) ([]byte, error) {
	if events[0].Start.Mode == ModeNone {
		return backupsOf(dir, events).Load
	}
	var asking sync.Mutex // git answers one by one, and documents are worked on at a time
	return func(id string) ([]byte, error) {
		asking.Lock()
		defer asking.Unlock()
		_, data, err := r.repo.Objects.Read(context.Background(), id)
		return data, err
	}
}

// A crashedRun is a run whose process died before it ended.
type crashedRun struct {
	run       string
	publisher *publisher
	repo      *gitdir.Repository
	notice    func(string)
}

// removeLocks removes the locks that the dead run holds, and only those: each must show that it is the run's.
func (c *crashedRun) removeLocks(p *publication) error {
	if c.repo == nil {
		return nil
	}
	for _, name := range []string{"index.work", "index.work.lock", "index.old", "COMMIT_EDITMSG"} {
		os.Remove(filepath.Join(c.publisher.dir, name))
	}
	lock := c.repo.Index + ".lock"
	if held, err := os.ReadFile(lock); err == nil && bytes.Equal(held, gitdir.IndexToken(c.run)) {
		if err := os.Remove(lock); err != nil {
			return refusal.New("", refusal.Disk, "the index lock of an interrupted run can't be removed",
				"check the permissions of "+lock, err)
		}
	}
	if err := c.repo.Refs.Unlock(gitdir.RefUpdate{Ref: gitdir.RefPrefix + c.run}); err != nil || p == nil ||
		p.Ref == "" {
		return err
	}
	c.repo.Refs.Token = filepath.Join(c.publisher.dir, gitdir.RefToken)
	return c.repo.Refs.Unlock(gitdir.RefUpdate{Ref: p.Ref, Next: p.New, Old: p.Old})
}

// completeOrRevert completes a publication if everything is still as the run left it, and takes it back otherwise. It
// reports which.
func (c *crashedRun) completeOrRevert(ctx context.Context, p publication) (done bool, err error) {
	p.discard()
	untouched := true
	for _, rep := range p.Replacements {
		ok, err := c.removeTemp(rep)
		if err != nil {
			return false, err
		}
		untouched = untouched && ok
	}
	if p.Ref != "" {
		landed, err := c.onBranch(ctx, p)
		if err != nil || landed {
			return landed, err
		}
		what, _ := c.repo.UnfinishedOperation()
		untouched = untouched && what == "" && c.repo.Head == gitdir.Head{Commit: p.Old, Ref: p.Ref}
	}
	if untouched {
		cause, residue := c.publisher.apply(ctx, p)
		// A change by somebody else may show only now. It would be in the way at every attempt.
		if why := refusal.ReasonOf(cause); residue != nil || why != refusal.Moved && why != refusal.Edited {
			err := errors.Join(cause, residue)
			return err == nil, err
		}
	}
	return false, c.revert(ctx, p)
}

// onBranch reports whether the branch has the publication: as its own commit, or in one that somebody made since.
func (c *crashedRun) onBranch(ctx context.Context, p publication) (bool, error) {
	tip, err := c.repo.Git.Line(ctx, "rev-parse", "--verify", "-q", p.Ref)
	if err != nil || tip == p.Old {
		return false, nil
	}
	if tip == p.New {
		return true, nil
	}
	if _, err := c.repo.Git.Run(ctx, nil, "merge-base", "--is-ancestor", p.New, tip); err == nil {
		return true, nil
	}
	for _, rep := range p.Replacements {
		if e, err := c.repo.CommittedEntry(ctx, tip, rep.Rel); err != nil || e.ID != rep.IndexNew {
			return false, err
		}
	}
	return true, nil
}

// removeTemp removes what an exchange left next to a document and reports whether the document has the bytes of before
// or of after. A save that was displaced is put back, or kept where a later one stands in its place.
func (c *crashedRun) removeTemp(rep replacement) (bool, error) {
	base, err := c.publisher.bytes(rep.Base)
	if err != nil {
		return false, fmt.Errorf("run %s: %w", c.run, err)
	}
	next, err := c.publisher.bytes(rep.Next)
	if err != nil {
		return false, fmt.Errorf("run %s: %w", c.run, err)
	}
	if err := rep.FinishSwap(); err != nil {
		return false, refusalFor(rep.Path, err)
	}
	now, err := readDocument(rep.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, refusalFor(rep.Path, err)
	}
	known := err == nil && (bytes.Equal(now, base) || bytes.Equal(now, next))
	beside, err := os.ReadFile(rep.Temp)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return false, refusalFor(rep.Path, err)
	}
	switch {
	case bytes.Equal(beside, base), bytes.Equal(beside, next):
	case bytes.Equal(now, next):
		known = false
		if err := disk.Swap(rep.Path, rep.Temp); err != nil {
			return false, refusalFor(rep.Path, err)
		}
	default:
		name, err := backup.KeepOne(c.publisher.dir, beside)
		if err != nil {
			return false, refusalFor(rep.Path, err)
		}
		c.notice("a save of " + rep.Path + " by another program was kept as " +
			filepath.Join(c.publisher.dir, "content", name))
	}
	if err := os.Remove(rep.Temp); err != nil {
		return false, refusalFor(rep.Path, err)
	}
	return known, nil
}

// readDocument returns the bytes of a document. If there is a link in its place, somebody has removed the document.
func readDocument(path string) ([]byte, error) {
	if _, err := os.Readlink(path); err == nil {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(path)
}

// revert gives the old bytes back to the documents that still have the publication's bytes, and the old entries to the
// index.
func (c *crashedRun) revert(ctx context.Context, p publication) error {
	for _, rep := range p.Replacements {
		now, err := readDocument(rep.Path)
		if err != nil {
			continue // somebody removed it since: that stands
		}
		if next, err := c.publisher.bytes(rep.Next); err != nil || !bytes.Equal(now, next) {
			continue
		}
		back := rep
		back.Base, back.Next = rep.Next, rep.Base
		if err := errors.Join(c.publisher.apply(ctx, publication{Replacements: []replacement{back}})); err != nil {
			return err
		}
	}
	if p.Ref == "" {
		return nil
	}
	return c.revertIndex(ctx, p)
}

// revertIndex sets the index entries that the publication made back to what they were.
func (c *crashedRun) revertIndex(ctx context.Context, p publication) error {
	entries, err := c.repo.Entries(ctx, nil, p.rels())
	if err != nil {
		return err
	}
	var ours []replacement
	for _, rep := range p.Replacements {
		if e := entries[rep.Rel]; len(e) == 1 && e[0].ID == rep.IndexNew {
			rep.IndexOld, rep.IndexNew, rep.Next = rep.IndexNew, rep.IndexOld, rep.Base
			ours = append(ours, rep)
		}
	}
	if len(ours) == 0 {
		return nil
	}
	lock, err := c.repo.LockIndex(ctx, c.publisher.dir)
	if err != nil {
		return err
	}
	if err := lock.SetEntries(ctx, c.repo, newEntries(ours)); err != nil {
		return errors.Join(err, lock.Release())
	}
	return errors.Join(lock.Commit(), lock.Release())
}
