package repo

import (
	"context"
	"errors"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
)

// Head returns the commit that is checked out in dir, and its parents as the object of the commit names them: a shallow
// clone has that too.
func Head(ctx context.Context, dir string, env []string) (commit string, parents []string, err error) {
	args := []string{"cat-file", "--batch"}
	out, err := gitdir.Execute(lister(ctx, dir, env, args...), []byte("HEAD\n"), args)
	header, object, _ := strings.Cut(string(out), "\n")
	commit, _, ok := strings.Cut(header, " commit ")
	if err != nil || !ok {
		return "", nil, errors.Join(errors.New("no commit is checked out"), err)
	}
	about, _, _ := strings.Cut(object, "\n\n")
	for line := range strings.Lines(about) {
		if parent, ok := strings.CutPrefix(line, "parent "); ok {
			parents = append(parents, strings.TrimSpace(parent))
		}
	}
	return commit, parents, nil
}

// Within reports whether a commit is another one, or in its history as far as that is there.
func Within(ctx context.Context, dir string, env []string, commit, other string) bool {
	_, err := listing(ctx, dir, env, "merge-base", "--is-ancestor", "--end-of-options", commit, other)
	return err == nil
}

// FetchCommit has git get a commit that is not there, without its history, from where the repository was cloned.
func FetchCommit(ctx context.Context, dir string, env []string, commit string) error {
	if named(ctx, dir, env, commit) == nil {
		return nil
	}
	env = slices.Concat(env, []string{"GIT_TERMINAL_PROMPT=0"})
	_, err := listing(ctx, dir, env, "fetch", "--quiet", "--no-tags", "--depth=1", "--no-recurse-submodules",
		"--end-of-options", "origin", commit)
	return err
}
