package rollback

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// An event is one line of a run's journal. An incomplete line is ignored: the run had not gone on from it.
type event struct {
	Event       string         `json:"event"`
	At          time.Time      `json:"at"`
	Start       *start         `json:"start,omitempty"`
	Commit      string         `json:"commit,omitempty"`
	Pass        int            `json:"pass,omitempty"`
	Verdict     Verdict        `json:"verdict,omitempty"`
	Publication *publication   `json:"publication,omitempty"`
	Backup      *backup.Backup `json:"backup,omitempty"` // in ModeNone: where an accepted pass is kept
	Note        string         `json:"note,omitempty"`
}

// The events, in the order a run writes them. Between publishing and its end (published or withdrawn) the working
// tree, the index and the branch may disagree; everywhere else they do not.
const (
	eventStart      = "start"      // the documents and the mode are known; nothing is written yet
	eventSnapshot   = "snapshot"   // the private chain, where there is one, holds the documents' bytes
	eventRecorded   = "recorded"   // a pass is on the private chain, or in a backup with the bytes it replaces
	eventPublishing = "publishing" // everything a publication needs is stored; it may be begun
	eventPublished  = "published"  // it is complete
	eventWithdrawn  = "withdrawn"  // it was given up, and everything was put back
	eventEnd        = "end"        // the run is over
)

// mustSync reports whether the event, and with it all earlier ones, must be on the disk before the run continues. Other
// events may be lost: a run that is lost before it begins to publish has changed nothing, and one that loses its end
// has nothing left to do.
func (e event) mustSync() bool {
	switch e.Event {
	case eventPublishing, eventPublished, eventWithdrawn:
		return true
	}
	return false
}

// A start says what a run works on.
type start struct {
	Mode      Mode         `json:"mode"`
	Squash    bool         `json:"squash,omitempty"`
	Branch    string       `json:"branch,omitempty"`
	Head      string       `json:"head,omitempty"`
	Root      string       `json:"root,omitempty"`
	Undoes    string       `json:"undoes,omitempty"`
	Documents []startEntry `json:"documents"`

	moved bool // the repository was moved since, or this is a copy of it; see relocate
}

type startEntry struct {
	Path string `json:"path"` // as the user named it
	File string `json:"file"`
	Rel  string `json:"rel,omitempty"`
	Mode string `json:"mode"`
	Raw  string `json:"raw"`            // the blob of its bytes as they stood
	Blob string `json:"blob,omitempty"` // the blob git had for it
}

func (e startEntry) MarshalJSON() ([]byte, error) {
	type plain startEntry
	e.Path, e.File, e.Rel = disk.EscapePath(e.Path), disk.EscapePath(e.File), disk.EscapePath(e.Rel)
	return json.Marshal(plain(e))
}

func (e *startEntry) UnmarshalJSON(data []byte) error {
	type plain startEntry
	err := json.Unmarshal(data, (*plain)(e))
	e.Path, e.File, e.Rel = disk.UnescapePath(e.Path), disk.UnescapePath(e.File), disk.UnescapePath(e.Rel)
	return err
}

func (r replacement) MarshalJSON() ([]byte, error) {
	type plain replacement
	r.Path, r.Temp, r.Rel = disk.EscapePath(r.Path), disk.EscapePath(r.Temp), disk.EscapePath(r.Rel)
	return json.Marshal(plain(r))
}

func (r *replacement) UnmarshalJSON(data []byte) error {
	type plain replacement
	err := json.Unmarshal(data, (*plain)(r))
	r.Path, r.Temp, r.Rel = disk.UnescapePath(r.Path), disk.UnescapePath(r.Temp), disk.UnescapePath(r.Rel)
	return err
}

// A journal is the record of a run on the disk. An interrupted run is completed or undone from it.
type journal struct {
	*disk.Lines
	dir  string       // the run's folder
	step func(string) // called after every event; tests kill the process there
}

// openJournal opens or creates the journal of the run in the folder dir.
func openJournal(dir string, step func(string)) (*journal, error) {
	lines, err := disk.OpenLines(journalOf(dir))
	if err != nil {
		return nil, err
	}
	return &journal{lines, dir, step}, nil
}

func (j *journal) write(e event) error {
	e.At = time.Now().UTC()
	line, err := json.Marshal(e)
	if err != nil {
		return err
	}
	if err := j.Add(append(line, '\n'), e.mustSync()); err != nil {
		return refusal.Storage("the run's journal can't be written", j.dir, err)
	}
	if j.step != nil {
		j.step("journal:" + e.Event)
	}
	return nil
}

// backupsOf returns the index of the backups that a run without git made.
func backupsOf(dir string, events []event) backup.Index {
	var all []*backup.Backup
	for _, e := range events {
		if e.Backup != nil {
			all = append(all, e.Backup)
		}
	}
	return backup.NewIndex(dir, all)
}

// readJournal returns the complete events of a run. Paths in the repository are given where they are now: the
// repository may have been moved or copied since.
func readJournal(dir string, in *gitdir.Repository) ([]event, error) {
	data, err := os.ReadFile(journalOf(dir))
	if err != nil {
		return nil, err
	}
	return decodeJournal(data, dir, in)
}

func journalOf(dir string) string { return filepath.Join(dir, "journal") }

// decodeJournal returns the events of the journal of the run with folder dir; in is the repository, nil outside of one.
func decodeJournal(data []byte, dir string, in *gitdir.Repository) ([]event, error) {
	var events []event
	for line := range bytes.Lines(data) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var e event
		if err := json.Unmarshal(line, &e); err != nil {
			return nil, fmt.Errorf("%s: the journal is damaged: %w", dir, err)
		}
		events = append(events, e)
	}
	if len(events) > 0 && (events[0].Event != eventStart || events[0].Start == nil) {
		return nil, fmt.Errorf("%s: the journal doesn't begin with a start", dir)
	}
	if len(events) > 0 && in != nil && events[0].Start.Root != in.Root {
		relocate(events, in.Root)
	}
	return events, nil
}

// relocate sets the paths of a run's documents, and of what is staged beside them, to their places below root.
func relocate(events []event, root string) {
	for _, e := range events {
		if e.Start != nil {
			for i := range e.Start.Documents {
				d := &e.Start.Documents[i]
				file := filepath.Join(root, filepath.FromSlash(d.Rel))
				e.Start.moved = e.Start.moved || d.File != file
				d.File = file
			}
		}
		if e.Publication == nil {
			continue
		}
		for i := range e.Publication.Replacements {
			rep := &e.Publication.Replacements[i]
			path := filepath.Join(root, filepath.FromSlash(rep.Rel))
			rep.Path, rep.Temp = path, filepath.Join(filepath.Dir(path), filepath.Base(rep.Temp))
		}
	}
}
