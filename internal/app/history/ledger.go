package history

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A Ledger keeps the passes of a loop in a run of rollback.
type Ledger struct{ Run *rollback.Run }

// Record records a pass before it is published.
func (l *Ledger) Record(ctx context.Context, p result.Pass) error {
	contents := map[string][]byte{}
	for _, r := range p.Revisions {
		contents[r.Path] = r.After
	}
	verdict := rollback.Rejected
	if p.Verdict == table.Accepted {
		verdict = rollback.Accepted
	}
	message := subject(p)
	if l.Run.Mode() != rollback.ModeNone { // without commits only the log shows the message, and only its first line
		message += "\n\n" + body(p)
	}
	_, err := l.Run.Record(ctx, rollback.Pass{Number: p.Number, Verdict: verdict, Contents: contents, Message: message})
	return err
}

// Publish writes an accepted pass to the documents.
func (l *Ledger) Publish(ctx context.Context, p result.Pass) error {
	_, err := l.Run.Publish(ctx, p.Number)
	return err
}

// Checkpoint keeps the states of documents.
func (l *Ledger) Checkpoint(_ context.Context, states []result.State) error {
	lines, err := encodeStates(states)
	if err != nil {
		return err
	}
	return l.Run.AppendState(statesFile, func(w io.Writer) error {
		for _, line := range lines {
			if _, err := w.Write(line); err != nil {
				return err
			}
		}
		return nil
	})
}

// SquashMessage returns the message of the one commit that the accepted passes become, "" where there are none.
func SquashMessage(passes []result.Pass) string {
	var all result.Pass
	for _, p := range passes {
		if p.Verdict != table.Accepted {
			continue
		}
		all.Fixes = append(all.Fixes, p.Fixes...)
		for _, r := range p.Revisions {
			if !slices.ContainsFunc(all.Revisions, func(known result.Revision) bool { return known.Path == r.Path }) {
				all.Revisions = append(all.Revisions, r)
			}
		}
	}
	if len(all.Fixes) == 0 {
		return ""
	}
	return subject(all) + "\n\n" + body(all)
}

// subject returns the first line of the commit message of a pass.
func subject(p result.Pass) string {
	var paths []string
	where := workspace.NewLocations() // a message is about the repository, from wherever a document was named
	for _, r := range p.Revisions {
		paths = append(paths, wording.Visible(filepath.ToSlash(where.Of(r.Path).Name)))
	}
	silenced := 0
	for _, f := range p.Fixes {
		if f.Finding.Remedy == review.Silence {
			silenced++
		}
	}
	what := "Resolve " + wording.Count(len(p.Fixes)-silenced, "finding")
	switch {
	case silenced == len(p.Fixes):
		what = "Silence " + wording.Count(silenced, "finding")
	case silenced > 0:
		what += fmt.Sprintf(" and silence %d", silenced)
	}
	return what + " in " + wording.List(paths, 2)
}

// body returns the rest of the commit message of a pass: one line for each fix.
func body(p result.Pass) string {
	var b strings.Builder
	for _, f := range p.Fixes {
		name := f.Finding.Rule
		switch {
		case name == "":
			name = f.Finding.ID
		case f.Finding.ID != "" && f.Finding.ID != name:
			name += " (" + f.Finding.ID + ")"
		}
		fmt.Fprintf(&b, "%s: %s -> %s\n", wording.Visible(name), quoted(f.Old), quoted(f.New))
	}
	return b.String()
}

// quoted quotes a text for a commit message, shortened.
func quoted(s string) string {
	const most = 60
	r := []rune(s)
	if len(r) > most {
		r = append(r[:most-1], '…')
	}
	return fmt.Sprintf("%q", string(r))
}

// A DryLedger is for runs that write nothing.
type DryLedger struct{}

// Record does nothing.
func (DryLedger) Record(context.Context, result.Pass) error { return nil }

// Publish does nothing.
func (DryLedger) Publish(context.Context, result.Pass) error { return nil }

// Checkpoint does nothing.
func (DryLedger) Checkpoint(context.Context, []result.State) error { return nil }
