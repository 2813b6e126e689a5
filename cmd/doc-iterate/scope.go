package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A scope says which findings are this run's business: those on what was changed
// since a revision, without those of a baseline.
type scope struct {
	changed  bool              // whether only changes count
	before   map[string][]byte // the older revisions of the documents that had one
	baseline *gate.Baseline    // nil is none
}

// scope reads what --since, --staged and --baseline name.
func (s *session) scope(c common, docs []document) (scope, error) {
	var out scope
	if c.since != "" || c.staged {
		rev := c.since
		if c.staged {
			rev = "HEAD"
		}
		var err error
		out.changed = true
		if out.before, err = rollback.Revisions(s.ctx, ".", s.environ, rev, paths(docs)); err != nil {
			return out, err
		}
		for _, d := range docs {
			if before, ok := out.before[d.path]; ok {
				out.before[d.path] = sameEndings(before, d.src)
			}
		}
	}
	if c.baseline != "" {
		var err error
		if out.baseline, err = readBaseline(c.baseline); err != nil {
			return out, err
		}
	}
	return out, nil
}

func readBaseline(name string) (*gate.Baseline, error) {
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such baseline; --write-baseline %s makes one", name, name)
	}
	if err != nil {
		return nil, err
	}
	return gate.ParseBaseline(name, data)
}

// of is the scope within the documents of a run that share their rules: what
// each of them changed. The older revisions are reviewed together, as the new
// ones are, because a finding about a link depends on other documents.
func (sc scope) of(run *review.Run, set *rules.Set, reviewers []review.Reviewer, jobs int) within {
	w := within{sc, map[string]gate.Changes{}}
	if !sc.changed {
		return w
	}
	var older []*review.Document
	for _, d := range run.Documents() {
		if before, ok := sc.before[d.Path]; ok {
			older = append(older, review.Parse(d.Path, before))
		} else {
			w.changes[d.Path] = gate.ChangesOf(d, nil, nil)
		}
	}
	older = review.NewRun(older, run.Files()).Documents()
	changes := make([]gate.Changes, len(older))
	parallel(len(older), jobs, func(i int) {
		before := older[i]
		changes[i] = gate.ChangesOf(run.Document(before.Path), before.Source(), review.Review(before, set, reviewers))
	})
	for i, before := range older {
		w.changes[before.Path] = changes[i]
	}
	return w
}

// within is a scope whose changes are known.
type within struct {
	scope
	changes map[string]gate.Changes
}

// filter is the findings in the document at path that are in scope.
func (w within) filter(path string, findings []review.Finding) []review.Finding {
	if w.changed {
		findings = w.changes[path].Filter(findings)
	}
	findings, _ = w.baseline.Filter(path, findings)
	return findings
}

// excluded says for one finding at a time why it is out of scope, "" when it is
// not: found is what the built-in reviewers find in the document of each path.
// It is nil when nothing is out of scope.
func (w within) excluded(found map[string][]review.Finding) func(review.Finding) string {
	if !w.changed && w.baseline == nil {
		return nil
	}
	known := map[review.Key]bool{}
	for path, findings := range found {
		fresh, _ := w.baseline.Filter(path, findings)
		for _, f := range findings {
			known[f.Key] = true
		}
		for _, f := range fresh {
			delete(known, f.Key)
		}
	}
	return func(f review.Finding) string {
		switch {
		case w.changed && len(w.changes[f.Path].Filter([]review.Finding{f})) == 0:
			return "on lines that were not changed"
		case known[f.Key] || w.baseline.Has(f.Path, f.Key):
			return "known to the baseline"
		}
		return ""
	}
}

// saveBaseline writes the findings of this run to the file of --write-baseline.
// What it knew of documents that were not reviewed now, and are still there, is
// kept.
func (c common) saveBaseline(docs []document, findings []review.Finding) error {
	old, err := readBaseline(c.writeBaseline)
	if err != nil {
		old = nil // the first one, or one that is written anew
	}
	reviewed := map[string]bool{}
	for _, d := range docs {
		reviewed[filepath.ToSlash(d.path)] = true
	}
	baseline := gate.NewBaseline(findings, old, func(path string) bool {
		_, err := os.Stat(filepath.FromSlash(path))
		return err == nil && !reviewed[path]
	})
	data, err := baseline.Bytes()
	if err != nil {
		return err
	}
	return rollback.WriteFileAtomic(c.writeBaseline, data, 0o644)
}
