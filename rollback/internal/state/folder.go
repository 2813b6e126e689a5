// Package state has the folder of the runs of a working tree: its lock, a folder for each run, the name of the run that
// is at work.
package state

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/gofrs/flock"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A Folder holds what runs leave behind: <folder>/lock, <folder>/runs/<run>/{journal,…}. In a repository it lies in
// git's own directory of the working tree (`git rev-parse --git-path doc-iterate`), elsewhere in the user's state
// directory.
type Folder struct {
	Path      string
	lock      *flock.Flock
	ChildLock *os.File // children keep it open, and the next run waits for them
	Waited    bool     // another run had the lock
}

// UserFolder returns where runs outside a repository are kept.
func UserFolder(env gitdir.Environ) (string, error) {
	if dir := env.Get("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "doc-iterate"), nil
	}
	if runtime.GOOS == "windows" {
		if dir := env.Get("LocalAppData"); dir != "" {
			return filepath.Join(dir, "doc-iterate", "state"), nil
		}
	}
	if dir := env.Get("HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, ".local", "state", "doc-iterate"), nil
	}
	return "", refusal.New("", refusal.Disk, "no folder for backups is known", "set HOME or XDG_STATE_HOME", nil)
}

// Run returns the folder of a run.
func (f *Folder) Run(id string) string { return filepath.Join(f.Path, "runs", id) }

// Acquire makes the folder and takes its lock, waiting at most wait for another run to end.
func Acquire(ctx context.Context, path, name string, wait time.Duration) (*Folder, error) {
	f := &Folder{Path: path}
	if err := os.MkdirAll(filepath.Join(path, "runs"), 0o755); err != nil {
		return nil, refusal.New("", refusal.Disk, "the state folder can't be created",
			"check the permissions of "+filepath.Dir(path), err)
	}
	f.lock = flock.New(filepath.Join(path, name), flock.SetPermissions(0o644))
	locked, err := f.lock.TryLock()
	if err == nil && !locked {
		f.Waited = true
		bounded, cancel := context.WithTimeout(ctx, wait)
		locked, err = f.lock.TryLockContext(bounded, 20*time.Millisecond)
		cancel()
	}
	switch {
	case locked:
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case errors.Is(err, context.DeadlineExceeded):
		return nil, refusal.New("", refusal.Busy, fmt.Sprintf("another run is active here and did not end within %v",
			wait), "run again after it has ended", nil)
	default:
		return nil, refusal.New("", refusal.Disk, "the lock of the run can't be taken", "check the permissions of "+path, err)
	}
	if err := f.awaitChildren(ctx, filepath.Join(path, name+".git")); err != nil {
		f.Release()
		return nil, err
	}
	return f, nil
}

// awaitChildren waits for the git processes that a killed run may have left: they still hold git's locks, and drop them
// when they see that nobody talks to them any more. It doesn't wait for ever: a hook may have started a process that
// stays. Whatever could really do harm holds git's own locks.
func (f *Folder) awaitChildren(ctx context.Context, path string) (err error) {
	if f.ChildLock, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return refusal.New("", refusal.Disk, "the lock of the run can't be taken",
			"check the permissions of "+filepath.Dir(path), err)
	}
	for deadline := time.Now().Add(5 * time.Second); !disk.OnlyHolder(f.ChildLock) && time.Now().Before(deadline); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := disk.ShareLock(f.ChildLock); err != nil {
		return refusal.New("", refusal.Disk, "the lock of the run can't be taken",
			"check the permissions of "+filepath.Dir(path), err)
	}
	return nil
}

// Release gives back the lock.
func (f *Folder) Release() {
	if f.ChildLock != nil {
		f.ChildLock.Close()
	}
	_ = f.lock.Unlock()
}

// Runs returns the names of the runs, oldest first.
func (f *Folder) Runs() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(f.Path, "runs"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	var ids []string
	for _, e := range entries {
		if e.IsDir() && runName().MatchString(e.Name()) {
			ids = append(ids, e.Name())
		}
	}
	slices.Sort(ids)
	return ids, nil
}

// runName is the form of a run's name: when it began (UTC, so that names sort by time), and four random bytes.
var runName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[0-9]{8}T[0-9]{6}\.[0-9]{3}Z-[0-9a-f]{8}$`)
})

// IsRunName reports whether s has the form of a run's name.
func IsRunName(s string) bool { return runName().MatchString(s) }

// NewRunName returns a name for a run that begins now. It sorts behind the names of all runs before it, also where the
// clock was put back since.
func (f *Folder) NewRunName(now time.Time) string {
	var b [4]byte
	_, _ = rand.Read(b[:])
	if ids, err := f.Runs(); err == nil && len(ids) > 0 {
		begun, _, _ := strings.Cut(ids[len(ids)-1], "-")
		if last, err := time.Parse(runTime, begun); err == nil && !now.After(last) {
			now = last.Add(time.Millisecond)
		}
	}
	return now.UTC().Format(runTime) + "-" + hex.EncodeToString(b[:])
}

// runTime is the part of a run's name that says when it began.
const runTime = "20060102T150405.000Z"

// Mark notes that a run is at work under this lock; Unmark takes the note away. Recovery looks for it, and so need not
// read every journal there is. The note is on the disk before anything is published (see syncNames of package
// rollback).
func (f *Folder) Mark(id string) error {
	// Not by rename: a mark that is cut short means that the run had not even made its folder.
	file, err := os.Create(f.MarkFile())
	if err != nil {
		return err
	}
	_, err = file.WriteString(id + "\n")
	return errors.Join(err, file.Close())
}

// MarkFile returns the file that Mark writes.
func (f *Folder) MarkFile() string { return f.lock.Path() + markSuffix }

const markSuffix = ".run"

// Unmark notes that no run is at work.
func (f *Folder) Unmark() error {
	err := os.Remove(f.MarkFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// ActiveRuns returns the runs that did not end, by the path of the lock each was under.
func (f *Folder) ActiveRuns() (map[string]string, error) {
	entries, err := os.ReadDir(f.Path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	active := map[string]string{}
	for _, e := range entries {
		if lock, ok := strings.CutSuffix(e.Name(), markSuffix); ok && strings.HasPrefix(lock, "lock") {
			if id := activeRunIn(filepath.Join(f.Path, e.Name())); id != "" {
				active[filepath.Join(f.Path, lock)] = id
			}
		}
	}
	return active, nil
}

// ActiveRun returns the run that did not end, "" if the last one did.
func (f *Folder) ActiveRun() string { return activeRunIn(f.MarkFile()) }

func activeRunIn(file string) string {
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 || !runName().MatchString(string(data[:len(data)-1])) {
		return ""
	}
	return string(data[:len(data)-1])
}

// LockPath returns the path of the lock.
func (f *Folder) LockPath() string { return f.lock.Path() }
