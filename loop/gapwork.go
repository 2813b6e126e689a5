package loop

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/rules"
)

// able returns the reviewers that may still help with a gap of d: they are configured for it, review its sections, and
// were not asked the same before. There are none if a person decided to leave the document.
func (r *run) able(d *document, g engine.Gap) []string {
	var out []string
	if d.state.Halted != "" {
		return nil
	}
	for _, e := range r.job.Externals {
		p := e.Program()
		if slices.Contains(p.For, g.Type) && !d.consulted[consultation(p.Name, g)] &&
			coverage.InScope(p.Sections, g.Sections) {
			out = append(out, p.Name)
		}
	}
	return out
}

// consultation names the request of a gap to a reviewer: the same request would get the same answer.
func consultation(reviewer string, g engine.Gap) string {
	return strings.Join([]string{reviewer, g.ID, strings.Join(g.Sections, "\x01"), strings.Join(g.Findings, "\x01")},
		"\x00")
}

// anomaly keeps the last message about one.
func (d *document) anomaly(now string) string {
	if now == "" && d.convergence != nil {
		return d.convergence.Anomaly
	}
	return now
}

// survey finds the gaps of d, assigns reviewers for the next iteration, and checks whether the reviews have converged.
// done is the number of finished iterations.
func (r *run) survey(d *document, done int) {
	if !r.gapReviewers() {
		return
	}
	view, thresholds := d.view(), r.job.Set.Convergence
	remaining := d.limits.Thresholds.MaxIterations - done
	c := engine.Converge(view, thresholds, remaining <= 0)
	if c.EarlyExit && c.Status != engine.ConvergedFull {
		c.Skipped = max(0, remaining)
	}
	d.gapWork = engine.Selection{}
	if !c.Converged() {
		gaps := engine.Gaps(view, thresholds)
		d.gapWork = engine.Select(gaps, remaining, func(g engine.Gap) []string { return r.able(d, g) })
		if len(d.gapWork.Assigned) == 0 && remaining > 0 &&
			!slices.ContainsFunc(gaps, func(g engine.Gap) bool { return len(r.able(d, g)) > 0 }) {
			c.Anomaly = "the reviews have not converged, and nothing more can be asked"
			if able := r.able(d, engine.Broad); len(able) > 0 {
				d.gapWork.Assigned = []engine.Assignment{{Gap: engine.Broad, Reviewer: able[0]}}
			}
		}
		if len(d.gapWork.Assigned) == 0 {
			c = engine.Converge(view, thresholds, true)
			c.Anomaly = d.anomaly(c.Anomaly)
		}
	}
	d.convergence = &c
	d.state.Convergence = &c
	d.state.Gaps = table.Gaps{
		Configured: true, Converged: c.Converged(), Actionable: len(d.gapWork.Assigned),
		Open: append(d.gapWork.Gaps(), d.gapWork.Deferred...),
	}
}

func (d *document) openQuestions() []engine.Question { return unanswered(d.reviews.questions) }

// cited counts the citations of the open issues.
func (d *document) cited() int {
	n := 0
	for _, i := range d.open {
		n += len(i.Citations)
	}
	return n
}

// settle ends the conflicts in which a reviewer took a side: that side stands, the other is overruled.
func (d *document) settle(reviewer string) {
	winners := map[any]string{}
	for n := range d.open {
		i := &d.open[n]
		if len(i.Against) > 0 && slices.Contains(i.Sources, reviewer) && len(i.Sources) > 1 {
			i.Settle()
			winners[track.At(d.rev(), &i.Finding)] = i.ID
		}
	}
	d.open = slices.DeleteFunc(d.open, func(i track.Issue) bool {
		winner, ok := winners[track.At(d.rev(), &i.Finding)]
		if !ok || len(i.Against) == 0 {
			return false
		}
		d.closed = append(d.closed, result.Closed(i, result.Outcome{
			Status: result.Refused, Reason: result.Overruled, Detail: fmt.Sprintf("%s agrees with %s.", reviewer, winner),
		}))
		return true
	})
}

// integrate unites the findings of a reviewer with the open issues. It skips duplicates. A confirmation makes a finding
// more certain and adds its citations. A contradiction becomes a conflict. A reviewer that was asked about a conflict
// settles it if it agrees with one side.
func (r *run) integrate(d *document, rv Review, a engine.Assignment, m *engine.Metrics) {
	cited := d.cited()
	g := track.Gather(d.rev(), d.open)
	known := len(g.Issues)
	g.Admit(rv.Findings, rv.Reviewer, track.Discovered, d.state.Iteration.Current)
	d.open = g.Issues
	d.exclude(r.job.OutOfScope, known)
	for n := range d.open[known:] {
		if d.open[known+n].Counts() {
			m.FindingsNew++
		}
	}
	if a.Gap.Type == rules.GapConflict {
		d.settle(rv.Reviewer)
	}
	slices.SortStableFunc(d.open, track.ByPlace)
	d.name()
	scope := a.Gap.Sections
	if a.Gap.Type != rules.GapCoverage {
		scope = []string{} // it was asked about another kind of gap, so only the sections that it names count
	}
	m.SectionsNew += d.reviews.Add(rv, scope)
	m.Citations += d.cited() - cited
}

// consult asks the reviewers to close the gaps that the survey assigned to them, at most three at a time, and
// integrates their findings. A reviewer that fails leaves its gap open and does not stop the others.
func (r *run) consult(ctx context.Context, d *document, entry *table.Entry) error {
	r.survey(d, d.state.Iteration.Current-1)
	assigned := d.gapWork.Assigned
	if len(assigned) == 0 {
		return nil
	}
	d.changed = true
	before := d.view()
	answers := make([]answer, len(assigned))
	err := parallel.Try(ctx, len(assigned), maxPrograms, func(n int) (err error) {
		a := assigned[n]
		e := r.external(a.Reviewer)
		req := r.request(d, d.rev(), nil, d.state.Iteration.Current+1)
		req.Sections = coverage.LimitTo(e.Program().Sections, a.Gap.Sections)
		req.Guidance = append(a.Gap.Guidance(), req.Guidance...)
		req.Questions = d.openQuestions()
		answers[n], err = r.ask(ctx, e, req)
		return err
	})
	if err != nil {
		return err
	}
	m := entry.Metrics
	m.Gaps = len(assigned)
	for n, a := range assigned {
		d.consulted[consultation(a.Reviewer, a.Gap)] = true
		if answers[n].failed {
			d.reviews.failed = engine.Cited(d.reviews.failed, []string{a.Reviewer})
		}
		if rv := answers[n].review; rv != nil {
			r.integrate(d, *rv, a, m)
		}
	}
	after := d.view()
	m.CoverageGain, m.ConfidenceGain = engine.Gain(before, after)
	entry.Progress = m.SectionsNew > 0 || m.ConfidenceGain > 0 || len(after.Conflicts) < len(before.Conflicts) ||
		len(d.openQuestions()) < len(unanswered(before.Questions))
	return nil
}
