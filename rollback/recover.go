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
)

// recover looks for a run that was killed under the lock we hold now, and completes the publication it was in, or
// takes it back where somebody has changed something since. Afterwards no lock and no temporary file of it is left.
// It reports whether there was one.
func (r *Run) recover(ctx context.Context) (bool, error) {
	id := r.folder.marked()
	if id == "" {
		return false, nil
	}
	dir := r.folder.run(id)
	events, err := readJournal(dir, r.repo)
	if errors.Is(err, fs.ErrNotExist) || err == nil && len(events) == 0 {
		return true, errors.Join(os.RemoveAll(dir), r.folder.clear()) // killed before its first event: it had done nothing
	}
	if err != nil {
		return true, &Refusal{"", Unsafe, "the run " + id + " was interrupted and its journal can't be read", "move " + dir + " away", err}
	}
	w := &wreck{run: id, site: &site{dir: dir, at: r.at, bytes: r.content(dir, events), notice: r.notice}, repo: r.repo, notice: r.notice}
	if events[0].Start.Mode != ModeNone {
		w.site.repo = r.repo
	}
	p := pendingPublication(events)
	if err := w.unlock(p); err != nil {
		return true, err
	}
	if p != nil {
		if err := r.settle(ctx, w, *p); err != nil {
			return true, err
		}
	}
	sweepFolder(dir)
	return true, r.folder.clear()
}

// halfDone refuses documents that a run under another lock was in the middle of publishing: outside a repository each
// directory has a lock of its own, and a run over several has that of its first document.
func (r *Run) halfDone() error {
	if r.repo != nil {
		return nil
	}
	own := r.folder.lock.Path()
	marked, err := r.folder.allMarked()
	if err != nil {
		return err
	}
	for lock, id := range marked {
		if lock == own {
			continue
		}
		events, err := readJournal(r.folder.run(id), nil)
		if err != nil || len(events) == 0 {
			continue // it had not begun
		}
		p := pendingPublication(events)
		if p == nil {
			continue
		}
		for _, d := range r.docs {
			if slices.ContainsFunc(p.Replacements, func(rep replacement) bool { return rep.Path == d.file }) {
				return &Refusal{d.given, InProgress, "is being changed by the run " + id + ", or was when that was interrupted",
					"wait for it to end, or doc-iterate resume " + wording.ShellPath(d.given), nil}
			}
		}
	}
	return nil
}

// recover does what Open does for runs that were killed, and returns their names: it is for who looks for a run by what
// it did.
func (l *located) recover(ctx context.Context, opt Options) (ended []string, err error) {
	marked, err := l.allMarked()
	if err != nil {
		return nil, err
	}
	for lock, id := range marked {
		events, err := readJournal(l.run(id), l.repo)
		if err != nil || len(events) == 0 || !l.concerns(recordOf(id, events)) {
			continue
		}
		r := newRun(opt)
		if l.repo != nil {
			// Not l.repo: what is taken with the lock goes with it.
			if r.repo, err = open(ctx, l.under, opt.Environ); err != nil {
				return nil, err
			}
		}
		if err := r.lock(ctx, l.path, filepath.Base(lock), opt); err != nil {
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

// sweepFolder removes from a run's folder what was being written when the run was killed.
func sweepFolder(dir string) {
	os.Remove(filepath.Join(dir, tokenFile))
	os.Remove(filepath.Join(dir, refToken))
	for _, dir := range []string{dir, filepath.Join(dir, "content")} {
		entries, _ := os.ReadDir(dir) // what isn't there needs no sweeping
		for _, e := range entries {
			if left, _ := filepath.Match(temporary, e.Name()); left {
				os.Remove(filepath.Join(dir, e.Name()))
			}
		}
	}
}

// settle ends a publication that was begun, and says in its journal how.
func (r *Run) settle(ctx context.Context, w *wreck, p publication) error {
	done, err := w.settle(ctx, p)
	if err != nil {
		return err
	}
	j, err := openJournal(w.site.dir, r.step)
	if err != nil {
		return err
	}
	defer j.close()
	if done {
		r.notice(fmt.Sprintf("the interrupted run %s was in the middle of publishing pass %d: completed", w.run, p.Pass))
		return j.write(event{Event: eventPublished, Pass: p.Pass, Commit: p.New})
	}
	r.notice(fmt.Sprintf("the interrupted run %s was in the middle of publishing pass %d: taken back", w.run, p.Pass))
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

// content returns how the bytes of the run with these events are found again: in its folder, or in the repository.
func (r *Run) content(dir string, events []event) func(string) ([]byte, error) {
	if events[0].Start.Mode == ModeNone {
		return newShelf(dir, events).load
	}
	var asking sync.Mutex // git answers one by one, and documents are worked on at a time
	return func(id string) ([]byte, error) {
		asking.Lock()
		defer asking.Unlock()
		_, data, err := r.repo.objects.read(context.Background(), id)
		return data, err
	}
}

// A wreck is a run whose process died.
type wreck struct {
	run    string
	site   *site
	repo   *repository
	notice func(string)
}

// unlock removes the locks that the dead run holds, and only those: each must show that it is the run's.
func (w *wreck) unlock(p *publication) error {
	if w.repo == nil {
		return nil
	}
	for _, name := range []string{"index.work", "index.work.lock", "index.old", "COMMIT_EDITMSG"} {
		os.Remove(filepath.Join(w.site.dir, name))
	}
	lock := w.repo.index + ".lock"
	if held, err := os.ReadFile(lock); err == nil && bytes.Equal(held, indexToken(w.run)) {
		if err := os.Remove(lock); err != nil {
			return &Refusal{"", Disk, "the index lock of an interrupted run can't be removed", "check the permissions of " + lock, err}
		}
	}
	if err := w.repo.refs.unlock(refUpdate{ref: refPrefix + w.run}); err != nil || p == nil || p.Ref == "" {
		return err
	}
	w.repo.refs.token = filepath.Join(w.site.dir, refToken)
	return w.repo.refs.unlock(refUpdate{p.Ref, p.New, p.Old})
}

// settle completes a publication if everything is still as the run left it, and takes it back otherwise. It reports
// which.
func (w *wreck) settle(ctx context.Context, p publication) (done bool, err error) {
	p.discard()
	untouched := true
	for _, rep := range p.Replacements {
		ok, err := w.tidy(rep)
		if err != nil {
			return false, err
		}
		untouched = untouched && ok
	}
	p.clear()
	if p.Ref != "" {
		landed, err := w.landed(ctx, p)
		if err != nil || landed {
			return landed, err
		}
		what, _ := w.repo.unfinished()
		untouched = untouched && what == "" && w.repo.head == head{p.Old, p.Ref}
	}
	if untouched {
		cause, residue := w.site.carryOut(ctx, p)
		// What somebody changed may show only now, and would be in the way every time.
		if why := ReasonOf(cause); residue != nil || why != Moved && why != Edited {
			err := errors.Join(cause, residue)
			return err == nil, err
		}
	}
	return false, w.takeBack(ctx, p)
}

// landed reports whether the branch has the publication: as its own commit, or in one that somebody made since.
func (w *wreck) landed(ctx context.Context, p publication) (bool, error) {
	tip, err := w.repo.git.line(ctx, "rev-parse", "--verify", "-q", p.Ref)
	if err != nil || tip == p.Old {
		return false, nil
	}
	if tip == p.New {
		return true, nil
	}
	if _, err := w.repo.git.run(ctx, nil, "merge-base", "--is-ancestor", p.New, tip); err == nil {
		return true, nil
	}
	for _, rep := range p.Replacements {
		if e, err := w.repo.committed(ctx, tip, rep.Rel); err != nil || e.id != rep.IndexNew {
			return false, err
		}
	}
	return true, nil
}

// tidy removes what an exchange left beside a document and reports whether the document has the bytes of before or
// of after. A save that was displaced is put back, or kept where a later one stands in its place.
func (w *wreck) tidy(rep replacement) (bool, error) {
	base, err := w.site.bytes(rep.Base)
	if err != nil {
		return false, fmt.Errorf("run %s: %w", w.run, err)
	}
	next, err := w.site.bytes(rep.Next)
	if err != nil {
		return false, fmt.Errorf("run %s: %w", w.run, err)
	}
	if err := w.tidySwap(rep); err != nil {
		return false, about(&rep, err)
	}
	now, err := standing(rep.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, about(&rep, err)
	}
	known := err == nil && (bytes.Equal(now, base) || bytes.Equal(now, next))
	beside, err := os.ReadFile(rep.Temp)
	if errors.Is(err, fs.ErrNotExist) {
		return known, nil
	}
	if err != nil {
		return false, about(&rep, err)
	}
	switch {
	case bytes.Equal(beside, base), bytes.Equal(beside, next):
	case bytes.Equal(now, next):
		known = false
		if err := swap(rep.Path, rep.Temp); err != nil {
			return false, about(&rep, err)
		}
	default:
		name, err := keep(w.site.dir, beside)
		if err != nil {
			return false, about(&rep, err)
		}
		w.notice("a save of " + rep.Path + " that came in between is kept as " + filepath.Join(w.site.dir, "content", name))
	}
	if err := os.Remove(rep.Temp); err != nil {
		return false, about(&rep, err)
	}
	return known, nil
}

// standing returns the bytes of a document. Where a link stands at its place somebody removed it.
func standing(path string) ([]byte, error) {
	if _, err := os.Readlink(path); err == nil {
		return nil, fs.ErrNotExist
	}
	return os.ReadFile(path)
}

// tidySwap ends a swap that was made in two steps.
func (w *wreck) tidySwap(rep replacement) error {
	old := rep.Temp + ".old"
	if _, err := os.Lstat(old); err != nil {
		return nil
	}
	if _, err := os.Lstat(rep.Temp); err == nil {
		return os.Remove(old) // the document still has this name too
	}
	return os.Rename(old, rep.Temp)
}

// takeBack gives the documents that still have the publication's bytes those of before, and the index its entries.
func (w *wreck) takeBack(ctx context.Context, p publication) error {
	for _, rep := range p.Replacements {
		now, err := standing(rep.Path)
		if err != nil {
			continue // somebody removed it since: that stands
		}
		if next, err := w.site.bytes(rep.Next); err != nil || !bytes.Equal(now, next) {
			continue
		}
		back := rep
		back.Base, back.Next = rep.Next, rep.Base
		if err := w.site.finish(ctx, publication{Replacements: []replacement{back}}); err != nil {
			return err
		}
	}
	if p.Ref == "" {
		return nil
	}
	return w.unstage(ctx, p)
}

// unstage sets the index entries that the publication made back to what they were.
func (w *wreck) unstage(ctx context.Context, p publication) error {
	entries, err := w.repo.entries(ctx, nil, p.rels())
	if err != nil {
		return err
	}
	var ours []replacement
	for _, rep := range p.Replacements {
		if e := entries[rep.Rel]; len(e) == 1 && e[0].id == rep.IndexNew {
			rep.IndexOld, rep.IndexNew, rep.Next = rep.IndexNew, rep.IndexOld, rep.Base
			ours = append(ours, rep)
		}
	}
	if len(ours) == 0 {
		return nil
	}
	lock, err := w.repo.lockIndex(ctx, w.site.dir)
	if err != nil {
		return err
	}
	if err := lock.enter(ctx, w.repo, ours); err != nil {
		return errors.Join(err, lock.release())
	}
	return errors.Join(lock.commit(), lock.release())
}
