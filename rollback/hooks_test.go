package rollback

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

func TestConformanceHooks(t *testing.T) {
	for _, s := range []scenario{
		{name: "pre-commit hook", make: func(r *testRepo) { r.hook("pre-commit", "exit 1\n") }},
		{name: "commit-msg hook that changes the message", make: func(r *testRepo) { r.hook("commit-msg", "printf 'Ticket: 7\\n' >> \"$1\"\n") },
			after: func(t *testing.T, r *testRepo, run *Run) {
				require.Equal(t, "7", r.Git("log", "-1", "--format=%(trailers:key=Ticket,valueonly,separator=)"))
				require.Equal(t, run.ID(), r.Git("log", "-1",
					"--format=%(trailers:key=Doc-Iterate-Run,valueonly,separator=)"))
			}},
		{name: "commit-msg hook that leaves nothing", make: func(r *testRepo) { r.hook("commit-msg", ": > \"$1\"\n") }, publish: refusal.Hook},
		{name: "commit-msg hook that refuses", make: func(r *testRepo) { r.hook("commit-msg", "echo no >&2; exit 1\n") }, publish: refusal.Hook},
		{name: "commit-msg hook elsewhere", make: func(r *testRepo) {
			r.Git("config", "core.hooksPath", ".githooks")
			r.Write(".githooks/commit-msg", "#!/bin/sh\necho no >&2; exit 1\n")
			r.chmod(".githooks/commit-msg", 0o755)
		}, publish: refusal.Hook},
		{name: "reference-transaction veto on the branch", make: func(r *testRepo) {
			r.hook("reference-transaction", "[ \"$1\" = prepared ] || exit 0\nwhile read old new ref; do case $ref in refs/heads/*) exit 1;; esac; done\n")
		}, publish: refusal.Hook},
		{name: "reference-transaction veto on everything", make: func(r *testRepo) { r.hook("reference-transaction", "[ \"$1\" != prepared ]\n") }, refused: refusal.Hook},
		{name: "foreign ref lock", make: func(r *testRepo) { r.Write(".git/refs/heads/main.lock", "") }, publish: refusal.Locked},
		{name: "foreign HEAD lock", make: func(r *testRepo) { r.Write(".git/HEAD.lock", "") }, publish: refusal.Locked},
		{name: "leaked GIT_DIR", options: func(r *testRepo, o *Options) {
			elsewhere := newRepo(r.T)
			o.Environ = append(append([]string{}, r.Env...), "GIT_DIR="+elsewhere.Path(".git"), "GIT_WORK_TREE="+elsewhere.Dir,
				"GIT_OBJECT_DIRECTORY="+elsewhere.Path(".git/objects"), "GIT_ALTERNATE_OBJECT_DIRECTORIES=/nowhere", "GIT_COMMON_DIR="+elsewhere.Path(".git"),
				"GIT_NAMESPACE=x", "GIT_PREFIX=docs/", "GIT_CEILING_DIRECTORIES=/", "GIT_DEFAULT_HASH=sha256", "GIT_ICASE_PATHSPECS=1", "GIT_TRACE=1",
				"GIT_QUARANTINE_PATH="+elsewhere.Dir, "GIT_CONFIG_PARAMETERS='core.worktree'='/nowhere'", "GIT_CONFIG_COUNT=2",
				"GIT_CONFIG_KEY_0=core.worktree", "GIT_CONFIG_VALUE_0=/nowhere", "GIT_CONFIG_KEY_1=user.name", "GIT_CONFIG_VALUE_1=Env Writer")
			before := elsewhere.everythingElse("none")
			r.T.Cleanup(func() { require.Equal(r.T, before, elsewhere.everythingElse("none")) })
		}, after: func(t *testing.T, r *testRepo, _ *Run) {
			require.Equal(t, "Env Writer", r.Git("log", "-1", "--format=%an"))
		}},
		{name: "author and date of the environment", options: func(r *testRepo, o *Options) {
			o.Environ = append(append([]string{}, r.Env...), "GIT_AUTHOR_NAME=Env", "GIT_AUTHOR_EMAIL=e@x",
				"GIT_AUTHOR_DATE=1700000000 +0100")
		}, after: func(t *testing.T, r *testRepo, _ *Run) {
			require.Equal(t, "Env <e@x> 1700000000 Ada Writer", r.Git("log", "-1", "--format=%an <%ae> %at %cn"))
		}},
		{name: "no identity", make: func(r *testRepo) {
			r.Git("config", "--global", "--remove-section", "user")
			r.Git("config", "user.useConfigOnly", "true")
		}, refused: refusal.Identity},
		{name: "PRE_COMMIT", options: func(r *testRepo, o *Options) { o.Environ = append(append([]string{}, r.Env...), "PRE_COMMIT=1") }, mode: ModeRecord},
		{name: "PRE_COMMIT outranks the flag", options: func(r *testRepo, o *Options) {
			o.Environ = append(append([]string{}, r.Env...), "PRE_COMMIT=1")
			o.Mode = ModeBranch
		}, mode: ModeRecord},
		{name: "a staged document in a hook", make: func(r *testRepo) { r.append("docs/guide.md", "x\n"); r.Git("add", "-A") },
			options: func(r *testRepo, o *Options) {
				o.Environ = append(append([]string{}, r.Env...), "GIT_INDEX_FILE=.git/index")
			}, mode: ModeRecord},
		{name: "a partially staged document in a hook", make: partiallyStaged,
			options: func(r *testRepo, o *Options) { o.Environ = append(append([]string{}, r.Env...), "PRE_COMMIT=1") }, refused: refusal.PartiallyStaged},
		{name: "no writes to git", options: func(r *testRepo, o *Options) { o.Mode = ModeNone }, mode: ModeNone,
			after: func(t *testing.T, r *testRepo, _ *Run) { require.Empty(t, r.refs()) }},
		{name: "no writes to git in a hook", options: func(r *testRepo, o *Options) {
			o.Environ = append(append([]string{}, r.Env...), "PRE_COMMIT=1")
			o.Mode = ModeNone
		}, mode: ModeNone, after: func(t *testing.T, r *testRepo, _ *Run) { require.Empty(t, r.refs()) }},
	} {
		t.Run(s.name, s.run)
	}
}

func TestSigning(t *testing.T) {
	t.Run("ssh", func(t *testing.T) {
		needs(t, "ssh-keygen")
		r := newRepo(t)
		key := filepath.Join(r.Home, "key")
		out, err := exec.Command("ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", key).CombinedOutput()
		require.NoError(t, err, "%s", out)
		public, err := os.ReadFile(key + ".pub")
		require.NoError(t, err)
		require.NoError(t, os.WriteFile(filepath.Join(r.Home, "signers"), []byte("ada@example.org "+string(public)),
			0o644))
		r.Git("config", "gpg.format", "ssh")
		r.Git("config", "gpg.ssh.allowedSignersFile", filepath.Join(r.Home, "signers"))
		r.Git("config", "user.signingKey", key)
		r.Git("config", "commit.gpgSign", "true")
		scenario{after: func(t *testing.T, r *testRepo, _ *Run) { r.Git("verify-commit", "HEAD") }}.runIn(t, r)
	})
	t.Run("gpg", func(t *testing.T) {
		needs(t, "gpg")
		r := newRepo(t)
		home, err := os.MkdirTemp("", "gpg") // its sockets need a short path
		require.NoError(t, err)
		r.Env = append(r.Env, "GNUPGHOME="+home)
		t.Cleanup(func() {
			cmd := exec.Command("gpgconf", "--kill", "all")
			cmd.Env = r.Env
			_ = cmd.Run()
			os.RemoveAll(home)
		})
		cmd := exec.Command("gpg", "--batch", "--quiet", "--passphrase", "", "--quick-gen-key",
			"Ada Writer <ada@example.org>", "ed25519", "sign", "never")
		cmd.Env = r.Env
		out, err := cmd.CombinedOutput()
		require.NoError(t, err, "%s", out)
		r.Git("config", "commit.gpgSign", "true")
		scenario{after: func(t *testing.T, r *testRepo, _ *Run) { r.Git("verify-commit", "HEAD") }}.runIn(t, r)
	})
	for format, key := range map[string]string{"openpgp": "0123456789ABCDEF", "ssh": "/nowhere/key"} {
		t.Run("missing key "+format, scenario{make: func(r *testRepo) {
			r.Git("config", "gpg.format", format)
			r.Git("config", "user.signingKey", key)
			r.Git("config", "commit.gpgSign", "true")
		}, publish: refusal.Signing}.run)
	}
}

func TestOtherOwner(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can give a repository to somebody else")
	}
	r := newRepo(t)
	out, err := exec.Command("chown", "-R", "12345:12345", r.Dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	_, err = Open(ctx, r.options())
	require.Equal(t, refusal.Unsafe, refusal.ReasonOf(err), "%v", err)
	require.Contains(t, err.Error(), "safe.directory")
	require.NoDirExists(t, r.Path(".git/doc-iterate"))

	r.Git("config", "--global", "--add", "safe.directory", r.Dir)
	run, err := Open(ctx, r.options())
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, run.Close())
	out, err = exec.Command("stat", "-c", "%u", r.Path("docs/guide.md")).Output()
	require.NoError(t, err)
	require.Equal(t, "12345\n", string(out), "the document stays its owner's")
}

func TestNoGitProgram(t *testing.T) {
	r := newRepo(t)
	before, index := r.everythingElse(), r.indexBytes()
	opt := r.options()
	opt.Environ = []string{"PATH=/nowhere", "HOME=" + r.Home}
	var notices bytes.Buffer
	opt.Notice = func(s string) { notices.WriteString(s) }
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	require.Equal(t, ModeNone, run.Mode())
	require.Contains(t, notices.String(), "git program was not found")
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, run.Close())
	require.Equal(t, fixed, r.Read("docs/guide.md"))
	require.Equal(t, before, r.everythingElse())
	require.Equal(t, index, r.indexBytes())
}

func TestRealPreCommitHook(t *testing.T) {
	r := newRepo(t)
	r.hook("pre-commit",
		driverCommand(t, driverPlan{Paths: []string{"docs/guide.md"}, Passes: []string{fixed + "x\n"}})+"\n")
	r.append("docs/guide.md", "x\n")
	for _, args := range [][]string{{"commit", "-q", "-a", "-m", "All"}, {"commit", "-q", "-m", "One", "--", "docs/guide.md"}} {
		r.Git(args...)
		require.Equal(t, fixed+"x\n", r.Read("docs/guide.md"), "the hook fixes the working tree")
		require.Equal(t, original+"x", r.Git("show", "HEAD:docs/guide.md"), "the commit under way is the user's")
		r.intact()
		r.Write("docs/guide.md", original+"x\n")
		r.Git("commit", "-q", "--allow-empty", "--no-verify", "-a", "-m", "Back")
		r.Git("reset", "-q", "--hard", "HEAD~1")
		r.Write("docs/guide.md", original+"x\n")
		r.Git("reset", "-q", "--soft", "HEAD~1")
	}
	require.Len(t, r.refs(), 2)
}
