// Package programs runs the configured reviewers and fixers for the loop and for a check. It turns requests of the loop
// into those of review/external, and the answers into reviews and replacements.
//
// Invariants:
//   - A program runs in the folder of its configuration, so that relative names in it mean what they say.
//   - A missing program is one failure of the configuration, not one of each document.
package programs

import (
	"context"
	"errors"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/external"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Reviewers returns the reviewers of a configuration that are programs. Their runs are noted in times, which may be
// nil.
func Reviewers(set *rules.Set, config string, times *Times) []loop.External {
	return (*Models)(nil).Reviewers(set, config, times)
}

// A reviewer is a configured program as a loop.External.
type reviewer struct {
	program rules.Program
	config  string // the file that configures it
	times   *Times
	models  *Models // keeps answers; may be nil
}

func (r reviewer) dir() string { return filepath.Dir(r.config) }

// Program returns the configuration of the reviewer.
func (r reviewer) Program() rules.Program { return r.program }

// Review returns the review of the program, without the findings that comments in the document switch off, as the
// built-in reviewers do.
func (r reviewer) Review(ctx context.Context, req loop.Request) (loop.Review, error) {
	doc, sections := req.Document, req.Sections
	if len(sections) == 0 {
		sections = r.program.Sections
	}
	request := external.Request{
		Document: r.relative(doc.Path), Text: string(doc.Source()), Scope: sections, Iteration: req.Iteration,
		MaxIterations: req.Max, Guidance: strings.Join(req.Guidance, "\n"), Feedback: strings.Join(req.Feedback, "\n"),
		Findings: external.EarlierFindings(doc, req.Earlier), TokensLeft: req.Tokens,
	}
	for _, q := range req.Questions {
		request.Questions = append(request.Questions, external.Question{ID: q.ID, Text: q.Text, Critical: q.Critical})
	}
	key := r.key(request)
	if got := r.recall(key); got != nil {
		r.times.addKnown(r.program.Name)
		return r.read(got, req), nil
	}
	began := time.Now()
	var got *format.Review
	err := r.watched([]external.Request{request}, func() (err error) {
		got, err = external.Review(ctx, r.program, r.dir(), request)
		return err
	})
	r.times.add(r.program.Name, 1, time.Since(began))
	if errors.Is(err, exec.ErrNotFound) {
		return loop.Review{}, Missing{r.program.Command[0], r.config}
	}
	if err != nil {
		return loop.Review{}, err
	}
	r.remember(key, got)
	return r.read(got, req), nil
}

// read returns a review with its findings in the document of the request, without what comments there switch off.
func (r reviewer) read(got *format.Review, req loop.Request) loop.Review {
	r.tellOthers(got)
	opts := locate.Options{Reviewer: r.program.Name, ReviewIsCurrent: true}
	out := reviewfiles.Located(got, got.Issues, locate.NewIndex(req.Document), opts)
	r.heed(&out, req)
	return out
}

// heed leaves out what the configuration gives to other reviewers, and what comments switch off.
func (r reviewer) heed(out *loop.Review, req loop.Request) {
	doc := req.Document
	r.limit(out, req)
	all := len(out.Findings)
	out.Findings = slices.DeleteFunc(out.Findings, func(f review.Finding) bool {
		return f.State == review.Located && doc.Suppressed(f.Source, f.Rule, f.Span.Start)
	})
	out.Silenced = all - len(out.Findings)
}

// limit limits a review to the sections that the configuration gives its reviewer: a linter reviews the whole text.
func (r reviewer) limit(rv *loop.Review, req loop.Request) {
	sections := r.program.Sections
	if len(sections) == 0 {
		return
	}
	within := coverage.Within(req.Document, req.Original, sections)
	rv.Findings = slices.DeleteFunc(rv.Findings, func(f review.Finding) bool {
		return f.State == review.Located && !within(f.Span.Start)
	})
	if rv.Sections == nil && len(r.program.For) == 0 {
		rv.Sections = sections
	}
}

// relative returns the document's path from the program's folder.
func (r reviewer) relative(path string) string {
	rel, err := filepath.Rel(workspace.Absolute(r.dir()), workspace.Absolute(path))
	if err != nil {
		return path
	}
	return filepath.ToSlash(rel)
}

// Missing is the error of a missing program. It is the same for all documents.
type Missing struct {
	Command string
	Config  string // the file that configures the program
}

func (m Missing) Error() string {
	return fmt.Sprintf("%s%q; install it, take its reviewer out of %s, or give --no-external",
		missingText, m.Command, rules.FileName)
}

const missingText = "there is no program "

// MissingOnce returns warnings without repeated ones about a missing program or server, and without those about
// programs that must not be started: the commands report them.
func MissingOnce(warnings []string) []string {
	seen := map[string]bool{}
	var out []string
	for _, w := range warnings {
		if strings.Contains(w, notAllowedText) {
			continue
		}
		if i := max(strings.Index(w, missingText), strings.Index(w, unaskedText)); i >= 0 {
			if seen[w[i:]] {
				continue
			}
			seen[w[i:]] = true
		}
		out = append(out, w)
	}
	return out
}

// Unasked is the error of a model whose server answers no request. It is the same for all documents.
type Unasked struct {
	Config string // the file that configures the model, or the variable
	Err    error
}

func (u Unasked) Error() string { return unaskedText + u.Err.Error() }

const unaskedText = "its model can't be asked: "

// A fixer is a configured program as a loop.Rewriter. It answers with a text, or with a review whose issue says what
// replaces the finding that it was asked about.
type fixer struct{ reviewer }

// Rewrite returns the replacement that the program gives for a finding.
func (f fixer) Rewrite(ctx context.Context, req loop.RewriteRequest) (loop.RewriteReply, error) {
	doc := req.Document
	began := time.Now()
	got, err := external.Rewrite(ctx, f.program, f.dir(), external.Request{
		Document: f.relative(doc.Path), Text: string(doc.Source()), Iteration: req.Iteration,
		Guidance:   strings.Join(req.Guidance, "\n"),
		Feedback:   strings.Join(req.Feedback, "\n"),
		Findings:   external.EarlierFindings(doc, []review.Finding{req.Finding}),
		TokensLeft: req.Tokens,
	})
	f.times.add(f.program.Name, 1, time.Since(began))
	switch {
	case err != nil:
		return loop.RewriteReply{}, err
	case got.Review == nil && got.Text == nil:
		return loop.RewriteReply{Tokens: got.Tokens}, nil
	case got.Review == nil:
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
