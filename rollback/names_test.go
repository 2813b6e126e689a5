package rollback

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

func TestConformanceLinksAndNames(t *testing.T) {
	symlink := func(r *testRepo, target, name string) {
		require.NoError(r.T, os.MkdirAll(filepath.Dir(r.Path(name)), 0o755))
		require.NoError(r.T, os.Symlink(target, r.Path(name)))
	}
	for _, s := range []scenario{
		{name: "a link within the repository", make: func(r *testRepo) { symlink(r, "docs/guide.md", "README.md"); r.CommitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"README.md"} },
			after: func(t *testing.T, r *testRepo, _ *Run) {
				target, err := os.Readlink(r.Path("README.md"))
				require.NoError(t, err)
				require.Equal(t, "docs/guide.md", target)
				require.Equal(t, fixed, r.Read("docs/guide.md"))
			}},
		{name: "the link and its target", make: func(r *testRepo) { symlink(r, "docs/guide.md", "README.md"); r.CommitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/guide.md", "README.md"} }},
		{name: "a linked directory within the repository", make: func(r *testRepo) { symlink(r, "docs", "manual"); r.CommitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"manual/guide.md"} }},
		{name: "a link out of the repository", make: func(r *testRepo) {
			require.NoError(r.T, os.WriteFile(filepath.Join(r.Home, "out.md"), []byte(original), 0o644))
			symlink(r, filepath.Join(r.Home, "out.md"), "docs/out.md")
			r.CommitAll("x")
		}, options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/out.md"} }, refused: refusal.Outside},
		{name: "the same with no git wanted", make: func(r *testRepo) {
			require.NoError(r.T, os.WriteFile(filepath.Join(r.Home, "out.md"), []byte(original), 0o644))
			symlink(r, filepath.Join(r.Home, "out.md"), "docs/out.md")
			r.CommitAll("x")
		}, options: func(r *testRepo, o *Options) { o.Paths, o.Mode = []string{"docs/out.md"}, ModeNone }, refused: refusal.Outside},
		{name: "a directory linked out of the repository", make: func(r *testRepo) {
			require.NoError(r.T, os.WriteFile(filepath.Join(r.Home, "out.md"), []byte(original), 0o644))
			symlink(r, r.Home, "away")
			r.CommitAll("x")
		}, options: func(r *testRepo, o *Options) { o.Paths = []string{"away/out.md"} }, refused: refusal.Outside},
		{name: "a link that leads nowhere", make: func(r *testRepo) { symlink(r, "nothing.md", "docs/out.md"); r.CommitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/out.md"} }, refused: refusal.Missing},
		{name: "git's own directory", options: func(r *testRepo, o *Options) { o.Paths = []string{".git/config"} }, refused: refusal.Outside},
		{name: "a link to git's own directory", make: func(r *testRepo) { symlink(r, "../.git/config", "docs/out.md") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/out.md"} }, refused: refusal.Outside},
		{name: "a file where git has a link", make: func(r *testRepo) {
			r.Git("config", "core.symlinks", "false")
			blob := r.Git("hash-object", "-w", "other.txt")
			r.Git("update-index", "--add", "--cacheinfo", "120000,"+blob+",docs/odd.md")
			r.Git("commit", "-q", "-m", "x")
			r.Write("docs/odd.md", "other\n")
		}, options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/odd.md"} }, refused: refusal.NotRegular},
		{name: "a hard link", make: func(r *testRepo) { require.NoError(r.T, os.Link(r.Path("docs/guide.md"), r.Path("twin.md"))) },
			after: func(t *testing.T, r *testRepo, _ *Run) { require.Equal(t, original, r.Read("twin.md")) }},
	} {
		t.Run(s.name, s.run)
	}
	for _, name := range []string{
		"a b.md", "-n.md", "--.md", ":(top)x.md", ":!x.md", "*.md", "[a].md", "?.md", "a\tb.md", "a\nb.md", `a"b.md`, `a\b.md`, "$(x).md", "ünïcode.md", "u\u0308.md",
		"日本語.md", "invalid\xff\xfe.md", "docs/:(glob)**/x.md", "#x.md", "!x.md", "~x.md", "deep/er/and/deep er/x.md", "con.md", "a'b.md", "@{-1}.md", "HEAD", "docs/HEAD:x.md",
		strings.Repeat("n", 240) + ".md", "x.tmp~",
	} {
		s := scenario{documents: []string{name}, make: func(r *testRepo) {
			r.Write(name, original)
			r.Write("sibling.md", original)
			r.Write("docs/sibling.md", original)
			r.CommitAll("x")
		}}
		t.Run("name "+name, s.run)
	}
}
