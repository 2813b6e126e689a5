// Package checking reviews documents one at a time. It edits nothing, and keeps only what is printed.
package checking

import (
	"context"
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

// A Form says what is kept of a document.
type Form uint8

const (
	Report Form = iota // its findings
	Text               // the text about it, in Options.Style
)

// Options say how documents are checked.
type Options struct {
	Reviewers []review.Reviewer
	Programs  bool // configured reviewers are asked, too
	Jobs      int
	Form      Form
	Style     report.Style
	Diff      bool // with the difference that fixes would make
	Known     bool // findings go to a baseline, and are not printed
}

// A Result is the result for one document.
type Result struct {
	Path      string
	Err       error          // why it could not be read
	Failed    []error        // of the configured reviewers
	Worst     rules.Severity // 0 where nothing was found
	Silenced  int            // findings that comments suppress
	Tail      report.Tail    // with Text, and so is Text
	Text      []byte
	Documents []report.Document // with Report, and so are Findings
	Findings  []report.Finding
	Known     []review.Finding // for a baseline that is written
	unchanged bool             // it has no staged changes, and no finding
}

// A Check reviews the documents of one command.
type Check struct {
	Options
	Workspace *workspace.Workspace
	Scope     workspace.Scope
	Reviews   *Reviews
	Leave     *programs.Leave
	Models    *programs.Models // nil asks none
	Times     *programs.Times
	Shown     *terminal.Progress
	Crashed   func(*parallel.Panic) // gets internal errors, one at a time
}

// Run reviews the selected documents and returns the results by path.
func (c *Check) Run(ctx context.Context, selection *workspace.Selection) []Result {
	results := make([]Result, len(selection.Documents))
	rest := results
	c.Style.Fold = c.Style.Fold && len(results) > 1 // who names one document looks at all of it
	for _, group := range workspace.ByRules(selection.Documents, selection.Around) {
		c.reviewGroup(ctx, group, rest[:len(group.Documents)])
		rest = rest[len(group.Documents):]
	}
	results = slices.DeleteFunc(results, func(r Result) bool { return r.unchanged })
	slices.SortFunc(results, func(a, b Result) int { return strings.Compare(a.Path, b.Path) })
	return results
}

// A groupCheck reviews documents that share their rules, one at a time.
type groupCheck struct {
	*Check
	set       *rules.Set
	fixers    []fixers.Fixer
	trees     *zone.Cache
	corpus    *review.Corpus
	filter    workspace.Filter
	externals []loop.External
	withheld  error         // why configured reviewers are not asked
	slots     chan struct{} // a value for each external program that may run
	crashing  sync.Mutex    // held during a call of Crashed
}

// reviewGroup puts the results of a group of documents into out.
func (c *Check) reviewGroup(ctx context.Context, group workspace.Group, out []Result) {
	docs, w := group.Documents, c.Workspace
	group.Others = w.OtherDocuments(ctx, group)
	all := group.All()
	files := sync.OnceValue(func() *link.Files { return w.Files(ctx, all) })
	trees := zone.NewCache()
	k := groupCheck{
		Check: c, set: docs[0].Rules, trees: trees, corpus: review.OpenCorpus(review.Sources{
			Texts: workspace.Texts(all), Dialects: workspace.DialectsOf(all), Parse: trees.Parse, Files: files,
			Context: group.Others, Known: w.Known(group),
			Jobs: c.Jobs, Limited: true,
		}),
		slots: make(chan struct{}, 3), fixers: fixers.Registry(),
		filter: c.Scope.Filter(group, files, c.Reviewers, c.Jobs),
	}
	if c.Programs {
		k.withheld = c.Models.May(ctx, c.Leave, k.set, docs[0].Config)
		for _, e := range c.Models.Reviewers(k.set, docs[0].Config, c.Times) {
			if len(e.Program().For) > 0 {
				continue // the loop asks it if there is a gap
			}
			if b, ok := e.(loop.Batcher); ok {
				b.Expect(workspace.Reviewed(docs))
			}
			k.externals = append(k.externals, e)
		}
	}
	parallel.Each(len(docs), c.Jobs, func(i int) {
		defer parallel.In(docs[i].Path)
		if ctx.Err() == nil {
			out[i] = k.caught(ctx, &docs[i])
			c.Shown.Step(docs[i].Path)
		}
	})
}

// caught reviews one document. An internal error is a failure of that document: the others are still reviewed.
func (k *groupCheck) caught(ctx context.Context, doc *workspace.Document) (out Result) {
	var failed error
	defer func() {
		var p *parallel.Panic
		if errors.As(failed, &p) {
			k.crashing.Lock()
			defer k.crashing.Unlock()
			k.Crashed(p)
			out = Result{Path: doc.Path, Err: fmt.Errorf("internal error: %v", p.Value)}
		}
	}()
	defer parallel.Catch(&failed)
	return k.check(ctx, doc)
}

// check reviews one document.
func (k *groupCheck) check(ctx context.Context, doc *workspace.Document) Result {
	out := Result{Path: doc.Path}
	src, err := doc.Read()
	if err == nil {
		err = markdown.CheckComplexity(src)
	}
	if err != nil {
		out.Err = err
		return out
	}
	d := k.trees.Parse(doc.Path, src, doc.Dialect)
	var found []review.Finding
	switch {
	case doc.LinksOnly:
		found = k.filter.BrokenLinks(k.corpus, d)
		out.unchanged = len(found) == 0
	default:
		found = k.corpus.Review(d, k.set, k.Reviewers)
		out.Failed = k.corpus.LeftOut(doc.Path)
		found = append(found, k.askExternals(ctx, d, &out)...)
		found = k.filter.Apply(d, k.Reviews.addOpen(ctx, found, d))
	}
	out.Silenced += k.corpus.Silenced(doc.Path)
	if k.Options.Known {
		out.Known = slices.Clone(found)
		found = nil
	}
	in := report.Input{
		Paths: []string{d.Path}, Docs: map[string]*zone.Document{d.Path: d}, Findings: found,
		Diff: k.Diff, Fold: k.Style.Fold && doc.Config == "",
	}
	if len(found) > 0 { // links in other documents that a fix would change are not shown
		in.Fixes = fixers.Fixes(fixers.Input{
			Docs: zone.Map(in.Docs), Set: k.set, Findings: fixers.FindingsOf(found), Fixers: k.fixers,
			Site: k.corpus.Site,
		})
	}
	for i := range found {
		out.Worst = max(out.Worst, found[i].Severity)
	}
	if k.Form == Text {
		out.Text, out.Tail = report.DocumentText(in, k.Style)
	} else {
		out.Findings = report.Resolve(in)
		out.Documents = report.Diffed(in)
	}
	return out
}

// askExternals returns the findings of the configured reviewers in d. It adds to out how many findings comments
// suppressed, and the errors of the reviewers that failed.
func (k *groupCheck) askExternals(
	ctx context.Context, d *zone.Document, out *Result,
) (found []review.Finding) {
	if k.withheld != nil && len(k.externals) > 0 {
		out.Failed = append(out.Failed, k.withheld)
		return nil
	}
	for _, e := range k.externals {
		k.slots <- struct{}{}
		k.Shown.Doing(e.Program().Name, d.Path)
		got, err := e.Review(ctx, loop.Request{Document: d, Iteration: 1, Max: 1})
		<-k.slots
		if err != nil {
			out.Failed = append(out.Failed, fmt.Errorf("reviewer %s: %w", e.Program().Name, err))
			continue
		}
		found = append(found, slices.DeleteFunc(got.Findings, func(f review.Finding) bool {
			return f.Reason.Code == review.ClosedRemark
		})...)
		out.Silenced += got.Silenced
	}
	return found
}
