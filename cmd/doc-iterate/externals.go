package main

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/external"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// externals is the configured reviewers as the loop runs them. Their commands
// run in the folder of the configuration, so that relative names in it mean what
// they say.
func (s *session) externals(set *rules.Set, config string) []loop.External {
	var out []loop.External
	for _, p := range set.Reviewers {
		out = append(out, reviewer{p, filepath.Dir(config), config})
	}
	return out
}

// A reviewer is a configured program as a loop.External.
type reviewer struct {
	program rules.Program
	dir     string // that it runs in
	config  string // the file that it stands in
}

func (r reviewer) Program() rules.Program { return r.program }

// Review is what the program finds, but for what comments in the document switch off:
// like the built-in reviewers it does not raise that.
func (r reviewer) Review(ctx context.Context, req loop.Request) (loop.Review, error) {
	doc, scope := req.Document, req.Sections
	if len(scope) == 0 {
		scope = r.program.Sections
	}
	got, err := external.Review(ctx, r.program, r.dir, external.Request{
		Document: r.relative(doc.Path), Text: string(doc.Source()), Scope: scope, Iteration: req.Iteration,
		MaxIterations: req.Max, Guidance: strings.Join(req.Guidance, "\n"), Findings: external.EarlierFindings(doc, req.Earlier),
		Questions: questions(req.Questions), TokensLeft: req.Tokens,
	})
	if errors.Is(err, exec.ErrNotFound) {
		return loop.Review{}, absent{r.program, r.config}
	}
	if err != nil {
		return loop.Review{}, err
	}
	out := located(got, got.Issues, doc, locate.Options{Reviewer: r.program.Name, ReviewIsCurrent: true})
	out.Findings = slices.DeleteFunc(out.Findings, func(f review.Finding) bool {
		return f.State == review.Located && doc.Suppressed(f.Rule, f.Span.Start)
	})
	r.limit(&out, req)
	return out, nil
}

// limit holds a review to the sections that the configuration limits its reviewer to:
// a linter is given the whole text and knows of none.
func (r reviewer) limit(rv *loop.Review, req loop.Request) {
	sections := r.program.Sections
	if len(sections) == 0 {
		return
	}
	within := loop.Within(req.Document, req.Original, sections)
	rv.Findings = slices.DeleteFunc(rv.Findings, func(f review.Finding) bool {
		return f.State == review.Located && !within(f.Span.Start)
	})
	if rv.Sections == nil && len(r.program.For) == 0 {
		rv.Sections = sections
	}
}

// absent is the error of a program that is not there, for all documents the same.
type absent struct {
	program rules.Program
	config  string // the file that it stands in
}

func (a absent) Error() string {
	return fmt.Sprintf("%s%q; install it, take its reviewer out of %s, or give --no-external", absentText, a.program.Command[0], rules.FileName)
}

const absentText = "there is no program "

// sameForAll is warnings without those that say again, of another document, that
// a program is not there.
func sameForAll(warnings []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, w := range warnings {
		if i := strings.Index(w, absentText); i >= 0 {
			if seen[w[i:]] {
				continue
			}
			seen[w[i:]] = true
		}
		out = append(out, w)
	}
	return out
}

// ask is what the configured reviewers find in d, and what those say that failed.
func (k *checker) ask(d *review.Document) (found []review.Finding, failed []error) {
	for _, e := range k.externals {
		k.atOnce <- struct{}{}
		got, err := e.Review(k.s.ctx, loop.Request{Document: d, Iteration: 1, Max: 1})
		<-k.atOnce
		if err != nil {
			failed = append(failed, fmt.Errorf("reviewer %s: %w", e.Program().Name, err))
			continue
		}
		found = append(found, got.Findings...)
	}
	return found, failed
}

// failReviewers reports the configured reviewers that failed: what they would have
// found is missing in the results, so these must say so, too. One that is not there
// is the configuration's failure, and told of once.
func (s *session) failReviewers(o *opened, results []checked) {
	told := map[report.Failure]bool{}
	for _, r := range results {
		var failed []string
		for _, err := range r.faults {
			var gone absent
			if !errors.As(err, &gone) {
				s.fault(r.path, err)
				failed = append(failed, err.Error())
				continue
			}
			if f := (report.Failure{Path: filepath.ToSlash(gone.config), Message: err.Error()}); !told[f] {
				told[f] = true
				s.say("doc-iterate", "%v", err)
				o.failures = append(o.failures, f)
			}
		}
		if len(failed) > 0 {
			o.failures = append(o.failures, report.Failure{Path: r.path, Message: strings.Join(failed, "; ")})
		}
	}
}

// rewriters is the configured fixers as the loop runs them.
func (s *session) rewriters(set *rules.Set, config string) []loop.Rewriter {
	var out []loop.Rewriter
	for _, p := range set.Fixers {
		out = append(out, rewriter{reviewer{p, filepath.Dir(config), config}})
	}
	return out
}

// A rewriter is a configured program as a loop.Rewriter: it answers with a text, or
// with a review whose issue says what to put in place of the finding that it was
// asked about.
type rewriter struct{ reviewer }

func (r rewriter) Rewrite(ctx context.Context, req loop.RewriteRequest) (loop.RewriteReply, error) {
	doc := req.Document
	got, err := external.Rewrite(ctx, r.program, r.dir, external.Request{
		Document: r.relative(doc.Path), Text: string(doc.Source()), Iteration: req.Iteration,
		Guidance: strings.Join(req.Guidance, "\n"), Findings: external.EarlierFindings(doc, []review.Finding{req.Finding}),
		TokensLeft: req.Tokens,
	})
	if err != nil {
		return loop.RewriteReply{}, err
	}
	if got.Review == nil && got.Text == nil {
		return loop.RewriteReply{Tokens: got.Tokens}, nil
	}
	if got.Review == nil {
		return loop.RewriteReply{Text: *got.Text, Fixed: true, Tokens: got.Tokens}, nil
	}
	reply := loop.RewriteReply{Tokens: got.Review.Tokens}
	for _, issue := range got.Review.Issues {
		if issue.ID != req.Finding.ID && len(got.Review.Issues) > 1 || issue.Remedy != review.Replace {
			continue
		}
		if text := string(doc.Bytes(req.Finding.Span)); issue.Old != "" && issue.Old != text {
			return reply, fmt.Errorf("replaces %q where %q stands", issue.Old, text)
		}
		reply.Text, reply.Fixed = issue.Want, true
		return reply, nil
	}
	return reply, nil
}

// relative is the document's path from the program's folder.
func (r reviewer) relative(path string) string {
	abs, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	dir, err := filepath.Abs(r.dir)
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(dir, abs)
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

func questions(open []loop.Question) []external.Question {
	var out []external.Question
	for _, q := range open {
		out = append(out, external.Question{ID: q.ID, Text: q.Text, Critical: q.Critical})
	}
	return out
}
