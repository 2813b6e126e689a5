package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// BenchmarkFixBesideGitCommit compares the whole program, which resolves one
// finding of one document in one accepted pass, with `git commit -- path` of a
// change of that document: one after the other, so that other load on the machine
// disturbs both. x-git is the ratio of their median times.
//
//	go test ./cmd/doc-iterate -run '^$' -bench BesideGitCommit -benchtime 20x
func BenchmarkFixBesideGitCommit(b *testing.B) {
	program := built(b)
	for _, c := range []struct {
		name           string
		files, ignored int
	}{{"small", 0, 0}, {"20000 ignored files", 0, 20_000}, {"100000 files", 100_000, 0}} {
		b.Run(c.name, func(b *testing.B) {
			w := newWorkshop(b, c.files, c.ignored)
			var ours, theirs []time.Duration
			for i := 0; b.Loop(); i++ {
				w.write(b, "guide.md", fmt.Sprintf("# Guide\n\nUse the whitelist.\n\n%d of %d\n", i, b.N))
				theirs = append(theirs, w.run(b, "git", "commit", "-q", "-m", "x", "--", "guide.md"))
				ours = append(ours, w.run(b, program, "fix", "guide.md"))
			}
			slices.Sort(ours)
			slices.Sort(theirs)
			fix, commit := ours[len(ours)/2], theirs[len(theirs)/2]
			b.ReportMetric(0, "ns/op")
			b.ReportMetric(float64(fix.Microseconds())/1000, "ms/fix")
			b.ReportMetric(float64(commit.Microseconds())/1000, "ms/commit")
			b.ReportMetric(float64(fix)/float64(commit), "x-git")
		})
	}
}

// BenchmarkStartBesideGit compares a check of one line with `git --version`, one after
// the other. x-git is the ratio of the least times.
//
//	go test ./cmd/doc-iterate -run '^$' -bench StartBesideGit -benchtime 100x
func BenchmarkStartBesideGit(b *testing.B) {
	program, w := built(b), workshop{b.TempDir(), b.TempDir()}
	w.write(b, "a.md", "# A note\n")
	ours, theirs := time.Hour, time.Hour
	for b.Loop() {
		theirs = min(theirs, w.run(b, "git", "--version"))
		ours = min(ours, w.run(b, program, "check", "a.md"))
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(float64(ours.Microseconds())/1000, "ms/check")
	b.ReportMetric(float64(theirs.Microseconds())/1000, "ms/git")
	b.ReportMetric(float64(ours)/float64(theirs), "x-git")
}

// built is the program as the Makefile builds it.
func built(b *testing.B) string {
	b.Helper()
	program := filepath.Join(b.TempDir(), "doc-iterate")
	build := exec.Command("go", "build", "-trimpath", "-o", program, ".")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		b.Fatalf("%s", out)
	}
	return program
}

// A workshop is a repository with a document that has a finding, and with other
// files that have nothing to do with it.
type workshop struct{ dir, home string }

func newWorkshop(b *testing.B, files, ignored int) workshop {
	w := workshop{b.TempDir(), b.TempDir()}
	w.write(b, "../"+filepath.Base(w.home)+"/.gitconfig", gitConfig)
	w.run(b, "git", "init", "-q")
	w.write(b, ".gitignore", "ignored/\n")
	w.write(b, "guide.md", "# Guide\n")
	w.write(b, "consistency-rules.json", `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	for i := range files {
		w.write(b, fmt.Sprintf("tree/%d/%d/%d.txt", i%10, i/100%100, i), strings.Repeat("x", i%50))
	}
	for i := range ignored {
		w.write(b, fmt.Sprintf("ignored/%d/%d.txt", i%100, i), "x")
	}
	w.run(b, "git", "add", "-A")
	w.run(b, "git", "commit", "-q", "-m", "Start")
	return w
}

func (w workshop) write(b *testing.B, rel, text string) {
	b.Helper()
	path := filepath.Join(w.dir, rel)
	err := os.WriteFile(path, []byte(text), 0o600)
	if os.IsNotExist(err) {
		if err = os.MkdirAll(filepath.Dir(path), 0o755); err == nil {
			err = os.WriteFile(path, []byte(text), 0o600)
		}
	}
	if err != nil {
		b.Fatal(err)
	}
}

// run runs a program and returns how long it took.
func (w workshop) run(b *testing.B, program string, args ...string) time.Duration {
	b.Helper()
	cmd := exec.Command(program, args...)
	cmd.Dir = w.dir
	cmd.Env = append(os.Environ(), "HOME="+w.home, "XDG_CONFIG_HOME="+w.home, "GIT_CONFIG_NOSYSTEM=1",
		"GIT_CONFIG_GLOBAL="+filepath.Join(w.home, ".gitconfig"))
	began := time.Now()
	if out, err := cmd.CombinedOutput(); err != nil {
		b.Fatalf("%s %s: %v\n%s", program, strings.Join(args, " "), err, out)
	}
	return time.Since(began)
}
