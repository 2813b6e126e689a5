package gitdir

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A Quarantine is a folder in which git stores the objects of a run until a ref is about to need them, with the
// repository's own store as its alternate. What is half written after a kill or on a full disk lies in this folder, and
// no git gc can remove an object before something refers to it.
type Quarantine struct {
	Dir      string   // in the state folder
	Main     string   // the repository's objects
	unsynced []string // the objects that are not on the disk yet; git syncs what it writes
}

// Reset empties the folder. The caller holds the lock of the state folder.
func (in *Quarantine) Reset() error {
	err := os.RemoveAll(in.Dir)
	if err == nil {
		err = os.MkdirAll(in.Dir, 0o755)
	}
	if err != nil {
		return refusal.Storage("the state folder can't be written", filepath.Dir(in.Dir), err)
	}
	return nil
}

// environ makes git store in the folder.
func (in Quarantine) environ() []string {
	return []string{"GIT_OBJECT_DIRECTORY=" + in.Dir, "GIT_ALTERNATE_OBJECT_DIRECTORIES=" + cQuoted(in.Main)}
}

// forEach calls f with the path of every object in the folder and the path it has in the repository.
func (in Quarantine) forEach(f func(from, to string) error) error {
	folders, err := os.ReadDir(in.Dir)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if len(folder.Name()) != 2 {
			continue
		}
		objects, err := os.ReadDir(filepath.Join(in.Dir, folder.Name()))
		if err != nil {
			return err
		}
		for _, o := range objects {
			if len(o.Name()) < 38 {
				continue // a temporary file
			}
			if err := f(filepath.Join(in.Dir, folder.Name(), o.Name()),
				filepath.Join(in.Main, folder.Name(), o.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// Migrate gives every object of the folder its place in the repository, where a ref may now refer to it.
func (in *Quarantine) Migrate() error {
	if in.Dir == "" {
		return nil // nothing is stored without a run
	}
	err := in.sync()
	var store fs.FileInfo
	if err == nil {
		store, err = os.Stat(in.Main)
	}
	if err == nil {
		err = in.forEach(func(from, to string) error {
			err := disk.LinkOrCopy(from, to)
			if errors.Is(err, fs.ErrNotExist) {
				// As git does: the folder is made when it is needed, with the permissions of its parent.
				if err = os.Mkdir(filepath.Dir(to), store.Mode().Perm()); err == nil || errors.Is(err, fs.ErrExist) {
					err = errors.Join(os.Chmod(filepath.Dir(to), store.Mode()), disk.LinkOrCopy(from, to))
				}
			}
			if errors.Is(err, fs.ErrExist) {
				return nil
			}
			return err
		})
	}
	if err != nil {
		return refusal.New("", refusal.Disk, "the repository can't be written", "check its free space and permissions",
			err)
	}
	return nil
}

// sync syncs the objects that were written without git.
func (in *Quarantine) sync() error {
	err := disk.SyncAll(in.unsynced, disk.SyncPath)
	if err == nil {
		in.unsynced = nil
	}
	return err
}

// Remove removes the folder. The next run removes what is left of it.
func (in *Quarantine) Remove() { _ = os.RemoveAll(in.Dir) }

// Release is called when a ref refers to the objects, so that no gc can remove them. It puts back what a gc has removed
// since Migrate.
func (in *Quarantine) Release() error {
	if in.Dir == "" {
		return nil
	}
	if err := in.Migrate(); err != nil {
		return err
	}
	err := in.forEach(func(from, _ string) error { return os.Remove(from) })
	if err != nil {
		return fmt.Errorf("state folder: %w", err)
	}
	return nil
}

// Store runs a git command that stores objects. A successor waits for it if we are killed, unless it reads the
// index: that may start git's file system monitor, which stays.
func (g *Git) Store(ctx context.Context, env []string, stdin []byte, args ...string) ([]byte, error) {
	cmd := g.command(ctx, append(g.Quarantine.environ(), env...), args)
	if g.ChildLock != nil && args[0] != "update-index" {
		cmd.ExtraFiles = []*os.File{g.ChildLock}
	}
	return Execute(cmd, stdin, args)
}
