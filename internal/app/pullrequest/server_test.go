package pullrequest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"context"
)

const token = "ghs_secret0123456789"

// A standIn is GitHub's API as far as a pull request needs it. It keeps what it was asked.
type standIn struct {
	t     *testing.T
	mu    sync.Mutex // guards all that follows
	files []map[string]any
	lines []map[string]any // comments on lines
	notes []map[string]any // comments on the request
	next  int64
	asked []string // method, path and page of each request
	sizes []int    // comments of each review
	folds []string // the reviews that were hidden
	fail  func(w http.ResponseWriter, r *http.Request) bool
	bad   map[int]bool // lines that are not in the difference, by GitHub's reckoning
}

func newStandIn(t *testing.T) (*standIn, *gitHub) {
	t.Helper()
	s := &standIn{t: t, next: 1, bad: map[int]bool{}}
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	event := `{"pull_request": {"number": 7, "head": {"sha": "ec26c3e"}, "base": {"sha": "6dcb09b"}}}`
	env := map[string]string{
		"GITHUB_EVENT_PATH": "event.json", "INPUT_TOKEN": token, "GITHUB_REPOSITORY": "o/r", "GITHUB_API_URL": server.URL,
	}
	job, err := GitHub(func(name string) string { return env[name] }, func(string) ([]byte, error) { return []byte(event), nil })
	require.NoError(t, err)
	require.Equal(t, "6dcb09b", job.Base)
	require.True(t, job.CanPublish())
	g := job.host.(*gitHub)
	g.wait = func(context.Context, time.Duration) error { t.Error("waited"); return nil }
	return s, g
}

// add has the request change a document: all its lines are shown.
func (s *standIn) add(path, text string) {
	n := strings.Count(text, "\n")
	patch := fmt.Sprintf("@@ -0,0 +1,%d @@\n+%s", n, strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n+"))
	s.files = append(s.files, map[string]any{"filename": path, "sha": blobID([]byte(text)), "patch": patch})
}

func (s *standIn) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.asked = append(s.asked, r.Method+" "+r.URL.Path)
	if r.Header.Get("Authorization") != "Bearer "+token {
		w.WriteHeader(http.StatusUnauthorized)
		return
	}
	if s.fail != nil && s.fail(w, r) {
		return
	}
	var in map[string]any
	if r.Body != nil && r.Method != http.MethodGet {
		_ = json.NewDecoder(r.Body).Decode(&in)
	}
	switch path := strings.TrimPrefix(r.URL.Path, "/repos/o/r"); r.Method + " " + path {
	case "GET /user":
		w.WriteHeader(http.StatusForbidden)
	case "GET /pulls/7/files":
		s.page(w, r, s.files)
	case "GET /pulls/7/comments":
		s.page(w, r, s.lines)
	case "GET /issues/7/comments":
		s.page(w, r, s.notes)
	case "POST /pulls/7/reviews":
		s.review(w, in)
	case "POST /pulls/7/comments":
		s.review(w, map[string]any{"comments": []any{in}})
	case "POST /graphql":
		s.folds = append(s.folds, in["variables"].(map[string]any)["id"].(string))
		fmt.Fprint(w, `{}`)
	case "POST /issues/7/comments":
		s.notes = append(s.notes, s.comment(in, "Bot"))
	default:
		s.edit(w, r.Method, path, in)
	}
}

// comment gives a comment its id and its author.
func (s *standIn) comment(in map[string]any, author string) map[string]any {
	in["id"], in["user"] = s.next, map[string]any{"login": "x", "type": author}
	s.next++
	if len([]rune(in["body"].(string))) > 65536 {
		s.t.Error("a comment is too long")
	}
	return in
}

// review takes comments on lines, all or none.
func (s *standIn) review(w http.ResponseWriter, in map[string]any) {
	comments := in["comments"].([]any)
	for _, c := range comments {
		if s.bad[int(c.(map[string]any)["line"].(float64))] {
			w.WriteHeader(http.StatusUnprocessableEntity)
			fmt.Fprint(w, `{"message": "Unprocessable Entity"}`)
			return
		}
	}
	s.sizes = append(s.sizes, len(comments))
	for _, c := range comments {
		s.lines = append(s.lines, s.comment(c.(map[string]any), "Bot"))
		s.lines[len(s.lines)-1]["pull_request_review_id"] = 1000 + len(s.sizes)
	}
}

// edit changes or deletes one comment.
func (s *standIn) edit(w http.ResponseWriter, method, path string, in map[string]any) {
	id, _ := strconv.ParseInt(path[strings.LastIndexByte(path, '/')+1:], 10, 64)
	if method == http.MethodGet && strings.HasPrefix(path, "/pulls/7/reviews/") && id > 1000 && id <= 1000+int64(len(s.sizes)) {
		fmt.Fprintf(w, `{"node_id": "review-%d"}`, id-1000)
		return
	}
	is := func(c map[string]any) bool { return c["id"] == id }
	switch {
	case method == http.MethodPatch && strings.HasPrefix(path, "/issues/comments/"):
		if n := slices.IndexFunc(s.notes, is); n >= 0 {
			s.notes[n]["body"] = in["body"]
			return
		}
	case method == http.MethodDelete && strings.HasPrefix(path, "/pulls/comments/"):
		if n := slices.IndexFunc(s.lines, is); n >= 0 {
			s.lines = slices.Delete(s.lines, n, n+1)
			w.WriteHeader(http.StatusNoContent)
			return
		}
	}
	w.WriteHeader(http.StatusNotFound)
}

// page answers with one page of a list.
func (s *standIn) page(w http.ResponseWriter, r *http.Request, all []map[string]any) {
	size, _ := strconv.Atoi(r.URL.Query().Get("per_page"))
	page, _ := strconv.Atoi(r.URL.Query().Get("page"))
	if size != 100 || page < 1 {
		s.t.Error("pages have 100 items and a number")
		return
	}
	from, to := min((page-1)*size, len(all)), min(page*size, len(all))
	if to < len(all) {
		w.Header().Set("Link", fmt.Sprintf(`<http://%s%s?page=%d>; rel="next"`, r.Host, r.URL.Path, page+1))
	}
	part := all[from:to]
	if part == nil {
		part = []map[string]any{}
	}
	_ = json.NewEncoder(w).Encode(part)
}

// writes counts the requests that change something.
func (s *standIn) writes() int {
	n := 0
	for _, a := range s.asked {
		if !strings.HasPrefix(a, "GET") {
			n++
		}
	}
	return n
}
