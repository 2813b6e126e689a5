package rollback

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
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

// A stateFolder holds what runs leave behind: <folder>/lock, <folder>/runs/<run>/{journal,…}, and in <folder>/swept
// what is to be removed. In a repository it lies in git's own directory of the working tree (`git rev-parse --git-path
// doc-iterate`), elsewhere in the user's state directory.
type stateFolder struct {
	path      string
	lock      *flock.Flock
	childLock *os.File
	waited    bool // another run had the lock
	// sweeping ends when all is removed that this process began to.
	emptying sync.WaitGroup
}

// userFolder returns where runs outside a repository are kept.
func userFolder(env gitdir.Environ) (string, error) {
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

func (f *stateFolder) run(id string) string { return filepath.Join(f.path, "runs", id) }

// acquire makes the folder and takes its lock, waiting at most wait for another run to end.
func acquire(ctx context.Context, path, name string, wait time.Duration) (*stateFolder, error) {
	f := &stateFolder{path: path}
	if err := os.MkdirAll(filepath.Join(path, "runs"), 0o755); err != nil {
		return nil, refusal.New("", refusal.Disk, "the state folder can't be created",
			"check the permissions of "+filepath.Dir(path), err)
	}
	f.lock = flock.New(filepath.Join(path, name), flock.SetPermissions(0o644))
	locked, err := f.lock.TryLock()
	if err == nil && !locked {
		f.waited = true
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
		f.release()
		return nil, err
	}
	f.emptyTrash()
	return f, nil
}

// awaitChildren waits for the git processes that a killed run may have left: they still hold git's locks, and drop them
// when they see that nobody talks to them any more. It doesn't wait for ever: a hook may have started something
// that stays, and what would really be in the way is in git's own locks.
func (f *stateFolder) awaitChildren(ctx context.Context, path string) (err error) {
	if f.childLock, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return refusal.New("", refusal.Disk, "the lock of the run can't be taken",
			"check the permissions of "+filepath.Dir(path), err)
	}
	for deadline := time.Now().Add(5 * time.Second); !disk.OnlyHolder(f.childLock) && time.Now().Before(deadline); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := disk.ShareLock(f.childLock); err != nil {
		return refusal.New("", refusal.Disk, "the lock of the run can't be taken",
			"check the permissions of "+filepath.Dir(path), err)
	}
	return nil
}

func (f *stateFolder) release() {
	if f.childLock != nil {
		f.childLock.Close()
	}
	_ = f.lock.Unlock()
}

// runs returns the names of the runs, oldest first.
func (f *stateFolder) runs() ([]string, error) {
	entries, err := os.ReadDir(filepath.Join(f.path, "runs"))
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

func newRunName(now time.Time) string {
	var b [4]byte
	_, _ = rand.Read(b[:])
	return now.UTC().Format(runTime) + "-" + hex.EncodeToString(b[:])
}

// runTime is the part of a run's name that says when it began.
const runTime = "20060102T150405.000Z"

// mark notes that a run is at work under this lock; clear takes the note away. Recovery looks for it, and so need not
// read every journal there is. The note is on the disk before anything is published (see syncNames).
func (f *stateFolder) mark(id string) error {
	// Not by rename: a mark that is cut short means that the run had not even made its folder.
	file, err := os.Create(f.markFile())
	if err != nil {
		return err
	}
	_, err = file.WriteString(id + "\n")
	return errors.Join(err, file.Close())
}

func (f *stateFolder) markFile() string { return f.lock.Path() + markSuffix }

const markSuffix = ".run"

func (f *stateFolder) unmark() error {
	err := os.Remove(f.markFile())
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// activeRuns returns the runs that did not end, by the path of the lock each was under.
func (f *stateFolder) activeRuns() (map[string]string, error) {
	entries, err := os.ReadDir(f.path)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("state folder: %w", err)
	}
	active := map[string]string{}
	for _, e := range entries {
		if lock, ok := strings.CutSuffix(e.Name(), markSuffix); ok && strings.HasPrefix(lock, "lock") {
			if id := activeRunIn(filepath.Join(f.path, e.Name())); id != "" {
				active[filepath.Join(f.path, lock)] = id
			}
		}
	}
	return active, nil
}

// activeRun returns the run that did not end, "" if the last one did.
func (f *stateFolder) activeRun() string { return activeRunIn(f.markFile()) }

func activeRunIn(file string) string {
	data, err := os.ReadFile(file)
	if err != nil || len(data) == 0 || !runName().MatchString(string(data[:len(data)-1])) {
		return ""
	}
	return string(data[:len(data)-1])
}

// trash returns the folder of folders that are to be removed.
func (f *stateFolder) trash() string { return filepath.Join(f.path, "swept") }

func (f *stateFolder) moveToTrash(dir, name string) error {
	if err := os.MkdirAll(f.trash(), 0o755); err != nil {
		return err
	}
	return os.Rename(dir, filepath.Join(f.trash(), name))
}

// emptyTrash begins to remove what is in the trash. Two processes may do so at the same time.
func (f *stateFolder) emptyTrash() {
	entries, err := os.ReadDir(f.trash())
	if err != nil || len(entries) == 0 {
		return
	}
	f.emptying.Go(func() { removeTrash(f.trash(), entries) })
}

// removeTrash removes the folders that runs moved to the trash, and nothing else.
func removeTrash(dir string, entries []fs.DirEntry) {
	for _, e := range entries {
		if n := strings.LastIndexByte(e.Name(), '-'); n >= 0 && e.IsDir() && runName().MatchString(e.Name()[:n]) {
			os.RemoveAll(filepath.Join(dir, e.Name())) // what can't be removed now may be some other time
		}
	}
}

// contentName is the name that bytes go by in a run's folder: their SHA-256.
func contentName(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// keepContent stores bytes in a run's folder, for a run that has no git to keep them, and returns their name.
func keepContent(dir string, data []byte) (string, error) {
	name := contentName(data)
	path := filepath.Join(dir, "content", name)
	if _, err := os.Lstat(path); err == nil {
		return name, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return name, disk.WriteFileAtomic(path, data, 0o600)
}
