package loop

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A reviewLog is what the reviews say about a document beside their findings.
type reviewLog struct {
	coverage  coverage.Coverage
	questions []engine.Question
	feedback  *engine.Feedback
	failed    []string // reviewers that gave no usable answer
}

// Add adds what a review says beside its findings, and returns the number of
// sections that no earlier review looked at.
func (s *reviewLog) Add(r Review, asked []string) int {
	sections := r.Sections
	if sections == nil {
		sections = asked
	}
	fresh := s.coverage.Add(sections)
	for _, q := range r.Questions {
		s.question(q)
	}
	if r.Verdict == "reject" || r.Verdict == "needs_work" && r.Feedback != "" {
		s.feedback = &engine.Feedback{Negative: r.Verdict == "needs_work", Rejected: r.Verdict == "reject", Message: r.Feedback}
	}
	return fresh
}

// question adds a question, or answers one that is there.
func (s *reviewLog) question(q engine.Question) {
	for n := range s.questions {
		if have := &s.questions[n]; have.ID == q.ID || q.ID == "" && have.Text == q.Text {
			have.Answered = have.Answered || q.Answered
			return
		}
	}
	s.questions = append(s.questions, q)
}

// view returns the document's reviews as gaps and convergence look at them.
func (d *document) view() engine.Review {
	out := engine.Review{Sections: d.reviews.coverage.Sections(), Questions: d.reviews.questions, Failed: d.reviews.failed}
	for n := range d.open {
		i := &d.open[n]
		if !i.Counts() {
			continue
		}
		section := ""
		if i.State == review.Located {
			section = d.reviews.coverage.At(d.rev, i.Span.Start)
		}
		out.Points = append(out.Points, engine.Point{Finding: &i.Finding, Section: section})
		if len(i.Against) > 0 && i.Key < i.Rival {
			out.Conflicts = append(out.Conflicts, engine.Conflict{ID: i.ID, Section: section, Sides: [2]string{i.Want, i.Against[0]}})
		}
	}
	return out
}

// signals returns the document with its open findings as triggers look at it.
func (r *run) signals(d *document) engine.Signals {
	s := engine.Signals{Confidence: 1, Completeness: 1, Quality: d.state.Score, Feedback: d.reviews.feedback}
	sum, n, missing := 0.0, 0, 0
	for k := range d.open {
		i := &d.open[k]
		if i.Rule == review.RequiredSection.Rule.ID && i.Source == review.BuiltIn {
			missing++
		}
		if !i.Counts() {
			continue
		}
		sum, n = sum+i.Confidence, n+1
		switch i.Category {
		case rules.CategoryClaim, rules.CategoryReference:
			s.Claims = append(s.Claims, claim(i))
		case rules.CategoryStructure:
			s.Requirements = append(s.Requirements, engine.Requirement{
				Description: i.Message, Required: i.Severity >= rules.Warning, Fixable: i.Attemptable(),
			})
		default:
			if s.Errors == nil {
				s.Errors = make([]engine.ValidationError, 0, len(d.open)-k)
			}
			s.Errors = append(s.Errors, validationError(i, d.rev))
		}
	}
	if n > 0 {
		s.Confidence = sum / float64(n)
	}
	if r.job.Set.Structure != nil {
		s.Completeness -= float64(missing) / float64(len(r.job.Set.Structure.RequiredSections))
	}
	return s
}

// claim returns the issue as a statement that its sources contradict. How sure that is
// follows from how much it matters to the reviewer.
func claim(i *track.Issue) engine.Claim {
	c := engine.Claim{Kind: "claim", Text: i.Message, Certainty: engine.ClaimWarning}
	if i.Category == rules.CategoryReference {
		c.Kind = "broken reference"
	}
	switch i.Severity {
	case rules.Blocker:
		c.Certainty = engine.ClaimConfirmed
	case rules.Warning:
		c.Certainty = engine.ClaimSuspected
	}
	return c
}

func validationError(i *track.Issue, doc *zone.Document) engine.ValidationError {
	e := engine.ValidationError{Message: i.Message, Fixable: i.Attemptable()}
	if i.State == review.Located {
		e.Path = "line " + strconv.Itoa(doc.Lines().Number(i.Span.Start))
	}
	switch i.Severity {
	case rules.Blocker:
		e.Severity = engine.ErrorCritical
	case rules.Suggestion:
		e.Severity = engine.ErrorMinor
	}
	return e
}

// evaluate makes the engine's report on d, whose strategy shapes what other
// programs are asked next.
func (r *run) evaluate(d *document, now time.Time) {
	history := d.state.Iteration.History
	scores := make([]float64, len(history))
	for n, e := range history {
		scores[n] = e.Score / 100
	}
	limits := r.job.Limits
	c := engine.Case{
		TaskID: d.path, OutputID: fmt.Sprintf("%s@%d", d.path, d.state.Iteration.Current), DecidedAt: now.UTC().Format(time.RFC3339),
		Signals: r.signals(d),
		Demands: engine.Demands{
			MinConfidence: r.job.Set.Convergence.MinConfidence, MinCompleteness: r.job.Set.Convergence.MinCompleteness,
			MinQuality: r.job.Set.Convergence.MinQuality,
		},
		Circumstances: engine.Circumstances{
			Attempts: len(history), Last: d.attempted, MaxIterations: d.limits.Thresholds.MaxIterations, Schema: rules.FileName,
			VerifiedSources: d.citations(),
		},
		Scores: scores,
		Budget: engine.NewBudget(d.limits.Thresholds.MaxIterations, d.state.Iteration.Current, limits.Tokens, d.state.Spent.Tokens,
			limits.Time.Milliseconds(), d.state.Spent.ElapsedMS),
	}
	if n := len(history); n > 0 {
		c.Estimated.DurationMS = history[n-1].DurationMS // the next pass is taken to cost what the last one did
		if m := history[n-1].Metrics; m != nil {
			c.Estimated.Tokens = m.Tokens
		}
	}
	d.evaluation = engine.Evaluate(c)
	d.attempted = &engine.Attempt{Strategy: d.evaluation.Strategy.Type, Triggers: d.evaluation.Triggers}
}

// citations returns the sources that findings name, which a maker of the next text may
// rely upon.
func (d *document) citations() []string {
	var out []string
	for n := range d.open {
		out = engine.Cited(out, d.open[n].Citations)
	}
	return out
}

// feedback says in a few words what an external program should attend to.
func (d *document) feedback(most int) []string {
	f := engine.Synthesize(d.remarks(), most)
	out := d.evaluation.Strategy.Guidance()
	if f.Summary != "" {
		out = append(out, f.Summary)
	}
	return append(out, f.ActionableItems...)
}

// remarks returns the open findings as feedback is made of them.
func (d *document) remarks() []engine.Remark {
	var out []engine.Remark
	for n := range d.open {
		i := &d.open[n]
		if !i.Counts() {
			continue
		}
		text := strings.TrimSpace(i.Message)
		if i.State == review.Located {
			text = fmt.Sprintf("Line %d: %s", d.rev.Lines().Point(i.Span.Start, source.CodePoint).Line, text)
		}
		out = append(out, engine.Remark{Text: text, Severity: i.Severity})
	}
	return out
}
