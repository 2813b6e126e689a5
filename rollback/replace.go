package rollback

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// errNoExchange says that the kernel or the file system can't swap two names; swap then does it in two steps.
var errNoExchange = errors.New("atomic exchange not supported")

// temporary is the form of the names of files that are being written.
const temporary = ".doc-iterate-*.tmp"

// WriteFileAtomic replaces the file at path with data, or creates it with perm: readers see the old bytes or the
// new ones, and so does a machine that lost its power. An existing file keeps its mode, its owner and its extended
// attributes. A failure leaves the old file and nothing beside it.
func WriteFileAtomic(path string, data []byte, perm fs.FileMode) error {
	var like fs.FileInfo
	if info, err := os.Stat(path); err == nil {
		like, perm = info, info.Mode().Perm()
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), temporary)
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	err = fill(f, data, perm, path, like)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	if err := os.Rename(f.Name(), path); err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("write %s: %w", path, err)
	}
	return syncDir(filepath.Dir(path))
}

// fill writes data to the new file f and makes it look like the file it will replace.
func fill(f *os.File, data []byte, perm fs.FileMode, path string, like fs.FileInfo) error {
	_, err := f.Write(data)
	if err == nil && like != nil {
		sameOwner(f, like)
		copyAttributes(path, f)
	}
	if err == nil {
		err = f.Chmod(perm)
	}
	return err
}

// A replacement is the step of a publication that gives one document its next bytes.
//
// The new bytes are written to Temp+".part" and renamed to Temp when they are complete, so that a Temp that a
// killed run left behind holds either the next bytes (not exchanged yet) or what stood at the document's place
// (exchanged); it never holds half of anything.
type replacement struct {
	Path     string // the document's file, links resolved
	Temp     string // the file beside it
	Rel      string // the path in the repository, "" outside one
	Mode     string // the mode of its tree entry
	Base     string // the raw blob of the bytes it replaces
	Next     string // the raw blob of the bytes it brings
	IndexOld string // the blob of the index entry before, "" where the index isn't touched
	IndexNew string // and after
	Checked  bool   // git may convert the document when it is added: what it made of it must be looked at
}

// write puts the next bytes beside the document, in a file that is not on the disk yet.
func (r replacement) write(next []byte) error {
	like, err := os.Stat(r.Path)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(r.part(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	return errors.Join(fill(f, next, like.Mode().Perm(), r.Path, like), f.Close())
}

// part is the name of the file beside the document until it is complete and on the disk.
func (r replacement) part() string { return r.Temp + ".part" }

// errSaved says that somebody saved the document; their bytes stand, or stand again, at its place.
var errSaved = errors.New("the document was saved by another program in the meantime")

// errOpen says that another program has the document open for writing.
var errOpen = errors.New("another program has the document open for writing")

// exchange puts the staged bytes into the document's place if it still holds base. What stood there is compared
// after it was displaced, since a comparison before can't see a save that comes between: the user's save wins.
func (r replacement) exchange(base, next []byte, at func(string)) error {
	if now, err := os.ReadFile(r.Path); err != nil {
		return err
	} else if !bytes.Equal(now, base) {
		return errSaved
	}
	at("exchange")
	if err := swap(r.Path, r.Temp); err != nil {
		return err
	}
	at("swapped")
	displaced, err := os.ReadFile(r.Temp)
	switch {
	case err != nil:
	case !bytes.Equal(displaced, base):
		err = errSaved
	case beingWritten(r.Temp):
		err = errOpen
	default:
		return nil
	}
	return errors.Join(err, r.undo(next))
}

// undo takes an exchange back. If the document was saved again since, onto our bytes, that save is the newest and
// stays; what was displaced stays in Temp, for the caller to keep.
func (r replacement) undo(next []byte) error {
	now, err := os.ReadFile(r.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, next) {
		return errSaved
	}
	if err := swap(r.Path, r.Temp); err != nil {
		return err
	}
	if ours, err := os.ReadFile(r.Temp); err != nil || bytes.Equal(ours, next) {
		return err
	}
	return errors.Join(errSaved, swap(r.Path, r.Temp))
}

// swap exchanges the document and the file beside it. Where that can't be done in one step a second name keeps
// the old bytes until they have their new one, and the document's name is never absent.
func swap(path, temp string) error {
	err := exchange(path, temp)
	if !errors.Is(err, errNoExchange) {
		return err
	}
	old := temp + ".old"
	if err := os.Link(path, old); err != nil {
		return err
	}
	before, err := os.Lstat(old)
	if err == nil {
		var now fs.FileInfo
		if now, err = os.Lstat(path); err == nil && !os.SameFile(before, now) {
			err = errSaved
		}
	}
	if err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		os.Remove(old)
		return err
	}
	return os.Rename(old, temp)
}
