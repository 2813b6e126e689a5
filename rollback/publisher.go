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
	"slices"
	"syscall"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A publisher applies publications, for a run or for the recovery of a crashed one.
type publisher struct {
	repo   *gitdir.Repository // nil in ModeNone
	dir    string             // the run's folder
	bytes  func(id string) ([]byte, error)
	at     func(string)
	notice func(string)
	fresh  bool // a document whose file looks unchanged has the bytes that were read
}

func (r *Run) publisher(load func(string) ([]byte, error)) *publisher {
	s := &publisher{dir: r.dir, bytes: load, at: r.at, notice: r.notice}
	if r.mode != ModeNone {
		s.repo = r.repo
	}
	return s
}

// apply carries out p, or reverts what it did. cause says why p was not carried out. residue says what could neither be
// done nor reverted; recovery will try again. Documents that already have their next bytes, as in a publication that
// was interrupted, stay as they are.
func (s *publisher) apply(ctx context.Context, p publication) (cause, residue error) {
	staged, err := s.stage(p)
	var lock *gitdir.IndexLock
	if err == nil && p.Ref != "" {
		lock, err = s.lock(ctx, p)
	}
	begun := make([]bool, len(staged))
	if err == nil {
		err = forEach(staged, func(i int) error {
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
		err = s.commit(ctx, p, lock)
	}
	if err == nil {
		if lock != nil {
			residue = errors.Join(s.repo.Git.Quarantine.Release(), lock.Release())
		}
		return nil, errors.Join(residue, s.removeStaged(p))
	}
	if lock != nil {
		residue = errors.Join(lock.Revert(), lock.Release(), s.repo.Refs.Abort())
	}
	for i, rep := range staged {
		rep.Sealed = false // it may get another place
		if begun[i] {
			residue = errors.Join(residue, s.revert(rep))
		}
	}
	return err, errors.Join(residue, s.removeStaged(p))
}

// revert undoes an exchange, if it was made. A document that somebody saved since stays as it is.
func (s *publisher) revert(rep *replacement) error {
	next, err := s.bytes(rep.Next)
	if err != nil {
		return err
	}
	if err := rep.Undo(next); err != nil && !errors.Is(err, disk.ErrSaved) {
		return refusalFor(rep.Path, err)
	}
	return nil
}

// fileToReplace returns the info of the document's file, nil if it already has its next bytes.
func (s *publisher) fileToReplace(rep *replacement, next []byte) (fs.FileInfo, error) {
	now, err := os.Stat(rep.Path)
	if err != nil || s.fresh && disk.Unchanged(rep.Was, now) {
		return now, err
	}
	if text, err := os.ReadFile(rep.Path); err == nil && bytes.Equal(text, next) {
		return nil, nil
	}
	return now, nil // a file that can't be read is reported when it is replaced
}

func pointers(reps []replacement) []*replacement {
	out := make([]*replacement, len(reps))
	for i := range reps {
		out[i] = &reps[i]
	}
	return out
}

// forEach calls f for all of reps, on several processors. It stops at an error, and returns it as a Refusal.
func forEach(reps []*replacement, f func(i int) error) error {
	return parallel.Try(context.Background(), len(reps), runtime.GOMAXPROCS(0), func(i int) error {
		if err := f(i); err != nil {
			return refusalFor(reps[i].Path, err)
		}
		return nil
	})
}

// syncFolders syncs the folders of the documents that were exchanged.
func syncFolders(exchanged []*replacement) error {
	folders := make([]string, len(exchanged))
	for i, rep := range exchanged {
		folders[i] = filepath.Dir(rep.Path)
	}
	slices.Sort(folders)
	if err := disk.SyncAll(slices.Compact(folders), disk.SyncPath); err != nil {
		return refusalFor(exchanged[0].Path, err)
	}
	return nil
}

// lock takes git's locks: of the branch and HEAD by a prepared transaction, then of the index. Under the locks it
// checks that both are as they were.
func (s *publisher) lock(ctx context.Context, p publication) (lock *gitdir.IndexLock, err error) {
	if err := s.repo.Refs.PrepareWithToken(ctx, filepath.Join(s.dir, gitdir.RefToken),
		gitdir.RefUpdate{Ref: p.Ref, Next: p.New, Old: p.Old}); err != nil {
		return nil, err
	}
	s.at("prepared")
	defer func() {
		if err != nil {
			err = errors.Join(err, s.repo.Refs.Abort())
		}
	}()
	if now, err := s.repo.CurrentBranch(ctx, p.Ref); err != nil {
		return nil, err
	} else if now != p.Ref {
		return nil, refusal.New("", refusal.Moved, fmt.Sprintf("HEAD was on %s and is now on %s", branchName(p.Ref),
			branchName(now)), "switch back, then run again", nil)
	}
	if what, remedy := s.repo.UnfinishedOperation(); what != "" {
		return nil, refusal.New("", refusal.InProgress, what+" started during the run",
			remedy+", then run again", nil)
	}
	if lock, err = s.repo.LockIndex(ctx, s.dir); err != nil {
		return nil, err
	}
	s.at("locked")
	if err := s.checkIndex(ctx, p); err != nil {
		return nil, errors.Join(err, lock.Release())
	}
	return lock, nil
}

// checkIndex verifies that the index still has the entries the publication is made for.
func (s *publisher) checkIndex(ctx context.Context, p publication) error {
	if disk.Unchanged(s.repo.LastIndex, s.repo.StampIndex()) {
		return nil
	}
	entries, err := s.repo.Entries(ctx, nil, p.rels())
	if err != nil {
		return err
	}
	for _, rep := range p.Replacements {
		e := entries[rep.Rel]
		if len(e) != 1 || e[0].Tag != 'H' || e[0].ID != rep.IndexOld && e[0].ID != rep.IndexNew ||
			e[0].Mode != rep.Mode {
			return refusal.New(rep.Rel, refusal.Moved,
				"was staged or unstaged by another program during the run", "run again", nil)
		}
	}
	return nil
}

func (s *publisher) exchange(rep *replacement) error {
	base, err := s.bytes(rep.Base)
	if err != nil {
		return err
	}
	next, err := s.bytes(rep.Next)
	if err != nil {
		return err
	}
	return rep.Exchange(base, next, s.at)
}

// commit brings the documents, which are in place, to the index and the branch.
func (s *publisher) commit(ctx context.Context, p publication, lock *gitdir.IndexLock) error {
	if err := lock.SetEntries(ctx, s.repo, newEntries(p.Replacements)); err != nil {
		return err
	}
	s.at("entered")
	if err := lock.Commit(); err != nil {
		return err
	}
	s.at("indexed")
	if err := s.repo.Refs.Commit(ctx, gitdir.RefUpdate{Ref: p.Ref, Next: p.New, Old: p.Old}); err != nil {
		return err
	}
	s.at("committed")
	return nil
}

// refusalFor turns an error about one document into a Refusal.
func refusalFor(path string, err error) error {
	var r *refusal.Error
	switch {
	case errors.As(err, &r):
		return err
	case errors.Is(err, fs.ErrNotExist):
		return refusal.New(path, refusal.Edited, "was deleted during the run", "restore it, then run again", err)
	case errors.Is(err, disk.ErrSaved), errors.Is(err, disk.ErrOpen):
		return refusal.New(path, refusal.Edited, "was not changed", "save and close it there, then run again", err)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return refusal.New(path, refusal.ReadOnly, "can't be replaced",
			"check the permissions of the file and its directory", err)
	}
	return refusal.New(path, refusal.Disk, "can't be replaced", "check the disk and its free space", err)
}
