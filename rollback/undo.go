package rollback

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// Undo takes a whole run back by a new run: the documents get the bytes of the first one's snapshot, and where it made
// commits a new commit says so; nothing is rewritten. id "" is the last run that changed something and was not taken
// back yet. It returns the new run, whose Undoes names the old one. It is refused if a document no longer has the bytes
// that the run left; the remedy of the Refusal is a command that restores the old bytes anyway. It is also refused if
// the run worked on documents outside of p.Within.
func Undo(ctx context.Context, p Place, id string, notice func(string)) (Record, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return Record{}, err
	}
	defer l.close()
	// A run that was killed while it published is the last one that changed something, once that is complete.
	ended, err := l.recover(ctx, Options{Environ: p.Environ, Notice: notice})
	if err != nil {
		return Record{}, err
	}
	id = strings.TrimPrefix(id, gitdir.RefPrefix)
	// A killed undo is complete now, too: a user who asks for it again does not mean the run before.
	again := func(r Record) bool {
		return slices.Contains(ended, r.ID) && r.Undoes != "" && r.Changed() && (id == "" || id == r.Undoes)
	}
	if done, err := l.find("", "", again); err == nil {
		return done, nil
	}
	target, err := l.find(id, "there is no run to take back here", func(r Record) bool {
		return r.Changed() && r.Undoes == "" && r.UndoneBy == ""
	})
	if err != nil {
		return Record{}, err
	}
	if !target.Changed() {
		return Record{}, refusal.New("", refusal.Unknown, "run "+target.ID+" changed nothing", "see doc-iterate log",
			nil)
	}
	if target.UndoneBy != "" {
		return Record{}, refusal.NoRun("run " + target.ID + " was already undone by " + target.UndoneBy)
	}
	if err := p.confine(target); err != nil {
		return Record{}, err
	}
	events, err := readJournal(l.Run(target.ID), l.repo)
	if err != nil {
		return Record{}, err
	}
	opt := Options{Dir: p.Dir, Environ: p.Environ, Notice: notice, Mode: target.Mode,
		AllowDirty: target.Mode != ModeBranch, undoes: target.ID, expect: map[string]string{}}
	before, after := blobsBeforeAndAfter(events)
	for _, d := range events[0].Start.Documents { // in the order in which the user named them
		if raw := after[d.File]; raw != before[d.File] {
			opt.Paths = append(opt.Paths, d.File)
			opt.expect[d.File] = raw
		}
	}
	opt.restore = func(file string) string { return l.restoreCommand(target, events, before[file], file) }
	if len(opt.Paths) == 0 {
		return Record{}, refusal.NoRun("run " + target.ID + " changed no document")
	}
	return l.undo(ctx, opt, target, events)
}

// confine refuses a run over documents outside of p.Within.
func (p Place) confine(run Record) error {
	if p.Within == "" {
		return nil
	}
	folder := p.Within
	if !filepath.IsAbs(folder) {
		folder = filepath.Join(p.Dir, folder)
	}
	folder, err := filepath.Abs(folder)
	if err == nil {
		folder, err = filepath.EvalSymlinks(folder)
	}
	if err != nil {
		return refusal.CannotOpen(p.Within, err)
	}
	for _, file := range run.Files {
		if rel, err := filepath.Rel(folder, file); err != nil || !filepath.IsLocal(rel) {
			return refusal.New(file, refusal.Outside, "was changed by run "+run.ID+" and is outside "+p.Within,
				"undo a run that changed only documents in there, or name a folder that holds all of them", nil)
		}
	}
	return nil
}

func (l *resolvedPlace) undo(ctx context.Context, opt Options, target Record, done []event) (Record, error) {
	run, err := Open(ctx, opt)
	if refused := (*refusal.Error)(nil); errors.As(err, &refused) && refused.Reason == refusal.Missing &&
		refused.Err == nil {
		refused.What, refused.Remedy = "was removed or renamed since the run", opt.restoreRemedy(refused.Path)
	}
	if err != nil {
		return Record{}, err
	}
	defer run.Close()
	contents := map[string][]byte{}
	load := run.content(l.Run(target.ID), done)
	before, _ := blobsBeforeAndAfter(done)
	for _, file := range opt.Paths {
		if contents[file], err = load(before[file]); err != nil {
			return Record{}, fmt.Errorf("run %s: the text before the run is lost: %w", target.ID, err)
		}
	}
	message := "doc-iterate: undo run " + target.ID
	if _, err := run.Record(ctx, Pass{Number: 1, Verdict: Accepted, Contents: contents, Message: message}); err != nil {
		return Record{}, err
	}
	if _, err := run.Publish(ctx, 1); err != nil {
		return Record{}, err
	}
	if err := run.Close(); err != nil {
		return Record{}, err
	}
	events, err := readJournal(run.dir, run.repo)
	if err != nil {
		return Record{}, err
	}
	return recordOf(run.ID(), events), nil
}

// Changed reports whether a pass of the run reached the documents.
func (r Record) Changed() bool {
	return slices.ContainsFunc(r.Passes, func(p PassRecord) bool { return p.Published })
}

// blobsBeforeAndAfter returns the raw blobs of the documents, by file, from before a run and as it left them.
func blobsBeforeAndAfter(events []event) (before, after map[string]string) {
	before, after = map[string]string{}, map[string]string{}
	for _, d := range events[0].Start.Documents {
		before[d.File], after[d.File] = d.Raw, d.Raw
	}
	var p *publication
	for _, e := range events {
		switch e.Event {
		case eventPublishing:
			p = e.Publication
		case eventWithdrawn:
			p = nil
		case eventPublished:
			if p != nil {
				for _, rep := range p.Replacements {
					after[rep.Path] = rep.Next
				}
			}
		}
	}
	return before, after
}

// restoreCommand returns the command with which a person gets the old bytes of a document.
func (l *resolvedPlace) restoreCommand(r Record, events []event, raw, file string) string {
	if r.Mode == ModeNone {
		return backupsOf(l.Run(r.ID), events).Command(raw, file)
	}
	return "git -C " + wording.ShellWord(l.repo.Root) + " cat-file blob " + raw + " > " + wording.ShellWord(file)
}

// checkExpected refuses documents that no longer have the bytes that opt expects.
func (r *Run) checkExpected(opt Options) error {
	for _, d := range r.docs {
		want, ok := opt.expect[d.Given] // which may be a link by now
		if !ok || d.Raw == want {
			continue
		}
		return refusal.New(d.Given, refusal.Edited, "was edited since the run", opt.restoreRemedy(d.Given), nil)
	}
	return nil
}

// restoreRemedy tells a person how to restore a file if undo can't.
func (opt Options) restoreRemedy(file string) string {
	return "to get the text from before the run: " + opt.restore(file)
}

// Prune removes what runs keep, their private chains and their folders, and returns the names of the runs. It removes
// only runs that have ended and for which choose returns true.
func Prune(ctx context.Context, p Place, choose func(Record) bool) ([]string, error) {
	l, err := p.resolve(ctx)
	if err != nil {
		return nil, err
	}
	defer l.close()
	return l.prune(ctx, func(string, []byte) bool { return true }, choose)
}

// prune is Prune for the runs for which wanted returns true; see backward.
func (l *resolvedPlace) prune(
	ctx context.Context, wanted func(string, []byte) bool, choose func(Record) bool,
) ([]string, error) {
	var chosen []Record
	for r, err := range l.walkBack(wanted) {
		if err != nil {
			return nil, err
		}
		if !r.Ended.IsZero() && choose(r) {
			r.Documents, r.Files = nil, nil // of many runs they take much memory
			chosen = append(chosen, r)
		}
	}
	var gone []string
	for _, r := range slices.Backward(chosen) {
		if r.Ref != "" {
			old, err := l.repo.Git.Line(ctx, "rev-parse", "--verify", "-q", r.Ref)
			if err == nil {
				err = l.repo.Refs.Move(ctx, gitdir.RefUpdate{Ref: r.Ref, Next: l.repo.Zero(), Old: old})
			} else if old == "" {
				err = nil // somebody deleted it
			}
			if err != nil {
				return gone, err
			}
		}
		if err := os.RemoveAll(l.Run(r.ID)); err != nil {
			return gone, fmt.Errorf("prune: %w", err)
		}
		gone = append(gone, r.ID)
	}
	return gone, nil
}
