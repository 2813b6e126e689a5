//go:build linux

package rollback

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/stretchr/testify/require"
)

// asItWas checks a repository in which a run failed but was not killed: what is published is published whole, and what
// isn't has left nothing.
func (v victim) asItWas(t testing.TB, r *testRepo, out []byte) {
	t.Helper()
	require.NotContains(t, string(out), "panic")
	v.sound(t, r)
	require.Equal(t, " M other.txt", r.Git("status", "--porcelain"), "%s", out)
	r.noLeftovers()
}

// A repository lies on a disk that has room for k more pages, for every k until a run succeeds.
func TestFullDisk(t *testing.T) {
	v := victims()[0]
	template := v.template(t)
	_, undisturbed := v.points(t, template)
	disk := filepath.Join(t.TempDir(), "disk")
	require.NoError(t, os.Mkdir(disk, 0o755))
	if err := syscall.Mount("tmpfs", disk, "tmpfs", 0, "size=2m"); err != nil {
		t.Skipf("a small file system can't be mounted: %v", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(disk, 0) })
	failed := 0
	step := 3
	if long() {
		step = 1
	}
	for k := 0; ; k += step {
		r := template.on(t, disk)
		filler := filepath.Join(disk, "filler")
		stuff(t, disk, filler, k)
		out, err := r.driver(v.plan).CombinedOutput()
		require.NoError(t, os.Remove(filler))
		if err == nil {
			v.recovered(t, r, undisturbed, true)
			require.Positive(t, failed)
			break
		}
		failed++
		require.Less(t, k, 400, "%s", out)
		ok := t.Run(fmt.Sprintf("%d pages", k), func(t *testing.T) {
			r.T = t
			v.asItWas(t, r, out)
			v.recovered(t, r, undisturbed, false)
		})
		if !ok {
			t.Fatalf("%s", out)
		}
	}
}

// on copies the repository onto another file system, in the place of the last copy.
func (r *testRepo) on(t testing.TB, disk string) *testRepo {
	dir := filepath.Join(disk, "repo")
	require.NoError(t, os.RemoveAll(dir))
	out, err := exec.Command("cp", "-a", r.Dir, dir).CombinedOutput()
	require.NoError(t, err, "%s", out)
	return repoAt(t, dir, r.Home, r.Env)
}

func stuff(t testing.TB, disk, filler string, pages int) {
	var fs syscall.Statfs_t
	require.NoError(t, syscall.Statfs(disk, &fs))
	data := make([]byte, max(0, int64(fs.Bavail)-int64(pages))*int64(fs.Bsize)) // which is an int32 on some processors
	require.NoError(t, os.WriteFile(filler, data, 0o644))
}

// Documents lie on several disks, or in a directory that is mounted once more: they are staged in their own folders.
func TestManyDocumentsOnSeveralDisks(t *testing.T) {
	for name, mount := range map[string]func(opt Options, state string) error{
		"on one disk": func(Options, string) error { return nil },
		"the state on another disk": func(_ Options, state string) error {
			return syscall.Mount("tmpfs", state, "tmpfs", 0, "size=2m")
		},
		"a folder on another disk": func(opt Options, _ string) error {
			inner := filepath.Join(opt.Dir, "1")
			files, err := os.ReadDir(inner)
			if err == nil {
				err = syscall.Mount("tmpfs", inner, "tmpfs", 0, "size=2m")
			}
			for i := 0; err == nil && i < len(files); i++ {
				err = os.WriteFile(filepath.Join(inner, files[i].Name()),
					[]byte(original+strings.TrimSuffix(files[i].Name(), ".md")), 0o644)
			}
			return err
		},
		"mounted once more": func(opt Options, _ string) error {
			return syscall.Mount(filepath.Join(opt.Dir, "1"), filepath.Join(opt.Dir, "1"), "", syscall.MS_BIND, "")
		},
	} {
		t.Run(name, func(t *testing.T) {
			opt, texts := folderOf(t, many)
			state := t.TempDir()
			opt.Environ = append(opt.Environ, "XDG_STATE_HOME="+state)
			t.Cleanup(func() {
				_ = syscall.Unmount(filepath.Join(opt.Dir, "1"), syscall.MNT_DETACH)
				_ = syscall.Unmount(state, syscall.MNT_DETACH)
			})
			if err := mount(opt, state); err != nil {
				t.Skipf("this can't be mounted: %v", err)
			}
			run, err := Open(ctx, opt)
			require.NoError(t, err)
			next := nextOf(texts)
			pass(t, run, 1, next)
			require.NoError(t, run.Close())
			require.Equal(t, next, textsIn(t, opt))
			beside, err := filepath.Glob(filepath.Join(opt.Dir, "*", ".*"))
			require.NoError(t, err)
			require.Empty(t, beside)
			_, err = Undo(ctx, Place{Dir: opt.Dir, Environ: opt.Environ}, "", nil)
			require.NoError(t, err)
			require.Equal(t, texts, textsIn(t, opt))
		})
	}
}

// traced runs the driver under strace, which disturbs it and its git processes.
func (r *testRepo) traced(p driverPlan, injects ...string) ([]byte, error) {
	cmd := r.driver(p)
	strace := []string{"strace", "-f", "-qq", "-o", "/dev/null"}
	var traced []string
	for _, inject := range injects {
		calls, _, _ := strings.Cut(inject, ":")
		traced = append(traced, calls)
		strace = append(strace, "-e", "inject="+inject)
	}
	strace = append(strace, "-e", "trace="+strings.Join(traced, ","), "--")
	cmd.Args = append(strace, cmd.Args...)
	cmd.Path, _ = exec.LookPath("strace")
	return cmd.CombinedOutput()
}

func canTrace(t *testing.T) {
	needs(t, "strace")
	if out, err := exec.Command("strace", "-f", "-qq", "-o", "/dev/null", "-e", "inject=fsync:error=EIO:when=1", "--", "true").CombinedOutput(); err != nil {
		t.Skipf("strace can't trace here: %s", out)
	}
}

// System calls fail one after the other, in the run and in its git processes.
func TestFailingSystemCalls(t *testing.T) {
	canTrace(t)
	v := victims()[0]
	template := v.template(t)
	_, undisturbed := v.points(t, template)
	last, sets, faults := 1, []string{"fsync", "rename,renameat,renameat2"}, []string{"EIO"}
	if long() {
		// ESTALE is what a network file system says of a file that its server no longer has.
		last, sets = 14, append(sets, "write", "link,linkat", "ftruncate,chmod,fchmod", "openat", "fstat,newfstatat")
		faults = append(faults, "ENOSPC", "ESTALE")
	}
	for _, calls := range sets {
		for _, fault := range faults {
			for n := 1; n <= last; n++ {
				ok := t.Run(fmt.Sprintf("%s %s %d", calls, fault, n), func(t *testing.T) {
					r := template.copy(t)
					out, err := r.traced(v.plan, fmt.Sprintf("%s:error=%s:when=%d", calls, fault, n))
					switch {
					case err == nil:
					case strings.Contains(string(out), "netpollBreak"):
						// It was a write by which the threads of Go wake each other, which no disk makes fail.
					default:
						require.NotContains(t, string(out), "panic")
						v.sound(t, r)
					}
					v.recovered(t, r, undisturbed, n%2 == 0)
				})
				if !ok {
					return
				}
			}
		}
	}
}

// The run or one of its git processes is killed between two system calls.
func TestKilledBetweenSystemCalls(t *testing.T) {
	canTrace(t)
	v := victims()[0]
	template := v.template(t)
	_, undisturbed := v.points(t, template)
	last, sets := 1, []string{"fsync", "rename,renameat,renameat2"}
	if long() {
		last = 40
		sets = append(sets, "write", "link,linkat", "unlink,unlinkat", "openat", "fchmod,fchown", "close",
			"execve,clone,clone3,vfork")
	}
	for _, calls := range sets {
		for n := 1; n <= last; n++ {
			ok := t.Run(fmt.Sprintf("%s %d", calls, n), func(t *testing.T) {
				r := template.copy(t)
				out, _ := r.traced(v.plan, fmt.Sprintf("%s:signal=SIGKILL:when=%d", calls, n))
				require.NotContains(t, string(out), "panic")
				v.recovered(t, r, undisturbed, n%2 == 0)
			})
			if !ok {
				return
			}
		}
	}
}

// Where the file system can't exchange two names in one step it is done in two, and neither a failure nor a kill
// between them loses the document or its name.
func TestWithoutAtomicExchange(t *testing.T) {
	canTrace(t)
	v := victims()[0]
	template := v.template(t)
	_, undisturbed := v.points(t, template)
	const none = "renameat2:error=EINVAL"
	r := template.copy(t)
	out, err := r.traced(v.plan, none)
	require.NoError(t, err, "%s", out)
	for _, path := range v.plan.Paths {
		require.Equal(t, undisturbed.Read(path), r.Read(path))
	}
	r.intact()
	last := 2
	if long() {
		last = 14
	}
	for _, what := range []string{"linkat:signal=SIGKILL", "renameat,rename:signal=SIGKILL", "linkat:error=EIO", "renameat,rename:error=EIO"} {
		for n := 1; n <= last; n++ {
			t.Run(fmt.Sprintf("%s %d", what, n), func(t *testing.T) {
				r := template.copy(t)
				out, err := r.traced(v.plan, none, fmt.Sprintf("%s:when=%d", what, n))
				require.NotContains(t, string(out), "panic")
				if err != nil {
					v.sound(t, r)
				}
				v.recovered(t, r, undisturbed, n%2 == 0)
			})
		}
	}
}
