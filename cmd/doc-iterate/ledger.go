package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A ledger keeps the passes of a loop in git, or where rollback puts them.
type ledger struct {
	run    *rollback.Run
	states stateEncoder
}

func (l *ledger) Record(ctx context.Context, p loop.Pass) error {
	contents := map[string][]byte{}
	for _, r := range p.Revisions {
		contents[r.Path] = r.After
	}
	verdict := rollback.Rejected
	if p.Verdict == loop.Accepted {
		verdict = rollback.Accepted
	}
	message := passSubject(p)
	if l.run.Mode() != rollback.ModeNone { // without commits nobody reads more than the log shows
		message += "\n\n" + passFixes(p)
	}
	_, err := l.run.Record(ctx, rollback.Pass{Number: p.Number, Verdict: verdict, Contents: contents, Message: message})
	return err
}

func (l *ledger) Publish(ctx context.Context, p loop.Pass) error {
	_, err := l.run.Publish(ctx, p.Number)
	return err
}

func (l *ledger) Checkpoint(_ context.Context, states []loop.State) error {
	lines, err := l.states.encode(states)
	if err != nil {
		return err
	}
	return l.run.AppendState(statesName, lines...)
}

// passSubject is what a pass does, as the first line of its commit message says it.
func passSubject(p loop.Pass) string {
	var paths []string
	for _, r := range p.Revisions {
		paths = append(paths, r.Path)
	}
	return fmt.Sprintf("Resolve %s in %s", wording.Count(len(p.Fixes), "finding"), list(paths, 2))
}

// passFixes is the rest of the commit message of a pass: one line for each fix.
func passFixes(p loop.Pass) string {
	var b strings.Builder
	for _, f := range p.Fixes {
		fmt.Fprintf(&b, "%s: %s -> %s\n", subject(f), oneLine(f.Old), oneLine(f.New))
	}
	return b.String()
}

func subject(f loop.Fix) string {
	if f.Finding.ID == "" || f.Finding.ID == f.Finding.Rule {
		return f.Finding.Rule
	}
	if f.Finding.Rule == "" {
		return f.Finding.ID
	}
	return f.Finding.Rule + " (" + f.Finding.ID + ")"
}

// oneLine quotes a text for a commit message, shortened.
func oneLine(s string) string {
	const most = 60
	r := []rune(s)
	if len(r) > most {
		r = append(r[:most-1], '…')
	}
	return fmt.Sprintf("%q", string(r))
}

// list names the first few of many.
func list(names []string, most int) string {
	if last := len(names) - 1; last > 0 && last < most {
		return strings.Join(names[:last], ", ") + " and " + names[last]
	}
	if len(names) <= most {
		return strings.Join(names, "")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:most-1], ", "), len(names)-most+1)
}

// dryLedger is for runs that write nothing.
type dryLedger struct{}

func (dryLedger) Record(context.Context, loop.Pass) error        { return nil }
func (dryLedger) Publish(context.Context, loop.Pass) error       { return nil }
func (dryLedger) Checkpoint(context.Context, []loop.State) error { return nil }
