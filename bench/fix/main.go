// Command fix runs the built-in reviewers and fixers over every Markdown file
// below a folder until nothing changes any more, writes the results in place,
// and prints how many findings were fixed and why the others were not, as JSON.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

type tally struct {
	Documents, Changed, Passes int
	Fixed                      map[string]int
	Skipped                    map[string]map[string]int
}

func main() {
	only := flag.String("only", "", "rules, separated by commas; all without it")
	show := flag.String("show", "", "print the findings of this rule that are left")
	flag.Parse()
	if flag.NArg() != 1 {
		fmt.Fprintln(os.Stderr, "usage: fix [-only RULE,…] [-show RULE] DIR")
		os.Exit(2)
	}
	if err := run(flag.Arg(0), *only, *show); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
}

func set() *rules.Set {
	set, err := rules.Load(rules.FileName, []byte(`{
	  "terminology": [{"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"]}, {"use": "Node.js", "not": ["nodejs"]}],
	  "style": {"heading-case": {}, "fenced-code-language": {}, "list-marker": {}},
	  "references": {}
	}`))
	if err != nil {
		panic(err)
	}
	return set
}

func run(dir, only, show string) error {
	docs := map[string]*review.Document{}
	var paths []string
	err := filepath.WalkDir(dir, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		name, _ := filepath.Rel(dir, path)
		name = filepath.ToSlash(name)
		paths = append(paths, name)
		if !review.IsMarkdown(name) {
			return nil
		}
		src, err := os.ReadFile(path)
		docs[name] = review.Parse(name, src)
		return err
	})
	if err != nil {
		return err
	}
	read := func(path string) ([]byte, error) { return os.ReadFile(filepath.Join(dir, path)) }
	files := review.NewFiles(".", paths, read)
	var reviewers []review.Reviewer
	for _, r := range review.Reviewers() {
		if only == "" || strings.Contains(","+only+",", ","+r.Rule.ID+",") {
			reviewers = append(reviewers, r)
		}
	}
	t := tally{Documents: len(docs), Fixed: map[string]int{}}
	changed := map[string]bool{}
	for t.Passes = 0; t.Passes < 6; t.Passes++ {
		var list []*review.Document
		for _, d := range docs {
			list = append(list, d)
		}
		r := review.NewRun(list, files)
		in := fixers.Input{Docs: map[string]*review.Document{}, Set: set(), Fixers: fixers.Registry()}
		for _, d := range r.Documents() {
			in.Docs[d.Path] = d
			in.Findings = append(in.Findings, review.Review(d, in.Set, reviewers)...)
		}
		after, plan := fixers.Prove(in, fixers.Build(in))
		for _, a := range plan.Applied {
			t.Fixed[a.Finding.Rule]++
		}
		t.Skipped = map[string]map[string]int{}
		for _, s := range plan.Skipped {
			if t.Skipped[s.Finding.Rule] == nil {
				t.Skipped[s.Finding.Rule] = map[string]int{}
			}
			t.Skipped[s.Finding.Rule][string(s.Reason)]++
			if s.Finding.Rule == show {
				p := in.Docs[s.Finding.Path].Lines().Number(s.Finding.Span.Start)
				fmt.Printf("%s:%d: %s: %s [%s]\n", s.Finding.Path, p, s.Reason, s.Finding.Message, s.Detail)
			}
		}
		show = ""
		if len(plan.Applied) == 0 {
			break
		}
		for path, d := range after {
			docs[path], changed[path] = d, true
		}
	}
	for path := range changed {
		if err := os.WriteFile(filepath.Join(dir, path), docs[path].Source(), 0o644); err != nil {
			return err
		}
	}
	t.Changed = len(changed)
	out := json.NewEncoder(os.Stdout)
	out.SetIndent("", " ")
	return out.Encode(t)
}
