package rollback

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// begin checks the documents and stores the snapshot.
func (r *Run) begin(ctx context.Context, opt Options) error {
	if err := r.expected(opt); err != nil {
		return err
	}
	if r.mode != ModeNone {
		if err := r.check(ctx, opt); err != nil {
			return err
		}
	}
	r.id = newRunName(now())
	r.dir = r.folder.run(r.id)
	perm := fs.FileMode(0o755)
	if r.repo == nil {
		perm = 0o700 // states have text of documents that perhaps nobody else may read; a repository may be shared
	}
	if err := errors.Join(r.folder.mark(r.id), os.MkdirAll(r.dir, perm)); err != nil {
		refusal := &Refusal{"", Disk, "the run's folder can't be made", "check the free space and the permissions of " + r.folder.path, err}
		return errors.Join(refusal, r.folder.clear())
	}
	if err := r.snapshot(ctx); err != nil {
		if r.journal != nil {
			_ = r.journal.close()
			r.journal = nil
		}
		return errors.Join(err, os.RemoveAll(r.dir), r.folder.clear())
	}
	return nil
}

// snapshot writes the journal's first events and stores the documents as they are.
func (r *Run) snapshot(ctx context.Context) error {
	var err error
	if r.journal, err = openJournal(r.dir, r.step); err != nil {
		return &Refusal{"", Disk, "the run's journal can't be written", "check the free space and the permissions of " + r.dir, err}
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
	if r.repo.head.commit != "" {
		message += "Doc-Iterate-Base: " + r.repo.head.commit + "\n"
	}
	if e.Commit, err = r.append(ctx, message, nil); err != nil {
		return err
	}
	return r.journal.write(e)
}

func (r *Run) start() *start {
	s := &start{Mode: r.mode, Squash: r.squash, Undoes: r.undoes}
	if r.repo != nil {
		s.Branch, s.Head, s.Root = r.repo.head.ref, r.repo.head.commit, r.repo.root
	}
	s.Documents = make([]startEntry, len(r.docs))
	parallel.OnAll(len(r.docs), func(i int) {
		d := r.docs[i]
		s.Documents[i] = startEntry{d.given, d.file, d.rel, d.mode, r.idOf(d, d.base), d.blob}
	})
	return s
}

// idOf is rawID for bytes of a document, which nobody changes: those of a revision are asked for several times, and
// counted out once.
func (r *Run) idOf(d *document, data []byte) string {
	for _, n := range d.named {
		if n.id != "" && len(n.data) == len(data) && (len(data) == 0 || &n.data[0] == &data[0]) {
			return n.id
		}
	}
	d.named[1], d.named[0] = d.named[0], idOfText{data, r.rawID(data)}
	return d.named[0].id
}

// Sum is the SHA-256, in hexadecimal, of bytes that the document at one of Options.Paths has or had, or that a Pass
// brings it. Where that is what the run itself names them by, bytes that nobody changes are counted out once. It may be
// called for several documents at a time, unlike any other method.
func (r *Run) Sum(path string, data []byte) string {
	if d := r.byPath[path]; d != nil && r.mode == ModeNone {
		return r.idOf(d, data)
	}
	return contentName(data)
}

// rawID is the id a document's bytes go by in journals and chains: that of their blob, or their SHA-256 where there
// is no git.
func (r *Run) rawID(data []byte) string {
	if r.mode == ModeNone {
		return contentName(data)
	}
	return blobID(r.repo.algorithm, data)
}

// append adds a commit to the private chain. Its tree holds all documents of the run and nothing else, byte for
// byte as they are in the working tree (or would be, with the bytes in next).
func (r *Run) append(ctx context.Context, message string, next map[*document][]byte) (string, error) {
	leaves := make([]leaf, len(r.docs))
	for i, d := range r.docs {
		data, changed := next[d]
		if !changed {
			data = d.base
		}
		id, err := r.storeRaw(d, data)
		if err != nil {
			return "", err
		}
		leaves[i] = leaf{d.rel, d.mode, id}
	}
	tree, err := r.repo.objects.graft(ctx, "", leaves)
	if err != nil {
		return "", r.unstored(err)
	}
	old, commit := r.repo.zero(), ""
	switch {
	case r.chain == "" && r.repo.by.committer == "":
		commit, err = r.repo.commitTree(ctx, tree, nil, message, false)
	case r.chain == "":
		if commit, err = r.repo.objects.succeed(r.repo.by, tree, "", strings.ToValidUTF8(message, "\uFFFD")); err != nil {
			err = r.unstored(err)
		}
	default:
		old = r.chain
		commit, err = r.succeed(ctx, tree, old, message)
	}
	if err != nil {
		return "", err
	}
	if err := r.repo.refs.move(ctx, refUpdate{r.Ref(), commit, old}); err != nil {
		return "", err
	}
	r.chain = commit
	return commit, nil
}

// succeed makes a commit, by whom the first one of the private chain is.
func (r *Run) succeed(ctx context.Context, tree, parent, message string) (string, error) {
	_, last, err := r.repo.objects.read(ctx, r.chain)
	if err != nil {
		return "", r.unstored(err)
	}
	by, err := identityOf(last, r.env)
	if err != nil {
		return "", r.unstored(fmt.Errorf("commit %s: %w", r.chain, err))
	}
	commit, err := r.repo.objects.succeed(by, tree, parent, strings.ToValidUTF8(message, "\uFFFD"))
	if err != nil {
		return "", r.unstored(err)
	}
	return commit, nil
}

// storeRaw stores a document's bytes as they stand. What the index holds anyway isn't stored again.
func (r *Run) storeRaw(d *document, data []byte) (string, error) {
	id := r.idOf(d, data)
	if _, ok := r.stored[id]; ok || id == d.blob {
		return id, nil
	}
	if _, err := r.repo.objects.write("blob", data); err != nil {
		return "", r.unstored(err)
	}
	r.stored[id] = struct{}{}
	return id, nil
}

func (r *Run) unstored(err error) error {
	var system *fs.PathError
	if storage(err) || errors.As(err, &system) {
		return &Refusal{"", Disk, "the repository can't be written", "check its free space and permissions", err}
	}
	return &Refusal{"", Unsafe, "git couldn't store an object", "see what git says", err}
}

// commitTree makes a commit. Author, committer and dates are git's business: it reads them from its configuration
// and the user's environment.
func (r *repository) commitTree(ctx context.Context, tree string, parents []string, message string, sign bool) (string, error) {
	args := []string{"commit-tree", tree, "-F", "-"}
	for _, p := range parents {
		args = append(args, "-p", p)
	}
	run, env := r.git.store, []string(nil)
	if sign {
		args = append(args, "-S")
		run, env = r.git.attended, r.git.incoming.environ()
	}
	out, err := run(ctx, env, []byte(strings.ToValidUTF8(message, "\uFFFD")), args...)
	if err == nil {
		return string(bytes.TrimSpace(out)), nil
	}
	switch {
	case ctx.Err() != nil:
		return "", err
	case saidBy(err, "tell me who you are", "empty ident", "auto-detect email", "no email was given", "no name was given", "consists only of disallowed"):
		return "", &Refusal{"", Identity, "git doesn't know who commits", "git config user.name … and git config user.email …", err}
	case sign && saidBy(err, "gpg", "sign", "ssh", "key", "failed to write commit object"):
		return "", &Refusal{"", Signing, "commits are signed here, and this one couldn't be", "make the signing key available, or set commit.gpgsign to false", err}
	case storage(err):
		return "", &Refusal{"", Disk, "the repository can't be written", "check its free space and permissions", err}
	}
	return "", &Refusal{"", Unsafe, "git couldn't make a commit", "see what git says", err}
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
		if !bytes.Equal(data, d.base) {
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
		if r.repo.head.commit != "" {
			rec.base = r.repo.head.commit
		}
		if p.Verdict == Accepted && r.mode == ModeBranch {
			for d, data := range next {
				if _, err := r.convert(ctx, d, data); err != nil {
					return "", err
				}
			}
		}
		var err error
		if rec.commit, err = r.append(ctx, r.signed(p.Message, p.Number, p.Verdict, rec.base), next); err != nil {
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

// convert stores what git makes of the bytes that a commit on the branch will hold. For most documents that is the
// bytes themselves, and the chain needs no blob of its own.
func (r *Run) convert(ctx context.Context, d *document, data []byte) (string, error) {
	if d.form != converted {
		return r.storeRaw(d, data)
	}
	key := d.rel + "\x00" + r.idOf(d, data)
	if id, ok := r.converted[key]; ok {
		return id, nil
	}
	id, err := r.repo.convert(ctx, d, data, true)
	if err != nil {
		return "", err
	}
	r.converted[key], r.stored[id] = id, struct{}{}
	return id, nil
}
