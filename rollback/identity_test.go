package rollback

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestIdentityOfTheChain(t *testing.T) {
	r := newRepo(t)
	opt := r.options()
	opt.Environ = append(append([]string{}, r.Env...), "GIT_AUTHOR_NAME=Ünïcode <odd>",
		"GIT_AUTHOR_DATE=1700000000 +0545", "TZ=Asia/Kolkata")
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
	require.NoError(t, run.Close())
	format := "--format=%an|%ae|%ad|%cn|%ce"
	require.Equal(t, r.Git("log", "-1", format, "--date=raw", run.Ref()+"~1"), r.Git("log", "-1", format, "--date=raw",
		run.Ref()))
	zone := func(rev string) string { return r.Git("log", "-1", "--format=%cd", "--date=format:%z", rev) }
	require.Equal(t, zone("HEAD"), zone(run.Ref()))
	r.intact()
}

// Who makes the commits of a run is who git says, told apart or not.
func TestWhoCommits(t *testing.T) {
	for name, c := range map[string]struct{ config, env []string }{
		"one":                   {},
		"an odd name":           {config: []string{"user.name", "Ünïcode \"O'Q\" <x> , Jr."}},
		"an author of its own":  {config: []string{"author.name", "Somebody Else"}},
		"a committer":           {config: []string{"committer.email", "robot@example.org"}},
		"author by environment": {env: []string{"GIT_AUTHOR_NAME=Env Author", "GIT_AUTHOR_EMAIL=env@example.org"}},
		"by address":            {env: []string{"EMAIL=other@example.org"}},
		"not UTF-8":             {config: []string{"user.name", "J\xfcrgen"}},
	} {
		t.Run(name, func(t *testing.T) {
			r := newRepo(t)
			if c.config != nil {
				r.Git("config", c.config[0], c.config[1])
			}
			r.Env = append(r.Env, c.env...)
			want := r.Git("commit-tree", "HEAD^{tree}", "-m", "x")
			if at := strings.LastIndexByte(want, '\n'); at >= 0 {
				want = want[at+1:] // git warns
			}
			run, err := Open(ctx, r.options())
			require.NoError(t, err)
			pass(t, run, 1, map[string]string{"docs/guide.md": fixed})
			require.NoError(t, run.Close())
			const format = "--format=%an|%ae|%cn|%ce"
			for _, rev := range []string{run.Ref() + "~1", run.Ref(), "HEAD"} {
				require.Equal(t, r.Git("log", "-1", format, want), r.Git("log", "-1", format, rev), rev)
			}
			r.intact()
		})
	}
}
