package pullrequest

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rollback/repo"
)

// A request is the commits of a request: its head, "" where the job is about none, and what may be checked out instead.
type request struct {
	head  string
	bases []string
}

// Look finds out what of a request is checked out. A merge of its head with the base is compared with the base that
// went into it, so that what others did there meanwhile is not taken for a change. It is an error if the base alone is
// checked out: nothing of the request would be checked. Where it can't be told, the note says so and nobody is told
// what is found, because the comments that are there may be right.
func (j *Job) Look(ctx context.Context, getenv func(string) string, environ []string) (note string, err error) {
	dir := repositoryOf(inputLines(getenv("INPUT_PATHS")))
	if j.request.head != "" {
		note, err = j.compare(ctx, dir, environ)
	}
	if err == nil && j.Base != "" && getenv("INPUT_SINCE") == "" {
		_ = repo.FetchCommit(ctx, dir, environ, j.Base) // the check says that it is missing
	}
	return note, err
}

// compare compares what is checked out with the request.
func (j *Job) compare(ctx context.Context, dir string, environ []string) (note string, err error) {
	head := j.request.head
	at, parents, err := repo.Head(ctx, dir, environ)
	n := slices.Index(parents, head)
	switch {
	case n >= 0 && len(parents) == 2:
		j.Base = parents[1-n]
		return "", nil
	case n >= 0 || err == nil && repo.Within(ctx, dir, environ, head, at):
		return "", nil
	case err == nil && slices.ContainsFunc(j.request.bases, func(base string) bool {
		return at == base || repo.Within(ctx, dir, environ, at, base)
	}):
		return "", fmt.Errorf("the base of the request is checked out (%s), and not its head (%s): nothing that the request "+
			"changes would be checked. For requests from forks docs/ci.md has a safe way", at, wording.Visible(head))
	case j.host == nil:
		return "", nil
	}
	j.host = nil
	return fmt.Sprintf("no comments were written or removed: %s is checked out, and whether that holds the head of the "+
		"request (%s) can't be told; check the request out, with its history", cmp.Or(at, "nothing"), head), nil
}

// repositoryOf returns the repository that a job is about: the checkout may be a folder of the working directory.
func repositoryOf(paths []string) string {
	for _, path := range slices.Concat([]string{"."}, paths) {
		for child := ""; path != child; child, path = path, filepath.Dir(path) {
			if top := repo.Top(path); top != "" {
				return top
			}
		}
	}
	return "."
}
