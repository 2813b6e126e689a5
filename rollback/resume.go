package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// Resume goes on with a run that did not end: it was killed, or left by Suspend. First it completes what the run had
// begun, and publishes an accepted pass that was recorded. id "" is the last run of the place. The returned Run is
// where the old process was after its last pass; Record says which passes there were.
//
// opt needs no Paths and no Mode: those of the run hold.
func Resume(ctx context.Context, p Place, id string, opt Options) (*Run, Record, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, Record{}, err
	}
	defer l.close()
	rec, err := l.find(strings.TrimPrefix(id, gitdir.RefPrefix), "there is no run to resume here",
		func(Record) bool { return true })
	if err != nil {
		return nil, rec, err
	}
	if !rec.Ended.IsZero() {
		return nil, rec, refusal.NoRun("run " + rec.ID + " has ended and can't be resumed")
	}
	opt.Paths, opt.Mode, opt.undoes, opt.Dir, opt.Refused = rec.Files, rec.Mode, rec.Undoes, p.Dir, nil
	opt.Environ = p.Environ
	r, err := prepare(ctx, opt)
	if err != nil {
		return nil, rec, err
	}
	if err := r.resume(ctx, rec.ID); err != nil {
		r.release()
		return nil, rec, err
	}
	events, err := readJournal(r.dir, r.repo)
	if err != nil {
		r.release()
		return nil, rec, err
	}
	return r, recordOf(rec.ID, events), nil
}

// resume brings a prepared Run to where the run of that name was.
func (r *Run) resume(ctx context.Context, id string) error {
	r.id, r.dir = id, r.state.Run(id)
	events, err := readJournal(r.dir, r.repo)
	if err != nil {
		return err
	}
	s := events[0].Start
	if s.moved && !sameFolder(s.Root, r.repo.Root) {
		return refusal.New("", refusal.Moved,
			"run "+id+" started in "+s.Root+"; this repository was moved or copied since", "start a new run", nil)
	}
	if r.mode != s.Mode {
		return refusal.New("", refusal.Unknown, fmt.Sprintf("run %s started with --commit=%s, which is not possible here",
			id, s.Mode), "resume it where it started", nil)
	}
	r.squash, r.undoes = s.Squash, s.Undoes
	if err := r.matchDocuments(s, events); err != nil {
		return err
	}
	if r.mode != ModeNone {
		if r.mode == ModeBranch && r.repo.Head.Ref != s.Branch {
			return refusal.New("", refusal.Moved, fmt.Sprintf("the run started on %s, but HEAD is on %s",
				branchName(s.Branch), branchName(r.repo.Head.Ref)), "switch back with git switch", nil)
		}
		if err := r.check(ctx, Options{AllowDirty: r.mode == ModeRecord}); err != nil {
			return err
		}
	}
	if err := r.state.Mark(id); err != nil {
		return err
	}
	if r.journal, err = openJournal(r.dir, r.step); err != nil {
		return err
	}
	if len(events) == 1 {
		return r.resnapshot(ctx)
	}
	if events, err = r.recordUnjournaled(ctx, events); err != nil {
		return err
	}
	return r.publishPending(ctx, events)
}

// sameFolder reports whether two paths lead to one folder, which then was not moved: the paths differ in letter case,
// or a link stands at the old place.
func sameFolder(a, b string) bool {
	one, err := os.Stat(a)
	other, err2 := os.Stat(b)
	return err == nil && err2 == nil && os.SameFile(one, other)
}

// matchDocuments names the documents as the first process did, and checks that they have the bytes that it left.
func (r *Run) matchDocuments(s *start, events []event) error {
	_, after := blobsBeforeAndAfter(events)
	for _, e := range s.Documents {
		d := r.byPath[e.File]
		if d == nil {
			return fmt.Errorf("run %s: %s is not among its documents", r.id, e.File)
		}
		d.Given, r.byPath[e.Path] = e.Path, d
		if d.Raw != after[e.File] {
			return refusal.New(d.Given, refusal.Edited, "was edited since the run was interrupted", "start a new run",
				nil)
		}
	}
	return nil
}

// resnapshot stores the snapshot of a run that was killed before its journal could say so.
func (r *Run) resnapshot(ctx context.Context) error {
	if r.mode != ModeNone {
		if tip, err := r.repo.Git.Line(ctx, "rev-parse", "--verify", "-q", r.Ref()); err == nil {
			r.chain = tip
			return r.journal.write(event{Event: eventSnapshot, Commit: tip})
		}
	}
	return r.store(ctx)
}

// recordUnjournaled journals a pass that reached the private chain when the run was killed before it could say so.
func (r *Run) recordUnjournaled(ctx context.Context, events []event) ([]event, error) {
	if r.mode == ModeNone {
		return events, nil
	}
	for _, e := range events {
		if e.Event == eventSnapshot || e.Event == eventRecorded {
			r.chain = e.Commit
		}
	}
	tip, err := r.repo.Git.Line(ctx, "rev-parse", "--verify", "-q", r.Ref())
	if err != nil {
		return nil, refusal.New("", refusal.Unknown, "the private history of run "+r.id+" is gone", "start a new run",
			err)
	}
	if tip == r.chain {
		return events, nil
	}
	_, data, err := r.repo.Objects.Read(ctx, tip)
	if err != nil {
		return nil, fmt.Errorf("run %s: %w", r.id, err)
	}
	header, message, _ := bytes.Cut(data, []byte("\n\n"))
	number, err := strconv.Atoi(trailer(message, "Doc-Iterate-Pass"))
	if err != nil || !bytes.Contains(header, []byte("\nparent "+r.chain+"\n")) {
		return nil, refusal.New("", refusal.Unknown, "the private history of run "+r.id+" was changed",
			"start a new run", nil)
	}
	subject, _, _ := strings.Cut(string(message), "\n\nDoc-Iterate-Run: ")
	e := event{Event: eventRecorded, Pass: number, Verdict: Verdict(trailer(message, "Doc-Iterate-Verdict")),
		Commit: tip, Note: subject}
	r.chain = tip
	return append(events, e), r.journal.write(e)
}

func trailer(message []byte, key string) string {
	for line := range bytes.Lines(message) {
		if value, ok := bytes.CutPrefix(line, []byte(key+": ")); ok {
			return string(bytes.TrimSpace(value))
		}
	}
	return ""
}

// publishPending publishes the accepted pass that waits, and restores what a squash had collected.
func (r *Run) publishPending(ctx context.Context, events []event) error {
	load := r.content(r.dir, events)
	waiting := []event{}
	for _, e := range events {
		switch {
		case e.Event == eventRecorded && e.Verdict == Accepted:
			waiting = append(waiting, e)
		case e.Event == eventPublished:
			waiting = waiting[:0]
		}
	}
	for _, e := range waiting {
		rec := &recordedPass{number: e.Pass, commit: e.Commit, next: map[*document][]byte{}, message: e.Note,
			base: r.chain}
		if r.repo != nil && r.repo.Head.Commit != "" {
			rec.base = r.repo.Head.Commit
		}
		for i, d := range r.docs {
			id, err := r.recordedBlob(ctx, e, i)
			if err != nil {
				return err
			}
			if id == "" {
				continue
			}
			data, err := load(id)
			if err != nil {
				return fmt.Errorf("run %s: pass %d: %w", r.id, e.Pass, err)
			}
			if id != d.Raw {
				rec.next[d] = data
			}
		}
		r.pending[e.Pass] = rec
		if _, err := r.Publish(ctx, e.Pass); err != nil {
			return err
		}
	}
	return nil
}

// recordedBlob returns the raw blob that a recorded pass gives the i-th document, "" if it left it alone.
func (r *Run) recordedBlob(ctx context.Context, e event, i int) (string, error) {
	d := r.docs[i]
	if r.mode == ModeNone {
		if e.Backup != nil {
			for _, k := range e.Backup.After {
				if k.Document == i {
					return k.ID, nil
				}
			}
		}
		return "", nil
	}
	entry, err := r.repo.CommittedEntry(ctx, e.Commit, d.Rel)
	if err == nil && entry.ID == "" {
		err = errors.New("the commit " + e.Commit + " doesn't hold " + d.Rel)
	}
	return entry.ID, err
}
