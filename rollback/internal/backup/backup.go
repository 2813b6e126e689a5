// Package backup keeps the bytes that each pass replaces and the bytes that it brings, for a run without git.
package backup

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A Backup is what is kept of a pass before anything of it is published: one file with the bytes that it replaces and
// one with those it brings, each document's after the other's. A file for each document would be thousands of files to
// make and to sync.
type Backup struct {
	Name   string  `json:"name"` // of the two files in the folder content, without .before and .after
	Before []Entry `json:"before"`
	After  []Entry `json:"after"`
}

// An Entry is the bytes of a document in a backup; they lie in the order of the entries.
type Entry struct {
	Document int    `json:"document"` // among the run's
	ID       string `json:"id"`       // their SHA-256
	Size     int64  `json:"size"`
}

// A Change is what a pass makes of a document.
type Change struct {
	Document      int // among the run's
	Before, After []byte
}

// Write keeps what a pass changes in the folder dir of its run.
func Write(dir string, pass int, changes []Change) (*Backup, error) {
	if len(changes) == 0 {
		return nil, nil
	}
	b := &Backup{Before: make([]Entry, len(changes)), After: make([]Entry, len(changes))}
	before, after := make([][]byte, len(changes)), make([][]byte, len(changes))
	parallel.OnAll(len(changes), func(n int) {
		c := changes[n]
		before[n], after[n] = c.Before, c.After
		b.Before[n] = Entry{c.Document, Name(c.Before), int64(len(c.Before))}
		b.After[n] = Entry{c.Document, Name(c.After), int64(len(c.After))}
	})
	folder := filepath.Join(dir, "content")
	err := os.MkdirAll(folder, 0o700)
	for n := 1; err == nil; n++ {
		// A pass that is made again has the number of an earlier one, which may be published: the bytes of that one
		// stay.
		b.Name = strconv.Itoa(pass)
		if n > 1 {
			b.Name += "-" + strconv.Itoa(n)
		}
		if err = writeFiles(filepath.Join(folder, b.Name), before, after); !errors.Is(err, fs.ErrExist) {
			break
		}
		err = nil
	}
	if err == nil {
		err = errors.Join(disk.SyncDir(folder), disk.SyncDir(dir))
	}
	if err != nil {
		return nil, refusal.New("", refusal.Disk, "the documents can't be backed up", "check the free space of "+dir,
			err)
	}
	return b, nil
}

// writeFiles makes the two files of a backup at the same time.
func writeFiles(path string, before, after [][]byte) error {
	file, err := disk.CreateNew(path + ".before")
	if err != nil {
		return err
	}
	var errs [2]error
	parallel.OnAll(2, func(n int) {
		if n == 0 {
			errs[0] = disk.WriteJoined(file, before)
			return
		}
		var file *os.File
		if file, errs[1] = disk.CreateNew(path + ".after"); errs[1] == nil {
			errs[1] = disk.WriteJoined(file, after)
		}
	})
	if err = errors.Join(errs[:]...); err != nil && !errors.Is(err, fs.ErrExist) {
		os.Remove(path + ".before")
		os.Remove(path + ".after")
	}
	return err
}

// An Index finds the bytes in the backups of a run by their IDs.
type Index struct {
	dir     string
	extents map[string]extent // by ID
}

// extent is where bytes lie in one file.
type extent struct {
	file         string
	offset, size int64
	whole        bool // they are all that the file has
}

// NewIndex returns the index of the backups of the run with the folder dir.
func NewIndex(dir string, backups []*Backup) Index {
	s := Index{dir, map[string]extent{}}
	for _, b := range backups {
		s.put(b.Name+".before", b.Before)
		s.put(b.Name+".after", b.After)
	}
	return s
}

func (s Index) put(name string, entries []Entry) {
	offset := int64(0)
	for _, k := range entries {
		s.extents[k.ID] = extent{filepath.Join(s.dir, "content", name), offset, k.Size, len(entries) == 1}
		offset += k.Size
	}
}

// Load returns the bytes that go by an ID.
func (s Index) Load(id string) ([]byte, error) {
	at, ok := s.extents[id]
	if !ok {
		return nil, fmt.Errorf("backup %s: %w", id, fs.ErrNotExist)
	}
	f, err := os.Open(at.file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data := make([]byte, at.size)
	if _, err := f.ReadAt(data, at.offset); err != nil && at.size > 0 {
		return nil, fmt.Errorf("backup %s: %w", at.file, err)
	}
	if Name(data) != id {
		return nil, fmt.Errorf("backup %s: it was changed since", at.file)
	}
	return data, nil
}

// Command returns a shell command that writes the bytes to file.
func (s Index) Command(id, file string) string {
	at := s.extents[id]
	if at.whole {
		return "cp " + wording.ShellWord(at.file) + " " + wording.ShellWord(file)
	}
	return fmt.Sprintf("tail -c +%d %s | head -c %d > %s", at.offset+1, wording.ShellWord(at.file), at.size,
		wording.ShellWord(file))
}

// Name is the name that bytes go by: their SHA-256.
func Name(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// KeepOne stores bytes in the folder of a run, and returns their name.
func KeepOne(dir string, data []byte) (string, error) {
	name := Name(data)
	path := filepath.Join(dir, "content", name)
	if _, err := os.Lstat(path); err == nil {
		return name, nil
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return "", err
	}
	return name, disk.WriteFileAtomic(path, data, 0o600)
}
