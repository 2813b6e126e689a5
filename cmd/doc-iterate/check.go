package main

import (
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rollback"
	"github.com/doc-iterate/doc-iterate/rules"
)

// runCheck reviews documents and reports what it finds.
func runCheck(s *session, args []string) (int, error) {
	flags := s.newFlags("check", "[flags] PATH…", "Review documents with the rules and the configured reviewers; change nothing.")
	raw := addCommon(flags)
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validate()
	if err != nil {
		return gate.ExitTrouble, err
	}
	if flags.NArg() == 0 {
		return gate.ExitTrouble, errors.New("check: name the documents or folders to review")
	}
	o, err := s.open(c, flags.Args())
	if err != nil {
		return gate.ExitTrouble, err
	}
	if c.staged {
		if o.docs, err = s.staged(o.docs); err != nil {
			return gate.ExitTrouble, err
		}
	}
	return s.check(c, o)
}

func (s *session) check(c common, o opened) (int, error) {
	sc, err := s.scope(c, o.docs)
	if err != nil {
		return gate.ExitTrouble, err
	}
	in := report.Input{
		Tool: tool(), Docs: map[string]*review.Document{}, Fixes: map[review.Key]fixers.Change{}, FailOn: c.failOn,
		Failures: o.failures, Shard: shardOf(c.shard),
		Diff: slices.ContainsFunc(c.sinks, func(k sink) bool { return k.format == report.Diff }),
	}
	trouble := len(o.failures) > 0
	for _, group := range byConfig(o.docs) {
		trouble = s.review(c, sc, group, &in) || trouble
	}
	if c.writeBaseline != "" {
		if err := c.saveBaseline(o.docs, in.Findings); err != nil {
			return gate.ExitTrouble, err
		}
		s.note(c, "%s is now known to %s", count(len(in.Findings), "finding"), c.writeBaseline)
		in.Findings = nil
	}
	r := report.Findings(in)
	if err := s.printReport(c, &r); err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitCode(gate.Policy{FailOn: c.failOn}, gate.Outcome{Trouble: trouble, Worst: worst(in.Findings)}), nil
}

// printReport writes a report to every sink, and, on GitHub, a job summary beside
// annotations, of which GitHub shows but a few.
func (s *session) printReport(c common, r *report.Report) error {
	if path := s.getenv("GITHUB_STEP_SUMMARY"); path != "" && slices.ContainsFunc(c.sinks, func(k sink) bool { return k.format == report.GitHub }) {
		if err := appendSummary(path, r); err != nil {
			return err
		}
	}
	return s.emit(c, func(w io.Writer, f report.Format, style report.Style) error {
		style.FixCommand = "doc-iterate fix"
		if c.statistics && (f == report.Text || f == report.JSON) {
			return report.WriteStatistics(w, f, report.Statistics(r), style)
		}
		return f.Write(w, r, style)
	})
}

// appendSummary adds to the file that GITHUB_STEP_SUMMARY names.
func appendSummary(path string, r *report.Report) error {
	const most = 100 // findings; GitHub drops a summary beyond 1 MB
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		return fmt.Errorf("GITHUB_STEP_SUMMARY: %w", err)
	}
	return errors.Join(report.JobSummary(f, r, most), f.Close())
}

func shardOf(s gate.Shard) *report.Shard {
	if s.Total == 0 {
		return nil
	}
	return &report.Shard{Index: s.Index, Total: s.Total}
}

func worst(findings []review.Finding) rules.Severity {
	var out rules.Severity
	for _, f := range findings {
		out = max(out, f.Severity)
	}
	return out
}

// review adds to in what is found in documents that share their rules, and the
// fixes there would be. It reports whether a reviewer failed.
func (s *session) review(c common, sc scope, docs []document, in *report.Input) (trouble bool) {
	parsed := make([]*review.Document, len(docs))
	parallel(len(docs), c.jobs, func(i int) { parsed[i] = review.Parse(docs[i].path, docs[i].src) })
	run := review.NewRun(parsed, s.files(docs))
	set, reviewers := docs[0].set, c.reviewers()
	found := make([][]review.Finding, len(docs))
	parallel(len(docs), c.jobs, func(i int) {
		d := run.Documents()[i]
		found[i] = review.Review(d, set, reviewers)
	})
	if c.external {
		trouble = s.ask(docs, run, found)
	}
	scoped := sc.of(run, set, reviewers, c.jobs)
	fixes := make([]map[review.Key]fixers.Change, len(docs))
	parallel(len(docs), c.jobs, func(i int) {
		d := run.Documents()[i]
		if found[i] = scoped.filter(d.Path, found[i]); len(found[i]) > 0 {
			fixes[i] = fixesOf(d, set, found[i])
		}
	})
	for i, d := range run.Documents() {
		in.Paths = append(in.Paths, d.Path)
		if len(found[i]) == 0 {
			continue
		}
		in.Docs[d.Path] = d
		in.Findings = append(in.Findings, found[i]...)
		maps.Copy(in.Fixes, fixes[i])
	}
	return trouble
}

// fixesOf is the fixes that there would be in one document. Links that would be
// carried along in others are not shown.
func fixesOf(d *review.Document, set *rules.Set, findings []review.Finding) map[review.Key]fixers.Change {
	return report.FixesOf(fixers.Build(fixers.Input{
		Docs: map[string]*review.Document{d.Path: d}, Set: set, Findings: findings, Fixers: fixers.Registry(),
	}))
}

// ask adds what the configured reviewers of all documents find.
func (s *session) ask(docs []document, run *review.Run, found [][]review.Finding) (trouble bool) {
	var mu sync.Mutex
	for _, e := range s.externals(docs[0].set, docs[0].file) {
		if len(e.Program().For) > 0 {
			continue // asked when the loop has a gap for it, not before
		}
		const atOnce = 3
		parallel(len(docs), atOnce, func(i int) {
			got, err := e.Review(s.ctx, loop.Request{Document: run.Documents()[i], Iteration: 1, Max: 1})
			mu.Lock()
			defer mu.Unlock()
			if err != nil {
				fmt.Fprintf(s.err, "doc-iterate: %s: %v\n", docs[i].path, err)
				trouble = true
				return
			}
			found[i] = append(found[i], got.Findings...)
		})
	}
	return trouble
}

// files is what the documents may link to: the files of the repository, where
// the rules ask for references to be checked.
func (s *session) files(docs []document) *review.Files {
	if docs[0].set.References == nil {
		return nil
	}
	root, names, err := rollback.RepositoryFiles(s.ctx, ".", s.environ)
	if err != nil {
		return nil
	}
	for i := range names {
		names[i] = filepath.ToSlash(names[i])
	}
	return review.NewFiles(filepath.ToSlash(root), names, os.ReadFile)
}

// parallel calls f for every i below n, in as many goroutines as jobs.
func parallel(n, jobs int, f func(i int)) {
	var group sync.WaitGroup
	next := make(chan int)
	for range min(jobs, n) {
		group.Go(func() {
			for i := range next {
				f(i)
			}
		})
	}
	for i := range n {
		next <- i
	}
	close(next)
	group.Wait()
}
