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
			cmd.Dir, cmd.Env = r.Dir, r.Env
			out, err := cmd.Output()
			require.NoError(t, err)
			require.Equal(t, want, string(out))
			r.Git("update-index", "--refresh")
		}
	}
	for _, s := range []scenario{
		{name: "autocrlf", make: func(r *testRepo) {
			r.Git("config", "core.autocrlf", "true")
			r.Write("docs/guide.md", crlf)
		}, after: stored(fixed)},
		{name: "autocrlf, stored with CRLF", make: func(r *testRepo) {
			r.Write("docs/guide.md", crlf)
			r.CommitAll("x")
			r.Git("config", "core.autocrlf", "true")
		}, after: stored(strings.ReplaceAll(fixed, "\n", "\r\n"))},
		{name: "eol=crlf", make: func(r *testRepo) {
			r.Write(".gitattributes", "*.md text eol=crlf\n")
			r.Write("docs/guide.md", crlf)
			r.CommitAll("x")
		}, after: stored(fixed)},
		{name: "eol=crlf, stored with CRLF", make: func(r *testRepo) {
			r.Write("docs/guide.md", crlf)
			r.CommitAll("x")
			r.Write(".gitattributes", "*.md text eol=crlf\n")
			r.Git("add", ".gitattributes")
			r.Git("commit", "-q", "-m", "y")
		}, refused: refusal.Filter},
		{name: "CRLF, no conversion", make: func(r *testRepo) {
			r.Write("docs/guide.md", crlf)
			r.CommitAll("x")
		}, after: stored(strings.ReplaceAll(fixed, "\n", "\r\n"))},
		{name: "mixed line ends, safecrlf", make: func(r *testRepo) {
			r.Write("docs/guide.md", strings.Replace(original, "\n", "\r\n", 1))
			r.CommitAll("x")
			r.Git("config", "core.autocrlf", "true")
			r.Git("config", "core.safecrlf", "true")
		}, after: stored(strings.Replace(fixed, "\n", "\r\n", 1))},
		{name: "a filter", make: func(r *testRepo) {
			r.Git("config", "filter.shout.clean", "tr a-z A-Z")
			r.Git("config", "filter.shout.smudge", "tr A-Z a-z")
			r.Write(".gitattributes", "*.md filter=shout\n")
			r.Git("add", "--renormalize", ".")
			r.CommitAll("x")
		}, after: stored(strings.ToUpper(fixed))},
		{name: "a filter that is missing", make: func(r *testRepo) {
			r.Write(".gitattributes", "*.md filter=lfs\n")
			r.CommitAll("x")
			r.Git("config", "filter.lfs.clean", "no-such-program clean %f")
			r.Git("config", "filter.lfs.required", "true")
			r.append("docs/guide.md", "\r\n")
		}, refused: refusal.Filter},
		{name: "a filter that goes missing", make: func(r *testRepo) {
			r.Git("config", "filter.own.clean", "cat")
			r.Git("config", "filter.own.required", "true")
			r.Write(".gitattributes", "*.md filter=own\n")
			r.CommitAll("x")
		}, midway: func(r *testRepo) { r.Git("config", "filter.own.clean", "no-such-program") }, publish: refusal.Filter},
		{name: "an LFS pointer", make: func(r *testRepo) {
			r.Write("docs/guide.md",
				"version https://git-lfs.github.com/spec/v1\noid sha256:"+strings.Repeat("a", 64)+"\nsize 12\n")
			r.CommitAll("x")
		}, refused: refusal.Pointer},
		{name: "ident", make: func(r *testRepo) {
			r.Write(".gitattributes", "*.md ident\n")
			r.append("docs/guide.md", "$Id$\n")
			r.CommitAll("x")
			require.NoError(r.T, os.Remove(r.Path("docs/guide.md")))
			r.Git("checkout", "docs/guide.md")
			require.Contains(r.T, r.Read("docs/guide.md"), "$Id: ")
		}, after: stored(fixed + "$Id$\n")},
		{name: "UTF-16 in the working tree", make: func(r *testRepo) {
			r.Write(".gitattributes", "*.md working-tree-encoding=UTF-16LE\n")
			r.Git("rm", "-q", "--cached", "docs/guide.md")
			r.Write("docs/guide.md", wide(original))
			r.CommitAll("x")
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
