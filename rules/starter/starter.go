// Package starter writes a first consistency-rules.json for a repository: from the configurations of the linters it
// has, and from what its documents do already. Each part says why it is there.
//
// It is pure and knows no Markdown: whoever calls it reads the files and counts what stands in the documents.
package starter

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/draft"
	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// A Repository is what Write asks of the files of a repository.
type Repository struct {
	Documents []string // its Markdown, from its root, with slashes
	// Head returns how a document begins.
	Head func(path string) []byte
	// Measure counts what each candidate judges and finds in the documents that are not ignored.
	Measure func(candidates []Candidate, ignored func(path string) bool) Survey
}

// Result is the draft and what is to be said about it.
type Result struct {
	Draft    draft.Draft
	Imported *imports.Result // nil where the repository has no configuration to import
	Notes    []string        // what a person may want to do next
	Left     int             // findings of the rules that the draft keeps
	// Proposed are reviewers that a person has to agree to.
	Proposed []Proposal
}

// A Proposal is a reviewer for the draft, and the file of the repository by which its program works.
type Proposal struct {
	Reviewer      draft.Reviewer
	File          string
	taken, missed int  // entries of the file
	ByHand        bool // the program needs a file that init does not write
}

// What says what the import loses, and what the reviewer would do.
func (p Proposal) What() string {
	imported := fmt.Sprintf("%s is imported with %s, and without %d that there is nothing for here", p.File,
		wording.Count(p.taken, "setting"), p.missed)
	if p.taken+p.missed == 0 {
		imported = p.File + " can't be imported"
	}
	return fmt.Sprintf("%s. The program itself has all of it, but must be installed wherever a check runs: the "+
		"reviewer %s would run `%s` with each check, and %s of this repository would say what it does", imported,
		p.Reviewer.Name, strings.Join(p.Reviewer.Command, " "), p.File)
}

// Question asks a person whether to write the reviewer and to allow its program.
func (p Proposal) Question() string {
	return p.What() + ". Write it, and allow it from now on? [y,n] "
}

// linters returns the reviewers that init knows how to run, and how the names of their configurations begin.
func linters() map[string]Proposal {
	reviewer := func(name, stdin string, command ...string) Proposal {
		return Proposal{Reviewer: draft.Reviewer{Name: name, Command: command, Format: name, Stdin: stdin},
			ByHand: strings.HasSuffix(command[2], ".cjs")}
	}
	vale := reviewer("vale", "", "vale", "--output=JSON", "{path}")
	rumdl := reviewer("rumdl", "text", "rumdl", "check", "--no-cache", "--output-format", "json", "--stdin",
		"--stdin-filename", "{path}")
	return map[string]Proposal{
		".vale.ini": vale, "_vale.ini": vale, "vale.ini": vale, ".rumdl.toml": rumdl, "rumdl.toml": rumdl,
		".markdownlint": reviewer("markdownlint", "", "markdownlint-cli2", "--config",
			"doc-iterate.markdownlint-cli2.cjs", ":{paths}"),
		".textlintrc": reviewer("textlint", "", "textlint", "--format", "json", "{paths}"),
	}
}

// rootConfigs holds the names of configurations at the root of a repository.
var rootConfigs = []string{
	".markdownlintrc", ".rumdl.toml", "rumdl.toml",
	".textlintrc", ".textlintrc.json", ".textlintrc.yml", ".textlintrc.yaml",
}

// valeConfigs holds the names of Vale's configuration, which names its styles and vocabularies.
var valeConfigs = []string{".vale.ini", "_vale.ini", "vale.ini"}

// structured holds the endings of .markdownlint and .markdownlint-cli2.
var structured = []string{".json", ".jsonc", ".yaml", ".yml"}

// Configs picks the files of a repository that are worth importing.
func Configs(paths []string) []string {
	var picked []string
	named := slices.ContainsFunc(valeConfigs, func(name string) bool { return slices.Contains(paths, name) })
	for _, p := range paths {
		base := path.Base(p)
		inRoot := base == p
		isVocabulary := !named && (strings.Contains(p, "/vocabularies/") || strings.Contains(p, "/Vocab/"))
		switch {
		case inRoot && (slices.Contains(rootConfigs, base) || slices.Contains(valeConfigs, base)),
			inRoot && strings.HasPrefix(base, ".markdownlint") && slices.Contains(structured, path.Ext(base)),
			isVocabulary && (base == "accept.txt" || base == "reject.txt"):
			picked = append(picked, p)
		}
	}
	slices.Sort(picked)
	return picked
}

// Write makes the draft. The reader reads what the configurations name. One that cannot be imported is a note.
func Write(repo Repository, configs []imports.File, reader imports.Reader) (*Result, error) {
	r := &Result{}
	var readable []imports.File
	for _, f := range configs {
		alone, err := reader.Import([]imports.File{f}, nil)
		r.propose(f.Name, alone)
		if err != nil {
			r.Notes = append(r.Notes, fmt.Sprintf("not imported: %v", err))
			continue
		}
		readable = append(readable, f)
	}
	if len(readable) > 0 {
		imported, err := reader.Import(readable, nil)
		if err != nil {
			return nil, err
		}
		r.Imported, r.Draft = imported, imported.Draft
	}
	left := r.ignore(repo)
	if err := r.terms(); err != nil {
		return nil, err
	}
	survey := repo.Measure(r.candidates(), r.Draft.Ignores)
	r.Draft.Why = "Written by doc-iterate init after a look at " + wording.Count(survey.Documents, "document")
	for i, f := range readable {
		r.Draft.Why += [...]string{" and at ", ", "}[min(i, 1)] + f.Name
	}
	r.Draft.Why += "." + left
	r.choose(survey)
	return r, nil
}

// terms adds the terms of the shipped configuration that contradict none of the repository's.
func (r *Result) terms() error {
	own := len(r.Draft.Terms)
	for _, t := range rules.Default().Terminology {
		r.Draft.Terms = append(r.Draft.Terms, draft.Term{Use: t.Use, Not: t.Not, Severity: &t.Severity, Why: t.Why})
	}
	taken := func(t draft.Term) bool {
		return slices.ContainsFunc(r.Draft.Terms[:own], func(o draft.Term) bool {
			return o.Use == t.Use || slices.Contains(t.Not, o.Use)
		})
	}
	kept := slices.DeleteFunc(slices.Clone(r.Draft.Terms[own:]), taken)
	r.Draft.Terms = append(r.Draft.Terms[:own], kept...)
	_, err := r.Draft.Settle(nil)
	return err
}

// off reports whether a linter's configuration switches a rule off.
func (r *Result) off(rule string) (file string, off bool) {
	if r.Imported == nil {
		return "", false
	}
	for _, o := range r.Imported.Off {
		if o.Rule == rule {
			return o.File, true
		}
	}
	return "", false
}

// propose proposes a linter as a reviewer where not all of its configuration could be imported; imported is nil for
// nothing of it.
func (r *Result) propose(name string, imported *imports.Result) {
	for begin, p := range linters() {
		known := func(other Proposal) bool { return other.Reviewer.Name == p.Reviewer.Name }
		if !strings.HasPrefix(name, begin) || slices.ContainsFunc(r.Proposed, known) {
			continue
		}
		for _, c := range imported.Counts() {
			p.taken, p.missed = p.taken+c.Taken+c.Expanded, p.missed+c.Refused
		}
		if p.missed > 0 || imported == nil {
			p.File = name
			p.Reviewer.Why = name + " has more than could be imported. Without " + p.Reviewer.Name +
				" on the machine, take this out or give --no-external."
			r.Proposed = append(r.Proposed, p)
		}
	}
}
