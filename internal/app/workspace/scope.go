package workspace

import (
	"context"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Scope says which findings are the business of a run: those on what was changed since a revision, without those of
// a baseline.
type Scope struct {
	changed  bool          // only changes count
	staged   bool          // only changes in the index count
	past                   // the older revision
	baseline *baselineFile // nil if there is no baseline
}

// Scope reads what --since, --staged and --baseline name. The older revisions of the documents around are evidence
// too; with --staged they are as they are now.
func (w *Workspace) Scope(ctx context.Context, docs, around []Document) (out Scope, err error) {
	out.changed, out.staged = w.Since != "" || w.Staged, w.Staged
	switch {
	case w.Staged:
		out.past, err = w.past(ctx, "HEAD", docs)
	case w.Since != "":
		out.past, err = w.past(ctx, w.Since, slices.Concat(docs, around))
	}
	if err == nil && w.Baseline != "" {
		if out.baseline, err = readBaseline(ctx, w.Baseline); err == nil && out.baseline.IsFormer() {
			w.Note("%s was written by version 0.1; `doc-iterate check --write-baseline %[1]s PATH…` writes it anew", w.Baseline)
		}
	}
	return out, err
}

// Everything reports whether every finding is in scope.
func (s Scope) Everything() bool { return !s.changed && s.baseline == nil }

// Before returns the older revision of a document, which is now other bytes. ok is false where there is none, or where
// changes don't count.
func (s Scope) Before(path string, now []byte) (older []byte, ok bool) {
	if older, ok = s.before[path]; ok {
		older = withEndingsOf(now, older)
	}
	return older, ok && s.changed
}

// A Filter is a scope among documents.
type Filter struct {
	Scope
	sets      map[string]*rules.Set // by document; nil where changes don't count
	reviewers []review.Reviewer
	older     *review.Corpus // the older revisions; nil where changes don't count
}

// Filter returns the scope among the documents of a group. The older revisions are reviewed together, as the new ones
// are, because a finding about a link depends on other documents.
func (s Scope) Filter(g Group, files func() *link.Files, reviewers []review.Reviewer, jobs int) Filter {
	docs := g.Documents
	f := Filter{Scope: s, reviewers: reviewers}
	if !s.changed {
		return f
	}
	f.sets = make(map[string]*rules.Set, len(docs))
	for _, d := range docs {
		f.sets[d.Path] = d.Rules
	}
	var older []source.Stored
	for i, d := range slices.Concat(docs, g.Around) {
		if before, ok := s.before[d.Path]; ok {
			read := func() ([]byte, error) { return before, nil }
			older = append(older, source.Stored{Path: d.Path, Read: read})
		} else if i >= len(docs) && s.staged {
			older = append(older, d.stored())
		}
	}
	deleted := s.deleted[NewLocations().folder(filepath.Dir(docs[0].Path)).Top]
	f.older = review.OpenCorpus(review.Sources{
		Texts: older, Dialects: DialectsOf(docs), Files: func() *link.Files { return files().With(deleted) },
		Context: g.Others, Jobs: jobs,
	})
	return f
}

// changes returns what was changed in a document.
func (f Filter) changes(d *zone.Document) gate.Changes {
	before, ok := f.before[d.Path]
	if !ok {
		return gate.ChangesOf(d, nil, nil)
	}
	before = withEndingsOf(d.Source(), before)
	older := zone.Parse(d.Path, before, d.Dialect)
	known := f.older.Review(older, f.sets[d.Path], f.reviewers)
	if old := f.oldPaths[d.Path]; old != "" && filepath.Dir(old) != filepath.Dir(d.Path) {
		known = f.alsoFoundAt(zone.Parse(old, before, d.Dialect), f.sets[d.Path], known)
	}
	return gate.ChangesOf(d, older, known)
}

// alsoFoundAt returns those of the findings in the older revision of a document that there are in d, which is that at
// its older path: to move a document breaks its links.
func (f Filter) alsoFoundAt(d *zone.Document, set *rules.Set, findings []review.Finding) []review.Finding {
	type place struct {
		rule string
		source.Span
	}
	there := map[place]bool{}
	for _, found := range f.older.Review(d, set, f.reviewers) {
		there[place{found.Rule, found.Span}] = true
	}
	return slices.DeleteFunc(findings, func(found review.Finding) bool { return !there[place{found.Rule, found.Span}] })
}

// Apply returns the findings in a document that are in scope. The baseline is applied first: what it knows of
// unchanged lines must not hide other findings.
func (f Filter) Apply(d *zone.Document, findings []review.Finding) []review.Finding {
	findings = f.baseline.without(d.Path, findings)
	if f.changed {
		findings = f.changes(d).Filter(findings)
	}
	return findings
}

// BrokenLinks returns the findings about links that the staged documents caused in a document without staged changes.
// current is the documents as they are now.
func (f Filter) BrokenLinks(current *review.Corpus, d *zone.Document) []review.Finding {
	reviewers := slices.DeleteFunc(slices.Clone(f.reviewers), func(r review.Reviewer) bool {
		return r.Rule.ID != rule.Reference.Rule.ID
	})
	before := f.older.Review(d, f.sets[d.Path], reviewers)
	found := f.baseline.without(d.Path, current.Review(d, f.sets[d.Path], reviewers))
	return gate.ChangesOf(d, d, before).Filter(found)
}

// Excluded returns a function that says, of all findings of one of the documents, why each is out of scope, "" where
// it is not.
func (f Filter) Excluded(docs []Document) func([]review.Finding) []string {
	changes := map[string]gate.Changes{}
	if f.changed {
		for _, d := range docs {
			changes[d.Path] = f.changes(zone.Parse(d.Path, d.Text(), d.Dialect))
		}
	}
	return func(findings []review.Finding) []string {
		out := make([]string, len(findings))
		if f.changed && len(findings) > 0 {
			for i, counts := range changes[findings[0].Path].Count(findings) {
				if !counts {
					out[i] = "on lines that were not changed"
				}
			}
		}
		for i, known := range f.inBaseline(findings) {
			if known && out[i] == "" {
				out[i] = "known to the baseline"
			}
		}
		return out
	}
}

// inBaseline says of each finding of a document whether the baseline knows it, from whatever reviewer: what is known
// from one is nothing new from another.
func (f Filter) inBaseline(findings []review.Finding) []bool {
	if len(findings) == 0 || f.baseline == nil {
		return nil
	}
	findings = asChecked(findings)
	known := f.baseline.Knows(f.baseline.name(findings[0].Path), findings)
	keys := map[review.Key]bool{}
	for i, found := range findings {
		if known[i] {
			keys[found.Key] = true
		}
	}
	for i, found := range findings {
		known[i] = keys[found.Key]
	}
	return known
}
