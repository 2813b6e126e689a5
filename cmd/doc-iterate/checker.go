package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/programs"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/terminal"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// checked is what a check keeps of one document: only what is printed.
type checked struct {
	path      string
	err       error          // why it could not be read
	unchanged bool           // nothing of it is staged, and nothing is wrong with it
	failed    []error        // of the configured reviewers
	worst     rules.Severity // 0 where nothing was found
	silenced  int            // findings that comments suppress
	tail      report.Tail    // where text is printed, and so is text
	text      []byte
	documents []report.Document // where a report is made, and so are findings
	findings  []report.Finding
	known     []review.Finding // for a baseline that is written
}

// A checker reviews documents that share their rules, one at a time.
type checker struct {
	s         *session
	c         *common
	gate      *reviewGate
	set       *rules.Set
	reviewers []review.Reviewer
	fixers    []fixers.Fixer
	trees     *zone.Cache
	run       *review.Corpus
	filter    workspace.Filter
	externals []loop.External
	withheld  error         // why configured reviewers are not asked
	slots     chan struct{} // a value for each external program that may run
	shown     *terminal.Progress
	errors    sync.Mutex // of the session's standard error
	style     report.Style
	textOnly  bool // as common.textOnly says
}

// review reviews the selected documents and returns the results by path.
func (s *session) review(
	c *checkOptions, reviews *reviewGate, w *workspace.Workspace, scope workspace.Scope,
	selection *workspace.Selection,
) []checked {
	results := make([]checked, len(selection.Documents))
	shown, end := s.progress(&c.common, len(results))
	leave := c.leave(s)
	rest := results
	for _, group := range workspace.ByRules(selection.Documents, selection.Around) {
		s.reviewGroup(c, reviews, w, leave, scope, group, shown, rest[:len(group.Documents)])
		rest = rest[len(group.Documents):]
	}
	end()
	reviews.tell(w.Note)
	results = slices.DeleteFunc(results, func(r checked) bool { return r.unchanged })
	slices.SortFunc(results, func(a, b checked) int { return strings.Compare(a.path, b.path) })
	return results
}

// reviewGroup puts the results of a group of documents into out.
func (s *session) reviewGroup(
	c *checkOptions, reviews *reviewGate, w *workspace.Workspace, leave *programs.Leave, scope workspace.Scope,
	group workspace.Group, shown *terminal.Progress, out []checked,
) {
	docs := group.Documents
	group.Beside = w.Beside(s.ctx, group)
	all := group.All()
	files := sync.OnceValue(func() *link.Files { return w.Files(s.ctx, all) })
	texts := workspace.Texts(all)
	trees := zone.NewCache()
	k := checker{
		s: s, c: &c.common, gate: reviews, set: docs[0].Rules, reviewers: c.reviewers(),
		trees: trees, run: review.OpenCorpus(review.Sources{
			Texts: texts, Parse: trees.Parse, Files: files, Context: group.Beside, Known: w.Known(group), Jobs: c.Jobs,
		}),
		slots: make(chan struct{}, 3), shown: shown, style: c.style(s, s.out),
		fixers: fixers.Registry(), textOnly: c.textOnly(s),
	}
	k.filter = scope.Filter(group, files, k.reviewers, c.Jobs)
	if !c.noExternal && c.asksReviewers() {
		k.withheld = leave.Ask(s.ctx, k.set, docs[0].Config)
		for _, e := range programs.Reviewers(k.set, docs[0].Config, &s.times) {
			if len(e.Program().For) > 0 {
				continue // it is asked when the loop has a gap for it
			}
			if b, ok := e.(loop.Batcher); ok {
				b.Expect(workspace.Reviewed(docs))
			}
			k.externals = append(k.externals, e)
		}
	}
	workspace.LargestFirst(docs, c.Jobs, func(i, _ int) {
		if s.ctx.Err() == nil {
			out[i] = k.checked(&docs[i])
			shown.Step(docs[i].Path)
		}
	})
}

// checked reviews one document. An internal error is a failure of that document: the others are still reviewed.
func (k *checker) checked(doc *workspace.Document) (out checked) {
	var failed error
	defer func() {
		var p *parallel.Panic
		if errors.As(failed, &p) {
			k.errors.Lock()
			defer k.errors.Unlock()
			k.s.tellPanic(p)
			out = checked{path: doc.Path, err: fmt.Errorf("internal error: %v", p.Value)}
		}
	}()
	defer parallel.Catch(&failed)
	return k.check(doc)
}

// check reviews one document.
func (k *checker) check(doc *workspace.Document) checked {
	out := checked{path: doc.Path}
	src, err := doc.Read(nil)
	if err == nil {
		err = markdown.CheckComplexity(src)
	}
	if err != nil {
		out.err = err
		return out
	}
	d := k.trees.Parse(doc.Path, src, markdown.DialectOf(doc.Path))
	var found []review.Finding
	switch {
	case doc.LinksOnly:
		found = k.filter.BrokenLinks(k.run, d)
		out.unchanged = len(found) == 0
	default:
		found = k.run.Review(d, k.set, k.reviewers)
		found = append(found, k.askExternals(d, &out)...)
		found = k.filter.Apply(d, k.gate.addOpen(k.s.ctx, found, d))
	}
	out.silenced += k.run.Silenced(doc.Path)
	if k.c.writeBaseline != "" {
		out.known = slices.Clone(found)
		found = nil
	}
	in := report.Input{
		Paths: []string{d.Path}, Docs: map[string]*zone.Document{d.Path: d}, Findings: found,
		Diff: k.c.sinks.has(report.Diff),
	}
	if len(found) > 0 { // links in other documents that a fix would change are not shown
		in.Fixes = fixers.Fixes(fixers.Input{
			Docs: zone.Map(in.Docs), Set: k.set, Findings: fixers.FindingsOf(found), Fixers: k.fixers, Site: k.run.Site,
		})
	}
	for i := range found {
		out.worst = max(out.worst, found[i].Severity)
	}
	if k.textOnly {
		out.text, out.tail = report.DocumentText(in, k.style)
	} else {
		out.findings = report.Resolve(in)
		out.documents = report.Diffed(in)
	}
	return out
}

// askExternals returns what the configured reviewers find in d. Into out it puts how many findings comments suppressed,
// and the errors of the reviewers that failed.
func (k *checker) askExternals(d *zone.Document, out *checked) (found []review.Finding) {
	if k.withheld != nil && len(k.externals) > 0 {
		out.failed = []error{k.withheld}
		return nil
	}
	for _, e := range k.externals {
		k.slots <- struct{}{}
		k.shown.Doing(e.Program().Name, d.Path)
		got, err := e.Review(k.s.ctx, loop.Request{Document: d, Iteration: 1, Max: 1})
		<-k.slots
		if err != nil {
			out.failed = append(out.failed, fmt.Errorf("reviewer %s: %w", e.Program().Name, err))
			continue
		}
		found = append(found, got.Findings...)
		out.silenced += got.Silenced
	}
	return found
}
