package rollback

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// check applies the preconditions of the mode, and falls back from branch to record where AllowDirty says so.
func (r *Run) check(ctx context.Context, opt Options) error {
	hook := ""
	if r.env.InHook() {
		hook = r.hookIndex()
	} else if _, err := os.Lstat(r.repo.Index + ".lock"); err == nil {
		lock, err := r.repo.LockIndex(ctx, r.state.Path) // waits for a lock that is held for a moment
		if err != nil {
			return err
		}
		if err := lock.Release(); err != nil {
			return fmt.Errorf("index lock: %w", err)
		}
	}
	r.repo.LastIndex = r.repo.StampIndex()
	files := make([]*gitdir.TrackedFile, len(r.docs))
	for i, d := range r.docs {
		files[i] = &d.TrackedFile
	}
	found, err := r.repo.Inspect(ctx, files, hook)
	if err != nil {
		return err
	}
	all := slices.Clone(r.docs)
	for i, refused := range found {
		if refused == nil {
			continue
		}
		if !opt.AllowDirty || !slices.Contains([]refusal.Reason{refusal.Untracked, refusal.Dirty, refusal.Staged,
			refusal.PartiallyStaged, refusal.Flagged}, refused.Reason) {
			if err := opt.reportRefused(refused); err != nil {
				return err
			}
			r.removeDocument(all[i])
			continue
		}
		if r.mode == ModeBranch {
			r.mode = ModeRecord
			r.notice(refused.Path + " " + refused.What + ": passes are recorded, not committed")
		}
	}
	if len(r.docs) == 0 {
		return noneLeft()
	}
	if r.mode != ModeBranch {
		return nil
	}
	if what, remedy := r.repo.UnfinishedOperation(); what != "" {
		return refusal.New("", refusal.InProgress, what+" is not finished", remedy+", or use --commit=record", nil)
	}
	if r.repo.Head.Ref == "HEAD" {
		r.notice("HEAD is detached: the passes are committed to it, no branch moves")
	}
	if r.repo.HasHook("pre-commit") {
		r.notice("the repository's pre-commit hook does not run on the commits of passes; its commit-msg hook does")
	}
	return nil
}

// hookIndex returns the index that the commit under way is made from, if it is one of this repository's.
func (r *Run) hookIndex() string {
	path := r.env.Get("GIT_INDEX_FILE")
	if path == "" {
		return r.repo.Index
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(r.repo.Root, path) // hooks run at the top of the working tree
	}
	if real, err := filepath.EvalSymlinks(path); err == nil && gitdir.Within(r.repo.Dir, real) {
		return real
	}
	return r.repo.Index
}
