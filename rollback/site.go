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
	"sync/atomic"
	"syscall"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// A site is where publications are carried out: by a run, or by the recovery of one.
type site struct {
	repo   *repository // nil in ModeNone
	dir    string      // the run's folder
	bytes  func(id string) ([]byte, error)
	at     func(string)
	notice func(string)
	fresh  bool // the documents are as they were read, unless their files look otherwise
	// later removes a folder in which nothing is worth keeping, and need not have done so when it returns; nil for nobody.
	later func(folder string) error
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
		err = each(staged, func(i int, buffer *[]byte) error {
			begun[i] = true
			err := s.exchange(staged[i], buffer)
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
		rep.sealed = false // it may get another place
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
func (s *site) takeBack(rep *replacement) error {
	next, err := s.bytes(rep.Next)
	if err != nil {
		return err
	}
	if err := rep.undo(next); err != nil && !errors.Is(err, errSaved) {
		return about(rep, err)
	}
	return nil
}

// stands returns what the document is that is to be replaced, nil if it has its next bytes already.
func (s *site) stands(rep *replacement, next []byte, buffer *[]byte) (fs.FileInfo, error) {
	now, err := os.Stat(rep.Path)
	if err != nil || s.fresh && alike(rep.was, now) {
		return now, err
	}
	text, err := readOver(*buffer, rep.Path, now.Size())
	if err == nil {
		*buffer = text
		if bytes.Equal(text, next) {
			return nil, nil
		}
	}
	return now, nil // what can't be read is told of when it is replaced
}

func pointers(reps []replacement) []*replacement {
	out := make([]*replacement, len(reps))
	for i := range reps {
		out[i] = &reps[i]
	}
	return out
}

// each calls f for all of reps, on several processors where they are many: most of the time goes to the file system. One
// processor takes neighbours, since two that work in one directory wait for each other. The buffer is f's until it returns.
// It stops at an error, and returns the first.
func each(reps []*replacement, f func(i int, buffer *[]byte) error) error {
	errs := make([]error, len(reps))
	var failed atomic.Bool
	buffers := make([][]byte, min(runtime.GOMAXPROCS(0), 1+len(reps)/many))
	parallel.EachOn((len(reps)+many-1)/many, len(buffers), func(n, worker int) {
		for i := n * many; i < min(len(reps), (n+1)*many) && !failed.Load(); i++ {
			if err := f(i, &buffers[worker]); err != nil {
				errs[i] = about(reps[i], err)
				failed.Store(true)
			}
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
func syncFolders(exchanged []*replacement) error {
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
	entries, err := s.repo.entries(ctx, nil, p.rels())
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

func (s *site) exchange(rep *replacement, buffer *[]byte) error {
	base, err := s.bytes(rep.Base)
	if err != nil {
		return err
	}
	next, err := s.bytes(rep.Next)
	if err != nil {
		return err
	}
	if err := rep.exchange(base, next, buffer, s.at); err != nil {
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

// about makes a Refusal of what went wrong with one document.
func about(rep *replacement, err error) error {
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
