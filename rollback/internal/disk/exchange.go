package disk

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// errNoExchange says that the kernel or the file system can't swap two names; swap then does it in two steps.
var errNoExchange = errors.New("atomic exchange not supported")

// TempPattern is the form of the names of files that are being written.
const TempPattern = ".doc-iterate-*.tmp"

// WriteFileAtomic replaces the file at path with data, or creates it with perm: readers see the old bytes or the
// new ones, and so does a machine that lost its power. An existing file keeps its mode, its owner and its extended
// attributes. A failure leaves the old file and nothing else.
func WriteFileAtomic(path string, data []byte, perm fs.FileMode) error {
	var like fs.FileInfo
	if info, err := os.Stat(path); err == nil {
		like, perm = info, info.Mode().Perm()
		if real, err := filepath.EvalSymlinks(path); err == nil {
			path = real
		}
	}
	f, err := os.CreateTemp(filepath.Dir(path), TempPattern)
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
	return SyncDir(filepath.Dir(path))
}

// ReplaceFile replaces the file at path with what is read, or creates it. A process that is killed meanwhile leaves the
// old bytes; it does not wait for the disk.
func ReplaceFile(path string, data io.Reader) error {
	temp := filepath.Join(filepath.Dir(path), strings.Replace(TempPattern, "*", filepath.Base(path), 1))
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o644)
	if err != nil {
		return err
	}
	_, err = io.Copy(f, data)
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		os.Remove(temp)
	}
	return err
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
	if like != nil && !sameOwners(made, like) {
		copyOwner(f, like)
		changed = true
	}
	if like != nil && copyAttributes(path, f) || changed {
		if err = f.Chmod(perm); err == nil {
			made, err = f.Stat()
		}
	}
	return made, err
}

// A StagedFile is a file and the staged file that holds its next bytes and is to be exchanged with it.
//
// The next bytes are written under the name that part returns. The file gets the name Temp when they are complete. So a
// Temp that a killed process left behind holds either all of the next bytes (not exchanged yet) or what stood at Path
// (exchanged).
type StagedFile struct {
	Path string // the file, links resolved
	Temp string // the staged file, on the same file system

	Was    fs.FileInfo `json:"-"` // the file's info when it was read, nil if unknown
	Made   fs.FileInfo `json:"-"` // the staged file's info, once it is written
	Sealed bool        `json:"-"` // what was displaced has the expected bytes and can't change any more
}

// Part returns the name of the staged file until its bytes are complete and synced.
func (r *StagedFile) Part() string { return r.Temp + ".part" }

// Unchanged reports whether a file looks as it did before: the same file, with the same size and time.
func Unchanged(was, now fs.FileInfo) bool {
	return was != nil && now != nil && now.Size() == was.Size() && now.ModTime().Equal(was.ModTime()) &&
		now.Mode() == was.Mode() && os.SameFile(was, now)
}

// Write puts the next bytes into a file that is not on the disk yet. like is what the document is.
func (r *StagedFile) Write(next []byte, like fs.FileInfo) error {
	perm := like.Mode().Perm()
	first := perm
	if perm>>3&^perm&0o7 != 0 {
		first = 0o600 // until it has its group, which may see more than others
	}
	f, err := os.OpenFile(r.Part(), os.O_WRONLY|os.O_CREATE|os.O_EXCL, first)
	if err != nil {
		return err
	}
	r.Made, err = fill(f, next, perm, r.Path, like)
	return errors.Join(err, f.Close())
}

// ErrSaved says that another program saved the document. The document has the bytes of that save.
var ErrSaved = errors.New("the document was saved by another program in the meantime")

// ErrOpen says that another program has the document open for writing.
var ErrOpen = errors.New("another program has the document open for writing")

// Exchange puts the staged bytes into the document's place if it still holds base. What stood there is compared after
// it was displaced, since a comparison before can't see a save that comes between: the user's save wins. The comparison
// before it only keeps our bytes from showing for an instant, so it need not read a file that looks unchanged.
func (r *StagedFile) Exchange(base, next []byte, at func(string)) error {
	now, err := os.Lstat(r.Path)
	if err != nil {
		return err
	}
	if now.Mode()&fs.ModeSymlink != 0 {
		return ErrSaved // a link to the same bytes would be replaced by a file
	}
	if !Unchanged(r.Was, now) {
		text, err := os.ReadFile(r.Path)
		if err != nil {
			return err
		}
		if !bytes.Equal(text, base) {
			return ErrSaved
		}
	}
	at("exchange")
	if err := Swap(r.Path, r.Temp); err != nil {
		return err
	}
	at("swapped")
	same, open, sealed, err := compareDisplaced(r.Temp, base)
	switch {
	case err != nil:
	case !same:
		err = ErrSaved
	case open:
		err = ErrOpen
	default:
		r.Sealed = sealed
		return nil
	}
	return errors.Join(err, r.Undo(next))
}

// Undo takes an exchange back. If another program has saved our bytes with its changes since, that save stays, and the
// displaced bytes stay in Temp for the caller to keep.
func (r *StagedFile) Undo(next []byte) error {
	now, err := os.ReadFile(r.Path)
	if err != nil {
		return err
	}
	if !bytes.Equal(now, next) {
		return ErrSaved
	}
	if err := Swap(r.Path, r.Temp); err != nil {
		return err
	}
	if ours, err := os.ReadFile(r.Temp); err != nil || bytes.Equal(ours, next) {
		return err
	}
	return errors.Join(ErrSaved, Swap(r.Path, r.Temp))
}

// Swap exchanges the document and the staged file. Where that can't be done in one step a second name keeps
// the old bytes until they have their new one, and the document's name is never absent.
func Swap(path, temp string) error {
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
			err = ErrSaved
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

// FinishSwap ends a swap in two steps that was killed between them.
func (r *StagedFile) FinishSwap() error {
	old := r.Temp + ".old"
	if _, err := os.Lstat(old); err != nil {
		return nil
	}
	if _, err := os.Lstat(r.Temp); err == nil {
		return os.Remove(old) // Path is still a name of the same file
	}
	return os.Rename(old, r.Temp)
}
