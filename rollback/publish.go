package rollback

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/rollback/internal/disk"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A publication is everything that is needed to bring recorded bytes to the working tree, the index and the
// branch, and to take them back: it is journaled before it begins.
type publication struct {
	Pass         int           `json:"pass"`
	Ref          string        `json:"ref,omitempty"` // "" if no branch is concerned
	Old          string        `json:"old,omitempty"` // the commit Ref is moved from
	New          string        `json:"new,omitempty"` // and to
	Replacements []replacement `json:"replacements"`
}

// A replacement is the part of a publication that gives one document its next bytes.
type replacement struct {
	disk.StagedFile
	Rel      string // the path in the repository, "" outside one
	Mode     string // the mode of its tree entry
	Base     string // the raw blob of the bytes it replaces
	Next     string // the raw blob of the bytes it brings
	IndexOld string // the blob of the index entry before, "" where the index isn't touched
	IndexNew string // and after
	Checked  bool   // git may convert the document when it is added: what git made of it must be looked at
}

// rels returns the paths of the documents that it replaces, in the repository.
func (p publication) rels() []string {
	rels := make([]string, len(p.Replacements))
	for i, rep := range p.Replacements {
		rels[i] = rep.Rel
	}
	return rels
}

// newEntries returns the index entries of reps.
func newEntries(reps []replacement) []gitdir.NewEntry {
	entries := make([]gitdir.NewEntry, len(reps))
	for i, rep := range reps {
		entries[i] = gitdir.NewEntry{Rel: rep.Rel, Mode: rep.Mode, Blob: rep.IndexNew, File: rep.Path, Raw: rep.Next,
			Checked: rep.Checked}
	}
	return entries
}

// Publish brings an accepted, recorded pass to the working tree and, in ModeBranch, to the branch as one commit of
// the run's documents alone; it returns that commit. With Squash the pass waits for Finish.
//
// The order is such that whatever fails, fails before it hurts: objects, then the prepared ref transaction (git holds
// the branch and HEAD), then the index lock, then the documents one by one, then the index, then the ref.
// A failure takes everything back; the user's own save, commit or checkout in between always wins.
//
// A publication runs one git process of its own, update-index; and commit-tree where commits are signed, hash-object
// where git converts the document, and ls-files if somebody wrote an index of an unusual form since the last look.
func (r *Run) Publish(ctx context.Context, number int) (string, error) {
	rec := r.pending[number]
	if rec == nil {
		return "", fmt.Errorf("pass %d: no accepted pass of that number is recorded", number)
	}
	if r.squash && r.mode == ModeBranch {
		r.advance(rec.next)
		delete(r.pending, number)
		r.last = rec
		return "", nil
	}
	commit, err := r.publish(ctx, number, rec.next, r.withTrailers(rec.message, number, Accepted, rec.base))
	if err != nil {
		return "", err
	}
	delete(r.pending, number)
	return commit, nil
}

// advance makes next the bytes that the following pass starts from.
func (r *Run) advance(next map[*document][]byte) {
	for d, data := range next {
		d.Raw, d.ahead = r.rawID(data), data
	}
}

// attempts is how often a publication is begun while others keep committing to the branch.
const attempts = 20

// publish replaces the documents by next, which may be relative to the working tree or to earlier squashed passes.
func (r *Run) publish(ctx context.Context, number int, next map[*document][]byte, message string) (string, error) {
	p := publication{Pass: number}
	bytesOf := map[string][]byte{}
	var changed []*document
	for _, d := range r.docs {
		data, id := d.ahead, d.Raw
		if to, ok := next[d]; ok {
			data, id = to, r.rawID(to)
		}
		if id == d.disk {
			continue
		}
		before, err := r.onDisk(d)
		if err != nil && r.mode == ModeBranch {
			err = cmp.Or(r.followBranch(ctx), err) // a commit of others says more than what it wrote
		}
		if err != nil {
			return "", err
		}
		changed = append(changed, d)
		rep := replacement{
			StagedFile: disk.StagedFile{Path: d.Path, Was: d.was},
			Rel:        d.Rel, Mode: d.Mode, Base: d.disk, Next: id,
		}
		bytesOf[rep.Base], bytesOf[rep.Next] = before, data
		p.Replacements = append(p.Replacements, rep)
	}
	if len(changed) == 0 {
		return "", nil
	}
	r.placeStaged(&p)
	err := r.attempt(ctx, &p, changed, bytesOf, message)
	for tries := 1; tries < attempts && refusal.ReasonOf(err) == refusal.Moved && p.Ref != ""; tries++ {
		// Somebody committed. If that left the documents alone, the pass goes on top of it.
		was := r.repo.Head
		if moved := r.followBranch(ctx); moved != nil {
			err = moved
			break
		}
		if r.repo.Head == was {
			break // the refusal has another cause
		}
		err = r.attempt(ctx, &p, changed, bytesOf, message)
	}
	if err != nil {
		if r.repo != nil {
			r.repo.Objects.ForgetTrees()
		}
		return "", r.withGivenPath(err)
	}
	for i, d := range changed {
		d.Raw, d.disk, d.ahead = p.Replacements[i].Next, p.Replacements[i].Next, nil
		d.was = p.Replacements[i].Made
		if p.Replacements[i].IndexNew != "" {
			d.Blob = p.Replacements[i].IndexNew
		}
	}
	if p.Ref != "" {
		r.repo.Head.Commit = p.New
		r.repo.LastIndex = r.repo.StampIndex()
	}
	r.published = true
	return p.New, nil
}

// attempt composes the publication, journals it and carries it out.
func (r *Run) attempt(ctx context.Context, p *publication, changed []*document, bytesOf map[string][]byte,
	message string) error {
	if r.mode == ModeBranch {
		if err := r.buildCommit(ctx, p, changed, bytesOf, message); err != nil {
			return err
		}
	}
	if p.Ref != "" {
		// The objects that the journal names must exist before it names them.
		if err := r.repo.Git.Quarantine.Migrate(); err != nil {
			return err
		}
	}
	if err := r.syncNames(); err != nil {
		return err
	}
	if err := r.journal.write(event{Event: eventPublishing, Pass: p.Pass, Publication: p}); err != nil {
		return err
	}
	// From here on the work is completed or taken back as a whole, so a cancellation is ignored.
	pub := r.publisher(func(id string) ([]byte, error) { return bytesOf[id], nil })
	pub.fresh = true
	r.publishing = true
	cause, residue := pub.apply(context.WithoutCancel(ctx), *p)
	if residue != nil {
		return errors.Join(cause, fmt.Errorf("run doc-iterate resume to clean up: %w", residue))
	}
	e := event{Event: eventPublished, Pass: p.Pass, Commit: p.New}
	if cause != nil {
		e = event{Event: eventWithdrawn, Pass: p.Pass, Note: cause.Error()}
	}
	if err := r.journal.write(e); err != nil {
		return errors.Join(cause, err)
	}
	r.publishing = false
	return cause
}

// syncNames syncs, once, the folders with the names by which recovery finds the journal.
func (r *Run) syncNames() error {
	if r.namesSynced {
		return nil
	}
	mark := r.state.MarkFile()
	err := disk.SyncAll([]string{mark, r.dir, filepath.Dir(r.dir), r.state.Path}, func(path string) error {
		if path == mark {
			return disk.SyncPath(path)
		}
		return disk.SyncDir(path)
	})
	if err != nil {
		return refusal.Storage("the run's journal can't be written", r.dir, err)
	}
	r.namesSynced = true
	return nil
}

// buildCommit makes the commit of a publication: the tree of HEAD with the new documents and nothing else.
func (r *Run) buildCommit(ctx context.Context, p *publication, changed []*document, bytesOf map[string][]byte,
	message string) error {
	p.Ref, p.Old, p.New = "", "", ""
	var leaves []gitdir.TreeFile
	for i, d := range changed {
		rep := &p.Replacements[i]
		id, err := r.convert(ctx, d, bytesOf[rep.Next])
		if err != nil {
			return err
		}
		rep.IndexOld, rep.IndexNew, rep.Checked = d.Blob, id, d.Conversion != gitdir.Plain
		leaves = append(leaves, gitdir.TreeFile{Path: d.Rel, Mode: d.Mode, ID: rep.IndexNew})
	}
	base, err := r.repo.Tree(ctx, r.repo.Head.Commit)
	if err != nil {
		return err
	}
	tree, err := r.repo.Objects.ReplaceFiles(ctx, base, leaves)
	if err != nil {
		return r.storeError(err)
	}
	if tree == base {
		// git stores the same for the old and the new bytes (line endings alone, say): there is nothing to commit.
		for i := range p.Replacements {
			p.Replacements[i].IndexOld, p.Replacements[i].IndexNew = "", ""
		}
		return nil
	}
	if message, err = r.repo.CommitMessage(ctx, r.dir, message); err != nil {
		return err
	}
	p.Ref, p.Old = r.repo.Head.Ref, r.repo.Head.Commit
	if r.repo.Setting("commit.gpgsign", false) {
		p.New, err = r.repo.CommitTree(ctx, tree, []string{p.Old}, message, true)
	} else {
		p.New, err = r.commitAfter(ctx, tree, p.Old, message)
	}
	return err
}

// followBranch takes up commits that others made on the branch since the last look, if they left the documents alone.
func (r *Run) followBranch(ctx context.Context) error {
	was := r.repo.Head
	if err := r.refreshHead(ctx); err != nil {
		return err
	}
	now := r.repo.Head
	r.repo.Head = was
	if now.Ref != was.Ref {
		return refusal.New("", refusal.Moved,
			fmt.Sprintf("HEAD was on %s and is now on %s", branchName(was.Ref), branchName(now.Ref)),
			"switch back, then run again; the passes so far are on "+r.Ref(), nil)
	}
	for _, d := range r.docs {
		entry, err := r.repo.CommittedEntry(ctx, now.Commit, d.Rel)
		if err != nil {
			return err
		}
		if entry.ID != d.Blob || entry.Mode != d.Mode {
			return refusal.New(d.Given, refusal.Moved, "was committed by another program during the run",
				"run again", nil)
		}
	}
	r.repo.Head = now
	return nil
}

func branchName(ref string) string {
	if ref == "HEAD" {
		return "no branch"
	}
	return strings.TrimPrefix(ref, "refs/heads/")
}

// withGivenPath gives the file of a Refusal the name that the user gave it.
func (r *Run) withGivenPath(err error) error {
	var refusal *refusal.Error
	if errors.As(err, &refusal) {
		for _, d := range r.docs {
			if refusal.Path != "" && (refusal.Path == d.Path || refusal.Path == d.Rel) {
				refusal.Path = d.Given
			}
		}
	}
	return err
}
