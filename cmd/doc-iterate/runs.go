package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// runStatus shows where the last run of a document, or of the repository, stands.
func runStatus(s *session, args []string) (int, error) {
	flags := s.newFlags("status", "[flags] [PATH|RUN]", "Show the state of the last run, of the last over PATH, or of RUN.")
	raw := addStatePrinting(flags)
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validateStatePrinting()
	if err != nil {
		return gate.ExitTrouble, err
	}
	place, id, err := s.place(flags.Args())
	if err != nil {
		return gate.ExitTrouble, err
	}
	records, err := rollback.Log(s.ctx, place)
	if err != nil {
		return gate.ExitTrouble, err
	}
	record, docs := pick(records, id, place.Path)
	var kept map[string]*loop.State
	switch {
	case len(docs) > 0:
		if kept, err = s.states(place, record.ID); err != nil {
			return gate.ExitTrouble, err
		}
	case id != "":
		return gate.ExitTrouble, fmt.Errorf("there is no run %s here; see doc-iterate log", id)
	}
	states := []report.Status{}
	var without []string
	for _, doc := range docs {
		state := kept[doc]
		if state == nil {
			without = append(without, doc)
			continue
		}
		state.Snapshot = nil // of use to resume alone
		one := report.Status{State: *state}
		if len(docs) == 1 { // of many it would take long
			if one.Rate, err = s.rate(place, doc); err != nil {
				return gate.ExitTrouble, err
			}
		}
		states = append(states, one)
	}
	if len(without) > 0 {
		what := "kept no state of"
		switch {
		case record.Undoes != "" && record.Changed():
			what = "took run " + record.Undoes + " back:"
		case !record.Ended.IsZero(): // of a document with nothing to do none is kept
			what = "found nothing to do in"
		}
		text := fmt.Sprintf("run %s %s %s", record.ID, what, told(without))
		if len(states) == 0 && c.sinks[0].format == report.Text {
			fmt.Fprintln(s.out, text)
			return gate.ExitClean, nil
		}
		s.note(c, "%s", text)
	}
	return gate.ExitClean, s.emit(c, func(w io.Writer, f report.Format, style report.Style) error {
		return report.WriteStatus(w, f, states, style)
	})
}

// rate is how many of the last runs over a document converged.
func (s *session) rate(place rollback.Place, doc string) (*report.Rate, error) {
	const most = 20
	kept, err := rollback.States(s.ctx, place, most, statesName)
	if err != nil {
		return nil, err
	}
	var rate report.Rate
	for _, k := range kept {
		if state := stateOf(k.Files[statesName], doc); state != nil {
			rate.Count(state.Decision)
		}
	}
	return &rate, nil
}

// pick is the record of the run with this id, or of the last one, with its documents that
// a path means: "" is all of them.
func pick(records []rollback.Record, id, path string) (rollback.Record, []string) {
	for _, r := range slices.Backward(records) {
		if id != "" && r.ID != id {
			continue
		}
		docs := r.Documents
		if path != "" {
			docs = documentsAt(r, path)
		}
		if len(docs) > 0 {
			return r, docs
		}
	}
	return rollback.Record{}, nil
}

// documentsAt is the names that a run gave to the document at path, or to those below
// that folder.
func documentsAt(record rollback.Record, path string) []string {
	var out []string
	at := realPath(path)
	for n, file := range record.Files {
		if file == at || strings.HasPrefix(file, strings.TrimSuffix(at, string(filepath.Separator))+string(filepath.Separator)) {
			out = append(out, record.Documents[n])
		}
	}
	return out
}

// runLog lists the passes of the runs of the repository.
func runLog(s *session, args []string) (int, error) {
	flags := s.newFlags("log", "[flags] [PATH]", "List the runs of this repository, or those over PATH.")
	raw := addStatePrinting(flags)
	prune := flags.Duration("prune", 0, "forget the private history of finished runs older than this `AGE`, such as 720h")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validateStatePrinting()
	if err != nil {
		return gate.ExitTrouble, err
	}
	place, _, err := s.place(flags.Args())
	if err != nil {
		return gate.ExitTrouble, err
	}
	if flags.Changed("prune") {
		return s.prune(place, *prune)
	}
	records, err := rollback.Log(s.ctx, place)
	if err != nil {
		return gate.ExitTrouble, err
	}
	var entries []report.LogEntry
	for _, r := range records {
		entries = append(entries, logEntries(r)...)
	}
	return gate.ExitClean, s.emit(c, func(w io.Writer, f report.Format, style report.Style) error {
		return report.WriteLog(w, f, entries, style)
	})
}

func logEntries(r rollback.Record) []report.LogEntry {
	if len(r.Passes) == 0 {
		subject := "Nothing was changed"
		if r.Ended.IsZero() {
			subject = "Has not ended"
		}
		return []report.LogEntry{{Run: r.ID, Base: r.Base, Time: r.Began, Subject: subject, Paths: r.Documents}}
	}
	var out []report.LogEntry
	for _, p := range r.Passes {
		subject, _, _ := strings.Cut(p.Message, "\n")
		out = append(out, report.LogEntry{
			Run: r.ID, Pass: p.Number, Verdict: string(p.Verdict), Commit: p.Commit, Base: r.Base, Time: p.At,
			Subject: subject, Paths: r.Documents, Published: p.OnBranch, Undone: r.UndoneBy != "",
			Withheld: p.Verdict == rollback.Accepted && !p.Published,
		})
	}
	return out
}

func (s *session) prune(place rollback.Place, age time.Duration) (int, error) {
	limit := time.Now().Add(-age)
	gone, err := rollback.Prune(s.ctx, place, func(r rollback.Record) bool {
		return !r.Ended.IsZero() && r.Ended.Before(limit)
	})
	for _, id := range gone {
		fmt.Fprintf(s.out, "forgot %s\n", id)
	}
	if err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitClean, nil
}

// runUndo takes a run back by a new commit.
func runUndo(s *session, args []string) (int, error) {
	flags := s.newFlags("undo", "[PATH|RUN]", "Take the last run back, the last over PATH, or RUN, by a new commit.")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	place, id, err := s.place(flags.Args())
	if err != nil {
		return gate.ExitTrouble, err
	}
	return s.undo(place, id)
}

// undo takes a run back, "" the last one, and says so.
func (s *session) undo(place rollback.Place, id string) (int, error) {
	record, err := rollback.Undo(s.ctx, place, id, func(text string) { s.say("note", "%s", text) })
	if err != nil {
		return gate.ExitTrouble, err
	}
	s.tookBack(record)
	return gate.ExitClean, nil
}

// tookBack says what an undo did.
func (s *session) tookBack(record rollback.Record) {
	fmt.Fprintf(s.out, "Took back run %s: %s\n", record.Undoes, told(record.Documents))
}

// told is the first of some documents' names: those that a run has which took another
// back are absolute.
func told(documents []string) string {
	names := newNaming(true)
	out := make([]string, len(documents))
	for i, doc := range documents {
		out[i] = names.of(doc)
	}
	slices.Sort(out)
	return report.Visible(list(out, 3))
}

// place reads the one argument of the commands about runs: a run's name, or a
// document or folder whose runs are meant.
func (s *session) place(args []string) (place rollback.Place, id string, err error) {
	place.Environ = s.environ
	switch {
	case len(args) > 1:
		return place, "", fmt.Errorf("want one path or run, not %d", len(args))
	case slices.Contains(args, ""):
		return place, "", errEmptyArgument
	case len(args) == 1 && rollback.IsRun(args[0]):
		return place, args[0], nil
	case len(args) == 1:
		place.Path = args[0]
	}
	return place, "", nil
}
