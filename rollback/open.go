package rollback

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

// Open begins a run: it finds the repository of the documents, takes the lock of its working tree, completes or
// takes back what a killed run left, checks the documents and stores the snapshot. Nothing is written, in git or
// beside it, for documents that are refused (but for the empty state folder that holds the lock).
func Open(ctx context.Context, opt Options) (*Run, error) {
	r, err := prepare(ctx, opt)
	if err != nil {
		return nil, err
	}
	if err := r.begin(ctx, opt); err != nil {
		r.release()
		return nil, err
	}
	return r, nil
}

// prepare finds the documents, the repository and the lock.
func prepare(ctx context.Context, opt Options) (*Run, error) {
	if len(opt.Paths) == 0 {
		return nil, &Refusal{"", Missing, "no document to work on", "name one", nil}
	}
	r := newRun(opt)
	dir, err := workingDir(opt.Dir)
	if err != nil {
		return nil, err
	}
	first, err := r.firstDocument(opt, dir)
	if err != nil {
		return nil, err
	}
	if r.repo, err = open(ctx, filepath.Dir(first.file), r.env); err != nil {
		return nil, err
	}
	if err := r.place(worktreeOf(filepath.Dir(first.file)) != ""); err != nil {
		return nil, err
	}
	path, name, err := r.whereabouts(first.file)
	if err != nil {
		return nil, err
	}
	if err := r.lock(ctx, path, name, opt); err != nil {
		return nil, err
	}
	if err = r.settleIn(ctx, opt, dir); err != nil {
		r.release()
		return nil, err
	}
	return r, nil
}

func newRun(opt Options) *Run {
	r := &Run{mode: opt.Mode, squash: opt.Squash, undoes: opt.undoes, env: opt.Environ, notice: opt.Notice, step: opt.step,
		byPath: map[string]*document{}, pending: map[int]*recordedPass{}, stored: map[string]struct{}{}, converted: map[string]string{}}
	if r.notice == nil {
		r.notice = func(string) {}
	}
	return r
}

// lock takes the lock of that name in the state folder, which is the run's from then on.
func (r *Run) lock(ctx context.Context, path, name string, opt Options) (err error) {
	if r.folder, err = acquire(ctx, path, name, cmp.Or(opt.Wait, 30*time.Second)); err != nil || r.repo == nil {
		return err
	}
	r.repo.refs.patience = cmp.Or(opt.answers, answerTime)
	r.repo.git.orphans = r.folder.orphans
	r.repo.git.incoming = incoming{dir: filepath.Join(path, "incoming"), main: filepath.Join(r.repo.common, "objects")}
	if err = r.repo.git.incoming.clear(); err != nil {
		r.release()
	}
	return err
}

// firstDocument opens the first document there is, whose repository the run's is.
func (r *Run) firstDocument(opt Options, dir string) (*document, error) {
	l := newLookup()
	for _, given := range opt.Paths {
		d, err := openFile(given, dir, l)
		if err == nil || opt.Refused == nil || !isRefusal(err) {
			return d, err
		}
	}
	// None can be opened: gather, which tells of each, has no repository to do it in.
	for _, given := range opt.Paths {
		_, err := openFile(given, dir, l)
		if err := opt.leaveOut(err); err != nil {
			return nil, err
		}
	}
	return nil, noneLeft()
}

func noneLeft() error {
	return &Refusal{"", NoneLeft, "no document is left to work on", "see what was said about each", nil}
}

func isRefusal(err error) bool {
	var r *Refusal
	return errors.As(err, &r)
}

// leaveOut tells of a document that is refused, if anybody wants to know; otherwise it returns the error.
func (opt Options) leaveOut(err error) error {
	var refusal *Refusal
	if opt.Refused == nil || !errors.As(err, &refusal) {
		return err
	}
	opt.Refused(refusal)
	return nil
}

func workingDir(dir string) (string, error) {
	if filepath.IsAbs(dir) {
		return dir, nil
	}
	abs, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("working directory: %w", err)
	}
	return abs, nil
}

// place decides the mode as far as the documents' state has no say.
func (r *Run) place(inRepository bool) error {
	switch {
	case r.repo == nil && r.mode == ModeRecord, r.repo == nil && r.mode == ModeBranch:
		why := "this is no git repository"
		if inRepository {
			why = "the git program was not found"
		}
		r.notice(why + ": the documents are edited without commits; backups are kept in the state folder")
		r.mode = ModeNone
	case r.repo == nil && r.mode == ModeAuto:
		if inRepository {
			r.notice("the git program was not found: the documents are edited without commits; backups are kept in the state folder")
		} else {
			r.notice("this is no git repository: the documents are edited without commits; backups are kept in the state folder")
		}
		r.mode = ModeNone
	case r.repo != nil && r.env.inHook() && r.mode != ModeRecord && r.mode != ModeNone:
		if r.mode != ModeAuto {
			r.notice("a commit is under way (this is a hook): passes are recorded, not committed, whatever --commit says")
		}
		r.mode = ModeRecord
	case r.mode == ModeAuto:
		r.mode = ModeBranch
	}
	switch r.mode {
	case ModeBranch, ModeRecord, ModeNone:
		return nil
	}
	return &Refusal{"", Unknown, fmt.Sprintf("unknown commit mode %q", r.mode), "use branch, record or none", nil}
}

// whereabouts returns the state folder and the name of the lock in it. Outside a repository all runs share one
// folder, so the lock is the document's directory's.
func (r *Run) whereabouts(file string) (path, lock string, err error) {
	if r.repo != nil {
		return r.repo.state, "lock", nil
	}
	path, err = userFolder(r.env)
	return path, "lock-" + blobID("sha1", []byte(filepath.Dir(file)))[:16], err
}

// settleIn recovers what a killed run left and opens the documents. HEAD and the documents are looked at under the
// lock: another run may have published while we waited for it, or a killed one is completed only now.
func (r *Run) settleIn(ctx context.Context, opt Options, dir string) error {
	if r.folder.waited {
		if err := r.refreshHead(ctx); err != nil {
			return err
		}
	}
	if recovered, err := r.recover(ctx); err != nil {
		return err
	} else if recovered {
		if err := r.refreshHead(ctx); err != nil {
			return err
		}
	}
	if err := r.gather(opt, dir); err != nil {
		return err
	}
	return r.halfDone()
}

func (r *Run) refreshHead(ctx context.Context) error {
	if r.repo == nil || r.repo.head.commit == "" {
		return nil
	}
	out, err := r.repo.git.run(ctx, nil, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD")
	lines := strings.Fields(string(out))
	if err != nil || len(lines) != 2 {
		return &Refusal{r.repo.root, Unsafe, "git can't read HEAD", "see what git says", err}
	}
	r.repo.head = head{lines[0], lines[1]}
	return nil
}

// gather opens all documents.
func (r *Run) gather(opt Options, dir string) error {
	files := map[string]*document{}
	l := newLookup()
	found, errs := make([]*document, len(opt.Paths)), make([]error, len(opt.Paths))
	parallel.OnAll(len(found), func(i int) {
		if found[i], errs[i] = findFile(opt.Paths[i], dir, l); errs[i] == nil {
			errs[i] = found[i].load(l, opt.Known[found[i].given])
		}
	})
	for i, given := range opt.Paths {
		d, err := found[i], errs[i]
		if err == nil {
			err = r.admit(d, opt.Paths[0], l)
		}
		if err != nil {
			if err := opt.leaveOut(err); err != nil {
				return err
			}
			continue
		}
		if known := files[d.file]; known != nil {
			r.byPath[given] = known
			continue
		}
		files[d.file], r.byPath[given] = d, d
		r.docs = append(r.docs, d)
	}
	if len(r.docs) == 0 {
		return noneLeft()
	}
	return nil
}

// admit sees that a document belongs where the others do.
func (r *Run) admit(d *document, first string, l *lookup) error {
	root := l.worktree(filepath.Dir(d.file))
	if r.repo == nil {
		if len(r.docs) > 0 && root != l.worktree(filepath.Dir(r.docs[0].file)) {
			return &Refusal{d.given, Mixed, "lies in a repository and " + first + " does not", "run once for each", nil}
		}
		return nil
	}
	if !within(r.repo.root, d.file) || root != l.worktree(r.repo.root) {
		return &Refusal{d.given, Mixed, "does not lie in the repository " + r.repo.root + " of " + first, "run once for each repository", nil}
	}
	rel, err := filepath.Rel(r.repo.root, d.file)
	if err != nil {
		return fmt.Errorf("%s: %w", d.given, err)
	}
	d.rel = filepath.ToSlash(rel)
	return nil
}

// drop takes a document out of the run.
func (r *Run) drop(d *document) {
	r.docs = slices.DeleteFunc(r.docs, func(x *document) bool { return x == d })
	maps.DeleteFunc(r.byPath, func(_ string, x *document) bool { return x == d })
}

// release gives back what prepare took.
func (r *Run) release() {
	if r.journal != nil {
		_ = r.journal.close()
		r.journal = nil
	}
	if r.repo != nil {
		r.repo.close()
		r.repo.git.incoming.remove()
	}
	if r.folder != nil {
		r.folder.release()
		r.folder = nil
	}
}
