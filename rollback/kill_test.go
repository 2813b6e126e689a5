//go:build unix

package rollback

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/gitdir"
)

// long reports that the tests with many repetitions are wanted too.
func long() bool { return os.Getenv("DOC_ITERATE_LONG") != "" }

// A victim is a repository and a run in it that is going to be killed.
type victim struct {
	name string
	make func(*testRepo)
	plan driverPlan
}

func victims() []victim {
	one := driverPlan{Paths: []string{"docs/guide.md"}, Passes: []string{fixed, fixedTwice}}
	two, squash, rec, none := one, one, one, one
	two.Paths = []string{"docs/guide.md", "README.md"}
	squash.Squash = true
	rec.Mode = ModeRecord
	none.Mode = ModeNone
	all := []victim{{"two documents", nil, two}}
	if long() {
		crowd := none
		crowd.Paths = nil
		for i := range 16 {
			crowd.Paths = append(crowd.Paths, fmt.Sprintf("many/%d.md", i))
		}
		all = append(all, victim{"many without git", func(r *testRepo) {
			for _, path := range crowd.Paths {
				r.Write(path, original)
			}
			r.Git("add", "many")
			r.Git("commit", "-q", "-m", "Many")
		}, crowd})
		all = append(all, victim{"branch", nil, one}, victim{"squash", nil, squash}, victim{"record", nil, rec}, victim{"none", nil, none},
			victim{"autocrlf", func(r *testRepo) {
				r.Git("config", "core.autocrlf", "true")
				for _, f := range []string{"docs/guide.md", "README.md"} {
					r.Write(f, strings.ReplaceAll(original, "\n", "\r\n"))
				}
			}, driverPlan{Paths: two.Paths, Passes: []string{strings.ReplaceAll(fixed, "\n", "\r\n"), strings.ReplaceAll(fixedTwice, "\n", "\r\n")}}},
			victim{"split index, packed refs", func(r *testRepo) { r.Git("update-index", "--split-index"); r.Git("pack-refs", "--all") }, one},
			victim{"detached", func(r *testRepo) { r.Git("checkout", "-q", "--detach") }, one})
	}
	return all
}

// template makes the repository once; it is copied for every kill.
func (v victim) template(t testing.TB) *testRepo {
	r := newRepo(t)
	r.Write("README.md", original)
	r.CommitAll("Readme")
	r.Write("other.txt", "not committed\n")
	if v.make != nil {
		v.make(r)
	}
	return r
}

func (r *testRepo) copy(t testing.TB) *testRepo {
	dir := filepath.Join(t.TempDir(), "repo")
	out, err := exec.Command("cp", "-a", r.Dir, dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return repoAt(t, dir, r.Home, append(slices.Clone(r.Env), "XDG_STATE_HOME="+filepath.Join(filepath.Dir(dir),
		"state")))
}

// driver returns the command that carries a plan out in r, as the leader of its own process group.
func (r *testRepo) driver(p driverPlan) *exec.Cmd {
	p.Dir = r.Dir
	plan, err := json.Marshal(p)
	require.NoError(r.T, err)
	cmd := exec.Command(os.Args[0])
	cmd.Dir = r.Dir
	cmd.Env = append(append([]string{}, r.Env...), driverVariable+"="+string(plan))
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	return cmd
}

// points counts all points that an undisturbed run passes, and returns the repository it leaves.
func (v victim) points(t testing.TB, template *testRepo) (int, *testRepo) {
	r := template.copy(t)
	p := v.plan
	p.DieOn = ""
	p.Count = filepath.Join(t.TempDir(), "count")
	out, err := r.driver(p).CombinedOutput()
	require.NoError(t, err, "%s", out)
	data, err := os.ReadFile(p.Count)
	require.NoError(t, err)
	n, err := strconv.Atoi(string(data))
	require.NoError(t, err)
	require.Positive(t, n)
	return n, r
}

// recovered brings a repository whose run was killed to its end, by resume or by a new run, and compares it with
// that of the undisturbed run.
func (v victim) recovered(t testing.TB, r, undisturbed *testRepo, resume bool) {
	t.Helper()
	v.sound(t, r)
	p := v.plan
	if resume {
		p.Resume = true
		out, err := r.driver(p).CombinedOutput()
		if err != nil {
			// It was killed before it had begun, or after it had ended; or it failed, and ended for that.
			require.True(t, strings.Contains(string(out), "no run to resume") || strings.Contains(string(out), "has ended"),
				"%s", out)
			resume = false
			for _, path := range p.Paths {
				resume = resume || r.Read(path) == undisturbed.Read(path)
			}
		}
	}
	if !resume {
		// What the run did not get to is done by a new one, from where it was.
		p.Resume = false
		last := p.Passes[len(p.Passes)-1]
		p.Passes = []string{last + "\n", last}
		if p.Mode == ModeRecord {
			p.AllowDirty = true
		}
		out, err := r.driver(p).CombinedOutput()
		require.NoError(t, err, "%s", out)
	}
	for _, path := range v.plan.Paths {
		require.Equal(t, undisturbed.Read(path), r.Read(path))
	}
	require.Equal(t, undisturbed.Git("rev-parse", "HEAD^{tree}"), r.Git("rev-parse", "HEAD^{tree}"))
	require.Equal(t, undisturbed.Git("status", "--porcelain"), r.Git("status", "--porcelain"))
	require.Equal(t, undisturbed.Git("ls-files", "-s"), r.Git("ls-files", "-s"))
	if resume {
		require.Equal(t, undisturbed.Git("log", "--format=%s", "HEAD"),
			strings.ReplaceAll(r.Git("log", "--format=%s", "HEAD"), r.Dir, undisturbed.Dir))
	}
	r.intact()
}

// sound checks what must hold the moment after a kill: every document is whole, and git can read everything.
func (v victim) sound(t testing.TB, r *testRepo) {
	t.Helper()
	whole := append([]string{r.Git("cat-file", "blob", "HEAD~0:other.txt")}, v.plan.Passes...)
	whole[0] = original
	for _, path := range v.plan.Paths {
		text := r.Read(path)
		found := false
		for _, w := range whole {
			found = found || text == w || strings.ReplaceAll(text, "\r\n", "\n") == w
		}
		require.True(t, found, "half a document: %q", text)
	}
	r.Git("fsck", "--strict", "--no-dangling", "--no-progress")
	r.Git("--no-optional-locks", "status", "--porcelain")
	r.Git("ls-files", "-s")
	for _, ref := range r.refs() {
		for _, path := range v.plan.Paths {
			r.Git("cat-file", "-e", ref+":"+path)
		}
	}
}

// A run is killed at every point of its course: after each journal event, and before and after each step of a
// publication; the process alone, and its whole group.
func TestKilledAtEveryPoint(t *testing.T) {
	for _, v := range victims() {
		t.Run(v.name, func(t *testing.T) {
			t.Parallel()
			template := v.template(t)
			n, undisturbed := v.points(t, template)
			for i := 1; i <= n; i++ {
				for _, group := range []bool{false, true} {
					if !long() && group != (i%2 == 0) {
						continue
					}
					for _, resume := range []bool{false, true} {
						if !long() && resume != (i%4 < 2) {
							continue
						}
						r := template.copy(t)
						p := v.plan
						p.DieAt, p.Group = i, group
						_, err := r.driver(p).CombinedOutput()
						require.Error(t, err, "the run was not killed at point %d", i)
						if ok := t.Run(fmt.Sprintf("point %d, group %v, resume %v", i, group, resume), func(t *testing.T) {
							r.T = t
							v.recovered(t, r, undisturbed, resume)
						}); !ok {
							t.FailNow()
						}
					}
				}
			}
		})
	}
}

// A run is killed at random instants: the process, its group, or it and all its children. The seed is in the name.
func TestKilledAtRandom(t *testing.T) {
	kills := 8
	if long() {
		kills = 500
	}
	v := victims()[0]
	template := v.template(t)
	_, undisturbed := v.points(t, template)
	took := time.Duration(0)
	for range 3 {
		began := time.Now()
		out, err := template.copy(t).driver(v.plan).CombinedOutput()
		require.NoError(t, err, "%s", out)
		took += time.Since(began) / 3
	}
	for seed := range kills {
		random := rand.New(rand.NewPCG(uint64(seed), 7))
		r := template.copy(t)
		cmd := r.driver(v.plan)
		require.NoError(t, cmd.Start())
		time.Sleep(time.Duration(random.Int64N(int64(took))))
		switch random.IntN(2) {
		case 0:
			_ = cmd.Process.Kill()
		case 1:
			_ = syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL)
		}
		_ = cmd.Wait()
		ok := t.Run(fmt.Sprintf("seed %d", seed), func(t *testing.T) {
			r.T = t
			v.recovered(t, r, undisturbed, random.IntN(2) == 0)
		})
		if !ok {
			return
		}
	}
}

// git was killed between making the lock of the branch and writing it: such a lock is empty, and is removed only if the
// run was just about to take it.
func TestKilledBeforeTheBranchLockWasWritten(t *testing.T) {
	v := victims()[0]
	template := v.template(t)
	_, undisturbed := v.points(t, template)
	for _, c := range []struct {
		name string
		held string
		ours bool
	}{
		{"ours, empty", "", true},
		{"no token", "", false},
		{"another's content", "feed", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := template.copy(t)
			r.T = t
			p := v.plan
			p.DieOn, p.DieAt, p.Group = "staged", 1, true
			_, err := r.driver(p).CombinedOutput()
			require.Error(t, err)
			if c.name != "no token" {
				runs, err := filepath.Glob(r.Path(".git/doc-iterate/runs/*"))
				require.NoError(t, err)
				require.NoError(t, os.WriteFile(filepath.Join(runs[0], gitdir.RefToken), nil, 0o644))
			}
			lock := r.Path(".git/refs/heads/main.lock")
			require.NoError(t, os.WriteFile(lock, []byte(c.held), 0o644))
			if c.ours {
				v.recovered(t, r, undisturbed, true)
				return
			}
			p.DieAt, p.Resume = 0, true
			out, err := r.driver(p).CombinedOutput()
			require.Error(t, err)
			require.Contains(t, string(out), "another git process has locked a ref")
			held, err := os.ReadFile(lock)
			require.NoError(t, err)
			require.Equal(t, c.held, string(held))
			for _, path := range p.Paths {
				require.Equal(t, original, r.Read(path))
			}
			require.NoError(t, os.Remove(lock))
			v.recovered(t, r, undisturbed, true)
		})
	}
}
