package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/report/runs"
	"github.com/doc-iterate/doc-iterate/rollback"
)

func defineLog(flags *pflag.FlagSet) action {
	var c common
	c.addRunPrinting(flags)
	flags.Lookup("format").Usage = "how to print runs: text, json or yaml, and html for one RUN; may repeat"
	prune := flags.Duration("prune", 0,
		"forget the private history of finished runs older than this `AGE`, such as 720h")
	return func(s *session, args []string) (int, error) {
		place, id, err := s.place(args)
		if err == nil {
			err = c.validateRunPrinting(id)
		}
		if err != nil {
			return gate.ExitTrouble, err
		}
		if flags.Changed("prune") {
			return gate.ExitClean, s.prune(place, *prune)
		}
		records, err := rollback.Log(s.ctx, place)
		if err != nil {
			return gate.ExitTrouble, err
		}
		var entries []runs.LogEntry
		for _, r := range records {
			if id == "" || r.ID == id {
				entries = append(entries, logEntries(r)...)
			}
		}
		if id != "" && len(entries) == 0 {
			return gate.ExitTrouble, fmt.Errorf("there is no run %s here; see doc-iterate log", id)
		}
		return gate.ExitClean, c.emit(s, func(w io.Writer, f report.Format, style report.Style) error {
			if f == report.HTML {
				return s.writePastRun(w, place, id, entries)
			}
			return runs.WriteLog(w, f, entries, style)
		})
	}
}

// writePastRun writes the run with this id as a page.
func (s *session) writePastRun(w io.Writer, place rollback.Place, id string, entries []runs.LogEntry) error {
	states, err := history.States(s.ctx, place, id)
	if err != nil {
		return err
	}
	trend, _ := history.Trend(s.ctx, place, id)
	run := runs.Past{Tool: tool(), ID: id, Passes: entries, Trend: trend, Find: func(path, sum string) []byte {
		of := place
		of.Path = path
		src, err := rollback.Find(s.ctx, of, sum)
		if err != nil {
			return nil // the page does without the difference
		}
		return src
	}}
	for _, path := range slices.Sorted(maps.Keys(states)) {
		run.States = append(run.States, runs.Status{State: *states[path]})
	}
	return runs.WritePast(w, run)
}

// logEntries returns the passes of a run, or one entry for a run without passes.
func logEntries(r rollback.Record) []runs.LogEntry {
	if len(r.Passes) == 0 {
		subject := "Nothing was changed"
		if r.Ended.IsZero() {
			subject = "Has not ended"
		}
		return []runs.LogEntry{{Run: r.ID, Base: r.Base, Time: r.Began, Subject: subject, Paths: r.Documents}}
	}
	var out []runs.LogEntry
	for _, p := range r.Passes {
		subject, _, _ := strings.Cut(p.Message, "\n")
		out = append(out, runs.LogEntry{
			Run: r.ID, Pass: p.Number, Verdict: string(p.Verdict), Commit: p.Commit, Base: r.Base, Time: p.At,
			Subject: subject, Paths: r.Documents, Published: p.OnBranch, Undone: r.UndoneBy != "",
			Withheld: p.Verdict == rollback.Accepted && !p.Published,
		})
	}
	return out
}

// prune forgets the finished runs that are older than age.
func (s *session) prune(place rollback.Place, age time.Duration) error {
	limit := time.Now().Add(-age)
	gone, err := rollback.Prune(s.ctx, place, func(r rollback.Record) bool {
		return !r.Ended.IsZero() && r.Ended.Before(limit)
	})
	for _, id := range gone {
		fmt.Fprintf(s.out, "forgot %s\n", id)
	}
	return err
}
