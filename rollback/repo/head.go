package repo

import (
	"context"
	"slices"
	"strings"
)

// Head returns the commit that is checked out in dir, and its parents as the object of the commit names them: a shallow
// clone has that too.
func Head(ctx context.Context, dir string, env []string) (commit string, parents []string, err error) {
	id, err := listing(ctx, dir, env, "rev-parse", "--verify", "--quiet", "HEAD^{commit}")
	if err != nil {
		return "", nil, err
	}
	object, err := listing(ctx, dir, env, "cat-file", "commit", "HEAD")
	about, _, _ := strings.Cut(string(object), "\n\n")
	for line := range strings.Lines(about) {
		if parent, ok := strings.CutPrefix(line, "parent "); ok {
			parents = append(parents, strings.TrimSpace(parent))
		}
	}
	return strings.TrimSpace(string(id)), parents, err
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
	_, err := listing(ctx, dir, slices.Concat(env, []string{"GIT_TERMINAL_PROMPT=0"}),
		"fetch", "--quiet", "--no-tags", "--depth=1", "--no-recurse-submodules", "--end-of-options", "origin", commit)
	return err
}
