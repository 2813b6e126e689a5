package main

import (
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// runStatus shows where the last run of a document, or of the repository, stands.
func runStatus(s *session, args []string) (int, error) {
	flags := s.newFlags("status", "[flags] [PATH|RUN]", "Show the state of the last run, or of RUN.")
	raw := addPrinting(flags)
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validatePrinting()
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
	record, ok := pick(records, id)
	if !ok {
		fmt.Fprintln(s.out, "No run yet.")
		return gate.ExitClean, nil
	}
	kept, err := s.states(place, record.ID)
	if err != nil {
		return gate.ExitTrouble, err
	}
	var states []report.Status
	var without []string
	for _, doc := range record.Documents {
		if place.Path != "" && filepath.Clean(place.Path) != doc && len(record.Documents) > 1 {
			continue
		}
		state := kept[doc]
		if state == nil {
			without = append(without, doc)
			continue
		}
		state.Snapshot = nil // of use to resume alone
		one := report.Status{State: *state}
		if place.Path != "" || len(record.Documents) == 1 { // of many it would take long
			if one.Rate, err = s.rate(place, doc); err != nil {
				return gate.ExitTrouble, err
			}
		}
		states = append(states, one)
	}
	if len(without) > 0 {
		slices.Sort(without)
		s.note(c, "run %s kept no state of %s", record.ID, list(without, 3))
	}
	return gate.ExitClean, s.emit(c, func(w io.Writer, f report.Format, style report.Style) error {
		return report.WriteStatus(w, f, states, style)
	})
}

// rate is how many of the last runs over a document converged.
func (s *session) rate(place rollback.Place, doc string) (*report.Rate, error) {
	const most = 20
	kept, err := rollback.States(s.ctx, place, statesName, most)
	if err != nil {
		return nil, err
	}
	var rate report.Rate
	for _, data := range kept {
		if state := stateOf(data, doc); state != nil {
			rate.Count(state.Decision)
		}
	}
	return &rate, nil
}

// pick is the record of the run with this id, or the last one.
func pick(records []rollback.Record, id string) (rollback.Record, bool) {
	for i := len(records) - 1; i >= 0; i-- {
		if id == "" || records[i].ID == id {
			return records[i], true
		}
	}
	return rollback.Record{}, false
}

// runLog lists the passes of the runs of the repository.
func runLog(s *session, args []string) (int, error) {
	flags := s.newFlags("log", "[flags] [PATH]", "List the runs of this repository, or of one document.")
	raw := addPrinting(flags)
	prune := flags.Duration("prune", 0, "forget the private history of finished runs older than this `AGE`, such as 720h")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validatePrinting()
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
	var out []report.LogEntry
	for _, p := range r.Passes {
		subject, _, _ := strings.Cut(p.Message, "\n")
		out = append(out, report.LogEntry{
			Run: r.ID, Pass: p.Number, Verdict: string(p.Verdict), Commit: p.Commit, Base: r.Base, Time: p.At,
			Subject: subject, Paths: r.Documents, Published: p.OnBranch, Undone: r.UndoneBy != "",
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
	flags := s.newFlags("undo", "[RUN]", "Take the last run back, or RUN, by a new commit.")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	place, id, err := s.place(flags.Args())
	if err != nil {
		return gate.ExitTrouble, err
	}
	record, err := rollback.Undo(s.ctx, place, id, func(text string) { s.say("note", "%s", text) })
	if err != nil {
		return gate.ExitTrouble, err
	}
	names := newNaming(true)
	documents := make([]string, len(record.Documents))
	for i, doc := range record.Documents {
		documents[i] = names.of(doc)
	}
	slices.Sort(documents)
	fmt.Fprintf(s.out, "Took back run %s: %s\n", record.Undoes, report.Visible(list(documents, 3)))
	return gate.ExitClean, nil
}

// place reads the one argument of the commands about runs: a run's name, or a
// document or folder whose runs are meant.
func (s *session) place(args []string) (place rollback.Place, id string, err error) {
	place.Environ = s.environ
	switch {
	case len(args) > 1:
		return place, "", fmt.Errorf("want one path or run, not %d", len(args))
	case len(args) == 1 && rollback.IsRun(args[0]):
		return place, args[0], nil
	case len(args) == 1:
		place.Path = args[0]
	}
	return place, "", nil
}
