package loop

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// view returns the document's reviews for gaps and convergence.
func (d *document) view() engine.Review {
	out := engine.Review{
		Sections: d.reviews.coverage.Sections(), Questions: d.reviews.questions, Failed: d.reviews.failed,
	}
	for n := range d.open {
		i := &d.open[n]
		if !i.Counts() {
			continue
		}
		section := ""
		if i.State == review.Located {
			section = d.reviews.coverage.At(d.rev(), i.Span.Start)
		}
		out.Points = append(out.Points, engine.Point{Finding: &i.Finding, Section: section})
		if len(i.Against) > 0 && i.Key < i.Rival {
			out.Conflicts = append(out.Conflicts, engine.Conflict{ID: i.ID, Section: section, Sides: [2]string{
				i.Want, i.Against[0],
			}})
		}
	}
	return out
}

// signals returns the document with its open findings for triggers.
func (r *run) signals(d *document) engine.Signals {
	s := engine.Signals{Confidence: 1, Completeness: 1, Feedback: engine.FeedbackOf(d.reviews.opinions)}
	s.Quality = engine.QualityOf(d.reviews.opinions, d.state.Score)
	sum, n, missing := 0.0, 0, 0
	lines := d.lines()
	for k := range d.open {
		i := &d.open[k]
		if i.Rule == rule.RequiredSection.Rule.ID && i.Source == review.BuiltIn {
			missing++
		}
		if !i.Counts() {
			continue
		}
		sum, n = sum+i.Confidence, n+1
		switch i.Category {
		case rules.CategoryClaim, rules.CategoryReference:
			s.Claims = append(s.Claims, i.Claim())
		case rules.CategoryStructure:
			s.Requirements = append(s.Requirements, engine.Requirement{
				Description: i.Message, Required: i.Severity >= rules.Warning, Fixable: i.Attemptable(),
			})
		default:
			if s.Errors == nil {
				s.Errors = make([]engine.ValidationError, 0, len(d.open)-k)
			}
			s.Errors = append(s.Errors, i.ValidationError(lines()))
		}
	}
	if n > 0 {
		s.Confidence = sum / float64(n)
	}
	if required := r.setOf(d.path).Structure; required != nil {
		s.Completeness -= float64(missing) / float64(len(required.RequiredSections))
	}
	return s
}

// objections returns the objections to an end, without those that a person settled.
func (d *document) objections(s engine.Signals, c rules.Convergence) []engine.Objection {
	all := engine.Objections(d.reviews.questions, d.reviews.opinions, s, c)
	return slices.DeleteFunc(all, func(o engine.Objection) bool {
		return slices.ContainsFunc(d.state.Answered, func(a engine.Resolution) bool {
			return a.Ask.Objection == o.Key && (a.Effect == engine.EffectKeep || a.Effect == engine.EffectAnswer)
		})
	})
}

// citations returns the sources that findings name. A maker of the next text may rely on them.
func (d *document) citations() []string {
	var out []string
	for n := range d.open {
		out = engine.Cited(out, d.open[n].Citations)
	}
	return out
}

// heard returns the reviewers' opinions on the document as a whole, in full.
func (d *document) heard() []string { return engine.Advice(d.reviews.opinions, math.MaxInt) }

// remarks returns the open findings as items of feedback.
func (d *document) remarks() []engine.Remark {
	var out []engine.Remark
	lines := d.lines()
	for n := range d.open {
		i := &d.open[n]
		if !i.Counts() {
			continue
		}
		text := strings.TrimSpace(i.Message)
		if i.State == review.Located {
			text = fmt.Sprintf("Line %d: %s", lines().Point(i.Span.Start, source.CodePoint).Line, text)
		}
		out = append(out, engine.Remark{Text: text, Severity: i.Severity})
	}
	return out
}

// feedback returns short feedback for an external program.
func (d *document) feedback(most int) []string {
	f := engine.Synthesize(d.remarks(), most)
	out := append(engine.Advice(d.reviews.opinions, most), d.evaluated.Guidance()...)
	for _, a := range d.state.Answered {
		if a.Effect == engine.EffectAnswer {
			out = append(out, fmt.Sprintf("To the question %q a person answered: %s", a.Ask.About, a.Text))
		}
	}
	if f.Summary != "" {
		out = append(out, f.Summary)
	}
	return append(out, f.ActionableItems...)
}
