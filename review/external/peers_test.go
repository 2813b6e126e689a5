package external

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestRealLinters runs linters as reviewers. DOC_ITERATE_PEERS is a folder with
// their node_modules and bin; each that is there must find something, and
// everything that it finds must be located.
func TestRealLinters(t *testing.T) {
	peers := os.Getenv("DOC_ITERATE_PEERS")
	if peers == "" {
		t.Skip("DOC_ITERATE_PEERS names no linters")
	}
	node := filepath.Join(peers, "node_modules", ".bin")
	markdownlint := `import("markdownlint/promise").then(async (m) =>
	  console.log(JSON.stringify(await m.lint({files: [process.argv[1]], config: {default: true}}))))`
	for _, p := range []rules.Program{
		{Name: "rumdl", Command: []string{filepath.Join(peers, "bin", "rumdl"), "check", "--no-cache", "--output-format", "json", "{path}"}},
		{Name: "vale", Command: []string{filepath.Join(peers, "bin", "vale"), "--output=JSON", "{path}"}},
		{Name: "textlint", Command: []string{filepath.Join(node, "textlint"), "-f", "json", "{path}"}},
		{Name: "markdownlint", Command: []string{"node", "-e", markdownlint, "{path}"}},
	} {
		t.Run(p.Name, func(t *testing.T) {
			if _, err := os.Stat(p.Command[0]); filepath.IsAbs(p.Command[0]) && err != nil {
				t.Skipf("%s is not installed", p.Name)
			}
			dir := workspace(t, peers)
			text, err := os.ReadFile(filepath.Join(dir, "guide.md"))
			require.NoError(t, err)
			p.Timeout = time.Minute
			r, err := Review(t.Context(), p, dir, Request{Document: "guide.md", Text: string(text), Iteration: 1})
			require.NoError(t, err)
			assert.Equal(t, p.Name, r.Format.String())
			assert.NotEmpty(t, r.Issues)
			for _, f := range locate.Locate(zone.Parse("guide.md", text, markdown.Dialect{}), r.Issues, locate.Options{ReviewIsCurrent: true}) {
				assert.Equal(t, review.Located, f.State, "%s: %s", f.ID, f.Reason)
			}
		})
	}
}

// workspace is a folder with the golden document and the linters' settings.
func workspace(t *testing.T, peers string) string {
	t.Helper()
	dir, golden := t.TempDir(), filepath.Join("..", "intake", "testdata", "golden")
	require.NoError(t, os.CopyFS(dir, os.DirFS(filepath.Join(golden, "config"))))
	text, err := os.ReadFile(filepath.Join(golden, "guide.md"))
	require.NoError(t, err)
	require.NoError(t, os.WriteFile(filepath.Join(dir, "guide.md"), text, 0o600))
	require.NoError(t, os.Symlink(filepath.Join(peers, "node_modules"), filepath.Join(dir, "node_modules")))
	return dir
}

// TestRealLintersCount runs linters on documents whose coordinates programs count
// differently: every edit that is taken over must be that of the text it is about.
func TestRealLintersCount(t *testing.T) {
	peers := os.Getenv("DOC_ITERATE_PEERS")
	if peers == "" {
		t.Skip("DOC_ITERATE_PEERS names no linters")
	}
	markdownlint := `import("markdownlint/promise").then(async (m) =>
	  console.log(JSON.stringify(await m.lint({files: [process.argv[1]], config: {default: true}}))))`
	textlint := filepath.Join(peers, "node_modules", ".bin", "textlint")
	const text = "# Use javascript https://a.example\n\nUse javascript 😀 now, https://b.example too.\n"
	for _, p := range []struct {
		program rules.Program
		text    string
		edits   int
	}{
		{rules.Program{Name: "textlint", Command: []string{textlint, "-f", "json", "{path}"}}, "\uFEFF" + text, 2},
		{rules.Program{Name: "textlint", Command: []string{textlint, "-f", "json", "--stdin", "--stdin-filename", "{path}"}, Stdin: rules.StdinText}, "\uFEFF" + text, 2},
		{rules.Program{Name: "textlint", Command: []string{textlint, "-f", "json", "{path}"}}, text + "\nTr\xe8s bien activ\xe9\xa0! Use javascript.\n", 2},
		{rules.Program{Name: "markdownlint", Command: []string{"node", "-e", markdownlint, "{path}"}}, "\uFEFF" + text, 2},
		{rules.Program{Name: "markdownlint", Command: []string{"node", "-e", markdownlint, "{path}"}}, text + "\nTr\xe8s activ\xe9\xa0! https://c.example\n", 2},
		{rules.Program{Name: "rumdl", Command: []string{filepath.Join(peers, "bin", "rumdl"), "check", "--no-cache", "--output-format", "json", "{path}"}}, "\uFEFF" + text, 2},
	} {
		t.Run(p.program.Name, func(t *testing.T) {
			if _, err := os.Stat(p.program.Command[0]); filepath.IsAbs(p.program.Command[0]) && err != nil {
				t.Skipf("%s is not installed", p.program.Name)
			}
			dir := t.TempDir()
			require.NoError(t, os.WriteFile(filepath.Join(dir, ".textlintrc.json"), []byte(`{"rules": {"terminology": true}}`), 0o600))
			require.NoError(t, os.WriteFile(filepath.Join(dir, "guide.md"), []byte(p.text), 0o600))
			require.NoError(t, os.Symlink(filepath.Join(peers, "node_modules"), filepath.Join(dir, "node_modules")))
			p.program.Timeout = time.Minute
			r, err := Review(t.Context(), p.program, dir, Request{Document: "guide.md", Text: p.text, Iteration: 1})
			require.NoError(t, err)
			n := 0
			doc := zone.Parse("guide.md", []byte(p.text), markdown.Dialect{})
			for _, f := range locate.Locate(doc, r.Issues, locate.Options{ReviewIsCurrent: true}) {
				for _, e := range f.Edits {
					n++
					assert.Equal(t, string(doc.Bytes(e.Span)), strings.Trim(strings.ReplaceAll(e.New, "JavaScript", "javascript"), "<>"))
				}
			}
			assert.Equal(t, p.edits, n)
		})
	}
}
