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
	"sync"
	"time"

	"github.com/gofrs/flock"
)

// A folder holds what runs leave behind: <folder>/lock, <folder>/runs/<run>/{journal,…}, and in <folder>/swept what is to
// be removed. In a repository it lies in git's own directory of the working tree (`git rev-parse --git-path doc-iterate`),
// elsewhere in the user's state directory.
type folder struct {
	path    string
	lock    *flock.Flock
	orphans *os.File
	waited  bool // another run had the lock
	// sweeping ends when all is removed that this process began to.
	sweeping sync.WaitGroup
}

// userFolder returns where runs outside a repository are kept.
func userFolder(env environ) (string, error) {
	if dir := env.get("XDG_STATE_HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, "doc-iterate"), nil
	}
	if runtime.GOOS == "windows" {
		if dir := env.get("LocalAppData"); dir != "" {
			return filepath.Join(dir, "doc-iterate", "state"), nil
		}
	}
	if dir := env.get("HOME"); filepath.IsAbs(dir) {
		return filepath.Join(dir, ".local", "state", "doc-iterate"), nil
	}
	return "", &Refusal{"", Disk, "there is no place for backups", "set HOME or XDG_STATE_HOME", nil}
}

func (f *folder) run(id string) string { return filepath.Join(f.path, "runs", id) }

// acquire makes the folder and takes its lock, waiting at most wait for another run to end.
func acquire(ctx context.Context, path, name string, wait time.Duration) (*folder, error) {
	f := &folder{path: path}
	if err := os.MkdirAll(filepath.Join(path, "runs"), 0o755); err != nil {
		return nil, &Refusal{"", Disk, "the state folder can't be made", "check the permissions of " + filepath.Dir(path), err}
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
		return nil, &Refusal{"", Busy, fmt.Sprintf("another run is at work here and did not end within %v", wait), "run again when it has ended", nil}
	default:
		return nil, &Refusal{"", Disk, "the run can't take its lock", "check the permissions of " + path, err}
	}
	if err := f.awaitOrphans(ctx, filepath.Join(path, name+".git")); err != nil {
		f.release()
		return nil, err
	}
	f.sweep()
	return f, nil
}

// awaitOrphans waits for the git processes that a killed run may have left: they still hold git's locks, and drop them
// when they see that nobody talks to them any more. It doesn't wait for ever: a hook may have started something
// that stays, and what would really be in the way is in git's own locks.
func (f *folder) awaitOrphans(ctx context.Context, path string) (err error) {
	if f.orphans, err = os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644); err != nil {
		return &Refusal{"", Disk, "the run can't take its lock", "check the permissions of " + filepath.Dir(path), err}
	}
	for deadline := time.Now().Add(5 * time.Second); !alone(f.orphans) && time.Now().Before(deadline); {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(5 * time.Millisecond):
		}
	}
	if err := share(f.orphans); err != nil {
		return &Refusal{"", Disk, "the run can't take its lock", "check the permissions of " + filepath.Dir(path), err}
	}
	return nil
}

func (f *folder) release() {
	if f.orphans != nil {
		f.orphans.Close()
	}
	_ = f.lock.Unlock()
}

// runs returns the names of the runs, oldest first.
func (f *folder) runs() ([]string, error) {
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
var runName = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^[0-9]{8}T[0-9]{6}\.[0-9]{3}Z-[0-9a-f]{8}$`) })

func newRunName(now time.Time) string {
	var b [4]byte
	_, _ = rand.Read(b[:])
	return now.UTC().Format("20060102T150405.000Z") + "-" + hex.EncodeToString(b[:])
}

// contentName is the name that bytes go by in a run's folder: their SHA-256.
func contentName(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// keep stores bytes in a run's folder, for a run that has no git to keep them, and returns their name.
func keep(dir string, data []byte) (string, error) {
	name := contentName(data)
	path := filepath.Join(dir, "content", name)
	if _, err := os.Lstat(path); err == nil {
		return name, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return name, WriteFileAtomic(path, data, 0o600)
}
