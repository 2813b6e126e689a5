// Command dialects asks whether each document that fix changes is the same page as before, under the program that its
// own site is made with, but for the words that changed. Each site is a clone in a folder, as OWNER+NAME.
//
//	go run ./bench/dialects [-rules FILE] [-show N] PROGRAM CLONES NODE [NAME…]
//	go run ./bench/dialects -rules FILE -record FOLDER PROGRAM NODE
//
// The second one asks the same of the examples in a folder, and records what it was told: see examples.go.
// NODE is a folder with the npm packages vitepress, @mdx-js/mdx, remark-gfm and remark-frontmatter. Python-Markdown
// with pymdownx (a PYTHONPATH may name newer ones), kramdown with its reader of GitHub's Markdown, hugo, pulldown-cmark
// and cmark-gfm come from Debian. The exit code is 1 if a page differs.
package main

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// A site is a repository, and how pages are made of its documents.
type site struct {
	name  string
	pages *regexp.Regexp // the documents that become pages; cmark-gfm reads the others
	make  func(site string, texts []string) ([]string, error)
}

// A document is one that fix changes. Page is what its program makes of it.
type document struct {
	name          string
	before, after side
}

type side struct{ text, page string }

func main() {
	rules := flag.String("rules", "", "a configuration in place of the shipped one; its unsafe fixes are applied, too")
	show := flag.Int("show", 3, "print so many differing documents of a site")
	recorded := flag.String("record", "", "the folder of the examples")
	flag.Parse()
	if *recorded != "" && flag.NArg() == 2 {
		exit(record(*rules, *recorded, flag.Arg(0), flag.Arg(1)))
	}
	if flag.NArg() < 3 {
		fmt.Fprintln(os.Stderr, "usage: dialects [-rules FILE] [-show N] PROGRAM CLONES NODE [NAME…]")
		os.Exit(2)
	}
	exit(run(*rules, *show, flag.Args()))
}

// exit ends with 1 if a page differs, with 2 for an error.
func exit(differ int, err error) {
	switch {
	case err != nil:
		fmt.Fprintln(os.Stderr, "dialects:", err)
		os.Exit(2)
	case differ > 0:
		os.Exit(1)
	}
	os.Exit(0)
}

func run(rules string, show int, args []string) (differ int, err error) {
	for i := range args[:3] {
		if args[i], err = filepath.Abs(args[i]); err != nil {
			return 0, err
		}
	}
	fix := []string{args[0], "fix", "--commit=none"}
	if rules != "" {
		if rules, err = filepath.Abs(rules); err != nil {
			return 0, err
		}
		fix = append(fix, "--unsafe-fixes", "--config", rules)
	}
	fmt.Println("| site | pages changed | other documents changed | differ |")
	fmt.Println("| --- | ---: | ---: | ---: |")
	for _, s := range sites(args[2]) {
		if len(args) > 3 && !slices.Contains(args[3:], s.name) {
			continue
		}
		pages, others, err := s.judge(fix, args[1])
		if err != nil {
			return differ, fmt.Errorf("%s: %w", s.name, err)
		}
		var wrong []string
		for _, d := range slices.Concat(pages, others) {
			if why := d.difference(); why != "" {
				wrong = append(wrong, d.name+": "+why)
			}
		}
		fmt.Printf("| %s | %d | %d | %d |\n", s.name, len(pages), len(others), len(wrong))
		for _, w := range wrong[:min(show, len(wrong))] {
			fmt.Println("   ", w)
		}
		differ += len(wrong)
	}
	return differ, nil
}

// judge has the documents of a site fixed, and returns those that changed with their pages: those of the site, and what
// cmark-gfm makes of the others.
func (s site) judge(fix []string, clones string) (pages, others []document, err error) {
	temp, err := os.MkdirTemp("", "bench-dialects-")
	if err != nil {
		return nil, nil, err
	}
	defer os.RemoveAll(temp)
	clone := filepath.Join(clones, strings.ReplaceAll(s.name, "/", "+"))
	if _, err := os.Stat(filepath.Join(clone, "repo")); err == nil {
		clone = filepath.Join(clone, "repo")
	}
	const copied = `cd "$2" && git init -q old && cd old && echo "$1/objects" >.git/objects/info/alternates &&
		git reset -q "$(git --git-dir="$1" rev-parse HEAD)" &&
		git ls-files -z -- '*.md' '*.mdx' '*.markdown' '*.json' '*.toml' '*.yml' '*.yaml' '*.[jt]s' '*.mjs' '*.html' |
		git checkout-index -f -z --stdin && cp -r . ../new`
	if out, err := exec.Command("sh", "-c", copied, "sh", clone, temp).CombinedOutput(); err != nil {
		return nil, nil, fmt.Errorf("%w: %s", err, out)
	}
	old, dir := filepath.Join(temp, "old"), filepath.Join(temp, "new")
	command := exec.Command(fix[0], append(fix[1:len(fix):len(fix)], ".")...)
	command.Dir = dir
	command.Stderr = os.Stderr // it names documents that cannot be read
	if err := command.Run(); command.ProcessState.ExitCode() < 0 {
		return nil, nil, fmt.Errorf("fix: %w", err)
	}
	diff := exec.Command("git", "diff", "-z", "--name-only", "--diff-filter=M")
	diff.Dir = dir
	out, err := diff.Output()
	if err != nil {
		return nil, nil, err
	}
	for name := range bytes.SplitSeq(bytes.TrimRight(out, "\x00"), []byte{0}) {
		if len(name) == 0 {
			continue
		}
		d := document{name: string(name)}
		for from, to := range map[string]*side{old: &d.before, dir: &d.after} {
			text, err := os.ReadFile(filepath.Join(from, d.name))
			if err != nil {
				return nil, nil, err
			}
			to.text = string(text)
		}
		if s.pages.MatchString(d.name) {
			pages = append(pages, d)
		} else {
			others = append(others, d)
		}
	}
	if err := render(pages, old, s.make); err != nil {
		return nil, nil, err
	}
	return pages, others, render(others, old, cmark)
}

// render makes pages of the documents, as they are before and after.
func render(documents []document, site string, make func(string, []string) ([]string, error)) error {
	var texts []string
	for _, d := range documents {
		for _, s := range []side{d.before, d.after} {
			_, body := split(s.text)
			texts = append(texts, body)
		}
	}
	if len(texts) == 0 {
		return nil
	}
	pages, err := make(site, texts)
	if err != nil {
		return err
	}
	if len(pages) != len(texts) {
		return fmt.Errorf("%d pages of %d documents", len(pages), len(texts))
	}
	for i := range documents {
		documents[i].before.page, documents[i].after.page = pages[2*i], pages[2*i+1]
	}
	return nil
}
