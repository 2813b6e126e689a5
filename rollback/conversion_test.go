package rollback

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

func TestConformanceConversion(t *testing.T) {
	crlf := strings.ReplaceAll(original, "\n", "\r\n")
	stored := func(want string) func(*testing.T, *testRepo, *Run) {
		return func(t *testing.T, r *testRepo, _ *Run) {
			cmd := exec.Command("git", "cat-file", "blob", "HEAD:docs/guide.md")
			cmd.Dir, cmd.Env = r.dir, r.env
			out, err := cmd.Output()
			require.NoError(t, err)
			require.Equal(t, want, string(out))
			r.git("update-index", "--refresh")
		}
	}
	for _, s := range []scenario{
		{name: "autocrlf", make: func(r *testRepo) {
			r.git("config", "core.autocrlf", "true")
			r.write("docs/guide.md", crlf)
		}, after: stored(fixed)},
		{name: "autocrlf, stored with CRLF", make: func(r *testRepo) {
			r.write("docs/guide.md", crlf)
			r.commitAll("x")
			r.git("config", "core.autocrlf", "true")
		}, after: stored(strings.ReplaceAll(fixed, "\n", "\r\n"))},
		{name: "eol=crlf", make: func(r *testRepo) {
			r.write(".gitattributes", "*.md text eol=crlf\n")
			r.write("docs/guide.md", crlf)
			r.commitAll("x")
		}, after: stored(fixed)},
		{name: "eol=crlf, stored with CRLF", make: func(r *testRepo) {
			r.write("docs/guide.md", crlf)
			r.commitAll("x")
			r.write(".gitattributes", "*.md text eol=crlf\n")
			r.git("add", ".gitattributes")
			r.git("commit", "-q", "-m", "y")
		}, refused: refusal.Filter},
		{name: "CRLF, no conversion", make: func(r *testRepo) {
			r.write("docs/guide.md", crlf)
			r.commitAll("x")
		}, after: stored(strings.ReplaceAll(fixed, "\n", "\r\n"))},
		{name: "mixed line ends, safecrlf", make: func(r *testRepo) {
			r.write("docs/guide.md", strings.Replace(original, "\n", "\r\n", 1))
			r.commitAll("x")
			r.git("config", "core.autocrlf", "true")
			r.git("config", "core.safecrlf", "true")
		}, after: stored(strings.Replace(fixed, "\n", "\r\n", 1))},
		{name: "a filter", make: func(r *testRepo) {
			r.git("config", "filter.shout.clean", "tr a-z A-Z")
			r.git("config", "filter.shout.smudge", "tr A-Z a-z")
			r.write(".gitattributes", "*.md filter=shout\n")
			r.git("add", "--renormalize", ".")
			r.commitAll("x")
		}, after: stored(strings.ToUpper(fixed))},
		{name: "a filter that is missing", make: func(r *testRepo) {
			r.write(".gitattributes", "*.md filter=lfs\n")
			r.commitAll("x")
			r.git("config", "filter.lfs.clean", "no-such-program clean %f")
			r.git("config", "filter.lfs.required", "true")
			r.append("docs/guide.md", "\r\n")
		}, refused: refusal.Filter},
		{name: "a filter that goes missing", make: func(r *testRepo) {
			r.git("config", "filter.own.clean", "cat")
			r.git("config", "filter.own.required", "true")
			r.write(".gitattributes", "*.md filter=own\n")
			r.commitAll("x")
		}, midway: func(r *testRepo) { r.git("config", "filter.own.clean", "no-such-program") }, publish: refusal.Filter},
		{name: "an LFS pointer", make: func(r *testRepo) {
			r.write("docs/guide.md", "version https://git-lfs.github.com/spec/v1\noid sha256:"+strings.Repeat("a", 64)+"\nsize 12\n")
			r.commitAll("x")
		}, refused: refusal.Pointer},
		{name: "ident", make: func(r *testRepo) {
			r.write(".gitattributes", "*.md ident\n")
			r.append("docs/guide.md", "$Id$\n")
			r.commitAll("x")
			require.NoError(r.t, os.Remove(r.path("docs/guide.md")))
			r.git("checkout", "docs/guide.md")
			require.Contains(r.t, r.read("docs/guide.md"), "$Id: ")
		}, after: stored(fixed + "$Id$\n")},
		{name: "UTF-16 in the working tree", make: func(r *testRepo) {
			r.write(".gitattributes", "*.md working-tree-encoding=UTF-16LE\n")
			r.git("rm", "-q", "--cached", "docs/guide.md")
			r.write("docs/guide.md", wide(original))
			r.commitAll("x")
		}, change: func(string) string { return wide(fixed) }, after: stored(fixed)},
	} {
		t.Run(s.name, s.run)
	}
}

// wide is an ASCII text in UTF-16LE.
func wide(s string) string {
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(s[i])
		b.WriteByte(0)
	}
	return b.String()
}
