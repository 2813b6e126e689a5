package main

import (
	"bufio"
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/app/mcp"
)

// An agent is a client of the server for a folder.
type agent struct {
	t       *testing.T
	root    string
	session *sdk.ClientSession
}

const guide = "# Guide\n\nAdd the whitelist to the relay. The port is 80.\n\nSee the whitelist of the relay.\n"

// newAgent serves a folder of a repository that holds a guide and rules.
func newAgent(t *testing.T) *agent {
	t.Helper()
	need(t, "git")
	state := t.TempDir()
	t.Setenv("HOME", state)
	t.Setenv("XDG_STATE_HOME", state)
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(state, "gitconfig"))
	write(t, filepath.Join(state, "gitconfig"), gitConfig)
	top := t.TempDir()
	root := filepath.Join(top, "served")
	write(t, filepath.Join(root, "docs", "guide.md"), guide)
	write(t, filepath.Join(top, "outside.md"), guide)
	write(t, filepath.Join(top, "consistency-rules.json"),
		`{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	for _, args := range [][]string{{"init", "--quiet"}, {"add", "."}, {"commit", "--quiet", "-m", "Start"}} {
		run(t, "git", append([]string{"-C", top}, args...)...)
	}
	return agentOf(t, root)
}

// agentOf serves a folder. Files that end as more says are documents, too.
func agentOf(t *testing.T, root string, more ...string) *agent {
	t.Helper()
	program, err := exec.LookPath("doc-iterate")
	require.NoError(t, err)
	server, err := mcp.Open(root, program, "test", more...)
	require.NoError(t, err)
	here, there := sdk.NewInMemoryTransports()
	ctx, end := context.WithCancel(t.Context())
	done := make(chan error, 1)
	go func() { done <- server.Serve(ctx, there) }()
	client := sdk.NewClient(&sdk.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), here, nil)
	require.NoError(t, err)
	t.Cleanup(func() {
		_ = session.Close()
		end()
		<-done
	})
	return &agent{t, root, session}
}

// try calls a tool and returns its result, or the text of its error.
func (a *agent) try(tool string, arguments any) (result map[string]any, refusal string) {
	a.t.Helper()
	r, err := a.session.CallTool(a.t.Context(), &sdk.CallToolParams{Name: tool, Arguments: arguments})
	if err != nil {
		return nil, err.Error()
	}
	require.NotEmpty(a.t, r.Content)
	text, ok := r.Content[0].(*sdk.TextContent)
	require.True(a.t, ok)
	if r.IsError {
		return nil, text.Text
	}
	require.NoError(a.t, json.Unmarshal([]byte(text.Text), &result))
	return result, ""
}

// call is try for a call that works.
func (a *agent) call(tool string, arguments any) map[string]any {
	a.t.Helper()
	result, refusal := a.try(tool, arguments)
	require.Empty(a.t, refusal)
	return result
}

func (a *agent) guide() string { return contents(a.t, filepath.Join(a.root, "docs", "guide.md")) }

func (a *agent) commits() string { return run(a.t, "git", "-C", a.root, "rev-list", "--count", "HEAD") }

// An object is one of JSON.
type object map[string]any

var portReview = object{"issues": []any{
	object{"id": "port", "description": "Which port?", "requires_human": true, "old_value": "80",
		"location": object{"quote": "to the relay. The port is 80."}},
	object{"id": "relay", "description": "Say gateway.", "old_value": "relay", "new_value": "gateway",
		"location": object{"quote": "See the whitelist of the relay."}},
	object{"id": "lost", "description": "\x1b]0;pwned\a\u202e", "old_value": "x", "new_value": "y",
		"location": object{"quote": "which stands nowhere at all"}},
}}

// An agent goes the whole way: check, locate, fix, a person's answer, fix, undo. Nothing is written before it says
// so, and nothing is committed before it says so.
func TestAgentsGoTheWholeWay(t *testing.T) {
	a := newAgent(t)
	found := a.call("check", object{"paths": []string{"docs"}})
	assert.EqualValues(t, 2, found["total"])
	first := found["findings"].([]any)[0].(map[string]any)
	assert.Equal(t, "docs/guide.md", first["path"])
	assert.Equal(t, map[string]any{"line": 3.0, "column": 9.0, "end_line": 3.0, "end_column": 18.0, "old": "whitelist",
		"new": "allowlist"}, first["edit"])

	states := map[string]string{}
	for _, f := range a.call("locate", object{"path": "docs/guide.md", "review": portReview})["findings"].([]any) {
		one := f.(map[string]any)
		states[one["id"].(string)] = one["state"].(string)
	}
	assert.Equal(t, map[string]string{"port": "located", "relay": "located", "lost": "unlocated"}, states)

	for _, dry := range []object{{}, {"dry_run": true, "commit": "branch"}} {
		dry["path"], dry["review"] = "docs/guide.md", portReview
		result := a.call("fix", dry)
		assert.Equal(t, true, result["dry_run"])
		assert.EqualValues(t, 1, result["fixed"])
		assert.Contains(t, result["diff"], "\n+See the whitelist of the gateway.")
	}
	assert.Equal(t, guide, a.guide())

	result := a.call("fix", object{"path": "docs/guide.md", "review": portReview, "dry_run": false})
	once := strings.Replace(guide, "of the relay", "of the gateway", 1)
	assert.Equal(t, once, a.guide())
	assert.Equal(t, "1", a.commits())
	left := result["left"].([]any)
	require.Len(t, left, 2)
	port := left[1].(map[string]any)
	assert.Equal(t, "port", port["id"])
	assert.NotEmpty(t, port["reason"])
	question := port["question"].(map[string]any)["id"]

	_, refusal := a.try("answer", object{"id": "q-00000000", "choice": 1})
	assert.Contains(t, refusal, "no run here asked that")
	a.call("answer", object{"id": question, "choice": 1, "text": "8080"})
	result = a.call("fix", object{"path": "docs/guide.md", "review": portReview, "dry_run": false})
	assert.Equal(t, strings.Replace(once, "80", "8080", 1), a.guide())
	a.call("undo", object{"run": result["run"]})
	a.call("undo", object{})
	assert.Equal(t, guide, a.guide())
	assert.Equal(t, "1", a.commits())

	write(t, filepath.Join(a.root, "docs", "new.md"), guide)
	result = a.call("fix", object{"path": "docs/new.md", "dry_run": false, "commit": "branch"})
	assert.Contains(t, result["failed"].([]any)[0].(map[string]any)["message"], "git")
	require.NoError(t, os.Remove(filepath.Join(a.root, "docs", "new.md")))
	a.call("fix", object{"path": ".", "dry_run": false, "commit": "branch"})
	assert.Equal(t, strings.ReplaceAll(guide, "whitelist", "allowlist"), a.guide())
	assert.Equal(t, "2", a.commits())
	a.call("undo", nil)
	assert.Equal(t, guide, a.guide())
	assert.Equal(t, "3", a.commits())
	a.call("fix", object{"path": ".", "dry_run": false, "commit": "record"})
	assert.Equal(t, "3", a.commits())

	assert.Contains(t, a.call("rules", nil)["result"], "heading-case")
	assert.Contains(t, a.call("rules", object{"id": "list-marker"})["result"], "# list-marker")
}

// No path leaves the folder, and none is a flag, a glob or standard input.
func TestAgentsStayBelowTheRoot(t *testing.T) {
	a := newAgent(t)
	outside := filepath.Join(filepath.Dir(a.root), "outside.md")
	for name, to := range map[string]string{
		"link.md": outside, "relative.md": "../outside.md", "folder": filepath.Dir(a.root), "inside.md": "docs/guide.md",
		"dangling.md": "../nothing.md", "loop.md": "loop.md",
	} {
		if err := os.Symlink(to, filepath.Join(a.root, name)); err != nil {
			t.Skip("links can't be made here")
		}
	}
	write(t, filepath.Join(a.root, "--config"), "# A name like a flag\n")
	leaves := "leaves " + a.root
	for path, want := range map[string]string{
		"..": leaves, "../outside.md": leaves, outside: "leaves " + a.root, "docs/../../outside.md": leaves, "docs/../docs/guide.md": leaves,
		"link.md": leaves, "relative.md": leaves, "folder": leaves, "folder/outside.md": leaves, "folder/served/docs": leaves,
		"": "empty", "missing.md": "no such", "dangling.md": "", "loop.md": "", "*.md": "no such", "-": "no such",
		"docs/guide.md\x00": "", "--allow-external": "no such", strings.Repeat("a", 5000): "",
	} {
		for tool, in := range map[string]object{
			"check":  {"paths": []string{"docs", path}},
			"locate": {"path": path, "review": portReview},
			"fix":    {"path": path, "dry_run": false},
		} {
			result, refusal := a.try(tool, in)
			assert.Nil(t, result, "%s %q", tool, path)
			assert.Contains(t, refusal, want, "%s %q", tool, path)
		}
	}
	write(t, filepath.Join(a.root, "--config.md"), "# A name like a flag\n")
	assert.EqualValues(t, 3, a.call("check", object{"paths": []string{"--config.md", "inside.md", "docs"}})["documents"])
	assert.EqualValues(t, 1, a.call("check", object{"paths": []string{filepath.Join(a.root, "docs")}})["documents"])
	assert.Equal(t, guide, contents(t, outside))

	require.NoError(t, os.Symlink("../answers.json", filepath.Join(a.root, "answers.json")))
	_, refusal := a.try("answer", object{"id": "q-00000000", "choice": 1})
	assert.NotContains(t, refusal, "no run here asked")

	run(t, "doc-iterate", "fix", "--commit=none", outside)
	_, refusal = a.try("undo", nil)
	assert.Contains(t, refusal, "is outside")
	_, refusal = a.try("undo", object{"run": "../outside.md"})
	assert.Contains(t, refusal, "not the id of a run")
	assert.NotEqual(t, guide, contents(t, outside))
}

// Only documents change, whatever path and review a tool is given: their names are the server's, not the clone's.
func TestAgentsEditDocumentsAlone(t *testing.T) {
	a := newAgent(t)
	review := object{"issues": []any{object{"id": "1", "description": "Say allowlist.", "old_value": "whitelist",
		"new_value": "allowlist", "location": object{"quote": "whitelist", "line": 1}}}}
	paths := []string{
		"x.sh", "Makefile", "x.py", "x.js", "x.go", "x.rb", "x.yml", "x.yaml", "x.json", "x.toml", "x.ini", "x.txt", "x.rst",
		"x.adoc", "x.html", "x.css", "x.ps1", "x.bat", "x.c", "x.rs", "x.ts", "x", ".envrc", ".bashrc", ".gitignore",
		".gitattributes", ".husky/pre-commit", ".npmrc", ".vimrc", ".github/workflows/ci.yml", "CODEOWNERS",
		"Dockerfile", "package.json", "go.mod", "x.md.sh", "x.md~", "x.md.txt", "x.mdz", "x.markdown.py", "md", ".md.swp",
	}
	require.GreaterOrEqual(t, len(paths), 40)
	for _, path := range paths {
		write(t, filepath.Join(a.root, filepath.FromSlash(path)), "# whitelist\n")
		for tool, in := range map[string]object{
			"check": {"paths": []string{path}}, "locate": {"path": path, "review": review},
			"fix": {"path": path, "review": review, "dry_run": false},
		} {
			result, refusal := a.try(tool, in)
			assert.Nil(t, result, "%s %s", tool, path)
			assert.Contains(t, refusal, "is no document", "%s %s", tool, path)
		}
	}
	require.NoError(t, os.Symlink("x.sh", filepath.Join(a.root, "link.md")))
	_, refusal := a.try("fix", object{"path": "link.md", "review": review, "dry_run": false})
	assert.Contains(t, refusal, "is no document")
	a.call("fix", object{"path": ".", "dry_run": false})
	for _, path := range paths {
		assert.Equal(t, "# whitelist\n", contents(t, filepath.Join(a.root, filepath.FromSlash(path))), path)
	}
	assert.Equal(t, strings.ReplaceAll(guide, "whitelist", "allowlist"), a.guide())

	a = agentOf(t, a.root, ".TXT", "rst")
	a.call("fix", object{"path": "x.txt", "review": review, "dry_run": false})
	assert.Equal(t, "# allowlist\n", contents(t, filepath.Join(a.root, "x.txt")))
	assert.Empty(t, a.call("check", object{"paths": []string{"x.rst"}})["failed"])
	for _, path := range []string{"a.md", "a.markdown", "a.mdown", "a.mkd", "a.mdx", "a.qmd", "a.Rmd"} {
		write(t, filepath.Join(a.root, path), "The whitelist.\n")
		a.call("fix", object{"path": path, "dry_run": false})
		assert.Equal(t, "The allowlist.\n", contents(t, filepath.Join(a.root, path)), path)
	}
}

// A line that is no message is answered with an error, and the next one is served.
func TestAgentsLinesThatAreNoMessages(t *testing.T) {
	a := newAgent(t)
	program, err := exec.LookPath("doc-iterate")
	require.NoError(t, err)
	server, err := mcp.Open(a.root, program, "test")
	require.NoError(t, err)
	lines := []string{
		"x", "{", "}", "null", "5", "true", `"text"`, "[]", "[1]", `[{"jsonrpc": "2.0", "method": "ping", "id": 7}]`, "{}", "\x00\xff",
		`{"jsonrpc": "1.0", "method": "ping", "id": 3}`, `{"method": "ping", "id": 3}`, `{"jsonrpc": "2.0"}`, `{"jsonrpc": "2.0", "id": {}}`,
		`{"jsonrpc": "2.0", "id": 3, "method": 5}`, `{"jsonrpc": "2.0", "method": "ping", "id": 3} {}`, strings.Repeat("[", 100_000),
		strings.Repeat("y", 17<<20), `{"jsonrpc": "2.0", "id": [1], "method": "ping"}`, "Content-Length: 5",
	}
	require.GreaterOrEqual(t, len(lines), 20)
	in, send := io.Pipe()
	receive, out := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- server.Serve(t.Context(), mcp.Lines(in, out)) }()
	answers := bufio.NewScanner(receive)
	answers.Buffer(nil, 1<<20)
	ask := func(line string) (answer struct {
		ID     any
		Result object
		Error  struct{ Code int }
	}) {
		go func() { _, _ = io.WriteString(send, line+"\n") }()
		require.True(t, answers.Scan(), "%.50q", line)
		require.NoError(t, json.Unmarshal(answers.Bytes(), &answer))
		return answer
	}
	hello := `{"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"protocolVersion": "2025-06-18", "capabilities": {}, ` +
		`"clientInfo": {"name": "x", "version": "1"}}}`
	for n, line := range append(lines, lines...) {
		if n == len(lines) {
			assert.NotNil(t, ask(hello).Result)
			_, _ = io.WriteString(send, `{"jsonrpc": "2.0", "method": "notifications/initialized"}`+"\n\r\n")
		}
		assert.Contains(t, []int{-32700, -32600}, ask(line).Error.Code, "%.50q", line)
	}
	// What is a message, and makes no sense, is answered by the library.
	for _, line := range []string{
		`{"jsonrpc": "2.0", "id": "a", "method": "no/such"}`, `{"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": []}`,
		hello, `{"jsonrpc": "2.0", "id": "a", "method": "tools/call", "params": {"name": "fix", "arguments": 5}}`,
	} {
		ask(line)
	}
	_, _ = io.WriteString(send, `{"jsonrpc": "2.0", "id": 99, "result": {}}`+"\n")
	assert.Equal(t, object{}, ask(`{"jsonrpc": "2.0", "id": 4, "method": "ping"}`).Result)
	require.NoError(t, send.Close())
	<-done
	assert.Equal(t, guide, a.guide())
}

// What a client shows to a person as a form has plain types, and no message names what an agent lacks.
func TestAgentsAreSpokenToInTheirWords(t *testing.T) {
	a := newAgent(t)
	list, err := a.session.ListTools(t.Context(), nil)
	require.NoError(t, err)
	for _, tool := range list.Tools {
		schema, err := json.Marshal(tool.InputSchema)
		require.NoError(t, err)
		assert.NotContains(t, string(schema), "null", tool.Name)
	}
	for _, empty := range []any{object{}, []any{}, "{}", " [] ", ""} {
		_, refusal := a.try("fix", object{"path": "docs/guide.md", "review": empty})
		assert.Contains(t, refusal, "is empty", "%#v", empty)
	}
	a.call("fix", object{"path": "docs/guide.md", "dry_run": false})
	write(t, filepath.Join(a.root, "docs", "guide.md"), guide+"\nMore.\n")
	said, err := json.Marshal(a.call("fix", object{"path": "docs/guide.md", "dry_run": false, "commit": "branch"})["failed"])
	require.NoError(t, err)
	assert.Contains(t, string(said), "ask the user to commit")
	lines := object{"issues": []any{object{"id": "1", "description": "Say x.", "new_value": "x", "location": object{"line": 3}}}}
	all, err := json.Marshal(a.call("fix", object{"path": "docs/guide.md", "review": lines}))
	require.NoError(t, err)
	for _, text := range []string{string(said), string(all)} {
		assert.NotRegexp(t, `--[a-z]|doc-iterate [a-z]`, text)
	}
}

// Bad calls are errors that leave the server at work, and no text reaches the agent's terminal as more than text.
func TestAgentsThatMisbehave(t *testing.T) {
	a := newAgent(t)
	for _, bad := range []struct {
		tool string
		in   any
	}{
		{"nonsense", nil}, {"check", nil}, {"check", object{"paths": []string{}}}, {"check", object{"paths": "docs"}},
		{"check", object{"paths": []string{"docs"}, "allow_external": true}},
		{"locate", object{"path": "docs/guide.md"}}, {"locate", object{"path": "docs/guide.md", "review": 7}},
		{"locate", object{"path": "docs/guide.md", "review": `{"issues": [{"id"`}},
		{"fix", object{"path": "docs/guide.md", "commit": "push"}},
		{"fix", object{"path": "docs/guide.md", "dry_run": "no"}},
		{"answer", object{"id": "--help", "choice": 1}}, {"answer", object{"id": "q-\x00", "text": "x"}},
		{"answer", object{"id": "q-1"}}, {"undo", object{"run": "--help"}}, {"undo", nil},
		{"rules", object{"id": "import"}}, {"rules", object{"id": "--help"}}, {"rules", object{"id": "\x1b[31m"}},
	} {
		result, refusal := a.try(bad.tool, bad.in)
		assert.Nil(t, result, "%s", bad.tool)
		assert.NotEmpty(t, refusal, "%s", bad.tool)
		assert.NotContains(t, refusal, "\x1b")
	}
	_, refusal := a.try("locate", object{"path": "docs/guide.md", "review": strings.Repeat("x", 9<<20)})
	assert.Contains(t, refusal, "larger than 8 MB")
	hostile := filepath.Join(a.root, "hostile.md")
	write(t, hostile, "# \x1b]0;pwned\a\u202e\n\nThe whitelist \x1b[31m.\n")
	r, err := a.session.CallTool(t.Context(), &sdk.CallToolParams{
		Name: "fix", Arguments: object{"path": "hostile.md"},
	})
	require.NoError(t, err)
	text := r.Content[0].(*sdk.TextContent).Text
	assert.Contains(t, text, `␛]0;pwned␇\u003cU+202E`)
	require.NoError(t, os.Remove(hostile))
	for _, c := range []string{"\x1b", "\\u001b", "\u202e", "\\u0007"} {
		assert.NotContains(t, text, c)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err = a.session.CallTool(ctx, &sdk.CallToolParams{Name: "check", Arguments: object{"paths": []string{"."}}})
	require.Error(t, err)
	assert.Equal(t, guide, a.guide())
	assert.EqualValues(t, 2, a.call("check", object{"paths": []string{"."}})["total"])
}

// A configuration's programs don't start for an agent, and the result says so.
func TestAgentsStartNoPrograms(t *testing.T) {
	a := newAgent(t)
	t.Setenv("DOC_ITERATE_ALLOW_EXTERNAL", "")
	mark := filepath.Join(t.TempDir(), "mark")
	config, err := json.Marshal(object{"version": 1, "reviewers": []any{object{
		"name": "bad", "command": []string{"sh", "-c", "touch " + mark}, "format": "vale"}}})
	require.NoError(t, err)
	write(t, filepath.Join(a.root, "consistency-rules.json"), string(config))
	for tool, in := range map[string]object{
		"check": {"paths": []string{"."}}, "fix": {"path": ".", "dry_run": false},
	} {
		failed := a.call(tool, in)["failed"].([]any)[0].(map[string]any)
		assert.Contains(t, failed["message"], "trust")
		assert.NoFileExists(t, mark)
	}
}

// A client of the TypeScript SDK lists the tools and calls each, over the streams of the program that users start.
func TestAgentsOfAnotherLanguage(t *testing.T) {
	need(t, "node")
	need(t, "go")
	client := os.Getenv("MCP_CLIENT")
	if client == "" {
		client = filepath.Join("..", "..", "bin", "mcp-client")
	}
	client, err := filepath.Abs(client)
	require.NoError(t, err)
	if _, err := os.Stat(filepath.Join(client, "node_modules", "@modelcontextprotocol", "sdk")); err != nil {
		t.Skip("the client's SDK is not installed: make mcp-client")
	}
	bin := t.TempDir()
	run(t, "go", "build", "-o", bin, "../doc-iterate-mcp") // before the agent has another home, without Go's cache
	a := newAgent(t)
	t.Setenv("PATH", bin+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Setenv("MCP_CLIENT", client)
	calls, err := json.Marshal([]object{
		{"name": "check", "arguments": object{"paths": []string{"."}}},
		{"name": "locate", "arguments": object{"path": "docs/guide.md", "review": portReview}},
		{"name": "fix", "arguments": object{"path": "docs/guide.md", "dry_run": false}},
		{"name": "undo", "arguments": object{}},
		{"name": "rules", "arguments": object{"id": "reference"}},
		{"name": "answer", "arguments": object{"id": "q-00000000", "choice": 1}},
		{"name": "check", "arguments": object{"paths": []string{"../outside.md"}}},
	})
	require.NoError(t, err)
	cmd := exec.Command("node", filepath.Join("..", "..", "internal", "app", "mcp", "testdata", "client.mjs"), "doc-iterate", "mcp", a.root)
	cmd.Stdin, cmd.Stderr = strings.NewReader(string(calls)), os.Stderr
	out, err := cmd.Output()
	require.NoError(t, err)
	var got struct {
		Tools   []string
		Results []struct{ IsError bool }
	}
	require.NoError(t, json.Unmarshal(out, &got))
	assert.ElementsMatch(t, []string{"check", "locate", "fix", "answer", "undo", "rules"}, got.Tools)
	for i, failed := range []bool{false, false, false, false, false, true, true} {
		assert.Equal(t, failed, got.Results[i].IsError, "call %d: %s", i, out)
	}
	assert.Equal(t, guide, a.guide())
}
