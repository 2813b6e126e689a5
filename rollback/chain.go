package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"

	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// begin checks the documents and stores the snapshot.
func (r *Run) begin(ctx context.Context, opt Options) error {
	if err := r.checkExpected(opt); err != nil {
		return err
	}
	if r.mode != ModeNone {
		if err := r.check(ctx, opt); err != nil {
			return err
		}
	}
	r.id = r.state.NewRunName(time.Now())
	r.dir = r.state.Run(r.id)
	perm := fs.FileMode(0o755)
	if r.repo == nil {
		perm = 0o700 // states hold text of documents that others may not be allowed to read; a repository may be shared
	}
	if err := errors.Join(r.state.Mark(r.id), os.MkdirAll(r.dir, perm)); err != nil {
		refusal := refusal.Storage("the run's folder can't be created", r.state.Path, err)
		return errors.Join(refusal, r.state.Unmark())
	}
	if err := r.snapshot(ctx); err != nil {
		if r.journal != nil {
			_ = r.journal.Close()
			r.journal = nil
		}
		return errors.Join(err, os.RemoveAll(r.dir), r.state.Unmark())
	}
	return nil
}

// snapshot writes the journal's first events and stores the documents as they are.
func (r *Run) snapshot(ctx context.Context) error {
	var err error
	if r.journal, err = openJournal(r.dir, r.step); err != nil {
		return refusal.Storage("the run's journal can't be written", r.dir, err)
	}
	if err := r.journal.write(event{Event: eventStart, Start: r.start()}); err != nil {
		return err
	}
	return r.store(ctx)
}

// store keeps the bytes of the documents as they are before the first write.
func (r *Run) store(ctx context.Context) (err error) {
	e := event{Event: eventSnapshot}
	if r.mode == ModeNone {
		return r.journal.write(e) // every pass backs up what it replaces
	}
	message := "doc-iterate: snapshot before " + r.id + "\n\nDoc-Iterate-Run: " + r.id + "\n"
	if r.repo.Head.Commit != "" {
		message += "Doc-Iterate-Base: " + r.repo.Head.Commit + "\n"
	}
	if e.Commit, err = r.append(ctx, message, nil); err != nil {
		return err
	}
	return r.journal.write(e)
}

func (r *Run) start() *start {
	s := &start{Mode: r.mode, Squash: r.squash, Undoes: r.undoes}
	if r.repo != nil {
		s.Branch, s.Head, s.Root = r.repo.Head.Ref, r.repo.Head.Commit, r.repo.Root
	}
	s.Documents = make([]startEntry, len(r.docs))
	for i, d := range r.docs {
		s.Documents[i] = startEntry{d.Given, d.Path, d.Rel, d.Mode, d.Raw, d.Blob}
	}
	return s
}

// rawID returns the ID that journals and chains have for a document's bytes: that of their blob, or their SHA-256
// without git.
func (r *Run) rawID(data []byte) string {
	if r.mode == ModeNone {
		return backup.Name(data)
	}
	return gitdir.BlobID(r.repo.Algorithm, data)
}

// append adds a commit to the private chain. Its tree holds all documents of the run and nothing else, byte for
// byte as they are in the working tree (or would be, with the bytes in next).
func (r *Run) append(ctx context.Context, message string, next map[*document][]byte) (string, error) {
	leaves := make([]gitdir.TreeFile, len(r.docs))
	for i, d := range r.docs {
		id, err := r.storeNext(d, next)
		if err != nil {
			return "", err
		}
		leaves[i] = gitdir.TreeFile{Path: d.Rel, Mode: d.Mode, ID: id}
	}
	tree, err := r.repo.Objects.ReplaceFiles(ctx, "", leaves)
	if err != nil {
		return "", r.storeError(err)
	}
	old, commit := r.repo.Zero(), ""
	switch {
	case r.chain == "" && r.repo.Committer.Committer == "":
		commit, err = r.repo.CommitTree(ctx, tree, nil, message, false)
	case r.chain == "":
		if commit, err = r.repo.WriteCommit(ctx, r.repo.Committer, tree, "", message); err != nil {
			err = r.storeError(err)
		}
	default:
		old = r.chain
		commit, err = r.commitAfter(ctx, tree, old, message)
	}
	if err != nil {
		return "", err
	}
	if err := r.repo.Refs.Move(ctx, gitdir.RefUpdate{Ref: r.Ref(), Next: commit, Old: old}); err != nil {
		return "", err
	}
	r.chain = commit
	return commit, nil
}

// commitAfter makes a commit with the author of the first commit of the private chain.
func (r *Run) commitAfter(ctx context.Context, tree, parent, message string) (string, error) {
	_, last, err := r.repo.Objects.Read(ctx, r.chain)
	if err != nil {
		return "", r.storeError(err)
	}
	by, err := gitdir.IdentityOf(last, r.env)
	if err != nil {
		return "", r.storeError(fmt.Errorf("commit %s: %w", r.chain, err))
	}
	commit, err := r.repo.WriteCommit(ctx, by, tree, parent, message)
	if err != nil {
		return "", r.storeError(err)
	}
	return commit, nil
}

// storeNext stores the bytes that next has for d, or else the present ones.
func (r *Run) storeNext(d *document, next map[*document][]byte) (string, error) {
	data, changed := next[d]
	if !changed && r.has(d, d.Raw) {
		return d.Raw, nil
	}
	if !changed {
		var err error
		if data, err = r.bytes(d); err != nil {
			return "", err
		}
	}
	return r.storeRaw(d, data)
}

// has reports whether the repository is known to have a raw blob of d.
func (r *Run) has(d *document, id string) bool {
	_, stored := r.stored[id]
	return stored || id == d.Blob
}

// storeRaw stores a document's bytes without conversion, unless the index has them already.
func (r *Run) storeRaw(d *document, data []byte) (string, error) {
	id := r.rawID(data)
	if r.has(d, id) {
		return id, nil
	}
	if _, err := r.repo.Objects.Write("blob", data); err != nil {
		return "", r.storeError(err)
	}
	r.stored[id] = struct{}{}
	return id, nil
}

func (r *Run) storeError(err error) error {
	var system *fs.PathError
	if gitdir.StorageError(err) || errors.As(err, &system) {
		return refusal.New("", refusal.Disk, "the repository can't be written", "check its free space and permissions",
			err)
	}
	return refusal.Git("git couldn't store an object", err)
}

// A recordedPass is an accepted pass on the private chain that waits for its publication.
type recordedPass struct {
	number  int
	commit  string
	next    map[*document][]byte
	message string
	base    string
}

// Record appends a pass to the private chain, whatever its verdict, and returns the commit ("" in ModeNone).
// The working tree, the index and the branch are as before.
func (r *Run) Record(ctx context.Context, p Pass) (string, error) {
	if p.Verdict != Accepted && p.Verdict != Rejected {
		return "", fmt.Errorf("pass %d: verdict %q", p.Number, p.Verdict)
	}
	next := map[*document][]byte{}
	for path, data := range p.Contents {
		d := r.byPath[path]
		if d == nil {
			return "", fmt.Errorf("pass %d: %s is no document of this run", p.Number, path)
		}
		if other, named := next[d]; named && !bytes.Equal(other, data) {
			return "", fmt.Errorf("pass %d: %s is the same file as another document, with other bytes", p.Number, path)
		}
		if r.rawID(data) != d.Raw {
			next[d] = data
		}
	}
	if p.Message == "" {
		p.Message = r.subject(p.Number)
	}
	e := event{Event: eventRecorded, Pass: p.Number, Verdict: p.Verdict, Note: p.Message}
	rec := &recordedPass{number: p.Number, next: next, message: p.Message, base: r.chain}
	if r.mode == ModeNone {
		if p.Verdict == Accepted {
			var err error
			if e.Backup, err = r.backUp(p.Number, next); err != nil {
				return "", err
			}
		}
	} else {
		if r.repo.Head.Commit != "" {
			rec.base = r.repo.Head.Commit
		}
		if p.Verdict == Accepted && r.mode == ModeBranch {
			for d, data := range next {
				if _, err := r.convert(ctx, d, data); err != nil {
					return "", err
				}
			}
		}
		var err error
		if rec.commit, err = r.append(ctx, r.withTrailers(p.Message, p.Number, p.Verdict, rec.base), next); err != nil {
			return "", err
		}
		e.Commit = rec.commit
	}
	if err := r.journal.write(e); err != nil {
		return "", err
	}
	if p.Verdict == Accepted {
		r.pending[p.Number] = rec
	}
	return rec.commit, nil
}

// backUp keeps what a pass changes, for a run without git.
func (r *Run) backUp(pass int, next map[*document][]byte) (*backup.Backup, error) {
	var changes []backup.Change
	for i, d := range r.docs {
		if data, changed := next[d]; changed {
			before, err := r.bytes(d)
			if err != nil {
				return nil, err
			}
			changes = append(changes, backup.Change{Document: i, Before: before, After: data})
		}
	}
	return backup.Write(r.dir, pass, changes)
}

// convert stores the form of the bytes that git will commit on the branch. For most documents these are the bytes
// themselves, and the chain needs no other blob.
func (r *Run) convert(ctx context.Context, d *document, data []byte) (string, error) {
	if d.Conversion != gitdir.Converted {
		return r.storeRaw(d, data)
	}
	key := d.Rel + "\x00" + r.rawID(data)
	if id, ok := r.converted[key]; ok {
		return id, nil
	}
	id, err := r.repo.Convert(ctx, &d.TrackedFile, data, true)
	if err != nil {
		return "", err
	}
	r.converted[key], r.stored[id] = id, struct{}{}
	return id, nil
}
