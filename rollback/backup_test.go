package rollback

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rollback/internal/backup"
	"github.com/doc-iterate/doc-iterate/rollback/internal/gittest"
	"github.com/doc-iterate/doc-iterate/rollback/internal/refusal"
)

// many is a number of documents that are worked on by several goroutines.
const many = 48

// folderOf makes documents in a folder that is no repository.
func folderOf(t *testing.T, n int) (Options, map[string]string) {
	_, env := gittest.NewEnv(t)
	dir := t.TempDir()
	opt := Options{Dir: dir, Environ: env}
	texts := map[string]string{}
	for i := range n {
		path := fmt.Sprintf("%d/%d.md", i%3, i)
		texts[path] = fmt.Sprint(original, i)
		require.NoError(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(path)), 0o755))
		require.NoError(t, os.WriteFile(filepath.Join(dir, path), []byte(texts[path]), 0o644))
		opt.Paths = append(opt.Paths, path)
	}
	return opt, texts
}

func textsIn(t *testing.T, opt Options) map[string]string {
	found := map[string]string{}
	for _, path := range opt.Paths {
		data, err := os.ReadFile(filepath.Join(opt.Dir, path))
		require.NoError(t, err)
		found[path] = string(data)
	}
	return found
}

func nextOf(texts map[string]string) map[string]string {
	next := map[string]string{}
	for path, text := range texts {
		next[path] = "Next.\n" + text
	}
	return next
}

// A pass over many documents is written as a whole, backed up in two files, and can be taken back: by undo, and for
// every document by the command that a person is given.
func TestManyDocumentsWithoutGit(t *testing.T) {
	opt, texts := folderOf(t, many)
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	next := nextOf(texts)
	delete(next, opt.Paths[1])
	next[opt.Paths[2]] = ""
	pass(t, run, 1, next)
	pass(t, run, 2, map[string]string{opt.Paths[0]: "Alone.\n"})
	require.NoError(t, run.Close())
	next[opt.Paths[0]], next[opt.Paths[1]] = "Alone.\n", texts[opt.Paths[1]]
	require.Equal(t, next, textsIn(t, opt))
	files, err := os.ReadDir(filepath.Join(run.dir, "content"))
	require.NoError(t, err)
	require.Len(t, files, 4, "two for each pass")
	beside, err := filepath.Glob(filepath.Join(opt.Dir, "*", ".*"))
	require.NoError(t, err)
	require.Empty(t, beside)

	events, err := readJournal(run.dir, nil)
	require.NoError(t, err)
	backups := backupsOf(run.dir, events)
	for path, text := range texts {
		if path == opt.Paths[1] {
			continue // it was left alone
		}
		out := filepath.Join(t.TempDir(), "it's")
		said, err := exec.Command("sh", "-c", backups.Command(backup.Name([]byte(text)), out)).CombinedOutput()
		require.NoError(t, err, "%s", said)
		data, err := os.ReadFile(out)
		require.NoError(t, err)
		require.Equal(t, text, string(data))
	}

	place := Place{Dir: opt.Dir, Environ: opt.Environ}
	found, err := Find(ctx, Place{Path: opt.Paths[0], Dir: opt.Dir, Environ: opt.Environ},
		backup.Name([]byte(texts[opt.Paths[0]])))
	require.NoError(t, err)
	require.Equal(t, texts[opt.Paths[0]], string(found))

	_, err = Undo(ctx, place, "", nil)
	require.NoError(t, err)
	require.Equal(t, texts, textsIn(t, opt))
}

// One save, or one document that can't be replaced, and none of the many is changed.
func TestOneOfManyDocuments(t *testing.T) {
	for name, c := range map[string]struct {
		hurt func(path string) error
		want refusal.Reason
	}{
		"saved":   {func(path string) error { return os.WriteFile(path, []byte("Theirs.\n"), 0o644) }, refusal.Edited},
		"removed": {os.Remove, refusal.Edited},
		"a directory now": {func(path string) error {
			if err := os.Remove(path); err != nil {
				return err
			}
			return os.Mkdir(path, 0o755)
		}, refusal.Disk},
	} {
		t.Run(name, func(t *testing.T) {
			opt, texts := folderOf(t, many)
			hurt := filepath.Join(opt.Dir, opt.Paths[2*many/3])
			points := 0
			opt.step = func(point string) {
				if point == "staged" {
					points++
					require.NoError(t, c.hurt(hurt))
				}
			}
			run, err := Open(ctx, opt)
			require.NoError(t, err)
			_, err = tryPass(run, 1, nextOf(texts))
			require.Equal(t, c.want, refusal.ReasonOf(err), "%v", err)
			require.Equal(t, 1, points)
			require.NoError(t, run.Close())
			opt.Paths = append(opt.Paths[:2*many/3], opt.Paths[2*many/3+1:]...)
			delete(texts, fmt.Sprintf("%d/%d.md", (2*many/3)%3, 2*many/3))
			require.Equal(t, texts, textsIn(t, opt))
			beside, err := filepath.Glob(filepath.Join(opt.Dir, "*", ".*"))
			require.NoError(t, err)
			require.Empty(t, beside)
		})
	}
}

// A backup that somebody changed is not taken for the document's bytes.
func TestABackupThatWasChanged(t *testing.T) {
	opt, texts := folderOf(t, 1)
	run, err := Open(ctx, opt)
	require.NoError(t, err)
	pass(t, run, 1, nextOf(texts))
	require.NoError(t, run.Close())
	after := textsIn(t, opt)
	require.NoError(t, os.WriteFile(filepath.Join(run.dir, "content", "1.before"), []byte(original+"1"), 0o600))
	_, err = Undo(ctx, Place{Dir: opt.Dir, Environ: opt.Environ}, "", nil)
	require.ErrorContains(t, err, "was changed since")
	require.Equal(t, after, textsIn(t, opt))
}

// A run over several folders was killed while it published: a run over another of them knows nothing of its lock, and
// yet leaves the documents alone until the first is brought to its end.
func TestInterruptedInAnotherFolder(t *testing.T) {
	opt, texts := folderOf(t, 3)
	plan := driverPlan{Dir: opt.Dir, Paths: opt.Paths, Passes: []string{fixed}, DieOn: "exchanged", DieAt: 2}
	drive := func(p driverPlan) error {
		data, err := json.Marshal(p)
		require.NoError(t, err)
		cmd := exec.Command(os.Args[0])
		cmd.Env = append(append([]string{}, opt.Environ...), driverVariable+"="+string(data))
		return cmd.Run()
	}
	require.Error(t, drive(plan))
	alone := opt
	alone.Paths = opt.Paths[1:2]
	before := textsIn(t, alone)
	_, err := Open(ctx, alone)
	require.Equal(t, refusal.InProgress, refusal.ReasonOf(err), "%v", err)
	require.Contains(t, err.Error(), "doc-iterate resume "+alone.Paths[0])
	require.Equal(t, before, textsIn(t, alone))

	plan.Resume, plan.DieAt = true, 0
	require.NoError(t, drive(plan))
	for path := range texts {
		texts[path] = fixed
	}
	require.Equal(t, texts, textsIn(t, opt))
	run, err := Open(ctx, alone)
	require.NoError(t, err)
	require.NoError(t, run.Close())
	beside, err := filepath.Glob(filepath.Join(opt.Dir, "*", ".*"))
	require.NoError(t, err)
	require.Empty(t, beside)
}

// Who shares a repository can't ask for its runs if one of them can't be read.
func TestRunsOfARepositoryAreForWhoSharesIt(t *testing.T) {
	r := newRepo(t)
	opt := r.options()
	opt.Mode = ModeNone
	run := r.fixTwice(opt)
	all, err := os.Stat(filepath.Dir(run.dir))
	require.NoError(t, err)
	one, err := os.Stat(run.dir)
	require.NoError(t, err)
	require.Equal(t, all.Mode(), one.Mode())
}

func TestWhatRunsWithoutGitKeepIsForTheirUserAlone(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not those of Unix")
	}
	_, env := gittest.NewEnv(t)
	file := filepath.Join(t.TempDir(), "guide.md")
	require.NoError(t, os.WriteFile(file, []byte(original), 0o600))
	run, err := Open(ctx, Options{Paths: []string{file}, Environ: env})
	require.NoError(t, err)
	pass(t, run, 1, map[string]string{file: fixed})
	require.NoError(t, run.SaveState("states.jsonl", strings.NewReader(original)))
	require.NoError(t, run.Close())
	info, err := os.Stat(run.dir)
	require.NoError(t, err)
	require.Zero(t, info.Mode().Perm()&0o077, "%v", info.Mode())
}
