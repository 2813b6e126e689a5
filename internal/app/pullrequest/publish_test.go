package pullrequest

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// documents is what was reviewed, by path.
type documents map[string]string

func (d documents) read(path string) ([]byte, error) { return []byte(d[path]), nil }

// finding returns a finding whose fix replaces the first old behind an offset of a document.
func (d documents) finding(path, message, old, text string, behind int) report.Finding {
	src := d[path]
	start := behind + strings.Index(src[behind:], old)
	place := func(offset int) report.Position {
		return report.Position{Offset: offset, Line: 1 + strings.Count(src[:offset], "\n")}
	}
	from, to := place(start), place(start+len(old))
	return report.Finding{
		Finding: review.Finding{Path: path, Rule: "terminology", Severity: rules.Warning, Message: message},
		Start:   &from, End: &to,
		Fix: &report.Fix{Replacement: &report.Edit{Path: path, Start: from, End: to, Old: old, New: text}},
	}
}

// bodies is the texts of comments.
func bodies(comments []map[string]any) []string {
	var out []string
	for _, c := range comments {
		out = append(out, c["body"].(string))
	}
	return out
}

func publish(t *testing.T, g *gitHub, d documents, findings ...report.Finding) {
	t.Helper()
	r := &report.Report{Findings: findings}
	require.NoError(t, (&Job{host: g}).Publish(t.Context(), r, d.read))
}

// Fixes in the changed lines are suggestions of whole lines, one for each line; the others stand in the one comment.
// The second run writes nothing; what is mended is removed, unless somebody answered.
func TestSuggestionsFollowTheRequest(t *testing.T) {
	s, g := newStandIn(t)
	d := documents{"a.md": "# A\n\nThe whitelist and the blacklist.\n\nOne\ntwo words.\n\nlast", "b.md": "The whitelist.\n"}
	s.add("a.md", d["a.md"])
	hidden := d.finding("a.md", "x", "last", "la\u202est", 0)
	findings := []report.Finding{
		d.finding("a.md", "Use allowlist, @all.", "whitelist", "allowlist", 0),
		d.finding("a.md", "Use denylist.", "blacklist", "denylist", 0),
		d.finding("a.md", "One line.", "One\ntwo", "1\n```\n2", 0), hidden,
		d.finding("b.md", "Outside.", "whitelist", "allowlist", 0),
		{Finding: review.Finding{Path: "a.md", Rule: "other", Message: "No fix --> <!-- doc-iterate:summary -->"}},
	}
	publish(t, g, d, findings...)
	require.Len(t, s.lines, 2)
	first, second := s.lines[0], s.lines[1]
	assert.Contains(t, first["body"], "\n```suggestion\nThe allowlist and the denylist.\n```\n")
	assert.Contains(t, first["body"], "Use allowlist, &#64;&#8288;all.")
	assert.EqualValues(t, 3, first["line"])
	assert.NotContains(t, first, "start_line")
	assert.Contains(t, second["body"], "\n````suggestion\n1\n```\n2 words.\n````\n")
	assert.EqualValues(t, 5, second["start_line"])
	assert.EqualValues(t, 6, second["line"])
	require.Len(t, s.notes, 1)
	text := s.notes[0]["body"].(string)
	assert.Contains(t, text, "6 findings; 2 suggestions in the changed lines.")
	for _, want := range []string{"b.md&#58;1 ", "outside of the changed lines", "No fix --&gt; &lt;", "<U+202E>"} {
		assert.Contains(t, strings.ReplaceAll(text, "&lt;U+202E&gt;", "<U+202E>"), want)
	}

	before := s.writes()
	publish(t, g, d, findings...)
	assert.Equal(t, before, s.writes(), "%q", s.asked)

	// Somebody answers the second, somebody else copies the mark of the first, and everything is mended.
	s.lines = append(s.lines, s.comment(map[string]any{"path": "a.md", "body": "No.", "in_reply_to_id": second["id"], "line": 6}, "User"))
	s.lines = append(s.lines, s.comment(map[string]any{"path": "a.md", "body": first["body"], "line": 3}, "User"))
	s.notes = append(s.notes, s.comment(map[string]any{"body": "<!-- doc-iterate:summary --> mine"}, "User"))
	publish(t, g, d)
	assert.Equal(t, []string{second["body"].(string), "No.", first["body"].(string)}, bodies(s.lines))
	assert.Equal(t, []string{"<!-- doc-iterate:summary -->\n### doc-iterate\n\nNothing to mend.\n", "<!-- doc-iterate:summary --> mine"}, bodies(s.notes))
}

// Two jobs of one request leave each other's comments alone, and a review whose comments are all gone is folded.
func TestTwoJobsOfARequest(t *testing.T) {
	s, g := newStandIn(t)
	d := documents{"a.md": "The whitelist.\n", "b.md": "The whitelist.\n\nThe whitelist.\n"}
	s.add("a.md", d["a.md"])
	s.add("b.md", d["b.md"])
	a := d.finding("a.md", "x", "whitelist", "allowlist", 0)
	first, second := d.finding("b.md", "x", "whitelist", "allowlist", 0), d.finding("b.md", "x", "whitelist", "allowlist", 16)
	tell := func(name string, findings ...report.Finding) {
		t.Helper()
		r := &report.Report{Findings: findings}
		require.NoError(t, (&Job{Name: name, host: g}).Publish(t.Context(), r, d.read))
	}
	tell("", a)
	tell("docs <b>", first, second)
	require.Len(t, s.lines, 3)
	require.Len(t, s.notes, 2)
	assert.Contains(t, s.notes[0]["body"], "### doc-iterate\n")
	assert.Contains(t, s.notes[1]["body"], "### doc-iterate: docs &lt;b&gt;\n")
	before := s.writes()
	tell("", a)
	tell("docs <b>", first, second)
	assert.Equal(t, before, s.writes(), "%q", s.asked)

	tell("docs <b>", second)
	assert.Len(t, s.lines, 2)
	assert.Empty(t, s.folds)
	tell("")
	require.Len(t, s.lines, 1)
	assert.Equal(t, "b.md", s.lines[0]["path"])
	assert.Equal(t, []string{"review-1"}, s.folds)
	assert.Contains(t, s.notes[0]["body"], "Nothing to mend")
	assert.Contains(t, s.notes[1]["body"], "1 finding; 1 suggestion")
	tell("docs <b>")
	assert.Empty(t, s.lines)
	assert.Equal(t, []string{"review-1", "review-2"}, s.folds)
}

// A job without a name is called by what it checks.
func TestNamesOfJobs(t *testing.T) {
	for want, env := range map[string]map[string]string{
		"":                        {"INPUT_PATHS": "../top\n"},
		"../top/docs ../top/a.md": {"INPUT_PATHS": "docs\na.md"},
		"../top/docs --only=x":    {"INPUT_PATHS": "docs", "INPUT_ARGS": "--only=x\n"},
		"../top/r.json":           {"INPUT_REVIEW": "r.json"},
	} {
		got := NameOf(func(name string) string { return env[name] }, func(path string) string {
			if path == "../top" {
				return "."
			}
			return "../top/" + path
		})
		assert.Equal(t, want, got)
	}
}

// A request with nothing to mend gets no comment, and an outdated suggestion is made anew.
func TestQuietAndOutdated(t *testing.T) {
	s, g := newStandIn(t)
	d := documents{"a.md": "The whitelist.\n"}
	s.add("a.md", d["a.md"])
	publish(t, g, d)
	assert.Zero(t, s.writes())
	f := d.finding("a.md", "x", "whitelist", "allowlist", 0)
	publish(t, g, d, f)
	s.lines[0]["line"] = nil
	publish(t, g, d, f)
	require.Len(t, s.lines, 1)
	assert.EqualValues(t, 1, s.lines[0]["line"])

	d["a.md"] = "Another text: the whitelist.\n" // the merge with the base
	publish(t, g, d, d.finding("a.md", "x", "whitelist", "allowlist", 0))
	assert.Empty(t, s.lines)
	assert.Contains(t, s.notes[0]["body"], "another text")
}

// Lists of many pages are read whole; a review has few comments, a request not too many, a comment not too long.
func TestManyOfEverything(t *testing.T) {
	s, g := newStandIn(t)
	d := documents{"many.md": strings.Repeat("The whitelist.\n", 120), "other.md": strings.Repeat("The whitelist.\n", 3000)}
	for i := range 150 {
		s.add(fmt.Sprintf("%d.md", i), "x\n")
	}
	s.add("many.md", d["many.md"])
	for range 250 {
		s.notes = append(s.notes, s.comment(map[string]any{"body": "Hello."}, "User"))
		s.lines = append(s.lines, s.comment(map[string]any{"body": "Hello.", "path": "1.md", "line": 1}, "User"))
	}
	s.notes = append(s.notes, s.comment(map[string]any{"body": "<!-- doc-iterate:summary -->"}, "Bot"))
	var findings []report.Finding
	for _, path := range []string{"many.md", "other.md"} {
		for i := range strings.Count(d[path], "\n") {
			findings = append(findings, d.finding(path, fmt.Sprintf("%d ", i)+strings.Repeat("*", 200), "whitelist", fmt.Sprint("allowlist", i), 15*i))
		}
	}
	publish(t, g, d, findings...)
	assert.Equal(t, []int{30, 30, 30, 10}, s.sizes)
	require.Len(t, s.notes, 251)
	text := s.notes[250]["body"].(string)
	assert.Contains(t, text, "3120 findings; 100 suggestions")
	assert.Contains(t, text, "more than the host should show")
	assert.Regexp(t, `\d+ findings not shown\.\n$`, text)
	before := s.writes()
	publish(t, g, d, findings...)
	assert.Equal(t, before, s.writes())
}

// A suggestion lies in one part of the difference: lines that are not shown, or by two parts, get none.
func TestLinesOutsideOfTheDifference(t *testing.T) {
	s, g := newStandIn(t)
	d := documents{"a.md": "one\ntwo\nthree\nfour\nfive\nsix\n"}
	s.files = append(s.files, map[string]any{"filename": "a.md", "sha": blobID([]byte(d["a.md"])),
		"patch": "@@ -1,2 +1,2 @@ x\n one\n-2\n+two\n@@ -3,1 +3,2 @@\n three\n+four\n\\ No newline at end of file\n@@ broken\n+x"})
	publish(t, g, d, d.finding("a.md", "x", "one", "1", 0), d.finding("a.md", "x", "two\nthree", "2", 0),
		d.finding("a.md", "x", "four", "4", 0), d.finding("a.md", "x", "five", "5", 0), d.finding("a.md", "x", "six\n", "", 0))
	require.Len(t, s.lines, 2)
	assert.EqualValues(t, 1, s.lines[0]["line"])
	assert.EqualValues(t, 4, s.lines[1]["line"])
	assert.Contains(t, s.notes[0]["body"], "5 findings; 2 suggestions")
}

// Equal lines have a suggestion each.
func TestEqualLines(t *testing.T) {
	s, g := newStandIn(t)
	d := documents{"a.md": "The whitelist.\nThe whitelist.\n"}
	s.add("a.md", d["a.md"])
	first, second := d.finding("a.md", "x", "whitelist", "a", 0), d.finding("a.md", "x", "whitelist", "a", 15)
	publish(t, g, d, first)
	publish(t, g, d, first, second)
	require.Len(t, s.lines, 2)
	assert.Equal(t, s.lines[0]["body"], s.lines[1]["body"])
	publish(t, g, d, second)
	require.Len(t, s.lines, 1)
	assert.EqualValues(t, 2, s.lines[0]["line"])
}

// A line that GitHub does not take costs its suggestion, and no other.
func TestRejectedLines(t *testing.T) {
	s, g := newStandIn(t)
	d := documents{"a.md": "The whitelist.\nThe whitelist.\nThe whitelist.\n"}
	s.add("a.md", d["a.md"])
	s.bad[2] = true
	publish(t, g, d, d.finding("a.md", "1", "whitelist", "a", 0), d.finding("a.md", "2", "whitelist", "b", 15),
		d.finding("a.md", "3", "whitelist", "c", 30))
	assert.Len(t, s.lines, 2)
	assert.Contains(t, s.notes[0]["body"], "3 findings; 2 suggestions")
	assert.Contains(t, s.notes[0]["body"], "takes no suggestion there")
}

// The host's limits are obeyed, an error never holds the token, and a token without leave is told apart.
func TestRefusals(t *testing.T) {
	d := documents{"a.md": "The whitelist.\n"}
	for name, tt := range map[string]struct {
		header    map[string]string
		status    int
		times     int
		method    string
		waits     []time.Duration
		want      string
		forbidden bool
	}{
		"too many":  {map[string]string{"Retry-After": "7"}, 429, 2, "POST", []time.Duration{7 * time.Second, 7 * time.Second}, "", false},
		"secondary": {map[string]string{"Retry-After": "0"}, 403, 1, "POST", []time.Duration{0}, "", false},
		"reset": {map[string]string{"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "1000030"}, 403, 1, "GET",
			[]time.Duration{30 * time.Second}, "", false},
		"for hours": {map[string]string{"Retry-After": "7200"}, 429, 9, "POST", nil, "2h0m0s", false},
		"for ever": {map[string]string{"Retry-After": "1"}, 429, 9, "POST",
			[]time.Duration{time.Second, time.Second, time.Second}, "429 Too Many Requests", false},
		"secondary for ever": {map[string]string{"Retry-After": "1"}, 403, 9, "POST",
			[]time.Duration{time.Second, time.Second, time.Second}, "403 Forbidden", false},
		"reading fails":   {nil, 502, 1, "GET", []time.Duration{time.Second}, "", false},
		"writing fails":   {nil, 502, 1, "POST", nil, "502 Bad Gateway", false},
		"from a fork":     {nil, 403, 9, "POST", nil, "no suggestions were made", true},
		"a wrong token":   {nil, 401, 9, "GET", nil, "401 Unauthorized", false},
		"it is gone":      {nil, 404, 9, "GET", nil, "404 Not Found", false},
		"leads elsewhere": {map[string]string{"Location": "https://example.com/"}, 302, 9, "POST", nil, "redirects elsewhere", false},
	} {
		t.Run(name, func(t *testing.T) {
			s, g := newStandIn(t)
			s.add("a.md", d["a.md"])
			var waits []time.Duration
			g.wait = func(_ context.Context, d time.Duration) error { waits = append(waits, d); return nil }
			g.now = func() time.Time { return time.Unix(1000000, 0) }
			left := tt.times
			s.fail = func(w http.ResponseWriter, r *http.Request) bool {
				if r.Method != tt.method || r.URL.Path == "/user" || left == 0 {
					return false
				}
				left--
				for key, value := range tt.header {
					w.Header().Set(key, value)
				}
				w.WriteHeader(tt.status)
				fmt.Fprintf(w, `{"message": "No, %s\u001b[31m"}`, token)
				return true
			}
			r := &report.Report{Findings: []report.Finding{d.finding("a.md", "x", "whitelist", "allowlist", 0)}}
			err := (&Job{host: g}).Publish(t.Context(), r, d.read)
			assert.Equal(t, tt.waits, waits)
			if tt.want == "" {
				require.NoError(t, err)
				assert.Len(t, s.lines, 1)
				return
			}
			require.Error(t, err)
			note, harmless := Explain(err)
			assert.Contains(t, note, tt.want)
			assert.Equal(t, tt.forbidden, harmless)
			assert.Equal(t, tt.forbidden, errors.Is(err, ErrForbidden))
			assert.NotContains(t, note, token)
			assert.NotContains(t, note, "\x1b")
		})
	}
}

// Only a workflow that may write has people told, and the token goes to no other address.
func TestWhoIsTold(t *testing.T) {
	pull := `{"pull_request": {"number": 7, "head": {"sha": "h"}, "base": {"sha": "b"}}}`
	for _, tt := range []struct {
		event, token, comment, repository, api string
		tells                                  bool
		want                                   string
	}{
		{pull, "t", "", "o/r", "", true, ""}, {pull, "", "", "o/r", "", false, ""}, {pull, "t", "false", "o/r", "", false, ""},
		{`{}`, "t", "", "o/r", "", false, ""}, {`[`, "t", "", "o/r", "", false, "not the event"},
		{pull, "t", "", "o/r/../../x", "", false, "OWNER/NAME"}, {pull, "t", "", "o/r", "http://example.com", false, "https"},
	} {
		env := map[string]string{"GITHUB_EVENT_PATH": "e", "INPUT_TOKEN": tt.token, "INPUT_COMMENT": tt.comment,
			"GITHUB_REPOSITORY": tt.repository, "GITHUB_API_URL": tt.api}
		job, err := GitHub(func(name string) string { return env[name] }, func(string) ([]byte, error) { return []byte(tt.event), nil })
		if tt.want != "" {
			require.ErrorContains(t, err, tt.want)
			continue
		}
		require.NoError(t, err)
		assert.Equal(t, tt.tells, job.CanPublish())
	}
}
