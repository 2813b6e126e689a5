package rollback

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// incoming is where git stores the objects of a run until a ref is about to need them: a folder of ours, with the
// repository's own store as its alternate. So whatever is half written when git or we are killed, or the disk is
// full, lies in our folder, and no git gc can take away an object before something refers to it.
type incoming struct {
	dir      string   // in the state folder
	main     string   // the repository's objects
	disk     *os.File // dir, open since before anything was written to it
	unsynced []string // the objects that are not on the disk yet; git syncs what it writes
}

// clear empties the folder. Only who holds the lock of the state folder may.
func (in *incoming) clear() error {
	err := os.RemoveAll(in.dir)
	if err == nil {
		err = os.MkdirAll(in.dir, 0o755)
	}
	if err == nil && wholeDisks {
		in.disk, err = os.Open(in.dir)
	}
	if err != nil {
		return &Refusal{"", Disk, "the state folder can't be written", "check the free space and the permissions of " + filepath.Dir(in.dir), err}
	}
	return nil
}

// environ makes git store in the folder.
func (in incoming) environ() []string {
	quote := strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`, "\t", `\t`)
	return []string{"GIT_OBJECT_DIRECTORY=" + in.dir, `GIT_ALTERNATE_OBJECT_DIRECTORIES="` + quote.Replace(in.main) + `"`}
}

// each calls f with the path of every object in the folder and the path it has in the repository.
func (in incoming) each(f func(from, to string) error) error {
	folders, err := os.ReadDir(in.dir)
	if err != nil {
		return err
	}
	for _, folder := range folders {
		if len(folder.Name()) != 2 {
			continue
		}
		objects, err := os.ReadDir(filepath.Join(in.dir, folder.Name()))
		if err != nil {
			return err
		}
		for _, o := range objects {
			if len(o.Name()) < 38 {
				continue // a temporary file
			}
			if err := f(filepath.Join(in.dir, folder.Name(), o.Name()), filepath.Join(in.main, folder.Name(), o.Name())); err != nil {
				return err
			}
		}
	}
	return nil
}

// admit gives every object of the folder its place in the repository, where a ref may now refer to it.
func (in *incoming) admit() error {
	if in.dir == "" {
		return nil // nothing is stored without a run
	}
	err := in.sync()
	var store fs.FileInfo
	if err == nil {
		store, err = os.Stat(in.main)
	}
	if err == nil {
		err = in.each(func(from, to string) error {
			err := linkOrCopy(from, to)
			if errors.Is(err, fs.ErrNotExist) {
				// As git does: the folder is made when it is needed, with the permissions of its parent.
				if err = os.Mkdir(filepath.Dir(to), store.Mode().Perm()); err == nil || errors.Is(err, fs.ErrExist) {
					err = errors.Join(os.Chmod(filepath.Dir(to), store.Mode()), linkOrCopy(from, to))
				}
			}
			if errors.Is(err, fs.ErrExist) {
				return nil
			}
			return err
		})
	}
	if err != nil {
		return &Refusal{"", Disk, "the repository can't be written", "check its free space and permissions", err}
	}
	return nil
}

// sync sees to the disk what was written without git.
func (in *incoming) sync() error {
	var err error
	if wholeDisks && len(in.unsynced) >= many {
		err = syncDisk(in.disk)
	} else {
		err = syncAll(in.unsynced, syncPath)
	}
	if err == nil {
		in.unsynced = nil
	}
	return err
}

// remove gives the folder up. What is left of it is cleared by the next run.
func (in *incoming) remove() {
	if in.disk != nil {
		in.disk.Close()
	}
	_ = os.RemoveAll(in.dir)
}

// settle is called when a ref refers to the objects: now nobody takes them away any more. What a gc took between
// admit and this moment is given its place again.
func (in *incoming) settle() error {
	if in.dir == "" {
		return nil
	}
	if err := in.admit(); err != nil {
		return err
	}
	err := in.each(func(from, _ string) error { return os.Remove(from) })
	if err != nil {
		return fmt.Errorf("state folder: %w", err)
	}
	return nil
}

// store runs a git command that stores objects. A successor waits for it if we are killed, but for one that reads the
// index: that may start git's file system monitor, which stays.
func (g *git) store(ctx context.Context, env []string, stdin []byte, args ...string) ([]byte, error) {
	cmd := g.command(ctx, append(g.incoming.environ(), env...), args)
	if g.orphans != nil && args[0] != "update-index" {
		cmd.ExtraFiles = []*os.File{g.orphans}
	}
	return finish(cmd, stdin, args)
}
