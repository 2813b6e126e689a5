package rollback

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

// UserFile returns a file of the user's own state folder, nil where there is none. It returns an error for a file that
// somebody else could have written.
func UserFile(environ []string, name string) ([]byte, error) {
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

// ChangeUserFile replaces a file of the user's own state folder by what change makes of it. Two processes that change
// it at the same time do so one after the other. Nobody else may read the file.
func ChangeUserFile(ctx context.Context, environ []string, name string, change func([]byte) ([]byte, error)) error {
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
	old, err := UserFile(environ, name)
	if err != nil {
		return err
	}
	data, err := change(old)
	if err != nil {
		return err
	}
	return disk.WriteFileAtomic(filepath.Join(folder, name), data, 0o600)
}
