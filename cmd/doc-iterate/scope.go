package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A scope says which findings are this run's business: those on what was changed
// since a revision, without those of a baseline.
type scope struct {
	changed  bool           // whether only changes count
	staged   bool           // those in the index
	past                    // the older revision
	baseline *gate.Baseline // nil is none
}

// scope reads what --since, --staged and --baseline name. Of the documents around,
// the older revisions are evidence too; in the index they are as they were.
func (s *session) scope(c common, docs, around []document) (scope, error) {
	var out scope
	if c.since != "" || c.staged {
		rev := c.since
		if c.staged {
			rev = "HEAD"
		}
		var err error
		out.changed, out.staged = true, c.staged
		if !c.staged {
			docs = slices.Concat(docs, around)
		}
		if out.past, err = s.older(rev, c.staged, docs); err != nil {
			return out, err
		}
	}
	if c.baseline != "" && c.writeBaseline == "" { // which knows all findings
		var err error
		if out.baseline, err = readBaseline(c.baseline); err != nil {
			return out, err
		}
	}
	return out, nil
}

var errNoBaseline = errors.New("no such baseline")

func readBaseline(name string) (*gate.Baseline, error) {
	data, err := readFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w; --write-baseline %[1]s makes one", name, errNoBaseline)
	}
	if err != nil {
		return nil, err
	}
	return gate.ParseBaseline(name, data)
}

// within is a scope among documents that share their rules.
type within struct {
	scope
	set       *rules.Set
	reviewers []review.Reviewer
	older     *review.Corpus // the older revisions; nil where changes don't count
}

// of is the scope among the documents of a run. The older revisions are reviewed
// together, as the new ones are, because a finding about a link depends on other
// documents.
func (sc scope) of(docs, around []document, files func() *review.Files, set *rules.Set, reviewers []review.Reviewer, jobs int) within {
	w := within{scope: sc, set: set, reviewers: reviewers}
	if !sc.changed {
		return w
	}
	var older []source.Stored
	for _, d := range docs {
		if before, ok := sc.before[d.path]; ok {
			older = append(older, source.Stored{Path: d.path, Read: func(*[]byte) ([]byte, error) { return before, nil }})
		}
	}
	for i := range around {
		if before, ok := sc.before[around[i].path]; ok {
			older = append(older, source.Stored{Path: around[i].path, Read: func(*[]byte) ([]byte, error) { return before, nil }})
		} else if sc.staged {
			older = append(older, source.Stored{Path: around[i].path, Read: around[i].read})
		}
	}
	gone := sc.gone[newPlaces().folder(filepath.Dir(docs[0].path)).top]
	w.older = review.NewStream(older, func() *review.Files { return files().With(gone) }, jobs)
	return w
}

// changes is what was changed in a document.
func (w within) changes(d *review.Document) gate.Changes {
	before, ok := w.before[d.Path]
	if !ok {
		return gate.ChangesOf(d, nil, nil)
	}
	before = sameEndings(before, d.Source())
	known := w.older.Review(review.Parse(d.Path, before), w.set, w.reviewers)
	if was := w.was[d.Path]; was != "" && filepath.Dir(was) != filepath.Dir(d.Path) {
		known = w.foundAt(was, before, known)
	}
	return gate.ChangesOf(d, before, known)
}

// foundAt is the findings, of those in a document's older revision, that there are at
// its older path, too: to move a document breaks its links.
func (w within) foundAt(path string, src []byte, findings []review.Finding) []review.Finding {
	type place struct {
		rule string
		source.Span
	}
	there := map[place]bool{}
	for _, f := range w.older.Review(review.Parse(path, src), w.set, w.reviewers) {
		there[place{f.Rule, f.Span}] = true
	}
	return slices.DeleteFunc(findings, func(f review.Finding) bool { return !there[place{f.Rule, f.Span}] })
}

// filter is the findings in a document that are in scope. The baseline comes first:
// what it knows of the lines that were not changed must not cover others.
func (w within) filter(d *review.Document, findings []review.Finding) []review.Finding {
	findings, _ = w.baseline.Filter(d.Path, findings)
	if w.changed {
		findings = w.changes(d).Filter(findings)
	}
	return findings
}

// excluded says of all findings of one of the documents why each is out of scope, ""
// when it is not.
func (w within) excluded(docs []*review.Document) func([]review.Finding) []string {
	changes := map[string]gate.Changes{}
	if w.changed {
		for _, d := range docs {
			changes[d.Path] = w.changes(d)
		}
	}
	return func(findings []review.Finding) []string {
		out := make([]string, len(findings))
		for i, f := range findings {
			if w.changed && len(changes[f.Path].Filter(findings[i:i+1])) == 0 {
				out[i] = "on lines that were not changed"
			}
		}
		for i, known := range w.known(findings) {
			if known && out[i] == "" {
				out[i] = "known to the baseline"
			}
		}
		return out
	}
}

// known says of each finding of a document whether the baseline knows it. Whoever
// says it: what is known from one reviewer is nothing new from another.
func (w within) known(findings []review.Finding) []bool {
	if len(findings) == 0 {
		return nil
	}
	findings = slices.Clone(findings)
	for i := range findings { // the loop tells findings of one Key apart by what it puts behind it
		findings[i].Key = review.Key(strings.TrimRight(string(findings[i].Key), "+"))
	}
	known, _ := w.baseline.Knows(findings[0].Path, findings)
	keys := map[review.Key]bool{}
	for i, f := range findings {
		if known[i] {
			keys[f.Key] = true
		}
	}
	for i, f := range findings {
		known[i] = keys[f.Key]
	}
	return known
}

// saveBaseline writes the findings of this run to the file of --write-baseline.
// What it knew of documents that were not reviewed now, or not by every reviewer, and
// are still there, and of rules that did not run, is kept. It returns how many findings
// the file knows now.
func (c common) saveBaseline(results []checked) (int, error) {
	old, err := readBaseline(c.writeBaseline)
	switch {
	case errors.Is(err, errNoBaseline):
		old = nil // the first one
	case err != nil:
		return 0, fmt.Errorf("--write-baseline writes over nothing but a baseline: %w", err)
	}
	selected := map[string]bool{}
	for _, r := range c.reviewers() {
		selected[r.Rule.ID] = true
	}
	builtIn := append(ruleIDs(), review.UnusedSuppression.Rule.ID)
	reviewed := map[string]bool{}
	var findings []review.Finding
	for _, r := range results {
		if r.err == nil && len(r.faults) == 0 {
			reviewed[filepath.ToSlash(r.path)] = true
		}
		findings = append(findings, r.known...)
	}
	baseline := gate.NewBaseline(findings, old, func(path, rule string) bool {
		if !reviewed[path] {
			_, err := os.Stat(filepath.FromSlash(path))
			return err == nil
		}
		ran := c.external // for the rules of other programs
		if slices.Contains(builtIn, rule) {
			ran = selected[rule]
		}
		return !ran
	})
	data, err := baseline.Bytes()
	if err != nil {
		return 0, err
	}
	n := 0
	for _, known := range baseline.Documents {
		for _, k := range known {
			n += len(k.Keys)
		}
	}
	return n, rollback.WriteFileAtomic(c.writeBaseline, data, 0o644)
}
