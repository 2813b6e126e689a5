// Command scale measures how time and memory grow with the number of documents. It makes copies of the Markdown
// documents below a folder, runs the program over them as its users do, prints one table, and fails where a line of
// the table is missed:
//
//   - check with the shipped rules: time for each MB, beside that of one copy; peak memory
//   - fix: peak memory
//   - the same two by rumdl with its defaults, where -peers names a folder with bin/rumdl: time, beside that of ours
//
// Times are CPU time, of the user and the system: they depend less on what else the machine does. With -plots it writes
// pictures of the figures, too.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

func main() {
	copies := flag.String("copies", "1,4,16", "how often the documents stand beside each other, separated by commas; the first is what others are compared with")
	runs := flag.Int("runs", 3, "the median of so many runs counts")
	peers := flag.String("peers", "", "the folder with bin/rumdl")
	plots := flag.String("plots", "", "the folder that pictures are written to")
	var b bench
	flag.BoolVar(&b.link, "link", false, "make all copies but the first of links to its files, which take no room,\n"+
		"and run check alone")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: scale [-copies N,…] [-runs N] [-link] [-peers DIR] [-plots DIR] CORPUS")
		os.Exit(2)
	}
	b.runs = *runs
	met, err := b.run(flag.Arg(0), *copies, *peers, *plots)
	if err != nil {
		fmt.Fprintln(os.Stderr, "scale:", err)
		os.Exit(2)
	}
	if !met {
		os.Exit(1)
	}
}

// A bench is the program, and a place for copies and caches.
type bench struct {
	program, scratch string
	runs             int
	link             bool // copies are links
}

func (b bench) run(corpus, copies, peers, plots string) (met bool, err error) {
	scratch, err := os.MkdirTemp("", "doc-iterate-scale-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(scratch)) }()
	b.program, b.scratch = filepath.Join(scratch, "doc-iterate"), scratch
	build := exec.Command("go", "build", "-o", b.program, "./cmd/doc-iterate")
	build.Env = append(os.Environ(), "CGO_ENABLED=0")
	if out, err := build.CombinedOutput(); err != nil {
		return false, fmt.Errorf("go build: %w\n%s", err, out)
	}
	var t table
	for field := range strings.SplitSeq(copies, ",") {
		n, err := strconv.Atoi(field)
		if err != nil || n < 1 {
			return false, fmt.Errorf("-copies: %q is no number of copies", field)
		}
		folder := filepath.Join(scratch, "documents")
		size, err := b.copyDocuments(corpus, folder, n)
		if err != nil {
			return false, err
		}
		if err := b.measure(&t, folder, n, float64(size)/1e6, peers); err != nil {
			return false, err
		}
		if err := os.RemoveAll(folder); err != nil {
			return false, err
		}
	}
	met = t.print(os.Stdout)
	if plots != "" {
		err = t.plot(plots)
	}
	return met, err
}

// measure adds the lines of so many copies.
func (b bench) measure(t *table, folder string, copies int, size float64, peers string) error {
	check, err := b.median(b.program, "check", "--no-progress", folder)
	if err != nil {
		return err
	}
	t.add(check.line("check", copies, size))
	if b.link {
		return nil
	}
	rumdl := filepath.Join(peers, "bin", "rumdl")
	if peers != "" {
		theirs, err := b.median(rumdl, "check", "--no-cache", "--output-format", "concise", folder)
		if err != nil {
			return err
		}
		l := theirs.line("rumdl check", copies, size)
		l.share, l.atLeast = theirs.seconds/check.seconds, 3.2
		t.add(l)
	}
	// A fix changes the copies, so that each program gets its own, and fixes them once.
	theirs := folder + "-of-rumdl"
	if err := os.CopyFS(theirs, os.DirFS(folder)); err != nil {
		return err
	}
	defer os.RemoveAll(theirs)
	fix, err := b.once(b.program, "fix", "--commit=none", "--no-progress", folder)
	if err != nil {
		return err
	}
	t.add(fix.line("fix", copies, size))
	if peers == "" {
		return nil
	}
	fixed, err := b.once(rumdl, "check", "--fix", "--no-cache", "--output-format", "concise", theirs)
	if err != nil {
		return err
	}
	l := fixed.line("rumdl fix", copies, size)
	l.share, l.atLeast = fixed.seconds/fix.seconds, 6
	t.add(l)
	return nil
}

// median returns the run of several that took the middle of their times, and the most memory of all.
func (b bench) median(program string, args ...string) (usage, error) {
	var all []usage
	for range b.runs {
		u, err := b.once(program, args...)
		if err != nil {
			return u, err
		}
		all = append(all, u)
	}
	slices.SortFunc(all, func(a, b usage) int { return int(a.seconds*1e6) - int(b.seconds*1e6) })
	middle := all[len(all)/2]
	for _, u := range all {
		middle.memory = max(middle.memory, u.memory)
	}
	return middle, nil
}

// once runs a program. That it finds something is no error.
func (b bench) once(program string, args ...string) (usage, error) {
	c := exec.Command(program, args...)
	c.Dir = b.scratch
	c.Env = append(os.Environ(), "XDG_STATE_HOME="+filepath.Join(b.scratch, "state"))
	err := c.Run()
	if exit := new(exec.ExitError); errors.As(err, &exit) && exit.ExitCode() >= 0 && exit.ExitCode() <= 2 {
		err = nil // 2: documents that can't be read
	}
	if err != nil {
		return usage{}, fmt.Errorf("%s: %w", program, err)
	}
	return usage{(c.ProcessState.UserTime() + c.ProcessState.SystemTime()).Seconds(), peakMemory(c.ProcessState)}, nil
}

// copyDocuments copies the documents below a folder so many times, and returns their bytes. Configurations stay behind.
func (b bench) copyDocuments(from, to string, copies int) (size int64, err error) {
	err = filepath.WalkDir(from, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() || filepath.Ext(path) != ".md" {
			return err
		}
		name, err := filepath.Rel(from, path)
		if err != nil {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		for n := range copies {
			target := filepath.Join(to, fmt.Sprintf("copy%d", n), name)
			if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
				return err
			}
			put := func() error { return os.WriteFile(target, src, 0o644) }
			if b.link && n > 0 {
				put = func() error { return os.Link(filepath.Join(to, "copy0", name), target) }
			}
			if err := put(); err != nil {
				return err
			}
			size += int64(len(src))
		}
		return nil
	})
	if err == nil && size == 0 {
		err = fmt.Errorf("%s: there is no .md file", from)
	}
	return size, err
}
