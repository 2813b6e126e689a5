package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
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
	var exchanged []replacement
	for _, rep := range staged {
		if err != nil {
			break
		}
		exchanged = append(exchanged, rep)
		err = s.exchange(rep)
		s.at("exchanged")
	}
	if err == nil {
		err = syncFolders(exchanged)
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
	for _, rep := range exchanged {
		residue = errors.Join(residue, s.takeBack(rep))
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

// stage writes the next bytes beside every document that doesn't have them yet. Several are written at a time, so that
// the disk can sync them together.
func (s *site) stage(p publication) ([]replacement, error) {
	var staged []replacement
	var texts [][]byte
	for _, rep := range p.Replacements {
		next, err := s.bytes(rep.Next)
		if err != nil {
			return nil, err
		}
		if now, err := os.ReadFile(rep.Path); err != nil || !bytes.Equal(now, next) {
			staged, texts = append(staged, rep), append(texts, next)
		}
	}
	errs := make([]error, len(staged))
	var wg sync.WaitGroup
	var turn atomic.Int64
	for range min(8, len(staged)) {
		wg.Go(func() {
			for i := int(turn.Add(1)) - 1; i < len(staged); i = int(turn.Add(1)) - 1 {
				if err := staged[i].stage(texts[i]); err != nil {
					errs[i] = about(staged[i], err)
				}
			}
		})
	}
	wg.Wait()
	s.at("staged")
	for _, err := range errs {
		if err != nil {
			return nil, err
		}
	}
	return staged, nil
}

// syncFolders sees the exchanges to the disk.
func syncFolders(exchanged []replacement) error {
	done := map[string]bool{}
	for _, rep := range exchanged {
		dir := filepath.Dir(rep.Path)
		if done[dir] {
			continue
		}
		done[dir] = true
		if err := syncDir(dir); err != nil {
			return about(rep, err)
		}
	}
	return nil
}

// hold takes git's locks: of the branch and HEAD by a prepared transaction, then of the index; and sees under them
// that both are as they were.
func (s *site) hold(ctx context.Context, p publication) (lock *indexLock, err error) {
	if err := s.repo.refs.prepare(ctx, refUpdate{p.Ref, p.New, p.Old}); err != nil {
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
	var errs []error
	for _, rep := range p.Replacements {
		data, err := os.ReadFile(rep.Temp)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err == nil && !s.known(data, rep) {
			var name string
			if name, err = keep(s.dir, data); err == nil {
				s.notice("a save of " + rep.Path + " that came in between is kept as " + filepath.Join(s.dir, "content", name))
			}
		}
		if err == nil {
			err = os.Remove(rep.Temp)
		}
		errs = append(errs, err)
	}
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
