package loop

import (
	"context"
	"fmt"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/rules"
)

// evaluate lets the engine judge d, and keeps the case for its report: the strategy in it shapes the next requests to
// other programs.
func (r *run) evaluate(d *document, now time.Time) {
	history := d.state.Iteration.History
	scores := make([]float64, len(history))
	for n, e := range history {
		scores[n] = e.Score / 100
	}
	limits := r.job.Limits
	c := engine.Case{
		TaskID: d.path, OutputID: fmt.Sprintf("%s@%d", d.path, d.state.Iteration.Current),
		DecidedAt: now.UTC().Format(time.RFC3339),
		Signals:   r.signals(d),
		Demands:   r.job.Set.Convergence,
		Circumstances: engine.Circumstances{
			Attempts: len(history), Last: d.attempted, MaxIterations: d.limits.Thresholds.MaxIterations,
			Schema:          rules.FileName,
			VerifiedSources: d.citations(),
		},
		Scores: scores,
		Budget: engine.NewBudget(d.limits.Thresholds.MaxIterations, d.state.Iteration.Current, limits.Tokens,
			d.state.Spent.Tokens,
			limits.Time.Milliseconds(), d.state.Spent.ElapsedMS),
	}
	if n := len(history); n > 0 {
		c.Estimated.DurationMS = history[n-1].DurationMS // the next pass is estimated to cost as much as the last one
		if m := history[n-1].Metrics; m != nil {
			c.Estimated.Tokens = m.Tokens
		}
	}
	weighed := engine.Weigh(c)
	d.state.Reviews = d.reviews.opinions
	d.state.Assessment = weighed.Assessment
	d.state.Objections = d.objections(c.Signals, r.job.Set.Convergence)
	d.evaluated, d.attempted = &c, engine.NewAttempt(weighed.Strategy.Type, weighed.Triggers)
}

// decide brings the state of d up to date and judges it.
func (r *run) decide(d *document, now time.Time) {
	s := &d.state
	s.Remaining = make([]table.Remaining, 0, track.CountOf(d.open))
	// known leaves out the findings of later reviewers: they were there before the passes.
	severities, known := make([]rules.Severity, 0, cap(s.Remaining)), []rules.Severity(nil)
	for n := range d.open {
		i := &d.open[n]
		if !i.Counts() {
			continue
		}
		o := result.Standing(i)
		s.Remaining = append(s.Remaining, table.Remaining{
			ID: i.ID, Rule: i.Rule, Severity: i.Severity, Description: i.Message, Key: i.Key, Place: i.Place,
			RequiresHuman: o.Status == result.Escalated, Reason: string(o.Reason), Detail: o.Detail,
			Attemptable: i.Attemptable(), Late: i.Origin == track.Late,
		})
		if i.Origin == track.Late {
			continue
		}
		severities = append(severities, i.Severity)
		if i.Origin != track.Discovered {
			known = append(known, i.Severity)
		}
	}
	words := 0 // the score of a clean document ignores its length
	if len(severities) > 0 {
		words = engine.Words(d.src())
	}
	s.Score = engine.Score(words, severities)
	if n := len(s.Iteration.History); n > 0 {
		last := &s.Iteration.History[n-1]
		last.Score = engine.Score(words, known)
		s.Trend = engine.TrendOf(last.Resolved, last.Raised)
	}
	s.Metrics = r.metrics(d)
	s.Spent = table.Spent{Tokens: r.purse.Used(), Refused: r.refusals(d), ElapsedMS: r.elapsedMS(now)}
	r.survey(d, s.Iteration.Current)
	r.evaluate(d, now)
	judged := s.State
	judged.Iteration.History = judged.Iteration.History[d.resumedAt:]
	decision := table.Decide(judged, d.limits)
	s.Decision = &decision
	d.decisions = append(d.decisions, decision)
	d.done = !decision.Goes()
	s.Assessment.Recommendation = decision.Recommendation()
}

// startsAlike reports whether a new run would start with d in the same way: nothing was done to it yet, and no program
// and no person was asked.
func (r *run) startsAlike(d *document) bool {
	return len(d.state.Iteration.History) == 0 && d.state.Decision.Goes() && len(d.state.Answered) == 0 &&
		len(r.job.Externals)+len(r.job.Rewriters) == 0
}

// decideAll judges the documents that go on, and keeps their states. It reports whether the proposal changes
// documents that don't go on any more.
func (r *run) decideAll(ctx context.Context, p proposal) (stale bool) {
	docs, now := r.active(), r.job.Clock()
	parallel.OnAll(len(docs), func(n int) {
		defer parallel.In(docs[n].path)
		r.decide(docs[n], now)
	})
	for _, d := range docs {
		stale = stale || d.done && p.candidates[d.path] != nil
		if d.idle() || r.startsAlike(d) {
			continue
		}
		r.checkpoints.keep(ctx, d, r.passes)
	}
	r.checkpoints.flush(ctx)
	return stale
}
