package rollback

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
)

// check applies the preconditions of the mode, and falls back from branch to record where AllowDirty says so.
func (r *Run) check(ctx context.Context, opt Options) error {
	hook := ""
	if r.env.inHook() {
		hook = r.hookIndex()
	} else if _, err := os.Lstat(r.repo.index + ".lock"); err == nil {
		lock, err := r.repo.lockIndex(ctx, r.folder.path) // waits for one that is only passing
		if err != nil {
			return err
		}
		if err := lock.release(); err != nil {
			return fmt.Errorf("index lock: %w", err)
		}
	}
	r.repo.seen = r.repo.stampIndex()
	found, err := r.repo.inspect(ctx, r.docs, hook)
	if err != nil {
		return err
	}
	all := slices.Clone(r.docs)
	for i, refusal := range found {
		if refusal == nil {
			continue
		}
		if !opt.AllowDirty || !slices.Contains([]Reason{Untracked, Dirty, Staged, PartiallyStaged, Flagged}, refusal.Reason) {
			if err := opt.leaveOut(refusal); err != nil {
				return err
			}
			r.drop(all[i])
			continue
		}
		if r.mode == ModeBranch {
			r.mode = ModeRecord
			r.notice(refusal.Path + " " + refusal.What + ": passes are recorded, not committed")
		}
	}
	if len(r.docs) == 0 {
		return noneLeft()
	}
	if r.mode != ModeBranch {
		return nil
	}
	if what, remedy := r.repo.unfinished(); what != "" {
		return &Refusal{"", InProgress, what + " is not finished", remedy + ", or use --commit=record", nil}
	}
	if r.repo.head.ref == "HEAD" {
		r.notice("HEAD is detached: the passes are committed to it, no branch moves")
	}
	if r.hasHook("pre-commit") {
		r.notice("the repository's pre-commit hook does not run on the commits of passes; its commit-msg hook does")
	}
	return nil
}

// hookIndex returns the index that the commit under way is made from, if it is one of this repository's.
func (r *Run) hookIndex() string {
	path := r.env.get("GIT_INDEX_FILE")
	if path == "" {
		return r.repo.index
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.repo.root, path) // hooks run at the top of the working tree
	}
	if real, err := filepath.EvalSymlinks(path); err == nil && within(r.repo.dir, real) {
		return real
	}
	return r.repo.index
}

func (r *Run) hasHook(name string) bool {
	info, err := os.Stat(filepath.Join(r.repo.hooks, name))
	return err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0
}
