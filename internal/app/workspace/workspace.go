// Package workspace finds the documents of a run and what belongs to each: the rules that hold for it, the repository
// that it lies in, its older revision, the files that it may link to, and the documents that link to it.
//
// Invariants:
//   - It writes nothing but a baseline and the files of `init`, and asks git through rollback alone.
//   - A document has one name in a run, as the user typed it, cleaned.
//   - What can't be read is a failure of one document: the others are still worked on.
package workspace

import (
	"io"
	"path/filepath"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review/habit"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Options says which documents and findings count.
type Options struct {
	Config    string // the file with the rules; "" looks in the document's folder and above
	Since     string // the revision whose findings don't count
	Staged    bool   // only what is staged counts
	FromIndex bool   // documents may be in the index alone
	Baseline  string // the file of known findings, "" for none
	Shard     gate.Shard
	StdinName string // where the document lies that - stands for
	Jobs      int    // how many documents to work on at once
	Evidence  string // the file of evidence of all documents, "" for none
	Version   string // of the program
	// Asks reports whether a rule is asked at all; nil is yes for each.
	Asks func(rule string) bool
	// On are the rules that are on, whatever a configuration says.
	On []string
	// Unsafe takes fixes for safe that a person has to ask for.
	Unsafe bool
	// Aside says that the run is about something else than the rules: what is to be said of them is left out.
	Aside bool
}

// A Workspace finds and reads documents for one run.
type Workspace struct {
	Options
	Environ []string // for git
	Stdin   io.Reader
	Note    func(format string, args ...any) // tells the user something that was not asked for
	Warn    func(format string, args ...any) // tells the user what could not be done
	// Buffer returns the text of a file that an editor has open and that is no document of the run; it counts in
	// place of what the file holds. It may be nil. It is called for several files at a time.
	Buffer func(path string) ([]byte, bool)

	unasked  unasked
	slugs    sync.Once // the note of Files
	settling sync.Mutex
	where    Locations
	habitual map[asker]*rules.Set // rules with habits; see Settled
	listing  sync.Mutex
	listings map[string]listing  // by folder; see list
	walked   map[string][]string // the files of folders outside of repositories, as they were found, by folder
	// unsettled is the rules that others were settled from, counted the places that were counted for that.
	unsettled map[*rules.Set]*rules.Set
	counted   map[asker]habit.Counts
	given     *Evidence // nil for none
}

// Fail tells the user why a document could not be read, and keeps that for the results.
func (w *Workspace) Fail(s *Selection, path string, err error) {
	w.Warn("%s: %v", wording.Visible(path), err)
	w.unasked.told.Store(filepath.ToSlash(path), true)
	s.Failures = append(s.Failures, report.Failure{Path: path, Message: err.Error()})
}
