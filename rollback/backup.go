package rollback

import (
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

// A backup is what a run without git keeps of a pass, before anything of it is published: one file with the bytes that
// it replaces and one with those it brings, each document's after the other's. A file for each document would be
// thousands of files to make and to see to the disk.
type backup struct {
	Name   string        `json:"name"` // of the two files in the folder content, without .before and .after
	Before []backupEntry `json:"before"`
	After  []backupEntry `json:"after"`
}

// A backupEntry is the bytes of a document in a backup; they lie in the order of the entries.
type backupEntry struct {
	Document int    `json:"document"` // among the run's
	ID       string `json:"id"`       // their SHA-256
	Size     int64  `json:"size"`
}

// backUp keeps what a pass changes.
func (r *Run) backUp(pass int, next map[*document][]byte) (*backup, error) {
	b := &backup{}
	var before, after [][]byte
	for i, d := range r.docs {
		if data, changed := next[d]; changed {
			before, after = append(before, d.Data), append(after, data)
			b.Before = append(b.Before, backupEntry{Document: i, Size: int64(len(d.Data))})
			b.After = append(b.After, backupEntry{Document: i, Size: int64(len(data))})
		}
	}
	if len(before) == 0 {
		return nil, nil
	}
	parallel.OnAll(len(before), func(n int) {
		d := r.docs[b.Before[n].Document]
		b.Before[n].ID, b.After[n].ID = r.idOf(d, before[n]), r.idOf(d, after[n])
	})
	folder := filepath.Join(r.dir, "content")
	err := os.MkdirAll(folder, 0o700)
	for n := 1; err == nil; n++ {
		// A pass that is made again has the number of one that may be published: that one's bytes stay.
		b.Name = strconv.Itoa(pass)
		if n > 1 {
			b.Name += "-" + strconv.Itoa(n)
		}
		if err = r.writeBackup(filepath.Join(folder, b.Name), before, after); !errors.Is(err, fs.ErrExist) {
			break
		}
		err = nil
	}
	if err == nil {
		err = errors.Join(disk.SyncDir(folder), disk.SyncDir(r.dir))
	}
	if err != nil {
		return nil, refusal.New("", refusal.Disk, "the documents can't be backed up", "check the free space of "+r.dir,
			err)
	}
	return b, nil
}

// writeBackup makes the two files of a backup at a time.
func (r *Run) writeBackup(path string, before, after [][]byte) error {
	file, err := disk.CreateNew(path + ".before")
	if err != nil {
		return err
	}
	var errs [2]error
	parallel.OnAll(2, func(n int) {
		if n == 0 {
			errs[0] = disk.WriteJoined(file, before, r.reads)
			return
		}
		var file *os.File
		if file, errs[1] = disk.CreateNew(path + ".after"); errs[1] == nil {
			errs[1] = disk.WriteJoined(file, after, r.reads)
		}
	})
	if err = errors.Join(errs[:]...); err != nil && !errors.Is(err, fs.ErrExist) {
		os.Remove(path + ".before")
		os.Remove(path + ".after")
	}
	return err
}

// A backupIndex finds the backups of a run again.
type backupIndex struct {
	dir     string
	extents map[string]extent // by ID
}

// extent is where bytes lie in one file.
type extent struct {
	file         string
	offset, size int64
	whole        bool // they are all that the file has
}

// newBackupIndex reads from a run's events what its backups hold.
func newBackupIndex(dir string, events []event) backupIndex {
	s := backupIndex{dir, map[string]extent{}}
	for _, e := range events {
		if e.Backup == nil {
			continue
		}
		s.put(e.Backup.Name+".before", e.Backup.Before)
		s.put(e.Backup.Name+".after", e.Backup.After)
	}
	return s
}

func (s backupIndex) put(name string, entries []backupEntry) {
	offset := int64(0)
	for _, k := range entries {
		s.extents[k.ID] = extent{filepath.Join(s.dir, "content", name), offset, k.Size, len(entries) == 1}
		offset += k.Size
	}
}

// load returns the bytes that go by an ID.
func (s backupIndex) load(id string) ([]byte, error) {
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
	if contentName(data) != id {
		return nil, fmt.Errorf("backup %s: it was changed since", at.file)
	}
	return data, nil
}

// command is a shell command that writes the bytes to file.
func (s backupIndex) command(id, file string) string {
	at := s.extents[id]
	if at.whole {
		return "cp " + wording.ShellWord(at.file) + " " + wording.ShellWord(file)
	}
	return fmt.Sprintf("tail -c +%d %s | head -c %d > %s", at.offset+1, wording.ShellWord(at.file), at.size,
		wording.ShellWord(file))
}
