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
	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
	"github.com/doc-iterate/doc-iterate/rollback/internal/state"
)

// Open begins a run: it finds the repository of the documents, takes the lock of its working tree, completes or
// takes back what a killed run left, checks the documents and stores the snapshot. It writes nothing for documents that
// are refused, in git or outside of it, except the empty state folder that holds the lock.
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
		return nil, refusal.New("", refusal.Missing, "no document to work on", "name at least one", nil)
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
	if r.repo, err = gitdir.Open(ctx, filepath.Dir(first.Path), r.env); err != nil {
		return nil, err
	}
	if err := r.chooseMode(gitdir.WorktreeOf(filepath.Dir(first.Path)) != ""); err != nil {
		return nil, err
	}
	path, name, err := r.stateDir(first.Path)
	if err != nil {
		return nil, err
	}
	if err := r.lock(ctx, path, name, opt); err != nil {
		return nil, err
	}
	if err = r.recoverInterrupted(ctx); err == nil {
		err = r.openDocuments(ctx, opt, dir)
	}
	if err == nil {
		err = r.refuseUnfinished()
	}
	if err != nil {
		r.release()
		return nil, err
	}
	return r, nil
}

func newRun(opt Options) *Run {
	r := &Run{mode: opt.Mode, squash: opt.Squash, undoes: opt.undoes, env: opt.Environ, notice: opt.Notice,
		step:   opt.step,
		byPath: map[string]*document{}, pending: map[int]*recordedPass{},
		stored: map[string]struct{}{}, converted: map[string]string{}}
	if r.notice == nil {
		r.notice = func(string) {}
	}
	return r
}

// lock takes the lock of that name in the state folder, which is the run's from then on.
func (r *Run) lock(ctx context.Context, path, name string, opt Options) (err error) {
	if r.state, err = state.Acquire(ctx, path, name, cmp.Or(opt.Wait, 30*time.Second)); err != nil || r.repo == nil {
		return err
	}
	r.repo.Refs.Timeout = cmp.Or(opt.answers, gitdir.AnswerTimeout)
	r.repo.Git.ChildLock = r.state.ChildLock
	r.repo.Git.Quarantine = gitdir.Quarantine{Dir: filepath.Join(path, "incoming"),
		Main: filepath.Join(r.repo.CommonDir, "objects")}
	if err = r.repo.Git.Quarantine.Reset(); err != nil {
		r.release()
	}
	return err
}

// firstDocument opens the first document that there is. Its repository is that of the run.
func (r *Run) firstDocument(opt Options, dir string) (*document, error) {
	l := new(gitdir.Lookup)
	for _, given := range opt.Paths {
		d, err := openFile(given, dir, l)
		if err == nil || opt.Refused == nil || !isRefusal(err) {
			return d, err
		}
	}
	// No document can be opened: gather, which reports each of them, needs a repository.
	for _, given := range opt.Paths {
		_, err := openFile(given, dir, l)
		if err := opt.reportRefused(err); err != nil {
			return nil, err
		}
	}
	return nil, noneLeft()
}

func noneLeft() error {
	return refusal.New("", refusal.NoneLeft, "every document was refused", "see the reason of each above", nil)
}

func isRefusal(err error) bool {
	var r *refusal.Error
	return errors.As(err, &r)
}

// reportRefused passes a Refusal to opt.Refused. It returns any other error, and every error if opt.Refused is nil.
func (opt Options) reportRefused(err error) error {
	var refusal *refusal.Error
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

// chooseMode decides the mode as far as it does not depend on the state of the documents.
func (r *Run) chooseMode(inRepository bool) error {
	switch {
	case r.repo == nil && (r.mode == ModeRecord || r.mode == ModeBranch || r.mode == ModeAuto):
		cause := "this is no git repository"
		if inRepository {
			cause = "the git program was not found"
		}
		r.notice(cause + ": the documents are edited without commits; backups are kept in the state folder")
		r.mode = ModeNone
	case r.repo != nil && r.env.InHook() && r.mode != ModeRecord && r.mode != ModeNone:
		if r.mode != ModeAuto {
			const notice = "a commit is under way (this is a hook): passes are recorded, not committed, "
			r.notice(notice + "whatever --commit says")
		}
		r.mode = ModeRecord
	case r.mode == ModeAuto:
		r.mode = ModeBranch
	}
	switch r.mode {
	case ModeBranch, ModeRecord, ModeNone:
		return nil
	}
	return refusal.New("", refusal.Unknown, fmt.Sprintf("unknown commit mode %q", r.mode), "use branch, record or none",
		nil)
}

// stateDir returns the state folder and the name of the lock in it. Outside a repository all runs share one folder, so
// the lock has the name of the document's directory.
func (r *Run) stateDir(file string) (path, lock string, err error) {
	if r.repo != nil {
		return r.repo.StateDir, "lock", nil
	}
	path, err = state.UserFolder(r.env)
	return path, "lock-" + gitdir.BlobID("sha1", []byte(filepath.Dir(file)))[:16], err
}

// recoverInterrupted recovers what a killed run left. HEAD is read again under the lock: another run may have published
// while we waited for it, or a killed one is completed only now.
func (r *Run) recoverInterrupted(ctx context.Context) error {
	if r.state.Waited {
		if err := r.refreshHead(ctx); err != nil {
			return err
		}
	}
	if recovered, err := r.recover(ctx); err != nil || !recovered {
		return err
	}
	return r.refreshHead(ctx)
}

func (r *Run) refreshHead(ctx context.Context) error {
	if r.repo == nil || r.repo.Head.Commit == "" {
		return nil
	}
	out, err := r.repo.Git.Run(ctx, nil, "rev-parse", "HEAD", "--symbolic-full-name", "HEAD")
	lines := strings.Fields(string(out))
	if err != nil || len(lines) != 2 {
		return refusal.New(r.repo.Root, refusal.Unsafe, "git can't read HEAD", "run git status for details", err)
	}
	r.repo.Head = gitdir.Head{Commit: lines[0], Ref: lines[1]}
	return nil
}

// openDocuments opens all documents.
func (r *Run) openDocuments(ctx context.Context, opt Options, dir string) error {
	files := map[string]*document{}
	l := new(gitdir.Lookup)
	found, errs := make([]*document, len(opt.Paths)), make([]error, len(opt.Paths))
	parallel.OnAll(len(found), func(i int) {
		if found[i], errs[i] = findFile(opt.Paths[i], dir, l); errs[i] == nil {
			errs[i] = found[i].load(l, r.rawID)
		}
	})
	for i, given := range opt.Paths {
		d, err := found[i], errs[i]
		if err == nil {
			err = r.requireSameRepository(d, opt.Paths[0], l)
		}
		if err == nil && d.marked && r.repo != nil {
			if out, _ := r.repo.Git.Line(ctx, "ls-files", "--unmerged", "--", d.Path); out != "" {
				err = refusal.New(d.Given, refusal.Unmerged, "has merge conflicts",
					"resolve them and git add it first", nil)
			}
		}
		if err != nil {
			if err := opt.reportRefused(err); err != nil {
				return err
			}
			continue
		}
		if known := files[d.Path]; known != nil {
			r.byPath[given] = known
			continue
		}
		files[d.Path], r.byPath[given] = d, d
		r.docs = append(r.docs, d)
	}
	if len(r.docs) == 0 {
		return noneLeft()
	}
	return nil
}

// requireSameRepository refuses a document that does not lie in the repository of the others.
func (r *Run) requireSameRepository(d *document, first string, l *gitdir.Lookup) error {
	root := l.Worktree(filepath.Dir(d.Path))
	if r.repo == nil {
		if len(r.docs) > 0 && root != l.Worktree(filepath.Dir(r.docs[0].Path)) {
			return refusal.New(d.Given, refusal.Mixed, "is in a git repository, but "+first+" is not",
				"run once for each", nil)
		}
		return nil
	}
	if !gitdir.Within(r.repo.Root, d.Path) || root != l.Worktree(r.repo.Root) {
		return refusal.New(d.Given, refusal.Mixed, "is not in "+r.repo.Root+", the repository of "+first,
			"run once for each repository", nil)
	}
	rel, err := filepath.Rel(r.repo.Root, d.Path)
	if err != nil {
		return fmt.Errorf("%s: %w", d.Given, err)
	}
	d.Rel = filepath.ToSlash(rel)
	return nil
}

// removeDocument takes a document out of the run.
func (r *Run) removeDocument(d *document) {
	r.docs = slices.DeleteFunc(r.docs, func(x *document) bool { return x == d })
	maps.DeleteFunc(r.byPath, func(_ string, x *document) bool { return x == d })
}

// release gives back what prepare took.
func (r *Run) release() {
	if r.journal != nil {
		_ = r.journal.Close()
		r.journal = nil
	}
	if r.repo != nil {
		r.repo.Close()
		r.repo.Git.Quarantine.Remove()
	}
	if r.state != nil {
		r.state.Release()
		r.state = nil
	}
}
