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
	_, err = fill(f, data, perm, path, like)
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

// fill writes data to the new file f and makes it look like the file it will replace. It returns what the file is then.
func fill(f *os.File, data []byte, perm fs.FileMode, path string, like fs.FileInfo) (fs.FileInfo, error) {
	if _, err := f.Write(data); err != nil {
		return nil, err
	}
	made, err := f.Stat()
	if err != nil {
		return nil, err
	}
	changed := made.Mode().Perm() != perm
	if like != nil && !alikeOwned(made, like) {
		sameOwner(f, like)
		changed = true
	}
	if like != nil && copyAttributes(path, f) || changed {
		if err = f.Chmod(perm); err == nil {
			made, err = f.Stat()
		}
	}
	return made, err
}

// A replacement is the step of a publication that gives one document its next bytes.
//
// The new bytes are written under another name and get that of Temp when they are complete, so that a Temp that a
// killed run left behind holds either the next bytes (not exchanged yet) or what stood at the document's place
// (exchanged); it never holds half of anything.
type replacement struct {
	Path     string // the document's file, links resolved
	Temp     string // the file that it is exchanged with, on the same file system
	Rel      string // the path in the repository, "" outside one
	Mode     string // the mode of its tree entry
	Base     string // the raw blob of the bytes it replaces
	Next     string // the raw blob of the bytes it brings
	IndexOld string // the blob of the index entry before, "" where the index isn't touched
	IndexNew string // and after
	Checked  bool   // git may convert the document when it is added: what it made of it must be looked at

	was    fs.FileInfo // of the document as it was read, nil where that isn't known
	made   fs.FileInfo // of the new bytes, once they are written
	sealed bool        // what was displaced is what it was to be, and can't change any more
}

// alike reports that a file is one that was looked at before, and nobody has written it since, as far as that shows.
func alike(was, now fs.FileInfo) bool {
	return was != nil && now.Size() == was.Size() && now.ModTime().Equal(was.ModTime()) && now.Mode() == was.Mode() && os.SameFile(was, now)
}

// write puts the next bytes into a file that is not on the disk yet. like is what the document is.
func (r *replacement) write(next []byte, like fs.FileInfo) error {
	perm := like.Mode().Perm()
	first := perm
	if perm>>3&^perm&0o7 != 0 {
		first = 0o600 // until it has its group, which may see more than others
	}
	f, err := makeFile(r.part(), first)
	if err != nil {
		return err
	}
	r.made, err = fill(f, next, perm, r.Path, like)
	return errors.Join(err, f.Close())
}

// errSaved says that somebody saved the document; their bytes stand, or stand again, at its place.
var errSaved = errors.New("the document was saved by another program in the meantime")

// errOpen says that another program has the document open for writing.
var errOpen = errors.New("another program has the document open for writing")

// exchange puts the staged bytes into the document's place if it still holds base. What stood there is compared
// after it was displaced, since a comparison before can't see a save that comes between: the user's save wins. So the
// one before, which spares the user from seeing our bytes for an instant, need not read a file that looks untouched.
func (r *replacement) exchange(base, next []byte, buffer *[]byte, at func(string)) error {
	now, err := os.Lstat(r.Path)
	if err != nil {
		return err
	}
	if now.Mode()&fs.ModeSymlink != 0 {
		return errSaved // perhaps it leads to the same bytes, and would be replaced by a file
	}
	if !alike(r.was, now) {
		text, err := readOver(*buffer, r.Path, now.Size())
		if err != nil {
			return err
		}
		if *buffer = text; !bytes.Equal(text, base) {
			return errSaved
		}
	}
	at("exchange")
	if err := swap(r.Path, r.Temp); err != nil {
		return err
	}
	at("swapped")
	text, open, sealed, err := displaced(*buffer, r.Temp, len(base))
	if err == nil {
		*buffer = text
	}
	switch {
	case err != nil:
	case !bytes.Equal(text, base):
		err = errSaved
	case open:
		err = errOpen
	default:
		r.sealed = sealed
		return nil
	}
	return errors.Join(err, r.undo(next))
}

// undo takes an exchange back. If the document was saved again since, onto our bytes, that save is the newest and
// stays; what was displaced stays in Temp, for the caller to keep.
func (r *replacement) undo(next []byte) error {
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

// swap exchanges the document and the staged file. Where that can't be done in one step a second name keeps
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
