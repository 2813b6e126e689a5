// Command replay tells small commits of real repositories as reviews and compares what the program makes of them with
// the commits. A finding is one run of words that a commit changed: the words before, the words behind, and a quote
// in one of four ways:
//
//	short     the old words alone, with their line
//	noline    the old words alone, without a line
//	words     three words on each side, with the line
//	sentence  the text of the line, with a line that is up to three off
//
// With an age K the review meets the document as it was K of its commits earlier. There the truth is the edit where
// the changed line stands as it was, and no byte elsewhere. A finding is determined where its quote stands once in
// the document that it was made of, or once in the line that it gives. As a baseline the same findings are given to a
// script that replaces a quote that stands once.
//
//	go run ./bench/replay -edits 150 -ages 0,2 bin/doc-iterate path/to/repo.git …
//
// It ends with 1 where a limit (-least, -wrong) is missed, and 2 where it could not run.
package main

import (
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
)

func main() {
	var o options
	flag.IntVar(&o.edits, "edits", 60, "the commits of each repository")
	flag.StringVar(&o.ages, "ages", "0", "how many commits older the documents are, separated by commas")
	flag.Uint64Var(&o.seed, "seed", 1, "chooses commits and ways of quoting")
	flag.StringVar(&o.style, "style", "", "one way of quoting: short, noline, words or sentence; by default all, by chance")
	flag.Float64Var(&o.least, "least", 0, "the least share, in percent, of determined findings that must be restored")
	flag.Float64Var(&o.wrong, "wrong", 100, "the greatest share, in percent, of documents with a wrong byte")
	flag.BoolVar(&o.verbose, "v", false, "print what was wrong, and what was left")
	flag.Parse()
	if flag.NArg() < 2 {
		fmt.Fprintln(os.Stderr, "usage: replay [flags] PROGRAM REPOSITORY…")
		os.Exit(2)
	}
	met, err := o.run(flag.Arg(0), flag.Args()[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "replay:", err)
		os.Exit(2)
	}
	if !met {
		os.Exit(1)
	}
}

type options struct {
	edits        int
	ages, style  string
	seed         uint64
	least, wrong float64
	verbose      bool
}

// run replays the repositories once for each age, and reports whether the limits were met.
func (o options) run(program string, repositories []string) (met bool, err error) {
	if program, err = filepath.Abs(program); err != nil {
		return false, err
	}
	var cases []history
	for _, repository := range repositories {
		found, err := readHistory(repository, 3*o.edits, rand.New(rand.NewPCG(o.seed, 1)))
		if err != nil {
			return false, fmt.Errorf("%s: %w", repository, err)
		}
		cases = append(cases, found...)
	}
	met = true
	fmt.Println("| age | by | commits | findings | determined | restored | short | noline | words | sentence | wrong documents |")
	fmt.Println("|---|---|---:|---:|---:|---:|---:|---:|---:|---:|---:|")
	for field := range strings.SplitSeq(o.ages, ",") {
		age, err := strconv.Atoi(field)
		if err != nil || age < 0 {
			return false, fmt.Errorf("-ages: %q is no age", field)
		}
		ours, script, err := o.replay(program, cases, age)
		if err != nil {
			return false, err
		}
		ours.print(age, "doc-iterate")
		script.print(age, "script")
		fmt.Println(ours.reasons())
		met = met && ours.share("") >= o.least && ours.wrongShare() <= o.wrong
	}
	return met, nil
}

// replay tells each case as a review of the document of the given age. Two cases run at a time.
func (o options) replay(program string, cases []history, age int) (ours, script score, err error) {
	var (
		mu   sync.Mutex
		wait sync.WaitGroup
		next = make(chan history)
	)
	for range 2 {
		wait.Go(func() {
			for c := range next {
				told, ok := o.tell(c, age)
				if !ok {
					continue
				}
				got, left, e := told.ask(program)
				byScript := told.script()
				mu.Lock()
				if e != nil {
					err = errors.Join(err, fmt.Errorf("%s %s: %w", c.commit, c.path, e))
				} else {
					ours.add(told, got, left, o.verbose)
					script.add(told, byScript, nil, false)
				}
				mu.Unlock()
			}
		})
	}
	for _, c := range cases {
		next <- c
	}
	close(next)
	wait.Wait()
	return ours, script, err
}
