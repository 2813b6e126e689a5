// Package userfile reads and changes the files in the state folder of the user, which hold for all repositories. It
// knows the folder and how files are replaced, and nothing of runs. It puts back what a program rewrote, too.
//
// Invariants: a file that other users could have written is refused. Of two processes that change a file at the same
// time one waits for the other, and a process that is killed leaves the old file or the new one.
package userfile

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"github.com/gofrs/flock"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/state"
)

// Read returns a file of the user's state folder, nil if it does not exist. It returns an error for a file that
// somebody else could have written.
func Read(environ []string, name string) ([]byte, error) {
	folder, err := state.UserFolder(gitdir.Environ(environ))
	if err != nil {
		return nil, err
	}
	path := filepath.Join(folder, name)
	const writtenByOthers = 0o022
	for _, checked := range []string{folder, path} {
		info, err := os.Stat(checked)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			return nil, nil
		case err != nil:
			return nil, err
		case disk.OwnedByOther(info) || disk.HasModes && info.Mode().Perm()&writtenByOthers != 0:
			return nil, fmt.Errorf("%s can be written by other users; make it yours alone (chown, chmod go-w)", checked)
		case checked == path && !info.Mode().IsRegular():
			return nil, fmt.Errorf("%s is no regular file", path)
		}
	}
	return os.ReadFile(path)
}

// Change replaces a file of the user's state folder by what change makes of its content. No other user may read the
// file.
func Change(ctx context.Context, environ []string, name string, change func([]byte) ([]byte, error)) error {
	folder, err := state.UserFolder(gitdir.Environ(environ))
	if err != nil {
		return err
	}
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	lock := flock.New(filepath.Join(folder, name+".lock"), flock.SetPermissions(0o600))
	bounded, cancel := context.WithTimeout(ctx, 10*time.Second)
	defer cancel()
	if _, err := lock.TryLockContext(bounded, 20*time.Millisecond); err != nil {
		return fmt.Errorf("%s is in use: %w", filepath.Join(folder, name), err)
	}
	defer func() { _ = lock.Unlock() }()
	old, err := Read(environ, name)
	if err != nil {
		return err
	}
	data, err := change(old)
	if err != nil {
		return err
	}
	return disk.WriteFileAtomic(filepath.Join(folder, name), data, 0o600)
}
