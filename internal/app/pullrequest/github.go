package pullrequest

import (
	"cmp"
	"context"
	"crypto/sha1"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// GitHub returns the job that the environment of a workflow describes. read returns the bytes of the file of the event,
// which INPUT_EVENT names where it is another than the workflow's. People are told where INPUT_COMMENT is not false,
// the event is a pull request, and there is a token.
func GitHub(getenv func(string) string, read func(string) ([]byte, error)) (*Job, error) {
	file := cmp.Or(getenv("INPUT_EVENT"), getenv("GITHUB_EVENT_PATH"))
	if file == "" {
		return &Job{}, nil
	}
	data, err := read(file)
	if err != nil {
		return nil, fmt.Errorf("the event of the workflow: %w", err)
	}
	type commit struct {
		SHA string `json:"sha"`
		Ref string `json:"ref"`
	}
	var event struct {
		PullRequest struct {
			Number int    `json:"number"`
			Base   commit `json:"base"`
			Head   commit `json:"head"`
		} `json:"pull_request"`
		MergeGroup struct {
			BaseSHA string `json:"base_sha"`
		} `json:"merge_group"`
	}
	if err := json.Unmarshal(data, &event); err != nil {
		return nil, fmt.Errorf("%s is not the event of a workflow: %w", file, err)
	}
	pull, token := event.PullRequest, getenv("INPUT_TOKEN")
	job := &Job{Base: pull.Base.SHA + event.MergeGroup.BaseSHA, request: request{head: pull.Head.SHA}}
	job.request.bases = []string{pull.Base.SHA, "refs/remotes/origin/" + pull.Base.Ref}
	if getenv("GITHUB_EVENT_NAME") == "pull_request_target" { // whose own commit is the base
		job.request.bases = append(job.request.bases, getenv("GITHUB_SHA"))
	}
	if pull.Number == 0 || token == "" || getenv("INPUT_COMMENT") == "false" {
		return job, nil
	}
	repository := getenv("GITHUB_REPOSITORY")
	if !regexp.MustCompile(`^[\w.-]+/[\w.-]+$`).MatchString(repository) {
		return nil, fmt.Errorf("GITHUB_REPOSITORY: %q is not OWNER/NAME", wording.Visible(repository))
	}
	c, err := newClient(cmp.Or(getenv("GITHUB_API_URL"), "https://api.github.com"), token, http.Header{
		"Authorization": {"Bearer " + token}, "Accept": {"application/vnd.github+json"},
		"X-Github-Api-Version": {"2022-11-28"}, "User-Agent": {"doc-iterate"},
	})
	if err != nil {
		return nil, err
	}
	job.host = &gitHub{
		client: c, repository: "/repos/" + repository, number: strconv.Itoa(pull.Number), head: pull.Head.SHA,
	}
	return job, nil
}

// gitHub is a pull request.
type gitHub struct {
	*client
	repository, number string
	head               string // the commit that comments are about
}

func (g *gitHub) pull(rest string) string  { return g.repository + "/pulls/" + g.number + rest }
func (g *gitHub) issue(rest string) string { return g.repository + "/issues/" + rest }

func (g *gitHub) changed(ctx context.Context) (map[string]changed, error) {
	out := map[string]changed{}
	type file struct {
		Filename, SHA, Patch string
		Changes              int // lines
	}
	return out, pages(ctx, g.client, g.pull("/files"), func(files []file) error {
		for _, f := range files {
			out[f.Filename] = changed{blob: f.SHA, hunks: hunksOf(f.Patch), withheld: f.Patch == "" && f.Changes > 0}
		}
		return nil
	})
}

// fit puts a suggestion at the last of its lines.
func (g *gitHub) fit(_, last int) (line int, fence string, ok bool) { return last, "suggestion", true }

// same is not asked: GitHub names the blob of each document.
func (g *gitHub) same(context.Context, string, []byte) (bool, error) { return false, nil }

// gitHubComment is a comment as GitHub has it. Those on lines have a path; their line is null where it is gone.
type gitHubComment struct {
	ID        int64  `json:"id"`
	Review    int64  `json:"pull_request_review_id"`
	Body      string `json:"body"`
	Path      string `json:"path"`
	Line      *int   `json:"line"`
	InReplyTo int64  `json:"in_reply_to_id"`
	User      struct{ Login, Type string }
}

// comments returns those of the token's user. The token of a workflow is a bot's, which may not ask who it is.
func (g *gitHub) comments(ctx context.Context) ([]comment, error) {
	var me struct{ Login string }
	if _, err := g.do(ctx, http.MethodGet, "/user", nil, &me); err != nil && !hasStatus(err, http.StatusForbidden) {
		return nil, err
	}
	var all []gitHubComment
	collect := func(page []gitHubComment) error { all = append(all, page...); return nil }
	if err := pages(ctx, g.client, g.pull("/comments"), collect); err != nil {
		return nil, err
	}
	if err := pages(ctx, g.client, g.issue(g.number+"/comments"), collect); err != nil {
		return nil, err
	}
	answered := map[int64]bool{}
	for _, c := range all {
		answered[c.InReplyTo] = true
	}
	var out []comment
	for _, c := range all {
		mine := me.Login != "" && c.User.Login == me.Login || me.Login == "" && c.User.Type == "Bot"
		if mine && (c.Path != "" && keyOf(c.Body) != "" || c.Path == "" && isSummary(c.Body)) {
			one := comment{id: strconv.FormatInt(c.ID, 10), text: c.Body, answered: answered[c.ID], review: c.Review}
			if c.Line != nil {
				one.line = *c.Line
			}
			one.outdated = c.Path != "" && c.Line == nil
			out = append(out, one)
		}
	}
	return out, nil
}

// mostReviewed is how many comments one review has: GitHub limits how much a request may make at once.
const mostReviewed = 30

// suggest writes the suggestions as reviews, so that one mail tells of many. Where GitHub rejects one of them it
// rejects the review; then each is written alone.
func (g *gitHub) suggest(ctx context.Context, all []*placed) (rejected []*placed, err error) {
	for len(all) > 0 {
		part := all[:min(len(all), mostReviewed)]
		all = all[len(part):]
		comments := make([]map[string]any, len(part))
		for i, p := range part {
			comments[i] = g.comment(p)
		}
		_, err := g.do(ctx, http.MethodPost, g.pull("/reviews"), map[string]any{
			"commit_id": g.head, "event": "COMMENT", "comments": comments,
			"body": "doc-iterate suggests " + wording.Count(len(part), "edit") + ".",
		}, nil)
		if !hasStatus(err, http.StatusUnprocessableEntity) {
			if err != nil {
				return nil, err
			}
			continue
		}
		for i, p := range part {
			comments[i]["commit_id"] = g.head
			_, err := g.do(ctx, http.MethodPost, g.pull("/comments"), comments[i], nil)
			if hasStatus(err, http.StatusUnprocessableEntity) {
				rejected = append(rejected, p)
			} else if err != nil {
				return nil, err
			}
		}
	}
	return rejected, nil
}

func (g *gitHub) comment(p *placed) map[string]any {
	out := map[string]any{"path": p.path, "line": p.last, "side": "RIGHT", "body": p.text}
	if p.first < p.last {
		out["start_line"], out["start_side"] = p.first, "RIGHT"
	}
	return out
}

func (g *gitHub) summaryAt(old *comment) (method, path string) {
	if old == nil {
		return http.MethodPost, g.issue(g.number + "/comments")
	}
	return http.MethodPatch, g.issue("comments/" + old.id)
}

func (g *gitHub) suggestionAt(old comment) string { return g.repository + "/pulls/comments/" + old.id }

// fold hides a review whose comments are all gone: GitHub lets nobody delete one. That is worth a try and no failure.
func (g *gitHub) fold(ctx context.Context, review int64) {
	var found struct {
		Node string `json:"node_id"`
	}
	if _, err := g.do(ctx, http.MethodGet, g.pull("/reviews/"+strconv.FormatInt(review, 10)), nil, &found); err != nil {
		return
	}
	graph := *g.client
	graph.base = strings.TrimSuffix(g.base, "/v3") // of an enterprise's server
	_, _ = graph.do(ctx, http.MethodPost, "/graphql", map[string]any{
		"query":     "mutation($id: ID!) {minimizeComment(input: {subjectId: $id, classifier: OUTDATED}) {clientMutationId}}",
		"variables": map[string]string{"id": found.Node},
	}, nil)
}

// blobID returns the name that git has for bytes.
func blobID(data []byte) string {
	h := sha1.New()
	fmt.Fprintf(h, "blob %d\x00", len(data))
	h.Write(data)
	return hex.EncodeToString(h.Sum(nil))
}
