package workspace

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// write writes files into a new folder, which becomes the working directory.
func write(t *testing.T, files map[string]string) {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	require.NoError(t, err)
	t.Chdir(dir)
	for name, text := range files {
		require.NoError(t, os.MkdirAll(filepath.Dir(name), 0o755))
		require.NoError(t, os.WriteFile(name, []byte(text), 0o644))
	}
}

// git commits or stages in the working directory.
func git(t *testing.T, args ...string) {
	t.Helper()
	out, err := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput()
	require.NoError(t, err, string(out))
}

// newWorkspace returns a workspace that writes what it says to a buffer.
func newWorkspace(opts Options) (*Workspace, *bytes.Buffer) {
	said := &bytes.Buffer{}
	opts.Jobs = 1
	return &Workspace{
		Options: opts, Environ: os.Environ(),
		Note: func(format string, args ...any) { fmt.Fprintf(said, "note: "+format+"\n", args...) },
		Warn: func(format string, args ...any) { fmt.Fprintf(said, "warning: "+format+"\n", args...) },
	}, said
}

func paths(docs []Document) string {
	var out []string
	for _, d := range docs {
		out = append(out, filepath.ToSlash(d.Path))
	}
	return strings.Join(out, " ")
}

func TestOpen(t *testing.T) {
	const one = "# One\n"
	write(t, map[string]string{
		"consistency-rules.json": `{"version": 1, "ignore": ["left/**"]}`,
		"a.md":                   one, "docs/b.md": one, "docs/c.markdown": one, "docs/d.txt": one, "left/e.md": one,
		"docs/binary.md":                strings.Repeat("\x00\x01", 50),
		"own/consistency-rules.json":    `{"version": 1}`,
		"own/f.md":                      one,
		"broken/g.md":                   one,
		"broken/consistency-rules.json": `{"version": `,
	})
	for _, tt := range []struct {
		name, args, want, around, said string
		opts                           Options
		failures                       int
	}{
		{name: "a document", args: "a.md", want: "a.md"},
		{name: "a path up and down again", args: "docs/../a.md", want: "a.md"},
		{name: "a folder", args: "docs", want: "docs/b.md docs/c.markdown", said: "warning: docs/binary.md: ", failures: 1},
		{name: "a glob", args: "docs/*.m*n", want: "docs/c.markdown"},
		{name: "ignored", args: "left/e.md a.md", want: "a.md", said: "note: left/e.md is ignored by the configuration\n"},
		{name: "missing", args: "a.md gone.md", want: "a.md", said: "warning: gone.md: ", failures: 1},
		{name: "broken rules", args: "a.md broken", want: "a.md", said: "warning: ", failures: 1},
		{name: "a shard", args: "a.md docs/b.md own", opts: Options{Shard: gate.Shard{Index: 1, Total: 1}}, want: "a.md docs/b.md own/f.md"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			w, said := newWorkspace(tt.opts)
			got, err := w.Open(t.Context(), strings.Fields(tt.args))
			require.NoError(t, err)
			assert.Equal(t, tt.want, paths(got.Documents))
			assert.Len(t, got.Failures, tt.failures)
			assert.True(t, strings.HasPrefix(said.String(), tt.said) && (tt.said != "" || said.Len() == 0), said.String())
			for _, d := range got.Documents {
				assert.Equal(t, one, string(d.Source))
				assert.NotNil(t, d.Rules)
			}
		})
	}
	for args, want := range map[string]string{
		"- a.md": "stands alone", "a.md ": "an empty argument", "broken": "broken/consistency-rules.json",
	} {
		w, _ := newWorkspace(Options{})
		_, err := w.Open(t.Context(), strings.Split(args, " "))
		assert.ErrorContains(t, err, want, args)
	}
}

// All shards together have every document once, and each knows the others as evidence.
func TestShards(t *testing.T) {
	files := map[string]string{}
	for i := range 20 {
		files[fmt.Sprintf("%02d.md", i)] = "# T\n"
	}
	write(t, files)
	seen := map[string]int{}
	for i := range 3 {
		w, _ := newWorkspace(Options{Shard: gate.Shard{Index: i + 1, Total: 3}})
		got, err := w.Find(t.Context(), []string{"."})
		require.NoError(t, err)
		assert.Len(t, append(got.Documents, got.Around...), len(files))
		for _, d := range got.Documents {
			seen[d.Path]++
		}
	}
	assert.Len(t, seen, len(files))
	for path, n := range seen {
		assert.Equal(t, 1, n, path)
	}
}

func TestGroups(t *testing.T) {
	write(t, map[string]string{"a.md": "", "b.md": "", "c.md": "", "d.md": ""})
	one, two := rules.Default(), rules.Default()
	docs := []Document{{Path: "a.md", Rules: one}, {Path: "b.md", Rules: two}, {Path: "c.md", Rules: one}}
	groups := ByRules(docs, []Document{{Path: "d.md", Rules: two}})
	require.Len(t, groups, 2)
	assert.Equal(t, []string{"a.md c.md", "", "b.md", "d.md"},
		[]string{paths(groups[0].Documents), paths(groups[0].Around), paths(groups[1].Documents), paths(groups[1].Around)})
	docs[0].Config = "other.json"
	assert.Len(t, ByRun(docs), 1)
	docs[1].Rules.Iteration.MaxIterations++
	runs := ByRun(docs)
	require.Len(t, runs, 2)
	assert.Equal(t, []string{"a.md c.md", "b.md"}, []string{paths(runs[0]), paths(runs[1])})
	one.Ignore = []string{"x/**"}
	runs = ByRun(docs)
	require.Len(t, runs, 3)
	assert.Equal(t, []string{"a.md", "b.md", "c.md"}, []string{paths(runs[0]), paths(runs[1]), paths(runs[2])})
	assert.Empty(t, ByRules(nil, nil))
}

// A document that is staged is read as it is staged, and the others are around it or link to it.
func TestKeepStaged(t *testing.T) {
	write(t, map[string]string{"first.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n", "linking.md": "[it](first.md)\n"})
	git(t, "init", "-q")
	git(t, "add", "-A")
	git(t, "commit", "-q", "-m", "Start")
	require.NoError(t, os.WriteFile("first.md", []byte("# A staged\n"), 0o644))
	require.NoError(t, os.WriteFile("b.md", []byte("# B not staged\n"), 0o644))
	git(t, "add", "first.md")
	require.NoError(t, os.WriteFile("first.md", []byte("# A later\n"), 0o644))
	w, said := newWorkspace(Options{Staged: true, FromIndex: true})
	got, err := w.Find(t.Context(), []string{"."})
	require.NoError(t, err)
	require.NoError(t, w.KeepStaged(t.Context(), &got))
	assert.Equal(t, "first.md linking.md", paths(got.Documents))
	assert.Equal(t, []bool{false, true}, []bool{got.Documents[0].LinksOnly, got.Documents[1].LinksOnly})
	assert.Equal(t, "# A staged\n", string(got.Documents[0].Source))
	assert.Equal(t, "b.md c.md", paths(got.Around))
	assert.Empty(t, said.String())

	scope, err := w.Scope(t.Context(), got.Documents, got.Around)
	require.NoError(t, err)
	assert.False(t, scope.Everything())
	assert.Equal(t, map[string][]byte{"first.md": []byte("# A\n"), "linking.md": []byte("[it](first.md)\n")}, scope.before)
}

func TestScopeOutsideOfARepository(t *testing.T) {
	write(t, map[string]string{"a.md": "# A\n"})
	t.Setenv("GIT_CEILING_DIRECTORIES", filepath.Dir(Absolute(".")))
	w, _ := newWorkspace(Options{Since: "HEAD"})
	_, err := w.Scope(t.Context(), []Document{{Path: "a.md"}}, nil)
	assert.EqualError(t, err, "a.md is in no git repository, so there is nothing to compare it with")
	w.Since = ""
	scope, err := w.Scope(t.Context(), []Document{{Path: "a.md"}}, nil)
	require.NoError(t, err)
	assert.True(t, scope.Everything())
}

func TestNames(t *testing.T) {
	write(t, map[string]string{"docs/a.md": "", "b.md": ""})
	require.NoError(t, os.Symlink(Absolute("."), filepath.Join("docs", "up")))
	top := Absolute(".")
	t.Chdir("docs")
	for _, tt := range []struct {
		path, want string
		relative   bool
	}{
		{"a.md", "a.md", false},
		{"./a.md", "a.md", false},
		{"../docs/a.md", "a.md", false},
		{"../b.md", "../b.md", false},
		{top + "/docs/a.md", top + "/docs/a.md", false},
		{top + "/docs/a.md", "a.md", true},
		{top + "/docs/up/docs/a.md", "a.md", true},
	} {
		assert.Equal(t, tt.want, filepath.ToSlash(NewNames(tt.relative).Of(filepath.FromSlash(tt.path))), tt.path)
	}
}

func TestSharedFolder(t *testing.T) {
	for want, names := range map[string]string{
		".": "a.md docs/b.md", "docs": "docs/a.md docs/b/c.md", "a/b": "a/b/c/d.md a/b/x.md", "ab": "ab/c.md ab/d.md",
		"..": "../a.md ../b/c.md",
	} {
		var docs []Document
		for _, name := range strings.Fields(names) {
			docs = append(docs, Document{Path: filepath.FromSlash(name)})
		}
		assert.Equal(t, want, filepath.ToSlash(SharedFolder(docs)))
	}
}

func TestMayLink(t *testing.T) {
	for text, want := range map[string]bool{
		"# Title\n\n## Next\n": false, "See [it](a.md#part).": true, "See [here](#part).": false, "A # sign.": false,
		"[a]: b.md#c": true, "": false,
	} {
		assert.Equal(t, want, mayLink([]byte(text)), text)
	}
}

func TestWithEndingsOf(t *testing.T) {
	for _, tt := range []struct{ file, stored, want string }{
		{"a\r\nb\r\n", "a\nc\n", "a\r\nc\r\n"},
		{"a\nb\n", "a\nc\n", "a\nc\n"},
		{"a\r\nb\n", "a\r\nc\n", "a\r\nc\n"},
	} {
		assert.Equal(t, tt.want, string(withEndingsOf([]byte(tt.file), []byte(tt.stored))))
	}
}

// A document that is read again must be what it was.
func TestADocumentThatChangesIsRefused(t *testing.T) {
	d := Document{Path: filepath.Join(t.TempDir(), "a.md")}
	require.NoError(t, os.WriteFile(d.Path, []byte("# A\n"), 0o644))
	d.ReadWith(d.sameAs([]byte("# A\n")))
	src, err := d.Read()
	require.NoError(t, err)
	require.Equal(t, "# A\n", string(src))
	require.NoError(t, os.WriteFile(d.Path, []byte("# B\n"), 0o644))
	d.ReadWith(d.sameAs([]byte("# A\n")))
	_, err = d.Read()
	require.ErrorContains(t, err, "a.md: can't be read again: another program saved it during the run; run again")
}
