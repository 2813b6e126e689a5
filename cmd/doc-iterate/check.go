package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

const checkAbout = `Review documents with the rules and the configured reviewers; change nothing.

A PATH is a document, a folder (its .md, .markdown and .mdx files that git does not ignore), a glob,
or - for standard input.

  doc-iterate check docs README.md
  doc-iterate check --since origin/main --format github .      what a branch changed, for GitHub
  doc-iterate check --format text --format sarif --output docs.sarif .`

const checkName = "check"

// runCheck reviews documents and reports what it finds.
func runCheck(s *session, args []string) (int, error) {
	flags := s.newFlags(checkName, "[flags] PATH…", checkAbout)
	raw := addCommon(flags)
	hide(flags, "max-iterations") // common to the commands, and without a meaning here
	diff := flags.Bool("diff", false, "print the difference that fixes would make, as --format diff does")
	flags.BoolVar(&raw.unused, "unused-suppressions", false, "report comments of doc-iterate that switch nothing off, too")
	if err := flags.Parse(args); err != nil {
		return gate.ExitTrouble, err
	}
	c, err := raw.validate()
	if err != nil {
		return gate.ExitTrouble, err
	}
	c.fixCommand, c.indexed = fixCommandFor(flags, s.getenv("GIT_INDEX_FILE")), c.staged
	if *diff {
		if c.sinks, err = c.withDiff(); err != nil {
			return gate.ExitTrouble, err
		}
	}
	if flags.NArg() == 0 {
		return gate.ExitTrouble, errors.New("check: name the documents or folders to review")
	}
	o, err := s.find(c, flags.Args())
	if err != nil {
		return gate.ExitTrouble, err
	}
	s.obeySignals()
	if err := c.keep(append(o.inputs(), c.baseline, c.config)...); err != nil {
		return gate.ExitTrouble, err
	}
	if c.staged {
		if err = s.staged(c, &o); err != nil {
			return gate.ExitTrouble, err
		}
	}
	return s.check(c, o)
}

func (s *session) check(c common, o opened) (int, error) {
	sc, err := s.scope(c, o.docs, o.around)
	if err != nil {
		return gate.ExitTrouble, err
	}
	results := make([]checked, len(o.docs))
	shown := s.progress(c, len(o.docs))
	where := newPlaces()
	around := map[string][]document{}
	for _, d := range o.around {
		around[d.together(where)] = append(around[d.together(where)], d)
	}
	rest := results
	for _, group := range byRules(o.docs) {
		s.review(c, sc, group, around[group[0].together(where)], shown, rest[:len(group)])
		rest = rest[len(group):]
	}
	shown.end(s)
	if err := s.ctx.Err(); err != nil {
		return gate.ExitTrouble, errInterrupted
	}
	results = slices.DeleteFunc(results, func(r checked) bool { return r.passing })
	slices.SortFunc(results, func(a, b checked) int { return strings.Compare(a.path, b.path) })
	var worst rules.Severity
	for i := range results {
		r := &results[i]
		worst = max(worst, r.worst)
		if r.err != nil {
			s.fail(&o, r.path, r.err)
		}
	}
	s.failReviewers(&o, results)
	if c.writeBaseline != "" {
		n, err := c.saveBaseline(results)
		if err != nil {
			return gate.ExitTrouble, err
		}
		s.note(c, "%s knows %s now", c.writeBaseline, wording.Count(n, "finding"))
		worst = 0
	}
	if err := s.printChecked(c, results, o.failures); err != nil {
		return gate.ExitTrouble, err
	}
	return gate.ExitCode(gate.Policy{FailOn: c.failOn}, gate.Outcome{Trouble: len(o.failures) > 0, Worst: worst}), nil
}

// printChecked writes the results of documents, which are ordered by path.
func (s *session) printChecked(c common, results []checked, failures []report.Failure) error {
	if c.textAlone() {
		return s.printText(c, results, len(failures))
	}
	in := report.Input{Tool: tool(), FailOn: c.failOn, Failures: failures, Shard: shardOf(c.shard)}
	var documents []report.Document
	var findings []report.Finding
	for i := range results {
		documents = append(documents, results[i].documents...)
		findings = append(findings, results[i].findings...)
	}
	r := report.Assemble(in, documents, findings)
	return s.printReport(c, &r)
}

// textAlone reports whether the results are wanted as text on standard output and
// in no other form, so that no report need be made of them.
func (c common) textAlone() bool {
	return len(c.sinks) == 1 && c.sinks[0].format == report.Text && c.sinks[0].plain() && !c.statistics
}

// printText puts the text together that was made for each document.
func (s *session) printText(c common, results []checked, failures int) error {
	tail := report.Tail{Shard: shardOf(c.shard)}
	out := bufio.NewWriterSize(s.out, 64<<10)
	for i := range results {
		if results[i].err == nil {
			tail.Summary.Documents++
		}
		tail.Add(results[i].tail)
		out.Write(results[i].text)
	}
	tail.Summary.Failures = failures
	style := s.style(c)
	style.FixCommand = c.fixCommand
	out.WriteString(tail.Line(style))
	if err := out.Flush(); err != nil && !s.outputFailed() {
		return err
	}
	return nil
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
		style.FixCommand = c.fixCommand
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

// A checked is what a check keeps of one document: what is printed, and no more.
type checked struct {
	path string
	err  error // why it could not be read
	// passing says that nothing of it is staged, and nothing is wrong with it.
	passing   bool
	faults    []error // of the configured reviewers that failed
	worst     rules.Severity
	documents []report.Document
	findings  []report.Finding // where something else than text is asked for
	text      []byte
	tail      report.Tail
	known     []review.Finding // for a baseline that is written
}

// A checker reviews documents that share their rules, one at a time.
type checker struct {
	s         *session
	c         common
	set       *rules.Set
	reviewers []review.Reviewer
	run       *review.Corpus
	scoped    within
	externals []loop.External
	atOnce    chan struct{} // how many external programs may run
	errors    *sync.Mutex   // of the session's standard error
	style     report.Style
}

// review checks documents that share their rules, among those around them, into out.
func (s *session) review(c common, sc scope, docs, around []document, shown *progress, out []checked) {
	files := sync.OnceValue(func() *review.Files { return s.files(c, docs) })
	byPath := func(a, b document) int { return strings.Compare(a.path, b.path) }
	all := docs
	if len(around) > 0 || !slices.IsSortedFunc(docs, byPath) {
		all = slices.Concat(docs, around)
		slices.SortFunc(all, byPath)
	}
	texts := make([]source.Stored, len(all))
	for i := range all {
		texts[i] = source.Stored{Path: all[i].path, Read: all[i].read}
	}
	k := checker{
		s: s, c: c, set: docs[0].set, reviewers: c.reviewers(), run: review.NewStream(texts, files, c.jobs),
		atOnce: make(chan struct{}, 3), errors: &sync.Mutex{}, style: s.style(c),
	}
	k.scoped = sc.of(docs, around, files, k.set, k.reviewers, c.jobs)
	if c.external {
		for _, e := range s.externals(k.set, docs[0].file) {
			if len(e.Program().For) == 0 { // others are asked when the loop has a gap for them
				k.externals = append(k.externals, e)
			}
		}
	}
	s.limitMemory(docs)
	desks := make([]desk, max(c.jobs, 1))
	for i := range desks {
		desks[i].Scratch = k.run.NewScratch(k.set, k.reviewers)
		if c.textAlone() && c.writeBaseline == "" && !sc.changed && sc.baseline == nil {
			desks[i].Keyless()
		}
	}
	bySize(docs, c.jobs, func(i, worker int) {
		if s.ctx.Err() == nil {
			out[i] = k.checked(&docs[i], &desks[worker])
			shown.step()
		}
	})
}

// checked is what check makes of a document, also where there is a mistake in this
// program: the others are checked all the same.
func (k *checker) checked(doc *document, at *desk) (out checked) {
	var failed error
	defer func() {
		var p *parallel.Panic
		if errors.As(failed, &p) {
			k.errors.Lock()
			defer k.errors.Unlock()
			k.s.mistake(p)
			out = checked{path: doc.path, err: fmt.Errorf("internal error: %v", p.Value)}
		}
	}()
	defer parallel.Catch(&failed)
	return k.check(doc, at)
}

// A desk is what one goroutine has in hand: the bytes, the review and the text of one
// document after another.
type desk struct {
	*review.Scratch
	src  []byte
	page report.Page
}

// check reviews one document. What is on the desk is there until the next one, so
// nothing that is returned may refer to that.
func (k *checker) check(doc *document, at *desk) checked {
	out := checked{path: doc.path}
	src, err := doc.read(&at.src)
	if err == nil {
		err = review.Bound(src)
	}
	if err != nil {
		out.err = err
		return out
	}
	var d *review.Document
	var found []review.Finding
	if doc.inbound {
		d, found = k.links(doc.path, src)
	} else if len(k.externals) == 0 {
		d, found = at.Review(doc.path, src)
	} else {
		d = review.Parse(doc.path, src)
		found = k.run.Review(d, k.set, k.reviewers)
		more, failed := k.ask(d)
		found, out.faults = append(found, more...), failed
	}
	if !doc.inbound {
		found = k.scoped.filter(d, found)
	}
	out.passing = doc.inbound && len(found) == 0
	if k.c.writeBaseline != "" {
		out.known = slices.Clone(found)
		found = nil
	}
	in := report.Input{
		Paths: []string{d.Path}, Docs: map[string]*review.Document{d.Path: d}, Findings: found,
		Diff: slices.ContainsFunc(k.c.sinks, func(k sink) bool { return k.format == report.Diff }),
	}
	if len(found) > 0 {
		in.Fixes = fixesOf(d, k.set, found, k.run.Site)
	}
	for i := range found {
		out.worst = max(out.worst, found[i].Severity)
	}
	if k.c.textAlone() {
		var text []byte
		text, out.tail = at.page.Text(in, k.style)
		out.text = bytes.Clone(text) // which is kept, and so as long as it is
		return out
	}
	findings := report.Resolve(in)
	out.documents, out.findings = report.Diffed(in), findings
	return out
}

// links is a document of which nothing is staged, and its links that what is
// staged broke.
func (k *checker) links(path string, src []byte) (*review.Document, []review.Finding) {
	var reviewers []review.Reviewer
	for _, r := range k.reviewers {
		if r.Rule.ID == review.Reference.Rule.ID {
			reviewers = append(reviewers, r)
		}
	}
	d := review.Parse(path, src)
	before := k.scoped.older.Review(review.Parse(path, src), k.set, reviewers)
	found, _ := k.scoped.baseline.Filter(path, k.run.Review(d, k.set, reviewers))
	return d, gate.ChangesOf(d, src, before).Filter(found)
}
