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
		require.NoError(r.t, os.MkdirAll(filepath.Dir(r.path(name)), 0o755))
		require.NoError(r.t, os.Symlink(target, r.path(name)))
	}
	for _, s := range []scenario{
		{name: "a link within the repository", make: func(r *testRepo) { symlink(r, "docs/guide.md", "README.md"); r.commitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"README.md"} },
			after: func(t *testing.T, r *testRepo, _ *Run) {
				target, err := os.Readlink(r.path("README.md"))
				require.NoError(t, err)
				require.Equal(t, "docs/guide.md", target)
				require.Equal(t, fixed, r.read("docs/guide.md"))
			}},
		{name: "the link and its target", make: func(r *testRepo) { symlink(r, "docs/guide.md", "README.md"); r.commitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/guide.md", "README.md"} }},
		{name: "a linked directory within the repository", make: func(r *testRepo) { symlink(r, "docs", "manual"); r.commitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"manual/guide.md"} }},
		{name: "a link out of the repository", make: func(r *testRepo) {
			require.NoError(r.t, os.WriteFile(filepath.Join(r.home, "out.md"), []byte(original), 0o644))
			symlink(r, filepath.Join(r.home, "out.md"), "docs/out.md")
			r.commitAll("x")
		}, options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/out.md"} }, refused: refusal.Outside},
		{name: "the same with no git wanted", make: func(r *testRepo) {
			require.NoError(r.t, os.WriteFile(filepath.Join(r.home, "out.md"), []byte(original), 0o644))
			symlink(r, filepath.Join(r.home, "out.md"), "docs/out.md")
			r.commitAll("x")
		}, options: func(r *testRepo, o *Options) { o.Paths, o.Mode = []string{"docs/out.md"}, ModeNone }, refused: refusal.Outside},
		{name: "a directory linked out of the repository", make: func(r *testRepo) {
			require.NoError(r.t, os.WriteFile(filepath.Join(r.home, "out.md"), []byte(original), 0o644))
			symlink(r, r.home, "away")
			r.commitAll("x")
		}, options: func(r *testRepo, o *Options) { o.Paths = []string{"away/out.md"} }, refused: refusal.Outside},
		{name: "a link that leads nowhere", make: func(r *testRepo) { symlink(r, "nothing.md", "docs/out.md"); r.commitAll("x") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/out.md"} }, refused: refusal.Missing},
		{name: "git's own directory", options: func(r *testRepo, o *Options) { o.Paths = []string{".git/config"} }, refused: refusal.Outside},
		{name: "a link to git's own directory", make: func(r *testRepo) { symlink(r, "../.git/config", "docs/out.md") },
			options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/out.md"} }, refused: refusal.Outside},
		{name: "a file where git has a link", make: func(r *testRepo) {
			r.git("config", "core.symlinks", "false")
			blob := r.git("hash-object", "-w", "other.txt")
			r.git("update-index", "--add", "--cacheinfo", "120000,"+blob+",docs/odd.md")
			r.git("commit", "-q", "-m", "x")
			r.write("docs/odd.md", "other\n")
		}, options: func(r *testRepo, o *Options) { o.Paths = []string{"docs/odd.md"} }, refused: refusal.NotRegular},
		{name: "a hard link", make: func(r *testRepo) { require.NoError(r.t, os.Link(r.path("docs/guide.md"), r.path("twin.md"))) },
			after: func(t *testing.T, r *testRepo, _ *Run) { require.Equal(t, original, r.read("twin.md")) }},
	} {
		t.Run(s.name, s.run)
	}
	for _, name := range []string{
		"a b.md", "-n.md", "--.md", ":(top)x.md", ":!x.md", "*.md", "[a].md", "?.md", "a\tb.md", "a\nb.md", `a"b.md`, `a\b.md`, "$(x).md", "ünïcode.md", "u\u0308.md",
		"日本語.md", "invalid\xff\xfe.md", "docs/:(glob)**/x.md", "#x.md", "!x.md", "~x.md", "deep/er/and/deep er/x.md", "con.md", "a'b.md", "@{-1}.md", "HEAD", "docs/HEAD:x.md",
		strings.Repeat("n", 240) + ".md", "x.tmp~",
	} {
		s := scenario{documents: []string{name}, make: func(r *testRepo) {
			r.write(name, original)
			r.write("sibling.md", original)
			r.write("docs/sibling.md", original)
			r.commitAll("x")
		}}
		t.Run("name "+name, s.run)
	}
}
