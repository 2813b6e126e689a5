package gitdir

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/go-git/go-git/v5/plumbing"
	"github.com/go-git/go-git/v5/plumbing/format/objfile"
)

// Blobs, trees and commits are written here as loose objects in our own folder. This needs no git process, and many of
// them are synced together (see Quarantine.Migrate). git decides what only git knows: who commits, how a commit is
// signed, how a file is converted. go-git builds and encodes the objects; see build.go for where it can't.

// Write stores an object in the folder, unless it is there, and returns its id.
func (o *objects) Write(kind string, data []byte) (string, error) {
	id := objectID(o.algorithm, kind, data)
	in := &o.git.Quarantine
	path := filepath.Join(in.Dir, id[:2], id[2:])
	if _, err := os.Lstat(path); err == nil {
		return id, nil
	}
	packed, err := o.encode(kind, data)
	if err != nil {
		return "", err
	}
	// The umask holds, as it does for git.
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o444)
	if errors.Is(err, fs.ErrNotExist) {
		if err = os.Mkdir(filepath.Dir(path), 0o755); err == nil {
			f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o444)
		}
	}
	if err != nil {
		return "", err
	}
	if _, err = f.Write(packed); err == nil {
		err = o.shared.apply(f)
	}
	if err = errors.Join(err, f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(path))
	}
	in.unsynced = append(in.unsynced, path)
	return id, nil
}

// encode returns an object as go-git's encoder writes loose ones; what it returns holds until the next call.
func (o *objects) encode(kind string, data []byte) ([]byte, error) {
	o.text.Reset()
	is, err := plumbing.ParseObjectType(kind)
	if err != nil {
		return nil, err
	}
	w := objfile.NewWriter(&o.text)
	if err = w.WriteHeader(is, int64(len(data))); err == nil {
		_, err = w.Write(data)
	}
	err = errors.Join(err, w.Close())
	return o.text.Bytes(), err
}

// sharing is what core.sharedRepository makes of the permissions of an object.
type sharing struct {
	add   fs.FileMode // to what the umask leaves
	exact fs.FileMode // instead of it; 0 is no mode
}

func sharingOf(setting string) sharing {
	switch strings.ToLower(setting) {
	case "", "umask", "false", "no", "off", "0":
		return sharing{}
	case "group", "true", "yes", "on", "1":
		return sharing{add: 0o440}
	case "all", "world", "everybody", "2":
		return sharing{add: 0o444}
	}
	mode, err := strconv.ParseUint(setting, 8, 32)
	if err != nil {
		return sharing{}
	}
	return sharing{exact: fs.FileMode(mode)&0o444 | 0o400}
}

func (s sharing) apply(f *os.File) error {
	if s == (sharing{}) {
		return nil
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	mode := info.Mode().Perm() | s.add
	if s.exact != 0 {
		mode = s.exact
	}
	return f.Chmod(mode)
}

// writeTree stores a tree.
func (o *objects) writeTree(ctx context.Context, entries []treeEntry) (string, error) {
	// git's order: a tree is compared as if its name ended in a slash.
	name := func(e treeEntry) string {
		if e.isTree() {
			return e.name + "/"
		}
		return e.name
	}
	entries = slices.Clone(entries)
	slices.SortFunc(entries, func(a, b treeEntry) int { return cmp.Compare(name(a), name(b)) })
	id, err := "", error(nil)
	if o.algorithm == "sha256" {
		id, err = o.makeTree(ctx, entries)
	} else {
		var data []byte
		if data, err = treeOf(entries); err != nil {
			return "", err
		}
		if id := objectID(o.algorithm, "tree", data); o.trees[id] != nil {
			return id, nil // it was read or stored before
		}
		id, err = o.Write("tree", data)
	}
	if err == nil {
		o.cacheTree(id, entries)
	}
	return id, err
}

// WriteCommit makes a commit with one parent, or with none where that is "".
func (r *Repository) WriteCommit(ctx context.Context, by identity, tree, parent, message string) (string, error) {
	message = strings.ReplaceAll(strings.ToValidUTF8(message, "\uFFFD"), "\x00", "")
	if r.Algorithm != "sha256" {
		data, err := commitOf(by, tree, parent, message)
		if err == nil {
			return r.Objects.Write("commit", data)
		}
		if !errors.Is(err, errOtherIdentity) {
			return "", err
		}
	}
	var parents []string
	if parent != "" {
		parents = []string{parent}
	}
	return r.commitTree(ctx, by.environ(), tree, parents, message, false)
}
