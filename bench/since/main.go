// Command since checks real commits with --since HEAD~1 and asks git blame about each finding: one in a line that an
// older commit wrote must be explained by a hunk of the commit, so that undoing this hunk makes it go.
//
//	go run ./bench/since [-n COMMITS] PROGRAM REPOSITORY…
package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
)

type finding struct {
	Path    string `json:"path"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Start   *struct {
		Line int `json:"line"`
	} `json:"start"`
	text string // of its line
}

func (f *finding) same(g *finding) bool {
	return f.Path == g.Path && f.Rule == g.Rule && f.Message == g.Message && f.text == g.text
}

// A clone is a working tree in which commits are checked.
type clone struct{ dir, program string }

func (c *clone) git(args ...string) string {
	out, err := exec.Command("git", append([]string{"-C", c.dir}, args...)...).Output()
	if err != nil {
		return ""
	}
	return string(out)
}

// check returns the findings of --since HEAD~1.
func (c *clone) check() []finding {
	command := exec.Command(c.program, "check", "--since", "HEAD~1", "--fail-on", "never", "--format", "json", ".")
	command.Dir = c.dir
	out, _ := command.Output()
	var report struct {
		Findings []finding `json:"findings"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil
	}
	for i := range report.Findings {
		f := &report.Findings[i]
		src, err := os.ReadFile(filepath.Join(c.dir, f.Path))
		if lines := bytes.Split(src, []byte("\n")); err == nil && f.Start != nil && f.Start.Line <= len(lines) {
			f.text = string(lines[f.Start.Line-1])
		}
	}
	return report.Findings
}

// isOld reports whether git blame gives the line of a finding to another commit than HEAD.
func (c *clone) isOld(f *finding, head string) bool {
	if f.Start == nil {
		return false
	}
	at := fmt.Sprintf("%d,%[1]d", f.Start.Line)
	blame := c.git("blame", "--porcelain", "-L", at, "HEAD", "--", f.Path)
	return blame != "" && !strings.HasPrefix(blame, head)
}

var hunkStart = regexp.MustCompile(`(?m)^@@ `)

// explained reports whether undoing one hunk of HEAD makes a finding go.
func (c *clone) explained(f *finding) bool {
	const most = 40
	tried := 0
	for _, file := range strings.Split(c.git("diff", "-U0", "--no-renames", "HEAD~1", "HEAD"), "diff --git ")[1:] {
		file = "diff --git " + file
		starts := hunkStart.FindAllStringIndex(file, -1)
		for i, at := range starts {
			end := len(file)
			if i+1 < len(starts) {
				end = starts[i+1][0]
			}
			if tried++; tried > most {
				return true // too many to try
			}
			undo := exec.Command("git", "-C", c.dir, "apply", "-R", "--unidiff-zero", "-")
			undo.Stdin = strings.NewReader(file[:starts[0][0]] + file[at[0]:end])
			if undo.Run() != nil {
				continue
			}
			gone := true
			for _, g := range c.check() {
				gone = gone && !f.same(&g)
			}
			c.git("checkout", "--quiet", "--force", "HEAD")
			c.git("clean", "--quiet", "-fd")
			if gone {
				return true
			}
		}
	}
	return false
}

func main() {
	commits := flag.Int("n", 20, "commits of each repository")
	flag.Parse()
	program, err := filepath.Abs(flag.Arg(0))
	if err != nil || flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: since [-n COMMITS] PROGRAM REPOSITORY…")
		os.Exit(2)
	}
	var checked, findings, old, wrong int
	for _, repository := range flag.Args()[1:] {
		dir, err := os.MkdirTemp("", "doc-iterate-since-")
		if err != nil {
			panic(err)
		}
		c := clone{filepath.Join(dir, "clone"), program}
		if out, err := exec.Command("git", "clone", "--quiet", "--shared", "--no-checkout", repository,
			c.dir).CombinedOutput(); err != nil {
			fmt.Fprintf(os.Stderr, "%s: %v\n%s", repository, err, out)
			continue
		}
		c.git("sparse-checkout", "set", "--no-cone", "*.md")
		all := strings.Fields(c.git("log", "--format=%H", "--no-merges", "--diff-filter=M", "-n",
			fmt.Sprint(*commits), "--", "*.md"))
		for _, id := range all {
			c.git("checkout", "--quiet", "--force", id)
			checked++
			for _, f := range c.check() {
				findings++
				if !c.isOld(&f, id) {
					continue
				}
				old++
				if !c.explained(&f) {
					wrong++
					fmt.Printf("%s %s %s:%d %s: %s\n", filepath.Base(repository), id[:10], f.Path, f.Start.Line,
						f.Rule, f.Message)
				}
			}
		}
		fmt.Printf("%s: %d commits, %d findings, %d in lines of older commits, %d of them unexplained\n",
			repository, checked, findings, old, wrong)
		_ = os.RemoveAll(dir)
	}
}
