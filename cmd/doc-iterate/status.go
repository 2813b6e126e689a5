package main

import (
	"fmt"
	"io"
	"slices"

	"github.com/spf13/pflag"

	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/report/runs"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/rollback"
)

func defineStatus(flags *pflag.FlagSet) action {
	var c common
	c.addRunPrinting(flags)
	return func(s *session, args []string) (int, error) {
		if err := c.validateRunPrinting(""); err != nil {
			return gate.ExitTrouble, err
		}
		place, id, err := s.place(args)
		if err != nil {
			return gate.ExitTrouble, err
		}
		for _, line := range history.Kept(s.ctx, place, id) {
			s.note("%s", line)
		}
		return gate.ExitClean, s.status(&c, place, id)
	}
}

// status prints where the run with this id stands, or, for "", the last run at a place.
func (s *session) status(c *common, place rollback.Place, id string) error {
	records, err := rollback.Log(s.ctx, place)
	if err != nil {
		return err
	}
	record, docs := findRun(records, id, place.Path)
	var kept map[string]*result.State
	if len(docs) > 0 {
		if kept, err = history.States(s.ctx, place, record.ID); err != nil {
			return err
		}
	} else if id != "" {
		return fmt.Errorf("there is no run %s here; see doc-iterate log", id)
	}
	states := []runs.Status{}
	var without []string
	for _, doc := range docs {
		state := kept[doc]
		if state == nil {
			without = append(without, doc)
			continue
		}
		state.Snapshot = nil // only resume needs it
		one := runs.Status{State: *state}
		if len(docs) == 1 { // for many it would take long
			if one.Rate, err = s.rate(place, doc); err != nil {
				return err
			}
		}
		states = append(states, one)
	}
	if len(without) > 0 {
		what := "kept no state of"
		switch {
		case record.Undoes != "" && record.Changed():
			what = "took run " + record.Undoes + " back:"
		case len(record.Passes) > 0 && !record.Changed():
			what = "was refused when it was to change"
		case !record.Ended.IsZero(): // no state is kept of a document with nothing to do
			what = "found nothing to do in"
		}
		text := fmt.Sprintf("run %s %s %s", record.ID, what, shortNames(without))
		if len(states) == 0 && c.sinks[0].format == report.Text {
			fmt.Fprintln(s.out, text)
			return nil
		}
		c.noteOf(s)("%s", text)
	}
	return c.emit(s, func(w io.Writer, f report.Format, style report.Style) error {
		return runs.WriteStatus(w, f, states, style)
	})
}

// rate returns how many of the last runs over a document converged.
func (s *session) rate(place rollback.Place, doc string) (*runs.Rate, error) {
	const most = 20
	decisions, err := history.Decisions(s.ctx, place, doc, most)
	var rate runs.Rate
	for _, d := range decisions {
		rate.Count(d)
	}
	return &rate, err
}

// findRun returns the run with this id, or the last one, and those of its documents that path names; "" is all.
func findRun(records []rollback.Record, id, path string) (rollback.Record, []string) {
	for _, r := range slices.Backward(records) {
		if id != "" && r.ID != id {
			continue
		}
		docs := r.Documents
		if path != "" {
			docs = history.DocumentsAt(r, path)
		}
		if len(docs) > 0 {
			return r, docs
		}
	}
	return rollback.Record{}, nil
}

// place reads the one argument of the commands about runs: the id of a run, or a document or folder whose runs are
// meant.
func (s *session) place(args []string) (place rollback.Place, id string, err error) {
	place.Environ = s.environ
	switch {
	case len(args) > 1:
		return place, "", fmt.Errorf("want one path or run, not %d", len(args))
	case slices.Contains(args, ""):
		return place, "", workspace.ErrEmptyArgument
	case len(args) == 1 && rollback.IsRun(args[0]):
		return place, args[0], nil
	case len(args) == 1:
		place.Path = args[0]
	}
	return place, "", nil
}

// shortNames lists the first few documents. The names that a run has which undid another one are absolute.
func shortNames(documents []string) string {
	names := workspace.NewNames(true)
	out := make([]string, len(documents))
	for i, doc := range documents {
		out[i] = names.Of(doc)
	}
	slices.Sort(out)
	return wording.Visible(wording.List(out, 3))
}
