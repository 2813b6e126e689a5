package loop

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/budget"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Run takes the documents of a job through the passes until each has a decision that ends its loop. On an error the
// result holds what was done so far, and every pass in it that was accepted was published.
//
// A panic, which is a mistake in this program, is an error too, a *parallel.Panic: it names the document that was being
// worked on, and there is no result.
func Run(ctx context.Context, job Job) (result Result, err error) {
	defer parallel.Catch(&err)
	r := newRun(job)
	err = r.passes(ctx)
	result, unbalanced := r.close(ctx)
	if err == nil {
		err = unbalanced
	}
	return result, err
}

type run struct {
	job        Job
	places     []place
	byPath     map[string]*place
	docs       []*document    // those of places, in their order
	run        *review.Corpus // of the current revisions
	started    time.Time
	reviewed   time.Time // when the documents had their first review
	pass       int
	next       proposal
	done       []Pass
	pending    []unsaved     // what waits for the next flush
	saveFailed bool          // a state could not be kept
	slots      chan struct{} // bounds the external programs that run at a time

	purse    budget.Purse
	mu       sync.Mutex // guards what follows
	warnings []string
	spentMS  int64 // the time that the run took before it was resumed
}

func newRun(job Job) *run {
	if job.Sum == nil {
		job.Sum = func(_ string, data []byte) string { return sum(data) }
	}
	if job.Clock == nil {
		job.Clock = time.Now
	}
	job.Targets = slices.Clone(job.Targets) // of which the reviews are let go
	return &run{
		job: job, byPath: make(map[string]*place, len(job.Targets)), started: job.Clock(),
		purse: budget.Purse{Limit: job.Limits.Tokens},
		slots: make(chan struct{}, maxPrograms),
	}
}

// setOf returns the rules that hold for a document of the run.
func (r *run) setOf(path string) *rules.Set { return cmp.Or(r.job.Sets[path], r.job.Set) }

func (r *run) passes(ctx context.Context) error {
	if err := r.begin(ctx); err != nil {
		return err
	}
	for {
		r.next = r.propose()
		stale := r.decideAll(ctx)
		if len(r.active()) == 0 {
			if more, err := r.question(ctx); err != nil || !more {
				return err
			}
			if r.next.hand == nil {
				continue
			}
		}
		if stale && r.next.hand == nil {
			r.next = r.propose()
		}
		if err := r.iterate(ctx); err != nil {
			return err
		}
	}
}

// parser returns what parses the documents: as far as the built-in reviewers need them, wholly where others have a say.
func (r *run) parser() func(Target) *zone.Document {
	parsers, first := map[*rules.Set]*zone.PartialParser{}, (*zone.PartialParser)(nil)
	for _, t := range r.job.Targets {
		if set := r.setOf(t.Path); parsers[set] == nil {
			parsers[set] = zone.NewPartialParser(review.NeedsOf(set, r.job.Reviewers))
			first = cmp.Or(first, parsers[set])
			parsers[set].Sharing(first, r.job.Keeper)
		}
	}
	others := len(r.job.Externals) > 0 || len(r.job.Rewriters) > 0
	return func(t Target) *zone.Document {
		if others || len(t.Reviews) > 0 || t.Resume != nil {
			return zone.Parse(t.Path, t.Source, markdown.DialectOf(t.Path))
		}
		return parsers[r.setOf(t.Path)].Later(t.Path, t.Source)
	}
}

// begin reads the documents and makes or takes the first reviews.
func (r *run) begin(ctx context.Context) error {
	parse := r.parser()
	parsed := make([]*zone.Document, len(r.job.Targets))
	err := each(ctx, len(parsed), func(i int) error {
		defer parallel.In(r.job.Targets[i].Path)
		parsed[i] = parse(r.job.Targets[i])
		return nil
	})
	if err != nil {
		return err
	}
	r.run = review.NewCorpus(parsed, r.job.Files).Beside(r.job.Beside)
	r.places = make([]place, len(parsed))
	for i, t := range r.job.Targets {
		if r.byPath[t.Path] != nil {
			return fmt.Errorf("%s is named twice", t.Path)
		}
		r.places[i].rev, r.byPath[t.Path] = parsed[i], &r.places[i]
	}
	r.expect(parsed)
	r.reviewed = r.job.Clock()
	err = each(ctx, len(parsed), func(i int) error {
		t, p := r.job.Targets[i], &r.places[i]
		defer parallel.In(t.Path)
		*p = place{rev: parsed[i], original: r.job.Sum(t.Path, t.Source)}
		d := r.newDocument(p)
		p.doc = d
		if r.gapReviewers() {
			d.reviews.coverage = coverage.New(d.rev)
		}
		if t.Resume != nil && r.restore(d, t.Resume) {
			return nil
		}
		r.report(0, d.path, "review")
		r.job.Targets[i].Reviews = nil // the issues have copies of what they found, which may be much
		return r.start(ctx, d, t)
	})
	r.job.Targets = nil
	r.gather()
	return err
}

// each calls f for 0 to n-1 on all processors and returns an error of one call.
func each(ctx context.Context, n int, f func(int) error) error {
	return parallel.Try(ctx, n, runtime.GOMAXPROCS(0), f)
}

// active returns the documents whose loop has not ended.
func (r *run) active() []*document {
	var out []*document
	for _, d := range r.docs {
		if !d.done {
			out = append(out, d)
		}
	}
	return out
}

// decideAll judges the documents that go on, and keeps their states. It reports whether the proposal has changes that
// are off now.
func (r *run) decideAll(ctx context.Context) (stale bool) {
	docs, now := r.active(), r.job.Clock()
	parallel.OnAll(len(docs), func(n int) {
		defer parallel.In(docs[n].path)
		r.decide(docs[n], now)
	})
	for _, d := range docs {
		stale = stale || d.done && r.next.candidates[d.path] != nil
		if d.idle() || r.startsAlike(d) {
			continue
		}
		r.checkpoint(ctx, d, r.pass)
	}
	r.flush(ctx)
	return stale
}

// idle reports whether nothing was ever to be done about d.
func (d *document) idle() bool {
	return len(d.state.Iteration.History) == 0 && d.state.Decision.Control == table.Proceed && len(d.state.Answered) == 0
}

// decide brings the state of d up to date and judges it.
func (r *run) decide(d *document, now time.Time) {
	s := &d.state
	s.Remaining = make([]table.Remaining, 0, track.CountOf(d.open))
	// What a later reviewer found was there before: it says nothing of the passes.
	severities, known := make([]rules.Severity, 0, cap(s.Remaining)), []rules.Severity(nil)
	for n := range d.open {
		i := &d.open[n]
		if !i.Counts() {
			continue
		}
		status, reason, detail := standing(i)
		s.Remaining = append(s.Remaining, table.Remaining{
			ID: i.ID, Rule: i.Rule, Severity: i.Severity, Description: i.Message, Key: i.Key, Place: i.Place(),
			RequiresHuman: status == Escalated, Reason: string(reason), Detail: detail, Attemptable: i.Attemptable(),
		})
		severities = append(severities, i.Severity)
		if i.Origin != track.Discovered {
			known = append(known, i.Severity)
		}
	}
	words := 0 // of which the score of a document without findings does not depend
	if len(severities) > 0 {
		words = engine.Words(d.rev.Source())
	}
	s.Score = engine.Score(words, severities)
	if n := len(s.Iteration.History); n > 0 {
		last := &s.Iteration.History[n-1]
		last.Score = engine.Score(words, known)
		s.Trend = engine.TrendOf(last.Resolved, last.Raised)
	}
	s.Metrics = r.metrics(d)
	elapsed := r.spentMS + now.Sub(r.started).Milliseconds()
	s.Spent = table.Spent{Tokens: r.purse.Used(), Refused: r.refusals(d), ElapsedMS: elapsed}
	r.survey(d, s.Iteration.Current)
	r.evaluate(d, now)
	judged := s.State
	judged.Iteration.History = judged.Iteration.History[d.since:]
	decision := table.Decide(judged, d.limits)
	s.Decision = &decision
	d.decisions = append(d.decisions, decision)
	d.done = !decision.Goes()
	s.Assessment.Recommendation = decision.Recommendation()
}

// A proposal is the plan for the pass that would come next.
type proposal struct {
	in         fixers.Input
	plan       fixers.Plan
	candidates map[string]*zone.Document
	hand       *document // that a person edited; nil but for the pass that adopts it
}

// propose plans and proves the next pass of the documents that go on, and notes on every issue why the plan leaves it.
func (r *run) propose() proposal {
	p := proposal{in: fixers.Input{
		Docs: r.run.ByPath(), Set: r.job.Set, Sets: r.job.Sets, Fixers: r.job.Fixers,
		Site: r.run.Site, Inbound: r.job.Inbound,
	}}
	most := 0
	for _, d := range r.active() {
		most += len(d.open)
	}
	p.in.Findings = make([]*review.Finding, 0, most)
	for _, d := range r.active() {
		for n := range d.open {
			i := &d.open[n]
			if i.Origin != track.Baseline && len(i.Against()) == 0 && d.state.Halted == "" && !d.put(i.Key) {
				p.in.Findings = append(p.in.Findings, d.written(i))
			}
		}
	}
	sealed, rejected := r.sealed(), map[*review.Finding]bool{}
	p.candidates, p.plan = fixers.Propose(p.in, func(a *fixers.Applied) (bool, *fixers.Skip) {
		refused, why := sealed(a)
		if !refused && r.rejects(a) {
			refused, rejected[a.Finding] = true, true
		}
		return refused, why
	})
	for _, f := range p.in.Findings {
		if rejected[f] {
			d := r.at(f.Path)
			d.rejectEdit(slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == f.Key }))
		}
	}
	skipped := map[string]map[review.Key]*fixers.Skip{}
	for n := range p.plan.Skipped {
		s := &p.plan.Skipped[n]
		if skipped[s.Finding.Path] == nil {
			skipped[s.Finding.Path] = map[review.Key]*fixers.Skip{}
		}
		skipped[s.Finding.Path][s.Finding.Key] = s
	}
	for _, d := range r.active() {
		for n := range d.open {
			i := &d.open[n]
			i.Skip = skipped[d.path][i.Key]
			if d.state.Halted != "" || d.put(i.Key) {
				f := i.Finding
				i.Skip = &fixers.Skip{Finding: &f, Reason: fixers.Reason(Halted), Detail: d.state.Halted.LeftAlone()}
			}
			i.Promised = i.Counts() && r.rewriter(d, i) != nil
		}
		d.settleUnsilenced()
	}
	return p
}

// sealed returns a function that refuses the changes that reach, with the links that they carry along, a document that
// was escalated before any edit.
func (r *run) sealed() func(*fixers.Applied) (refused bool, why *fixers.Skip) {
	sealed := make(map[string]bool, len(r.docs))
	for _, d := range r.docs {
		sealed[d.path] = d.done && len(d.state.Iteration.History) == 0 && d.state.Decision.Control == table.Escalate
	}
	return func(a *fixers.Applied) (bool, *fixers.Skip) {
		linking := ""
		for _, c := range a.Change {
			if sealed[c.Path] {
				linking = c.Path
			}
		}
		if linking == "" {
			return false, nil
		}
		return true, &fixers.Skip{
			Finding: a.Finding, Reason: fixers.BreaksLinks,
			Detail: "Refused: this edit would break links from " + linking + ", which waits for a person.",
		}
	}
}

func (r *run) report(pass int, document, step string) {
	if r.job.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.job.Progress(Event{pass, document, step})
}

func (r *run) warn(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}
