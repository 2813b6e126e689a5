package gitdir

import (
	"bytes"
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// A Head says where HEAD stands: on a branch (ref is its full name), detached (ref is "HEAD"), or on a branch
// without a commit (commit is "").
type Head struct{ Commit, Ref string }

// A Repository is the working tree a document belongs to.
type Repository struct {
	Git       *Git
	Objects   objects
	Refs      refs
	Root      string // of the working tree, links resolved
	Dir       string // git's directory of this working tree
	CommonDir string // the directory that all working trees share
	StateDir  string // our folder in it
	Index     string // the index file
	hooks     string // the directory of hooks
	Algorithm string // sha1 or sha256
	Head      Head
	config    map[string]string
	Committer identity    // who commits, with empty lines where only git commit-tree can tell
	LastIndex fs.FileInfo // of the index when its entries were last read
}

// Open finds the repository around the directory dir; nil if there is none, or no git. It ignores the caller's GIT_DIR:
// the document's place decides.
func Open(ctx context.Context, dir string, env Environ) (*Repository, error) {
	if WorktreeOf(dir) == "" {
		return nil, nil
	}
	program, err := lookGit(env)
	if err != nil {
		return nil, nil
	}
	r := &Repository{Git: &Git{program: program, dir: dir, env: env.ForGit()}}
	out, err := r.Git.Run(ctx, nil, "rev-parse", "--is-inside-work-tree", "--show-toplevel", "--absolute-git-dir",
		"--show-object-format",
		"--git-common-dir", "--git-path", "doc-iterate", "--git-path", "index", "--git-path", "hooks",
		"HEAD", "--symbolic-full-name", "HEAD")
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	unborn := err != nil && len(lines) == 9 && lines[8] == "HEAD"
	if err != nil && !unborn || !unborn && len(lines) != 10 || lines[0] != "true" {
		remedy := "run git status for details"
		if err == nil {
			remedy = "git's answer is ambiguous: see that no branch or tag is named HEAD, " +
				"and that the path has no line feed"
		}
		if Reports(err, "dubious ownership") {
			remedy = "if you trust the repository: git config --global --add safe.directory " + WorktreeOf(dir)
		}
		return nil, refusal.New(dir, refusal.Unsafe, "git can't use this repository", remedy, err)
	}
	abs := func(p string) string {
		if filepath.IsAbs(p) {
			return filepath.Clean(p)
		}
		return filepath.Join(dir, p)
	}
	r.Dir, r.Algorithm, r.CommonDir = abs(lines[2]), lines[3], abs(lines[4])
	r.StateDir, r.Index, r.hooks = abs(lines[5]), abs(lines[6]), abs(lines[7])
	if r.Root, err = filepath.EvalSymlinks(filepath.FromSlash(lines[1])); err != nil {
		return nil, refusal.New(dir, refusal.Unsafe, "the working tree of the repository can't be found",
			"check core.worktree", err)
	}
	r.Git.dir = r.Root
	r.Objects.git, r.Objects.algorithm, r.Objects.store = r.Git, r.Algorithm, filepath.Join(r.CommonDir, "objects")
	r.Refs = refs{git: r.Git, dir: r.Dir, common: r.CommonDir, hooks: r.hooks, Timeout: AnswerTimeout}
	if unborn {
		ref, _ := r.Git.Line(ctx, "symbolic-ref", "-q", "HEAD")
		r.Head = Head{Commit: "", Ref: ref}
	} else {
		r.Head = Head{Commit: lines[8], Ref: lines[9]}
	}
	return r, nil
}

// lookGit finds git on the PATH of env.
func lookGit(env Environ) (string, error) {
	for _, dir := range filepath.SplitList(env.Get("PATH")) {
		if dir == "" {
			continue
		}
		if p, err := exec.LookPath(filepath.Join(dir, "git")); err == nil {
			return p, nil
		}
	}
	return "", exec.ErrNotFound
}

// configure reads the settings that matter here.
func (r *Repository) configure(ctx context.Context) (map[string]string, error) {
	settings := map[string]string{}
	out, err := r.Git.Run(ctx, nil, "config", "-z", "--get-regexp",
		`^(core\.filemode|core\.ignorecase|core\.autocrlf|core\.sharedrepository|`+
			`commit\.gpgsign|(author|committer)\.(name|email))$`)
	if err != nil && len(out) == 0 && !Reports(err, "fatal") {
		return settings, nil // none is set
	}
	if err != nil {
		return nil, refusal.New(r.Root, refusal.Unsafe, "git can't read the repository's configuration",
			"run git status for details", err)
	}
	for entry := range bytes.SplitSeq(out, []byte{0}) {
		if key, value, found := strings.Cut(string(entry), "\n"); found {
			settings[key] = value
		} else if key != "" {
			settings[key] = "true"
		}
	}
	return settings, nil
}

// Setting returns the value of a boolean setting of git, or otherwise if it is not set.
func (r *Repository) Setting(key string, otherwise bool) bool {
	switch strings.ToLower(r.config[key]) {
	case "true", "yes", "on", "1":
		return true
	case "false", "no", "off", "0":
		return false
	}
	return otherwise
}

// CurrentBranch returns what HEAD leads to now, which was the branch named was.
func (r *Repository) CurrentBranch(ctx context.Context, was string) (string, error) {
	// The file is the answer in most repositories. git is asked about a branch that is a symbolic ref, about another
	// ref store, where the file names no branch, and about core.preferSymlinkRefs, where it is a link to the branch.
	file := filepath.Join(r.Dir, "HEAD")
	_, link := os.Readlink(file)
	data, err := os.ReadFile(file)
	if err == nil && link != nil {
		ref, symbolic := strings.CutPrefix(strings.TrimSpace(string(data)), "ref: ")
		if !symbolic {
			return "HEAD", nil
		}
		if ref == was {
			return ref, nil
		}
	}
	ref, err := r.Git.Line(ctx, "rev-parse", "--symbolic-full-name", "HEAD")
	if err != nil {
		return "", refusal.New(r.Root, refusal.Unsafe, "git can't read HEAD", "run git status for details", err)
	}
	return ref, nil
}

// Zero is the id that no object has.
func (r *Repository) Zero() string {
	if r.Algorithm == "sha256" {
		return strings.Repeat("0", 64)
	}
	return strings.Repeat("0", 40)
}

// Close ends the git processes that stay for a run.
func (r *Repository) Close() {
	r.Objects.close()
	r.Refs.close()
}

// UnfinishedOperation names an operation that a person has begun in this working tree and not ended; "" if there is
// none.
func (r *Repository) UnfinishedOperation() (what, remedy string) {
	for _, op := range []struct{ file, what, remedy string }{
		{"MERGE_HEAD", "a merge", "git merge --continue or --abort"},
		{"rebase-merge", "a rebase", "git rebase --continue or --abort"},
		{"rebase-apply", "a rebase or git am", "git rebase --continue or --abort (or git am)"},
		{"CHERRY_PICK_HEAD", "a cherry-pick", "git cherry-pick --continue or --abort"},
		{"REVERT_HEAD", "a revert", "git revert --continue or --abort"},
		{"sequencer", "a cherry-pick or revert", "git cherry-pick --continue or --abort (or git revert)"},
		{"BISECT_LOG", "a bisect", "git bisect reset"},
	} {
		if _, err := os.Lstat(filepath.Join(r.Dir, op.file)); err == nil {
			return op.what, op.remedy
		}
	}
	return "", ""
}
