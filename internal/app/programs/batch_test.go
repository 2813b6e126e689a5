package programs

import (
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/model/server"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback/answers"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The linter says of each document that it is given how many there were. It fails where one of them is bad.
const linter = `printf '{"issues": ['; comma=; bad=
for path; do
  if grep -q bad "$path"; then bad=1; fi
  printf '%s{"document": "%s", "description": "%s", "location": {"line": 1}}' "$comma" "$path" "$#"; comma=,
done
if [ "$bad" ] && [ $# -gt 1 ]; then exit 3; fi
echo ']}'`

// A reviewer of many documents runs once for those that it expects, alone for what is another text or asked about once
// more, and alone for all where the one run failed.
func TestBatch(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh")
	}
	dir := t.TempDir()
	var expected []source.Stored
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte("Text of "+name+"\n"), 0o600))
		expected = append(expected, source.Stored{Path: path, Read: func() ([]byte, error) { return os.ReadFile(path) }})
	}
	times := &Times{}
	set := &rules.Set{Reviewers: []rules.Program{
		{Name: "lint", Command: []string{"/bin/sh", "-c", linter, "lint", "{paths}"}, Timeout: time.Minute},
	}}
	b, ok := Reviewers(set, filepath.Join(dir, rules.FileName), times)[0].(loop.Batcher)
	require.True(t, ok)
	asked := func(name, text string) string {
		t.Helper()
		rv, err := b.Review(t.Context(), loop.Request{Document: zone.Parse(filepath.Join(dir, name), []byte(text), markdown.DialectOf(filepath.Join(dir, name))), Iteration: 1})
		require.NoError(t, err)
		require.Len(t, rv.Findings, 1)
		assert.Equal(t, "lint", rv.Findings[0].Source)
		return rv.Findings[0].Message
	}
	b.Expect(expected)
	assert.Equal(t, "3", asked("b.md", "Text of b.md\n"))
	assert.Equal(t, "3", asked("a.md", "Text of a.md\n"))
	assert.Equal(t, "1", asked("a.md", "Text of a.md\n"), "asked once more")
	assert.Equal(t, "1", asked("c.md", "Another text\n"))
	lines := strings.Join(times.Take(), "\n")
	assert.Regexp(t, `^lint: 5 documents in 3 runs, \d+\.\d s$`, lines)
	assert.Empty(t, times.Take())

	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.md"), []byte("A bad text\n"), 0o600))
	b.Expect(expected)
	assert.Equal(t, "1", asked("a.md", "Text of a.md\n"))
	assert.Equal(t, "1", asked("b.md", "A bad text\n"))

	// Many documents are several runs: larger ones where they end soon, smaller ones where they do not or fail.
	expected = expected[:0]
	for n := range 4 * maxDocuments {
		path := filepath.Join(dir, strconv.Itoa(n)+".md")
		require.NoError(t, os.WriteFile(path, []byte("Text\n"), 0o600))
		expected = append(expected, source.Stored{Path: path, Read: func() ([]byte, error) { return os.ReadFile(path) }})
	}
	portions := b.(*batch)
	portions.most, portions.aim = firstDocuments, time.Hour
	portions.Expect(expected)
	assert.Equal(t, "25", asked("0.md", "Text\n"))
	assert.Equal(t, "25", asked("24.md", "Text\n"))
	assert.Equal(t, "100", asked("25.md", "Text\n"))
	portions.aim = 1
	assert.Equal(t, "100", asked("399.md", "Text\n"), "the document that is asked about, and those before it")
	assert.Equal(t, "2", asked("398.md", "Text\n"))
	assert.Equal(t, "100", asked("200.md", "Text\n"))
}

// What a program answered is known while the document, the program and its inputs are the same.
func TestKept(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		t.Helper()
		path := filepath.Join(dir, name)
		require.NoError(t, os.MkdirAll(filepath.Dir(path), 0o700))
		require.NoError(t, os.WriteFile(path, []byte(text), 0o700))
		return path
	}
	const script = `#!/bin/sh
echo run >> ran
printf '{"issues": [{"document": "%s", "description": "Seen.", "location": {"line": 1}}, {"document": "other.md", "description": "x"}]}' "$2"
`
	write("lint", script)
	write("style/rules/a.yml", "a")
	var notes []string
	models := func(store *answers.Store) *Models {
		return &Models{Store: store, Client: &server.Client{Agent: "doc-iterate/1"}, Getenv: os.Getenv,
			Note: func(format string, args ...any) { notes = append(notes, fmt.Sprintf(format, args...)) }}
	}
	store := answers.Open([]string{"XDG_CACHE_HOME=" + t.TempDir()})
	program := rules.Program{Name: "lint", Command: []string{"./lint", "of", "{path}"}, Timeout: time.Minute, Inputs: []string{"style"}}
	var runs []byte
	asked := func(m *Models, p rules.Program, text string) bool {
		t.Helper()
		e := m.Reviewers(&rules.Set{Reviewers: []rules.Program{p}}, filepath.Join(dir, rules.FileName), nil)[0]
		doc := zone.Parse(write("a.md", text), []byte(text), markdown.Dialect{})
		rv, err := e.Review(t.Context(), loop.Request{Document: doc, Iteration: 1})
		require.NoError(t, err)
		require.Len(t, rv.Findings, 1)
		before := len(runs)
		runs, err = os.ReadFile(filepath.Join(dir, "ran"))
		require.NoError(t, err)
		return len(runs) > before
	}
	assert.True(t, asked(models(store), program, "One.\n"))
	assert.False(t, asked(models(store), program, "One.\n"), "the same")
	assert.True(t, asked(models(store), program, "Two.\n"), "another text")
	assert.False(t, asked(models(store), program, "One.\n"))
	assert.True(t, asked(models(nil), program, "One.\n"), "--no-cache")
	write("style/rules/a.yml", "b")
	assert.True(t, asked(models(store), program, "One.\n"), "another input")
	write("style/b.yml", "b")
	assert.True(t, asked(models(store), program, "One.\n"), "one more input")
	write("lint", script+"\n")
	assert.True(t, asked(models(store), program, "One.\n"), "another program")
	program.Env = map[string]string{"A": "b"}
	assert.True(t, asked(models(store), program, "One.\n"), "another variable")
	assert.False(t, asked(models(store), program, "One.\n"))
	program.Inputs = nil
	assert.True(t, asked(models(store), program, "One.\n"), "no inputs declared")

	notes = nil
	m := models(store)
	assert.True(t, asked(m, program, "One.\n"))
	assert.True(t, asked(m, program, "Two.\n"))
	assert.Equal(t, []string{"lint: left out what it found in files that it was not asked about, such as other.md"}, notes)
}

// A linter that rewrites a document fails, and the document is what it was.
func TestWatched(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "a.md")
	for _, command := range [][]string{
		{"/bin/sh", "-c", `echo more >> "$0"; echo '{"issues": []}'`, "{path}"},
		{"/bin/sh", "-c", `for f; do echo more >> "$f"; done; echo '{"issues": []}'`, "x", "{paths}"},
		{"/bin/sh", "-c", `rm "$0"; echo '{"issues": []}'`, "{path}"},
	} {
		require.NoError(t, os.WriteFile(path, []byte("Text.\n"), 0o640))
		set := &rules.Set{Reviewers: []rules.Program{{Name: "lint", Command: command, Timeout: time.Minute}}}
		e := Reviewers(set, filepath.Join(dir, rules.FileName), nil)[0]
		_, err := e.Review(t.Context(), loop.Request{Document: zone.Parse(path, []byte("Text.\n"), markdown.Dialect{})})
		require.ErrorContains(t, err, "rewrote a.md while it looked at it")
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.Equal(t, "Text.\n", string(text))
	}
	others, err := filepath.Glob(path + ".rewritten-*")
	require.NoError(t, err)
	require.Len(t, others, 2)
	text, err := os.ReadFile(others[0])
	require.NoError(t, err)
	assert.Equal(t, "Text.\nmore\n", string(text))
}
