package external

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The test binary is its own external program: with this variable set it plays
// the part that the variable names.
const role = "DOC_ITERATE_TEST_ROLE"

func TestMain(m *testing.M) {
	if part := os.Getenv(role); part != "" {
		os.Exit(play(part))
	}
	if os.Getenv("GORACE") == "" { // programs with the race detector wait for a second when they end
		os.Setenv("GORACE", "atexit_sleep_ms=0")
	}
	os.Exit(m.Run())
}

func play(part string) int {
	switch part {
	case "echo":
		var request Request
		if err := json.NewDecoder(os.Stdin).Decode(&request); err != nil {
			return 3
		}
		fmt.Printf(`{"issues": [{"id": "a", "description": %q}]}`, strings.Join(append(os.Args[1:], request.Document, request.Text), " "))
	case "read":
		data, err := os.ReadFile(os.Args[1])
		if err != nil {
			return 3
		}
		fmt.Printf(`{"issues": [{"document": %q, "description": %q}, {"document": "docs/b.md", "description": "x"}]}`, os.Args[1], data)
	case "wander": // names the document from where it runs, as node's programs do
		dir, err := os.Getwd()
		if err != nil {
			return 3
		}
		name, err := filepath.Rel(dir, os.Args[1])
		if err != nil {
			return 3
		}
		fmt.Printf(`{"issues": [{"document": %q, "description": "x"}, {"document": "../other/a.md", "description": "y"}]}`, name)
	case "tree": // looks at every document, whichever it is asked about
		fmt.Print(`{"issues": [{"document": "a.md", "description": "x"}, {"document": "docs/a.md", "description": "y"}]}`)
	case "text":
		text, err := io.ReadAll(os.Stdin)
		if err != nil {
			return 3
		}
		fmt.Printf(`{"issues": [{"document": %q, "description": %q}]}`, os.Args[1], os.Args[1]+" "+string(text))
	case "linter":
		fmt.Print(`{"issues": []}`)
		return 1
	case "reply":
		fmt.Print(os.Getenv("REPLY"))
	case "many": // one that fails where it meets a document without text
		var issues []string
		status := 1
		for _, path := range os.Args[1:] {
			data, err := os.ReadFile(path)
			if err != nil {
				return 3
			}
			if len(data) == 0 {
				status = 2
				continue
			}
			issues = append(issues, fmt.Sprintf(`{"document": %q, "description": %q}`, path, fmt.Sprint(len(os.Args)-1, " ", string(data))))
		}
		fmt.Printf(`{"issues": [%s, {"document": "other.md", "description": "x"}]}`, strings.Join(issues, ","))
		return status
	case "nameless":
		fmt.Print(`{"issues": [{"description": "x"}]}`)
	case "daemon", "failing daemon": // its child keeps the pipes open
		child := exec.Command(os.Args[0])
		child.Env = append(os.Environ(), role+"=linger")
		child.Stdout, child.Stderr = os.Stdout, os.Stderr
		if err := child.Start(); err != nil {
			return 3
		}
		fmt.Print(`{"issues": [{"description": "x"}]}`)
		return len(part) - len("daemon")
	case "linger":
		time.Sleep(2 * grace)
	case "unread": // what rumdl does with a document that is not UTF-8
		fmt.Print("[]")
		fmt.Fprintln(os.Stderr, "stream did not contain valid UTF-8")
		return 2
	case "crash":
		fmt.Fprintln(os.Stderr, "first\nout of\x1b[2J luck")
		return 4
	case "garbage":
		fmt.Print("{")
	case "flood":
		for {
			if _, err := os.Stdout.Write(make([]byte, 1<<20)); err != nil {
				return 0
			}
		}
	case "hang":
		read, _, _ := os.Pipe()
		_, _ = read.Read(make([]byte, 1)) // nobody ever writes
	}
	return 0
}

func program(part string) rules.Program {
	return rules.Program{Name: "tool", Command: []string{os.Args[0], "{path}", "x={path}"}, Env: map[string]string{role: part}, Timeout: time.Minute}
}

func TestProgramIsAskedAndAnswers(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "-a b.md"), []byte("text"), 0o600))
	r, err := Review(t.Context(), program("echo"), dir, Request{Document: "-a b.md", Text: "text"})
	require.NoError(t, err)
	require.Len(t, r.Issues, 1)
	assert.Equal(t, "./-a b.md x=./-a b.md -a b.md text", r.Issues[0].Message)
	assert.Equal(t, "tool", r.Reviewer.Name)
}

// The revision under review need not be on disk; a linter that is given a path
// must not read another one.
func TestProgramReadsTheTextOfTheRequest(t *testing.T) {
	dir, temp := t.TempDir(), t.TempDir()
	t.Setenv("TMPDIR", temp)
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "docs"), 0o700))
	require.NoError(t, os.WriteFile(filepath.Join(dir, "docs", "a.md"), []byte("old"), 0o600))
	r, err := Review(t.Context(), program("read"), dir, Request{Document: "docs/a.md", Text: "new"})
	require.NoError(t, err)
	require.Len(t, r.Issues, 1, "what is said of other documents is left out")
	assert.Equal(t, "new", r.Issues[0].Message)
	assert.Empty(t, r.Issues[0].Path)
	assert.Empty(t, r.Document)
	left, err := os.ReadDir(temp)
	require.NoError(t, err)
	assert.Empty(t, left)
}

// However a linter calls the copy that it was given, what it says of that is not
// lost: the document would pass for clean.
func TestProgramCallsTheCopyByAnotherName(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.WriteFile(filepath.Join(dir, "a.md"), []byte("old"), 0o600))
	r, err := Review(t.Context(), program("wander"), dir, Request{Document: "a.md", Text: "new"})
	require.NoError(t, err)
	require.Len(t, r.Issues, 1)
	assert.Equal(t, "x", r.Issues[0].Message)
}

// What a program says of a file whose name is the end of the document's path is not
// said of the document.
func TestProgramThatLooksAtNamesakes(t *testing.T) {
	dir := t.TempDir()
	require.NoError(t, os.MkdirAll(filepath.Join(dir, "docs"), 0o700))
	for _, name := range []string{"a.md", "docs/a.md"} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, filepath.FromSlash(name)), []byte("old"), 0o600))
	}
	for _, text := range []string{"old", "new"} {
		r, err := Review(t.Context(), program("tree"), dir, Request{Document: "docs/a.md", Text: text})
		require.NoError(t, err)
		require.Len(t, r.Issues, 1)
		assert.Equal(t, "y", r.Issues[0].Message)
	}
}

// A linter that takes the text goes by the document's own path, whatever revision
// is reviewed.
func TestProgramThatReadsTheTextAlone(t *testing.T) {
	dir := t.TempDir()
	p := program("text")
	p.Stdin = rules.StdinText
	r, err := Review(t.Context(), p, dir, Request{Document: "docs/a.md", Text: "new"})
	require.NoError(t, err)
	require.Len(t, r.Issues, 1)
	assert.Equal(t, "docs/a.md new", r.Issues[0].Message)
}

func TestExitStatusDoesNotCountWhereThereIsAReview(t *testing.T) {
	_, err := Review(t.Context(), program("linter"), t.TempDir(), Request{Document: "a.md"})
	assert.NoError(t, err)
}

func TestFailuresAreTheToolsOwn(t *testing.T) {
	for part, want := range map[string]string{
		"crash":   "exit status 4: out of[2J luck",
		"garbage": "output of tool:1:2: not a review in JSON",
		"mute":    "wrote nothing",
		"unread":  "failed and found nothing, so that it is not known whether it read the document: stream did not contain valid UTF-8",
		"flood":   "wrote more than is read",
	} {
		t.Run(part, func(t *testing.T) {
			_, err := Review(t.Context(), program(part), t.TempDir(), Request{Document: "a.md"})
			var tool *ToolError
			require.ErrorAs(t, err, &tool)
			assert.Contains(t, err.Error(), want)
		})
	}
	t.Run("no such program", func(t *testing.T) {
		_, err := Review(t.Context(), rules.Program{Name: "tool", Command: []string{"/nonexistent"}}, t.TempDir(), Request{Document: "a.md"})
		assert.ErrorContains(t, err, "")
	})
}

func TestTimeoutKillsTheProgram(t *testing.T) {
	p := program("hang")
	p.Timeout = time.Millisecond
	_, err := Review(t.Context(), p, t.TempDir(), Request{Document: "a.md"})
	assert.ErrorIs(t, err, ErrTimeout)
}

// A program has answered when it ended in time, however long its child holds the
// pipes.
func TestTimeoutIsTheProgramsOwn(t *testing.T) {
	for _, part := range []string{"daemon", "failing daemon"} {
		t.Run(part, func(t *testing.T) {
			t.Parallel()
			p := program(part)
			p.Timeout = grace - 200*time.Millisecond
			r, err := Review(t.Context(), p, t.TempDir(), Request{Document: "a.md"})
			require.NoError(t, err)
			assert.Len(t, r.Issues, 1)
		})
	}
}

func TestReplies(t *testing.T) {
	text := func(s string) *string { return &s }
	for _, tt := range []struct {
		out    string
		text   *string
		tokens int
		issues int
		fails  bool
	}{
		{out: `{"text": "x", "tokens": 12}`, text: text("x"), tokens: 12},
		{out: `{"text": ""}`, text: text("")},
		{out: `{"text": null, "tokens": 12}`, tokens: 12},
		{out: ` {"text": null} `},
		{out: "null\n"},
		{out: `{"text": null, "issues": [{"description": "d"}]}`, issues: 1},
		{out: `{"issues": [{"description": "d"}]}`, issues: 1},
		{out: `{"tokens": 12}`, fails: true},
		{out: `nullx`, fails: true},
		{out: `{"text": 3}`, fails: true},
		{out: "", fails: true},
	} {
		p := program("reply")
		p.Env["REPLY"] = tt.out
		got, err := Rewrite(t.Context(), p, t.TempDir(), Request{Document: "a.md"})
		if tt.fails {
			assert.Error(t, err, tt.out)
			continue
		}
		require.NoError(t, err, tt.out)
		assert.Equal(t, tt.text, got.Text, tt.out)
		assert.Equal(t, tt.tokens, got.Tokens, tt.out)
		if tt.issues == 0 {
			assert.Nil(t, got.Review, tt.out)
		} else if assert.NotNil(t, got.Review, tt.out) {
			assert.Len(t, got.Review.Issues, tt.issues, tt.out)
		}
	}
}

func TestCancelledContextIsNoToolError(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Review(ctx, program("hang"), t.TempDir(), Request{Document: "a.md"})
	assert.ErrorIs(t, err, context.Canceled)
	var tool *ToolError
	assert.NotErrorAs(t, err, &tool)
}

// What a program reads follows the schema, which names every field.
func TestRequestFollowsItsSchema(t *testing.T) {
	text, err := os.ReadFile("request.schema.json")
	require.NoError(t, err)
	data, err := json.Marshal(Request{
		Document: "a.md", DocumentSHA256: "00", Text: "x", Scope: []string{"A"}, Iteration: 1, MaxIterations: 3,
		Guidance: "g", Feedback: "f",
		Findings: []Earlier{{
			ID: "1", Rule: "r", Category: "style", Severity: "warning", Message: "m", State: "located", Line: 1, Column: 1,
			Section: []string{"A"}, Text: "x", Reviewer: "v",
		}},
		Questions: []Question{{ID: "q", Text: "?", Critical: true}}, TokensLeft: 1,
	})
	require.NoError(t, err)
	request := testdocs.JSON(t, data)
	assert.NoError(t, testdocs.Schema(t, text).Validate(request))
	fields := testdocs.JSON(t, text).(map[string]any)["properties"].(map[string]any)
	assert.Len(t, request, len(fields))
}

func TestEnvironmentIsSmall(t *testing.T) {
	t.Setenv("SOME_TOKEN", "secret")
	t.Setenv("LC_ALL", "C")
	env := environment(map[string]string{"A": "b", "KEY": "$SOME_TOKEN"})
	assert.Contains(t, env, "A=b")
	assert.Contains(t, env, "KEY=secret")
	assert.Contains(t, env, "LC_ALL=C")
	for _, kv := range env {
		assert.False(t, strings.HasPrefix(kv, "SOME_TOKEN="), kv)
	}
}

// One run looks at several documents, some of which are not on disk as they are. What it finds is that of the document
// that it names. Whether it read one is not known where it failed and found nothing there.
func TestSeveralDocumentsInOneRun(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{"a.md": "first", "-b.md": "before", "other.md": "other", "empty.md": ""} {
		require.NoError(t, os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600))
	}
	many := program("many")
	many.Command = []string{os.Args[0], "{paths}"}
	reviews, err := ReviewAll(t.Context(), many, dir, []Request{
		{Document: "a.md", Text: "first"}, {Document: "-b.md", Text: "second"}, {Document: "empty.md", Text: ""},
	})
	require.NoError(t, err)
	require.Len(t, reviews, 3)
	for n, want := range []string{"3 first", "3 second"} {
		require.Len(t, reviews[n].Issues, 1)
		assert.Equal(t, want, reviews[n].Issues[0].Message)
		assert.Empty(t, reviews[n].Issues[0].Path)
		assert.Equal(t, "issue-1", reviews[n].Issues[0].ID, "as in a run over this document alone")
	}
	assert.Nil(t, reviews[2])
	r, err := Review(t.Context(), many, dir, Request{Document: "a.md", Text: "first"})
	require.NoError(t, err)
	assert.Equal(t, "1 first", r.Issues[0].Message)

	many.Env[role] = "nameless"
	_, err = ReviewAll(t.Context(), many, dir, []Request{{Document: "a.md", Text: "first"}, {Document: "-b.md", Text: "before"}})
	require.ErrorIs(t, err, ErrNoPath)
}

func TestArgumentsForEachPath(t *testing.T) {
	assert.Equal(t, []string{"lint", "--json", ":a.md", ":./-b.md"},
		arguments([]string{"lint", "--json", ":{paths}"}, []string{"a.md", "-b.md"}))
	assert.Equal(t, []string{"lint", "x=a.md"}, arguments([]string{"lint", "x={path}"}, []string{"a.md"}))
}
