package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"

	"github.com/doc-iterate/doc-iterate/parallel"
)

// A site is where publications are carried out: by a run, or by the recovery of one.
type site struct {
	repo   *repository // nil in ModeNone
	dir    string      // the run's folder
	bytes  func(id string) ([]byte, error)
	at     func(string)
	notice func(string)
}

func (r *Run) site(load func(string) ([]byte, error)) *site {
	s := &site{dir: r.dir, bytes: load, at: r.at, notice: r.notice}
	if r.mode != ModeNone {
		s.repo = r.repo
	}
	return s
}

// carryOut does what p says, or takes back what it did. cause says why it was not done; residue, what could neither be
// done nor taken back, which is left to recovery. Documents that have their next bytes already (a publication that was
// interrupted) are left as they are.
func (s *site) carryOut(ctx context.Context, p publication) (cause, residue error) {
	staged, err := s.stage(p)
	var lock *indexLock
	if err == nil && p.Ref != "" {
		lock, err = s.hold(ctx, p)
	}
	begun := make([]bool, len(staged))
	if err == nil {
		err = each(staged, func(i int) error {
			begun[i] = true
			err := s.exchange(staged[i])
			s.at("exchanged")
			return err
		})
	}
	if err == nil {
		err = syncFolders(staged)
	}
	if err == nil && p.Ref != "" {
		err = s.conclude(ctx, p, lock)
	}
	if err == nil {
		if lock != nil {
			residue = errors.Join(s.repo.git.incoming.settle(), lock.release())
		}
		return nil, errors.Join(residue, s.sweep(p))
	}
	if lock != nil {
		residue = errors.Join(lock.revert(), lock.release(), s.repo.refs.abort())
	}
	for i, rep := range staged {
		if begun[i] {
			residue = errors.Join(residue, s.takeBack(rep))
		}
	}
	return err, errors.Join(residue, s.sweep(p))
}

// finish is carryOut for who has nobody to leave a residue to.
func (s *site) finish(ctx context.Context, p publication) error {
	return errors.Join(s.carryOut(ctx, p))
}

// takeBack takes an exchange back, if it was made: a document that somebody saved since stays as it is.
func (s *site) takeBack(rep replacement) error {
	next, err := s.bytes(rep.Next)
	if err != nil {
		return err
	}
	if err := rep.undo(next); err != nil && !errors.Is(err, errSaved) {
		return about(rep, err)
	}
	return nil
}

// stage writes the next bytes beside every document that doesn't have them yet, and sees them to the disk together. Only
// then do the files get the names that say they are complete.
func (s *site) stage(p publication) ([]replacement, error) {
	var staged []replacement
	var parts []string
	var texts [][]byte
	for _, rep := range p.Replacements {
		next, err := s.bytes(rep.Next)
		if err != nil {
			return nil, err
		}
		if now, err := os.ReadFile(rep.Path); err != nil || !bytes.Equal(now, next) {
			staged, parts, texts = append(staged, rep), append(parts, rep.part()), append(texts, next)
		}
	}
	if len(staged) == 0 {
		return nil, nil
	}
	disks, err := beginFlush(parts)
	if err != nil {
		return nil, about(staged[0], err)
	}
	err = each(staged, func(i int) error { return staged[i].write(texts[i]) })
	s.at("written")
	if err == nil {
		if err = disks.end(); err != nil {
			err = about(staged[0], err)
		}
	} else {
		err = errors.Join(err, disks.close())
	}
	if err == nil {
		err = each(staged, func(i int) error { return os.Rename(parts[i], staged[i].Temp) })
	}
	if err != nil {
		for _, part := range parts {
			os.Remove(part)
		}
		return nil, err
	}
	s.at("staged")
	return staged, nil
}

// each calls f for all of reps, on several processors where they are many: most of the time goes to the file system.
// It stops at an error, and returns the first.
func each(reps []replacement, f func(i int) error) error {
	errs := make([]error, len(reps))
	var failed atomic.Bool
	parallel.Each(len(reps), min(runtime.GOMAXPROCS(0), 1+len(reps)/many), func(i int) {
		if failed.Load() {
			return
		}
		if err := f(i); err != nil {
			errs[i] = about(reps[i], err)
			failed.Store(true)
		}
	})
	for _, err := range errs {
		if err != nil {
			return err
		}
	}
	return nil
}

// syncFolders sees the exchanges to the disk.
func syncFolders(exchanged []replacement) error {
	if len(exchanged) == 0 {
		return nil
	}
	var folders []string
	seen := map[string]bool{}
	for _, rep := range exchanged {
		if dir := filepath.Dir(rep.Path); !seen[dir] {
			seen[dir] = true
			folders = append(folders, dir)
		}
	}
	disks, err := beginFlush(folders)
	if err == nil {
		err = disks.end()
	}
	if err != nil {
		return about(exchanged[0], err)
	}
	return nil
}

// hold takes git's locks: of the branch and HEAD by a prepared transaction, then of the index; and sees under them
// that both are as they were.
func (s *site) hold(ctx context.Context, p publication) (lock *indexLock, err error) {
	if err := s.repo.refs.hold(ctx, filepath.Join(s.dir, refToken), refUpdate{p.Ref, p.New, p.Old}); err != nil {
		return nil, err
	}
	s.at("prepared")
	defer func() {
		if err != nil {
			err = errors.Join(err, s.repo.refs.abort())
		}
	}()
	if now, err := s.repo.currentBranch(ctx); err != nil {
		return nil, err
	} else if now != p.Ref {
		return nil, &Refusal{"", Moved, fmt.Sprintf("HEAD was on %s and is now on %s", short(p.Ref), short(now)), "go back and run again", nil}
	}
	if what, remedy := s.repo.unfinished(); what != "" {
		return nil, &Refusal{"", InProgress, what + " was begun while the run was at work", remedy + ", then run again", nil}
	}
	if lock, err = s.repo.lockIndex(ctx, s.dir); err != nil {
		return nil, err
	}
	s.at("locked")
	if err := s.expectIndex(ctx, p); err != nil {
		return nil, errors.Join(err, lock.release())
	}
	return lock, nil
}

// expectIndex sees that the index still has the entries the publication is made for.
func (s *site) expectIndex(ctx context.Context, p publication) error {
	if s.repo.seen.unchanged(s.repo.stampIndex()) {
		return nil
	}
	var rels []string
	for _, rep := range p.Replacements {
		rels = append(rels, rep.Rel)
	}
	entries, err := s.repo.entries(ctx, nil, rels)
	if err != nil {
		return err
	}
	for _, rep := range p.Replacements {
		e := entries[rep.Rel]
		if len(e) != 1 || e[0].tag != 'H' || e[0].id != rep.IndexOld && e[0].id != rep.IndexNew || e[0].mode != rep.Mode {
			return &Refusal{rep.Rel, Moved, "was staged or unstaged by somebody else while the run was at work", "run again on what is there now", nil}
		}
	}
	return nil
}

func (s *site) exchange(rep replacement) error {
	base, err := s.bytes(rep.Base)
	if err != nil {
		return err
	}
	next, err := s.bytes(rep.Next)
	if err != nil {
		return err
	}
	if err := rep.exchange(base, next, s.at); err != nil {
		return about(rep, err)
	}
	return nil
}

// conclude brings the documents, which are in place, to the index and the branch.
func (s *site) conclude(ctx context.Context, p publication, lock *indexLock) error {
	if err := lock.enter(ctx, s.repo, p.Replacements); err != nil {
		return err
	}
	s.at("entered")
	if err := lock.commit(); err != nil {
		return err
	}
	s.at("indexed")
	if err := s.repo.refs.commit(ctx, refUpdate{p.Ref, p.New, p.Old}); err != nil {
		return err
	}
	s.at("committed")
	return nil
}

// sweep removes the files beside the documents. What was displaced is only removed if it is known elsewhere.
func (s *site) sweep(p publication) error {
	errs := make([]error, len(p.Replacements))
	var telling sync.Mutex
	_ = each(p.Replacements, func(i int) error {
		rep := p.Replacements[i]
		data, err := os.ReadFile(rep.Temp)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if err == nil && !s.known(data, rep) {
			var name string
			if name, err = keep(s.dir, data); err == nil {
				telling.Lock()
				s.notice("a save of " + rep.Path + " that came in between is kept as " + filepath.Join(s.dir, "content", name))
				telling.Unlock()
			}
		}
		if err == nil {
			err = os.Remove(rep.Temp)
		}
		errs[i] = err // the others are swept all the same
		return nil
	})
	return errors.Join(errs...)
}

func (s *site) known(data []byte, rep replacement) bool {
	for _, id := range []string{rep.Base, rep.Next} {
		if b, err := s.bytes(id); err == nil && bytes.Equal(b, data) {
			return true
		}
	}
	return false
}

// about makes a Refusal of what went wrong with one document.
func about(rep replacement, err error) error {
	var r *Refusal
	switch {
	case errors.As(err, &r):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return &Refusal{rep.Path, Edited, "was removed while the run was at work", "bring it back, then run again", err}
	case errors.Is(err, errSaved), errors.Is(err, errOpen):
		return &Refusal{rep.Path, Edited, "was not changed", "save and close it there, then run again", err}
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return &Refusal{rep.Path, ReadOnly, "can't be replaced", "check the permissions of the file and its directory", err}
	}
	return &Refusal{rep.Path, Disk, "can't be replaced", "check the disk and its free space", err}
}
