package gitdir

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// An IndexLock is git's own index.lock, held by us. git writes the new index into a file of the run's folder. So the
// lock holds only a token that says whose it is, and recovery need not guess if we are killed.
type IndexLock struct {
	path  string
	work  string // where git makes the new index
	old   string // a second name of the index that is replaced
	index string
}

// The tokens lie in the run's folder while it takes git's locks: of the index and of a branch.
const (
	TokenFile = "index.token"
	RefToken  = "ref.token"
)

// IndexToken is what an index lock of a run holds.
func IndexToken(run string) []byte { return []byte("doc-iterate " + run + "\n") }

// LockIndex takes the index lock of the working tree. It waits a little, since graphical clients take the lock for
// moments at any time.
func (r *Repository) LockIndex(ctx context.Context, runDir string) (*IndexLock, error) {
	l := &IndexLock{r.Index + ".lock", filepath.Join(runDir, "index.work"), filepath.Join(runDir, "index.old"), r.Index}
	token := filepath.Join(runDir, TokenFile)
	defer os.Remove(token)
	if err := os.WriteFile(token, IndexToken(filepath.Base(runDir)), 0o644); err != nil {
		return nil, refusal.Storage("the index can't be locked", runDir, err)
	}
	deadline := time.Now().Add(time.Second)
	for {
		err := disk.LinkOrCopy(token, l.path)
		if err == nil {
			return l, nil
		}
		if !errors.Is(err, fs.ErrExist) {
			return nil, refusal.New("", refusal.Disk, "the index can't be locked",
				"check the permissions of "+filepath.Dir(l.path), err)
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

func foreignIndexLock(path string) *refusal.Error {
	return refusal.New("", refusal.Locked, "another git process has locked the index ("+path+" exists)",
		"wait for it to end; if no git is running, remove that file", nil)
}

// A NewEntry is an index entry to be set.
type NewEntry struct {
	Rel, Mode, Blob string
	File            string // the document's file
	Raw             string // the blob of the file's bytes without conversion
	Checked         bool   // git may convert the file, so its result must be checked
}

// SetEntries makes the new index: a copy of the present one with the entries of docs as their files are now. git does
// it, so that every extension, flag and form of the index is kept as git keeps them.
func (l *IndexLock) SetEntries(ctx context.Context, r *Repository, docs []NewEntry) error {
	l.discard()
	if err := disk.LinkOrCopy(l.index, l.work); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	env := []string{"GIT_INDEX_FILE=" + l.work}
	var paths, lines bytes.Buffer
	asked := false
	for _, d := range docs {
		paths.WriteString(d.Rel + "\x00")
		fmt.Fprintf(&lines, "%s %s 0\t%s\x00", d.Mode, d.Blob, d.Rel)
		asked = asked || d.Checked || d.Blob != d.Raw
	}
	if _, err := r.Git.Store(ctx, env, paths.Bytes(), "update-index", "-z", "--stdin"); err != nil {
		return refusal.Git("git couldn't update the index", err)
	}
	// The entries come from the files, which gives them the stat data that saves the next git status from reading
	// them again. Somebody may have saved in between, and a filter may not give the same bytes twice: then the
	// entries are set by id.
	exact := true
	for _, d := range docs {
		now, err := os.ReadFile(d.File)
		exact = exact && err == nil && BlobID(r.Algorithm, now) == d.Raw
	}
	if exact && asked {
		rels := make([]string, len(docs))
		for i, d := range docs {
			rels[i] = d.Rel
		}
		entries, err := r.Entries(ctx, env, rels)
		if err != nil {
			return err
		}
		for _, d := range docs {
			exact = exact && len(entries[d.Rel]) == 1 && entries[d.Rel][0].ID == d.Blob
		}
	}
	if !exact {
		if _, err := r.Git.Store(ctx, env, lines.Bytes(), "update-index", "-z", "--index-info"); err != nil {
			return refusal.Git("git couldn't update the index", err)
		}
	}
	return nil
}

// Commit puts the new index into place.
func (l *IndexLock) Commit() error {
	if err := disk.LinkOrCopy(l.index, l.old); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	if err := os.Rename(l.work, l.index); err != nil {
		return fmt.Errorf("index: %w", err)
	}
	return disk.SyncDir(filepath.Dir(l.index))
}

// Revert puts the old index back, if Commit replaced it.
func (l *IndexLock) Revert() error {
	if _, err := os.Lstat(l.old); err != nil {
		return nil
	}
	return os.Rename(l.old, l.index)
}

// Release drops the lock.
func (l *IndexLock) Release() error {
	l.discard()
	return os.Remove(l.path)
}

func (l *IndexLock) discard() {
	for _, p := range []string{l.work, l.work + ".lock", l.old} {
		os.Remove(p)
	}
}

// StampIndex returns the info of the index file, or nil without a file. An index with the same info need not be read
// again.
func (r *Repository) StampIndex() fs.FileInfo {
	info, err := os.Stat(r.Index)
	if err != nil {
		return nil
	}
	return info
}
