package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// An indexLock is git's own index.lock, held by us. git writes the new index, but into a file of the run's folder:
// so that the lock, if we are killed, holds a token that says whose it is, and recovery need not guess.
type indexLock struct {
	path  string
	work  string // where git makes the new index
	old   string // a second name of the index that is replaced
	index string
}

// The tokens lie in the run's folder while it takes git's locks: of the index and of a branch.
const (
	tokenFile = "index.token"
	refToken  = "ref.token"
)

// indexToken is what an index lock of a run holds.
func indexToken(run string) []byte { return []byte("doc-iterate " + run + "\n") }

// lockIndex takes the index lock of the working tree. Graphical clients take it for moments at any time, so it is
// waited for a little.
func (r *repository) lockIndex(ctx context.Context, runDir string) (*indexLock, error) {
	l := &indexLock{r.index + ".lock", filepath.Join(runDir, "index.work"), filepath.Join(runDir, "index.old"), r.index}
	token := filepath.Join(runDir, tokenFile)
	defer os.Remove(token)
	if err := os.WriteFile(token, indexToken(filepath.Base(runDir)), 0o644); err != nil {
		return nil, &Refusal{"", Disk, "the index can't be locked", "check the free space and the permissions of " + runDir, err}
	}
	deadline := time.Now().Add(time.Second)
	for {
		err := linkOrCopy(token, l.path)
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, &Refusal{"", Disk, "the index can't be locked", "check the permissions of " + filepath.Dir(l.path), err}
		}
		if time.Now().After(deadline) {
			return nil, foreignIndexLock(l.path)
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func foreignIndexLock(path string) *Refusal {
	return &Refusal{"", Locked, "another git process holds the index (" + path + " exists)",
		"wait for it to end; if none is running, remove that file", nil}
}

// linkOrCopy gives the file at old a second name, atomically and only if that name is free. Where the file system
// has no links the content is written under the new name.
func linkOrCopy(old, path string) error {
	err := os.Link(old, path)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return err
	}
	from, err := os.Open(old)
	if err != nil {
		return err
	}
	defer from.Close()
	info, err := from.Stat()
	if err != nil {
		return err
	}
	to, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, info.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	if err = errors.Join(err, to.Close()); err != nil {
		os.Remove(path)
		return err
	}
	// git takes an entry that is as young as its index for possibly changed: the copy must not look younger.
	return os.Chtimes(path, info.ModTime(), info.ModTime())
}

// enter makes the new index: the one that is there, with the entries of the replaced documents as they stand in
// the working tree now. git does it, so that every extension, flag and form of the index is kept as git keeps them.
func (l *indexLock) enter(ctx context.Context, r *repository, docs []replacement) error {
	l.discard()
	if err := linkOrCopy(l.index, l.work); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	env := []string{"GIT_INDEX_FILE=" + l.work}
	var paths, lines bytes.Buffer
	asked := false
	for _, d := range docs {
		paths.WriteString(d.Rel + "\x00")
		fmt.Fprintf(&lines, "%s %s 0\t%s\x00", d.Mode, d.IndexNew, d.Rel)
		asked = asked || d.Checked || d.IndexNew != d.Next
	}
	if _, err := r.git.store(ctx, env, paths.Bytes(), "update-index", "-z", "--stdin"); err != nil {
		return &Refusal{"", Unsafe, "git couldn't update the index", "see what git says", err}
	}
	// The entries come from the files, which gives them the stat data that saves the next git status from reading
	// them again. Somebody may have saved in between, and a filter may not give the same bytes twice: then the
	// entries are set by id.
	exact := true
	for _, d := range docs {
		now, err := os.ReadFile(d.Path)
		exact = exact && err == nil && blobID(r.algorithm, now) == d.Next
	}
	if exact && asked {
		rels := make([]string, len(docs))
		for i, d := range docs {
			rels[i] = d.Rel
		}
		entries, err := r.entries(ctx, env, rels)
		if err != nil {
			return err
		}
		for _, d := range docs {
			exact = exact && len(entries[d.Rel]) == 1 && entries[d.Rel][0].id == d.IndexNew
		}
	}
	if !exact {
		if _, err := r.git.store(ctx, env, lines.Bytes(), "update-index", "-z", "--index-info"); err != nil {
			return &Refusal{"", Unsafe, "git couldn't update the index", "see what git says", err}
		}
	}
	return nil
}

// commit puts the new index into place; revert, before release, puts the old one back.
func (l *indexLock) commit() error {
	if err := linkOrCopy(l.index, l.old); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	if err := os.Rename(l.work, l.index); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return syncDir(filepath.Dir(l.index))
}

func (l *indexLock) revert() error {
	if _, err := os.Lstat(l.old); err != nil {
		return nil
	}
	return os.Rename(l.old, l.index)
}

// release drops the lock.
func (l *indexLock) release() error {
	l.discard()
	return os.Remove(l.path)
}

func (l *indexLock) discard() {
	for _, p := range []string{l.work, l.work + ".lock", l.old} {
		os.Remove(p)
	}
}

// indexStamp identifies the state of the index file, so that one that nobody wrote needs no second look.
type indexStamp struct {
	size int64
	time time.Time
	info fs.FileInfo
}

func (r *repository) stampIndex() indexStamp {
	info, err := os.Stat(r.index)
	if err != nil {
		return indexStamp{}
	}
	return indexStamp{info.Size(), info.ModTime(), info}
}

func (s indexStamp) unchanged(now indexStamp) bool {
	return s.info != nil && now.info != nil && s.size == now.size && s.time.Equal(now.time) && os.SameFile(s.info, now.info)
}
