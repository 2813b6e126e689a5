package rollback

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A Place says whose runs are meant: those over the document that Path is, or over documents below the directory
// that it is. Where there is no Path, in a repository, those of the whole working tree.
type Place struct {
	Path    string   // a document or a directory, relative to Dir; "" is Dir itself
	Dir     string   // the working directory; "" is the process's
	Within  string   // Undo refuses a run that changed documents outside of this directory; "" is anywhere
	Environ []string // as in Options
}

// resolvedPlace is a Place that was found.
type resolvedPlace struct {
	repo *gitdir.Repository // nil outside a repository
	stateFolder
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
		l.stateFolder.path, l.all = l.repo.StateDir, p.Path == ""
		return l, nil
	}
	if root := gitdir.WorktreeOf(l.within); root != "" {
		return nil, refusal.New(p.Path, refusal.Unsafe, "lies in a git repository, and the git program was not found",
			"install git", nil)
	}
	l.stateFolder.path, err = userFolder(p.Environ)
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
	ids, err := l.runs()
	if err != nil {
		return nil, err
	}
	var all []Record
	for _, id := range ids {
		events, err := readJournal(l.run(id), l.repo)
		if errors.Is(err, fs.ErrNotExist) || len(events) == 0 && err == nil {
			continue
		}
		if err != nil {
			return nil, refusal.New("", refusal.Unsafe, "the journal of the run "+id+" can't be read",
				"move "+l.run(id)+" away", err)
		}
		all = append(all, recordOf(id, events))
	}
	// From the last one on: what took a run back counts unless it was taken back itself.
	undone := map[string]string{}
	for i, r := range slices.Backward(all) {
		all[i].UndoneBy = undone[r.ID]
		if r.Undoes != "" && r.Changed() && undone[r.ID] == "" {
			undone[r.Undoes] = r.ID
		}
	}
	return slices.DeleteFunc(all, func(r Record) bool { return !l.concerns(r) }), nil
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

// find returns one run of a place: the named one, or the last that choose takes. none says
// that it takes none.
func (l *resolvedPlace) find(id, none string, choose func(Record) bool) (Record, error) {
	records, err := l.records()
	if err != nil {
		return Record{}, err
	}
	for _, r := range slices.Backward(records) {
		if id == "" && choose(r) || id != "" && r.ID == id {
			return r, nil
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
	data, err := os.ReadFile(filepath.Join(l.run(r.ID), filepath.Base(name)))
	return data, r, err
}

// A Kept is files that a run stored with SaveState or AppendState, by name.
type Kept struct {
	Record Record
	Files  map[string][]byte
}

// States returns the files of these names that the runs of a place, the last most of them, stored, oldest run first.
// Files of more than size bytes are left out, and so is a run that stored none.
func States(ctx context.Context, p Place, most int, size int64, names ...string) ([]Kept, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	records, err := l.records()
	if err != nil {
		return nil, err
	}
	var out []Kept
	for _, r := range records[max(0, len(records)-most):] {
		kept := Kept{r, map[string][]byte{}}
		for _, name := range names {
			path := filepath.Join(l.run(r.ID), filepath.Base(name))
			if info, err := os.Stat(path); err == nil && info.Size() > size {
				continue
			}
			data, err := os.ReadFile(path)
			switch {
			case errors.Is(err, fs.ErrNotExist):
			case err != nil:
				return nil, err
			default:
				kept.Files[name] = data
			}
		}
		if len(kept.Files) > 0 {
			out = append(out, kept)
		}
	}
	return out, nil
}

// IsRun reports whether s has the form of a run's name, so that a command can tell a run from a path.
func IsRun(s string) bool { return runName().MatchString(strings.TrimPrefix(s, gitdir.RefPrefix)) }
