package rollback

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
	"github.com/doc-iterate/doc-iterate/rollback/internal/state"
)

// A Place says which runs are meant: those over the document at Path, or over documents below the directory at Path.
// Without a Path, in a repository, they are those of the whole working tree.
type Place struct {
	Path    string   // a document or a directory, relative to Dir; "" is Dir itself
	Dir     string   // the working directory; "" is the process's
	Within  string   // Undo refuses a run that changed documents outside of this directory; "" is anywhere
	Environ []string // as in Options
}

// resolvedPlace is a Place that was found.
type resolvedPlace struct {
	repo *gitdir.Repository // nil outside a repository
	state.Folder
	document string // the document's file, "" if all are meant
	within   string // the directory whose documents are meant
	all      bool   // every document of the working tree is meant
}

func (p Place) resolve(ctx context.Context) (*resolvedPlace, error) {
	dir, err := workingDir(p.Dir)
	if err != nil {
		return nil, err
	}
	path := dir
	if p.Path != "" {
		path = p.Path
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
	}
	file, err := filepath.EvalSymlinks(path)
	if err != nil {
		// A document that was removed since has runs all the same.
		if file, err = filepath.EvalSymlinks(filepath.Dir(path)); err != nil {
			return nil, refusal.CannotOpen(p.Path, err)
		}
		file = filepath.Join(file, filepath.Base(path))
	}
	l := &resolvedPlace{within: file}
	if info, err := os.Stat(file); err != nil || !info.IsDir() {
		l.document, l.within = file, filepath.Dir(file)
	}
	if l.repo, err = gitdir.Open(ctx, l.within, p.Environ); err != nil {
		return nil, err
	}
	if l.repo != nil {
		l.Path, l.all = l.repo.StateDir, p.Path == ""
		return l, nil
	}
	if root := gitdir.WorktreeOf(l.within); root != "" {
		return nil, refusal.New(p.Path, refusal.Unsafe, "lies in a git repository, and the git program was not found",
			"install git", nil)
	}
	l.Path, err = state.UserFolder(p.Environ)
	return l, err
}

func (l *resolvedPlace) close() {
	if l.repo != nil {
		l.repo.Close()
	}
}

// A Record is what is known of a run.
type Record struct {
	ID        string
	Mode      Mode
	Ref       string // the private ref, "" in ModeNone
	Base      string // the commit it began on
	Began     time.Time
	Ended     time.Time // zero for a run that is at work or was interrupted
	Undoes    string    // the run that this one took back
	UndoneBy  string    // the run that took this one back
	Documents []string  // as the user named them
	Files     []string  // the same, absolute, links resolved
	Passes    []PassRecord
}

// A PassRecord is what is known of one pass.
type PassRecord struct {
	Number    int
	Verdict   Verdict
	Message   string
	Commit    string // on the private chain
	Published bool   // in the working tree
	OnBranch  string // the commit on the branch, if there is one
	At        time.Time
}

// Log returns the runs of a place, oldest first.
func Log(ctx context.Context, p Place) ([]Record, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	return l.records()
}

func (l *resolvedPlace) records() ([]Record, error) {
	var all []Record
	for r, err := range l.walkBack(func(string, []byte) bool { return true }) {
		if err != nil {
			return nil, err
		}
		all = append(all, r)
	}
	slices.Reverse(all)
	return all, nil
}

// walkBack yields the runs of the place, the last one first, up to an error. It decodes only the journals for which
// wanted returns true, and those of runs that took another run back: the record of that run names them. Decoding all
// takes seconds after hundreds of runs over a large repository.
func (l *resolvedPlace) walkBack(wanted func(id string, journal []byte) bool) iter.Seq2[Record, error] {
	return func(yield func(Record, error) bool) {
		ids, err := l.Runs()
		if err != nil {
			yield(Record{}, err)
			return
		}
		undone := map[string]string{}
		for _, id := range slices.Backward(ids) {
			data, err := os.ReadFile(journalOf(l.Run(id)))
			asked := wanted(id, data)
			if errors.Is(err, fs.ErrNotExist) || !asked && !bytes.Contains(data, []byte(`"undoes":`)) {
				continue
			}
			events, damage := decodeJournal(data, l.Run(id), l.repo)
			if err = errors.Join(err, damage); err != nil {
				yield(Record{}, refusal.New("", refusal.Unsafe, "the journal of the run "+id+" can't be read",
					"move "+l.Run(id)+" away", err))
				return
			}
			if len(events) == 0 {
				continue
			}
			r := recordOf(id, events)
			r.UndoneBy = undone[id]
			// A run that was taken back itself undoes nothing.
			if r.Undoes != "" && r.Changed() && r.UndoneBy == "" {
				undone[r.Undoes] = id
			}
			if asked && l.concerns(r) && !yield(r, nil) {
				return
			}
		}
	}
}

// concerns reports whether a run is about the documents that are meant.
func (l *resolvedPlace) concerns(r Record) bool {
	return slices.ContainsFunc(r.Files, func(file string) bool {
		if l.document != "" {
			return file == l.document
		}
		return l.all || gitdir.Within(l.within, file)
	})
}

func recordOf(id string, events []event) Record {
	s := events[0].Start
	r := Record{ID: id, Mode: s.Mode, Base: s.Head, Began: events[0].At, Undoes: s.Undoes}
	if s.Mode != ModeNone {
		r.Ref = gitdir.RefPrefix + id
	}
	for _, d := range s.Documents {
		r.Documents = append(r.Documents, d.Path)
		r.Files = append(r.Files, d.File)
	}
	for _, e := range events {
		i := slices.IndexFunc(r.Passes, func(p PassRecord) bool { return p.Number == e.Pass })
		switch e.Event {
		case eventRecorded:
			p := PassRecord{Number: e.Pass, Verdict: e.Verdict, Message: e.Note, Commit: e.Commit, At: e.At}
			if i < 0 {
				r.Passes = append(r.Passes, p)
			} else {
				r.Passes[i] = p
			}
		case eventPublished:
			// A squash publishes all accepted passes at once, under the number of the last.
			for j := 0; j <= i; j++ {
				p := &r.Passes[j]
				if p.Verdict == Accepted && !p.Published && (j == i || s.Squash) {
					p.Published, p.OnBranch = true, e.Commit
				}
			}
		case eventEnd:
			r.Ended = e.At
		}
	}
	return r
}

// find returns one run of a place: the named one, or the last for which choose returns true. none is the message if
// there is no such run.
func (l *resolvedPlace) find(id, none string, choose func(Record) bool) (Record, error) {
	for r, err := range l.walkBack(func(name string, _ []byte) bool { return id == "" || name == id }) {
		if err != nil || id != "" || choose(r) {
			return r, err
		}
	}
	if id != "" {
		return Record{}, refusal.NoRun("there is no run " + id + " here")
	}
	return Record{}, refusal.NoRun(none)
}

// State returns a file that a run stored with SaveState or AppendState; id "" is the last run.
func State(ctx context.Context, p Place, id, name string) ([]byte, Record, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, Record{}, err
	}
	defer l.close()
	r, err := l.find(id, "there is no run here", func(Record) bool { return true })
	if err != nil {
		return nil, r, err
	}
	data, err := os.ReadFile(filepath.Join(l.Run(r.ID), filepath.Base(name)))
	return data, r, err
}

// A Kept is files that a run stored with SaveState or AppendState, by name.
type Kept struct {
	Record Record
	Files  map[string][]byte
}

// States returns the files of these names that the runs of a place stored, oldest run first: those of the last most
// runs that stored one. Files of more than size bytes are left out.
func States(ctx context.Context, p Place, most int, size int64, names ...string) ([]Kept, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	stored := func(id string, journal []byte) bool {
		return l.mayConcern(journal) && slices.ContainsFunc(names, func(name string) bool {
			info, err := os.Stat(filepath.Join(l.Run(id), filepath.Base(name)))
			return err == nil && info.Size() <= size
		})
	}
	var out []Kept
	for r, err := range l.walkBack(stored) {
		if err != nil {
			return nil, err
		}
		kept := Kept{r, map[string][]byte{}}
		for _, name := range names {
			path := filepath.Join(l.Run(r.ID), filepath.Base(name))
			if info, err := os.Stat(path); err != nil || info.Size() > size {
				continue
			}
			if kept.Files[name], err = os.ReadFile(path); err != nil {
				return nil, err
			}
		}
		if out = append(out, kept); len(out) == most {
			break
		}
	}
	slices.Reverse(out)
	return out, nil
}

// mayConcern reports whether a run may be about the documents that are meant. The bytes of its journal hold the path of
// each document, or at least its name if the repository was moved since.
func (l *resolvedPlace) mayConcern(journal []byte) bool {
	path := cmp.Or(l.document, l.within)
	if l.repo != nil {
		path = filepath.Base(l.document) // of none ".", which the time of each event has
	}
	text, err := json.Marshal(disk.EscapePath(path))
	return err != nil || bytes.Contains(journal, bytes.Trim(text, `"`))
}

// IsRun reports whether s has the form of a run's name, so that a command can tell a run from a path.
func IsRun(s string) bool { return state.IsRunName(strings.TrimPrefix(s, gitdir.RefPrefix)) }
