package external

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/rules"
)

// ErrNoPath is a review of several documents with a finding that does not say in which it is.
var ErrNoPath = errors.New("a finding of several documents names none of them")

// ReviewAll asks a program that takes several paths for a review of all documents, in one run. The reviews are in the
// order of the requests, with the findings alone. One is nil where it is not known whether the program read the
// document: it ended with a status of 2 or more and found nothing there. Findings in other documents are left out. An
// error is about the whole run, and its cause may be one of the documents.
func ReviewAll(ctx context.Context, program rules.Program, dir string, requests []Request) ([]*format.Review, error) {
	paths := make([]string, len(requests))
	for n := range requests {
		path, remove, err := documentPath(program, dir, requests[n])
		if err != nil {
			return nil, &ToolError{Err: err}
		}
		defer remove()
		paths[n] = path
	}
	var reviews []*format.Review
	err := output(ctx, program, dir, paths, nil, func(out []byte, status int) error {
		all, err := parse(program, out)
		if err == nil {
			reviews, err = divided(all, dir, paths, status)
		}
		return err
	})
	return reviews, err
}

// divided returns the part of a review that is about each of the paths.
func divided(all *format.Review, dir string, paths []string, status int) ([]*format.Review, error) {
	reviews := make([]*format.Review, len(paths))
	file := map[string]int{}
	made := make([]map[string]int, len(paths)) // how many ids of a rule were made for a document
	for n, path := range paths {
		made[n] = map[string]int{}
		reviews[n] = &format.Review{Format: all.Format, Reviewer: all.Reviewer}
		file[resolved(dir, path)] = n
	}
	number := map[string]int{} // of the document that a name means, -1 for none of them
	for _, issue := range all.Issues {
		name := cmp.Or(issue.Path, all.Document)
		if name == "" {
			return nil, ErrNoPath
		}
		n, known := number[name]
		if !known {
			n = meant(name, dir, paths, file)
			if number[name] = n; n < 0 {
				reviews[0].Others = append(reviews[0].Others, name)
			}
		}
		if n >= 0 {
			issue.Path = ""
			if rule := cmp.Or(issue.Rule, "issue"); numbered(issue.ID, rule) { // by package intake, over all documents
				made[n][rule]++
				issue.ID = fmt.Sprintf("%s-%d", rule, made[n][rule])
			}
			reviews[n].Issues = append(reviews[n].Issues, issue)
		}
	}
	for n, r := range reviews {
		if status >= failed && len(r.Issues) == 0 {
			reviews[n] = nil
		}
	}
	return reviews, nil
}

// numbered reports whether an id is that of a rule with a number.
func numbered(id, rule string) bool {
	digits, ok := strings.CutPrefix(id, rule+"-")
	_, err := strconv.Atoi(digits)
	return ok && err == nil
}

// meant returns which of the paths a program that ran in dir means by a name, or -1 for none or several. A
// name of a file is that file, however alike others are.
func meant(name, dir string, paths []string, file map[string]int) int {
	if at := resolved(dir, name); at != "" {
		if n, ok := file[at]; ok {
			return n
		}
		return -1
	}
	found := -1
	for n, path := range paths {
		if !intake.SamePath(name, path) {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = n
	}
	return found
}

// resolved returns the absolute path, without links, of a file as a program that runs in dir names it; "" where there
// is no such file.
func resolved(dir, name string) string {
	if !filepath.IsAbs(name) {
		name = filepath.Join(dir, name)
	}
	absolute, err := filepath.Abs(name)
	if err != nil {
		return ""
	}
	absolute, err = filepath.EvalSymlinks(absolute)
	if err != nil {
		return ""
	}
	return absolute
}

// exitStatus returns the status that a program ended with; 0 where it did not end by itself.
func exitStatus(err error) int {
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return exit.ExitCode()
	}
	return 0
}
