// Command reviews measures what large reviews cost. It makes documents and reviews in a temporary folder, runs a built
// doc-iterate on them, and prints the CPU time, user and system, the time by the clock, and the largest memory of each
// run. What is measured in seconds is so by the clock, what is compared with another run by the CPU time:
//
//   - 10⁵ findings about the documents below a folder in one SARIF, beside the check of those documents
//   - 10⁵ findings about one document of 1 MB, located
//   - 10,000 findings under one heading, as JSON
//   - 2,000 reviews of one document
//   - headings of the same words, with a link to each: ten times as many in ten times the time
//   - findings that are nowhere in the document: ten times as many in ten times the time
//   - the memory of reviews of 5, 30 and 93 MB, and of a fix by them, dry and as JSON too
//
// It ends with 1 where a target is missed.
package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

func main() {
	program := flag.String("program", "bin/doc-iterate", "the program to measure")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: reviews [-program FILE] DIR")
		os.Exit(2)
	}
	good, err := run(*program, flag.Arg(0))
	if err != nil {
		fmt.Fprintln(os.Stderr, "reviews:", err)
		os.Exit(2)
	}
	if !good {
		os.Exit(1)
	}
}

func run(program, corpus string) (good bool, err error) {
	dir, err := os.MkdirTemp("", "doc-iterate-reviews-")
	if err != nil {
		return false, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	b := bench{dir: dir, good: true}
	if b.program, err = filepath.Abs(program); err != nil {
		return false, err
	}
	if b.corpus, err = filepath.Abs(corpus); err != nil {
		return false, err
	}
	for _, measure := range []func(*bench) error{
		(*bench).overCorpus, (*bench).inOneDocument, (*bench).underOneHeading, (*bench).manyReviews,
		(*bench).equalHeadings, (*bench).nowhere, (*bench).memory,
	} {
		if err := measure(&b); err != nil {
			return false, err
		}
	}
	return b.good, nil
}

// A bench is one run of this command.
type bench struct {
	program, corpus, dir string
	good                 bool
}

// A cost is what one run of the program took.
type cost struct {
	cpu, clock time.Duration
	memory     int64 // the largest, in bytes; Linux alone tells
}

// cost runs the program in a folder. A run that finds something ends with 1.
func (b *bench) cost(dir string, args ...string) (cost, error) {
	cmd := exec.Command(b.program, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "XDG_STATE_HOME="+b.path("state"))
	// What it prints is not kept: it would count as memory of the next run. See write.
	var notes bytes.Buffer
	cmd.Stderr = &notes
	start := time.Now()
	err := cmd.Run()
	clock := time.Since(start)
	if out := notes.Bytes(); cmd.ProcessState == nil || cmd.ProcessState.ExitCode() > 1 {
		return cost{}, fmt.Errorf("%s: %w: %s", args[0], err, out[max(0, len(out)-500):])
	}
	return cost{cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime(), clock, most(cmd.ProcessState)}, nil
}

// row prints one line of the table. The target is an upper bound.
func (b *bench) row(what string, value, target float64, unit string, c cost) {
	verdict := "met"
	if value > target {
		verdict, b.good = "missed", false
	}
	fmt.Printf("%-58s %8.2f %-12s at most %5.1f  %-6s  %6.2f s of CPU time, %6.2f s by the clock, %4d MB\n",
		what, value, unit, target, verdict, c.cpu.Seconds(), c.clock.Seconds(), c.memory>>20)
}

func (b *bench) path(name string) string { return filepath.Join(b.dir, name) }

// write makes a file. What is written is not kept: the largest memory of a process is at least that of its parent when
// it was started.
func (b *bench) write(name string, make func(w io.Writer)) error {
	file, err := os.Create(b.path(name))
	if err != nil {
		return err
	}
	w := bufio.NewWriter(file)
	make(w)
	return errors.Join(w.Flush(), file.Close())
}

func (b *bench) size(name string) float64 {
	info, err := os.Stat(b.path(name))
	if err != nil {
		return 0
	}
	return float64(info.Size())
}

func (b *bench) overCorpus() error {
	const n = 100_000
	got := 0
	var made error
	if err := errors.Join(b.write("corpus.sarif", func(w io.Writer) { got, made = corpusReview(w, b.corpus, n) }), made); err != nil {
		return err
	}
	alone, err := b.cost(b.corpus, "check", "--no-external", ".")
	if err != nil {
		return err
	}
	with, err := b.cost(b.corpus, "check", "--no-external", "--review", b.path("corpus.sarif"), "--review-is-current", ".")
	if err != nil {
		return err
	}
	b.row(fmt.Sprintf("%d findings over the corpus, one SARIF", got), with.cpu.Seconds()/alone.cpu.Seconds(), 3, "× its check", with)
	return nil
}

func (b *bench) inOneDocument() error {
	const n, perParagraph = 100_000, 10
	if err := errors.Join(
		b.write("one.md", func(w io.Writer) { words(w, n, perParagraph) }),
		b.write("one.json", func(w io.Writer) { own(w, n, perParagraph, 0, n) }),
	); err != nil {
		return err
	}
	c, err := b.cost(b.dir, "locate", "--review", "one.json", "one.md")
	b.row("10⁵ findings in one document of 1 MB, located", c.clock.Seconds(), 2, "s", c)
	return err
}

func (b *bench) underOneHeading() error {
	if err := errors.Join(b.write("heading.md", func(w io.Writer) {
		fmt.Fprint(w, "# Guide\n\n")
		for n := range 10_000 {
			fmt.Fprintf(w, "The whitelist number %d is here.\n\n", n)
		}
	}), b.write("terms.json", func(w io.Writer) {
		fmt.Fprint(w, `{"version": 1, "terminology": [{"use": "allowlist", "not": ["whitelist"]}]}`)
	})); err != nil {
		return err
	}
	for _, command := range [][]string{{"check"}, {"fix", "--dry-run"}} {
		c, err := b.cost(b.dir, append(command, "--config", "terms.json", "--format", "json", "heading.md")...)
		if err != nil {
			return err
		}
		b.row(command[0]+" with 10,000 findings under one heading, as JSON", c.clock.Seconds(), 1, "s", c)
	}
	return nil
}

func (b *bench) manyReviews() error {
	const n = 2000
	if err := b.write("many.md", func(w io.Writer) { words(w, n, 1) }); err != nil {
		return err
	}
	args := []string{"fix", "--dry-run"}
	for i := range n {
		name := "review" + strconv.Itoa(i) + ".json"
		if err := b.write(name, func(w io.Writer) { own(w, n, 1, i, i+1) }); err != nil {
			return err
		}
		args = append(args, "--review", name)
	}
	c, err := b.cost(b.dir, append(args, "many.md")...)
	b.row("2,000 reviews of one document", c.clock.Seconds(), 1, "s", c)
	return err
}

func (b *bench) equalHeadings() error {
	var took []cost
	for _, n := range []int{100, 1000} {
		if err := b.write("equal.md", func(w io.Writer) {
			fmt.Fprint(w, "# Guide\n\n[x](#set-up-the-whitelist)\n\n")
			for i := range n - 1 {
				fmt.Fprintf(w, "[x](#set-up-the-whitelist-%d)\n\n", i+1)
			}
			for i := range n {
				fmt.Fprintf(w, "## Set up the whitelist\n\nText %d.\n\n", i)
			}
		}); err != nil {
			return err
		}
		c, err := b.cost(b.dir, "fix", "--dry-run", "--config", "terms.json", "equal.md")
		if err != nil {
			return err
		}
		took = append(took, c)
	}
	b.row("1,000 equal headings with links, beside 100", took[1].cpu.Seconds()/took[0].cpu.Seconds(), 12, "× the time", took[1])
	return nil
}

func (b *bench) nowhere() error {
	const known, perParagraph = 10, 10
	if err := b.write("few.md", func(w io.Writer) { words(w, known, perParagraph) }); err != nil {
		return err
	}
	var took []cost
	for _, n := range []int{10_000, 100_000} {
		if err := b.write("nowhere.json", func(w io.Writer) { own(w, n, perParagraph, known, n) }); err != nil {
			return err
		}
		c, err := b.cost(b.dir, "fix", "--dry-run", "--review", "nowhere.json", "few.md")
		if err != nil {
			return err
		}
		took = append(took, c)
	}
	times := took[1].cpu.Seconds() / took[0].cpu.Seconds()
	b.row("10⁵ findings that are nowhere, beside 10⁴", times, 13, "× the time", took[1])
	return nil
}

func (b *bench) memory() error {
	const known, perParagraph, bytesPerFinding = 10_000, 10, 185
	if err := b.write("memory.md", func(w io.Writer) { words(w, known, perParagraph) }); err != nil {
		return err
	}
	for _, megabytes := range []int{5, 30, 93} {
		size := megabytes << 20
		for _, f := range []struct {
			name  string
			write func(w io.Writer)
		}{
			{"own form", func(w io.Writer) { own(w, known, perParagraph, 0, size/bytesPerFinding) }},
			{"SARIF", func(w io.Writer) {
				review := sarif{w: w}
				for i := range size / 530 {
					_ = review.add("memory.md", 3+2*(i%(known/perParagraph)), 1, 3, "the")
				}
				review.end()
			}},
		} {
			if err := b.write("memory.json", f.write); err != nil {
				return err
			}
			took := b.size("memory.json")
			for _, command := range [][]string{
				{"locate"}, {"fix", "--dry-run"}, {"fix", "--format=json", "--dry-run"}, {"fix", "--commit=none"},
			} {
				c, err := b.cost(b.dir, append(command, "--quiet", "--review", "memory.json", "memory.md")...)
				if err != nil {
					return err
				}
				b.row(fmt.Sprintf("memory of %s, %.0f MB, %s", strings.Join(command, " "), took/(1<<20), f.name),
					float64(c.memory)/took, 8, "× its size", c)
			}
			if err := b.write("memory.md", func(w io.Writer) { words(w, known, perParagraph) }); err != nil {
				return err
			}
		}
	}
	return nil
}
