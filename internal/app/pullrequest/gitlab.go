package pullrequest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"strconv"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// GitLab returns the job that the environment of a pipeline describes. People are told where the pipeline is a merge
// request's and there is a token, in DOC_ITERATE_TOKEN: the token of a job may not write comments.
func GitLab(getenv func(string) string) (*Job, error) {
	job := &Job{Base: getenv("CI_MERGE_REQUEST_DIFF_BASE_SHA")}
	number, token := getenv("CI_MERGE_REQUEST_IID"), getenv("DOC_ITERATE_TOKEN")
	if number != "" { // a pipeline of merged results has the head in a variable of its own
		job.request.head = cmp.Or(getenv("CI_MERGE_REQUEST_SOURCE_BRANCH_SHA"), getenv("CI_COMMIT_SHA"))
		job.request.bases = []string{job.Base, getenv("CI_MERGE_REQUEST_TARGET_BRANCH_SHA")}
	}
	if number == "" || token == "" {
		return job, nil
	}
	project, digits := getenv("CI_MERGE_REQUEST_PROJECT_ID"), regexp.MustCompile(`^[0-9]+$`)
	if !digits.MatchString(project) || !digits.MatchString(number) {
		return nil, fmt.Errorf("CI_MERGE_REQUEST_PROJECT_ID and CI_MERGE_REQUEST_IID: %q and %q are not numbers",
			wording.Visible(project), wording.Visible(number))
	}
	c, err := newClient(getenv("CI_API_V4_URL"), token, http.Header{
		"Private-Token": {token}, "User-Agent": {"doc-iterate"},
	})
	if err != nil {
		return nil, fmt.Errorf("CI_API_V4_URL: %w", err)
	}
	project = "/projects/" + project
	job.host = &gitLab{client: c, project: project, request: project + "/merge_requests/" + number}
	return job, nil
}

// gitLab is a merge request.
type gitLab struct {
	*client
	project, request string
	version          gitLabVersion
}

// gitLabVersion is the commits between which a merge request shows its difference.
type gitLabVersion struct {
	Base  string `json:"base_commit_sha"`
	Start string `json:"start_commit_sha"`
	Head  string `json:"head_commit_sha"`
}

// fit puts a suggestion at a line from which its others are not too far away: GitLab would leave those out.
func (g *gitLab) fit(first, last int) (line int, fence string, ok bool) {
	const most = 100 // lines above, and lines below
	below := min(last-first, most)
	above := last - first - below
	return first + above, fmt.Sprintf("suggestion:-%d+%d", above, below), above <= most
}

func (g *gitLab) changed(ctx context.Context) (map[string]changed, error) {
	var versions []gitLabVersion
	if _, err := g.do(ctx, http.MethodGet, g.request+"/versions", nil, &versions); err != nil {
		return nil, err
	}
	if len(versions) == 0 {
		return nil, errors.New("the merge request has no difference yet")
	}
	g.version = versions[0] // the latest
	out := map[string]changed{}
	type file struct {
		Old  string `json:"old_path"`
		New  string `json:"new_path"`
		Diff string `json:"diff"`

		Collapsed bool `json:"collapsed"`
		TooLarge  bool `json:"too_large"`
	}
	return out, pages(ctx, g.client, g.request+"/diffs", func(files []file) error {
		for _, f := range files {
			withheld := f.Diff == "" && (f.Collapsed || f.TooLarge)
			out[f.New] = changed{oldPath: f.Old, hunks: hunksOf(f.Diff), withheld: withheld}
		}
		return nil
	})
}

func (g *gitLab) same(ctx context.Context, path string, src []byte) (bool, error) {
	file := g.project + "/repository/files/" + url.PathEscape(path) + "?ref=" + g.version.Head
	header, err := g.do(ctx, http.MethodHead, file, nil, nil)
	if hasStatus(err, http.StatusNotFound) {
		return false, nil
	}
	return err == nil && header.Get("X-Gitlab-Blob-Id") == blobID(src), err
}

func (g *gitLab) comments(ctx context.Context) ([]comment, error) {
	var me struct{ ID int64 }
	if _, err := g.do(ctx, http.MethodGet, "/user", nil, &me); err != nil {
		return nil, err
	}
	type note struct {
		ID       int64  `json:"id"`
		Body     string `json:"body"`
		Author   struct{ ID int64 }
		Position *struct {
			Head string `json:"head_sha"`
			Line *int   `json:"new_line"`
		} `json:"position"`
	}
	type discussion struct {
		ID    string `json:"id"`
		Notes []note `json:"notes"`
	}
	var out []comment
	return out, pages(ctx, g.client, g.request+"/discussions", func(page []discussion) error {
		for _, d := range page {
			if len(d.Notes) == 0 || d.Notes[0].Author.ID != me.ID {
				continue
			}
			first := d.Notes[0]
			if first.Position == nil && !isSummary(first.Body) || first.Position != nil && keyOf(first.Body) == "" {
				continue
			}
			c := comment{id: strconv.FormatInt(first.ID, 10), thread: d.ID, text: first.Body, answered: len(d.Notes) > 1}
			if at := first.Position; at != nil {
				// GitLab carries a position to the latest difference as long as its line is there.
				if c.outdated = at.Line == nil || at.Head != g.version.Head; !c.outdated {
					c.line = *at.Line
				}
			}
			out = append(out, c)
		}
		return nil
	})
}

func (g *gitLab) suggest(ctx context.Context, all []*placed) (rejected []*placed, err error) {
	for _, p := range all {
		position := map[string]any{
			"position_type": "text", "base_sha": g.version.Base, "start_sha": g.version.Start, "head_sha": g.version.Head,
			"new_path": p.path, "old_path": p.file.oldPath, "new_line": p.line,
		}
		if old, unchanged := p.hunk.old[p.line]; unchanged { // GitLab finds such a line by both numbers
			position["old_line"] = old
		}
		comment := map[string]any{"body": p.text, "position": position}
		_, err := g.do(ctx, http.MethodPost, g.request+"/discussions", comment, nil)
		if hasStatus(err, http.StatusBadRequest) || hasStatus(err, http.StatusUnprocessableEntity) {
			rejected = append(rejected, p)
		} else if err != nil {
			return nil, err
		}
	}
	return rejected, nil
}

func (g *gitLab) summaryAt(old *comment) (method, path string) {
	if old == nil {
		return http.MethodPost, g.request + "/notes"
	}
	return http.MethodPut, g.request + "/notes/" + old.id
}

// fold does nothing: a thread goes away with its last comment.
func (g *gitLab) fold(context.Context, int64) {}

// suggestionAt is the path of a suggestion that is alone in its thread.
func (g *gitLab) suggestionAt(old comment) string {
	return g.request + "/discussions/" + old.thread + "/notes/" + old.id
}
