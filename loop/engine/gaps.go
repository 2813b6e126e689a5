package engine

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Review is the part of all reviews of one document that shows their gaps.
type Review struct {
	Sections []Section
	Points   []Point
	// Conflicts are the places at which reviewers want different texts.
	Conflicts []Conflict
	Questions []Question
	// Failed names the reviewers that were asked and gave no usable answer.
	Failed []string
}

// A Section is one section of the document.
type Section struct {
	Name     string // its path of headings, joined by " > "
	Reviewed bool
}

// A Point is an open finding and the section that it is in.
type Point struct {
	*review.Finding
	Section string
}

// needsContext reports whether the document alone can't settle the finding: a claim
// without a source.
func (p Point) needsContext() bool { return p.Category == rules.CategoryClaim && len(p.Citations) == 0 }

// A Conflict is two findings that want different text at one place.
type Conflict struct {
	ID, Section string
	Sides       [2]string
}

// A Question is something that a review leaves open.
type Question struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Critical bool   `json:"critical,omitempty"`
	Answered bool   `json:"answered,omitempty"`
}

// coverage returns the share of the sections that were reviewed; 1 without sections.
func (r *Review) coverage() float64 {
	if len(r.Sections) == 0 {
		return 1
	}
	n := 0
	for _, s := range r.Sections {
		if s.Reviewed {
			n++
		}
	}
	return float64(n) / float64(len(r.Sections))
}

// confidence returns the mean over the open findings; 1 without any.
func (r *Review) confidence() float64 {
	if len(r.Points) == 0 {
		return 1
	}
	sum := 0.0
	for _, p := range r.Points {
		sum += p.Confidence
	}
	return sum / float64(len(r.Points))
}

// unanswered returns the critical questions that are open, and how many critical ones
// there are.
func (r *Review) unanswered() (open []Question, all int) {
	for _, q := range r.Questions {
		if q.Critical {
			all++
			if !q.Answered {
				open = append(open, q)
			}
		}
	}
	return open, all
}

// A Gap is something that the reviews lack and another reviewer may supply.
type Gap struct {
	Type rules.Gap `json:"type"`
	// ID stays the same from one iteration to the next.
	ID string `json:"id"`
	// Priority is 1 for what must be closed, 2 for what should be, 3 for what may be.
	Priority int `json:"priority"`
	// Weight ranks gaps of one priority: the severity of what they concern.
	Weight   rules.Severity `json:"-"`
	Reason   string         `json:"reason"`
	Sections []string       `json:"sections,omitempty"` // the scope; none is the whole document
	Findings []string       `json:"findings,omitempty"`
}

// Figures of the priorities.
const (
	halfCoverage   = 0.50 // below it, a coverage gap is critical
	doubtful       = 0.70 // below it, the confidence in a grave finding is important
	mostInParallel = 3    // reviewers an iteration
)

// Gaps returns the gaps of the reviews, the most urgent first.
func Gaps(r Review, c rules.Convergence) []Gap {
	var out []Gap
	out = append(out, r.questionGaps()...)
	if coverage := r.coverage(); coverage < c.MinCoverage {
		out = append(out, r.coverageGap(coverage))
	}
	for _, f := range r.Conflicts {
		out = append(out, Gap{
			Type: rules.GapConflict, ID: "conflict:" + f.ID, Priority: 2, Weight: rules.Warning,
			Sections: scope(f.Section), Findings: []string{f.ID},
			Reason: fmt.Sprintf("Reviewers disagree: %q or %q.", f.Sides[0], f.Sides[1]),
		})
	}
	for _, p := range r.Points {
		if p.needsContext() {
			out = append(out, Gap{
				Type: rules.GapContext, ID: "context:" + p.ID, Priority: 2, Weight: p.Severity,
				Sections: scope(p.Section), Findings: []string{p.ID},
				Reason: "No source is named for: " + p.Message,
			})
		}
	}
	if confidence := r.confidence(); confidence < c.MinConfidence {
		out = append(out, r.confidenceGap(confidence, c.MinConfidence))
	}
	slices.SortStableFunc(out, func(a, b Gap) int {
		return cmp.Or(cmp.Compare(a.Priority, b.Priority), cmp.Compare(b.Weight, a.Weight))
	})
	return out
}

func scope(section string) []string {
	if section == "" {
		return nil
	}
	return []string{section}
}

func (r *Review) questionGaps() []Gap {
	var out []Gap
	open, _ := r.unanswered()
	for _, q := range open {
		out = append(out, Gap{
			Type: rules.GapQuestions, ID: "question:" + q.ID, Priority: 1, Weight: rules.Blocker,
			Reason: "A critical question is open: " + q.Text,
		})
	}
	return out
}

func (r *Review) coverageGap(coverage float64) Gap {
	g := Gap{Type: rules.GapCoverage, ID: "coverage", Priority: 2, Weight: rules.Warning}
	if coverage < halfCoverage {
		g.Priority = 1
	}
	for _, s := range r.Sections {
		if !s.Reviewed {
			g.Sections = append(g.Sections, s.Name)
		}
	}
	g.Reason = fmt.Sprintf("%d of %d sections were reviewed.", len(r.Sections)-len(g.Sections), len(r.Sections))
	return g
}

// confidenceGap returns the gap of the findings below the threshold. It is important if a grave one is doubtful.
func (r *Review) confidenceGap(confidence, threshold float64) Gap {
	g := Gap{Type: rules.GapConfidence, ID: "confidence", Priority: 3, Weight: rules.Suggestion}
	for _, p := range r.Points {
		if p.Confidence >= threshold {
			continue
		}
		g.Findings = append(g.Findings, p.ID)
		if p.Section != "" && !slices.Contains(g.Sections, p.Section) {
			g.Sections = append(g.Sections, p.Section)
		}
		g.Weight = max(g.Weight, p.Severity)
		if p.Confidence < doubtful && p.Severity >= rules.Warning {
			g.Priority = 2
		}
	}
	g.Reason = fmt.Sprintf("The mean confidence is %.2f, below %.2f.", confidence, threshold)
	return g
}

// An Assignment is a gap with the reviewer that must close it.
type Assignment struct {
	Gap      Gap
	Reviewer string
}

// A Selection is the gap work of one iteration.
type Selection struct {
	Assigned []Assignment
	// Deferred are the gaps that wait: for a free reviewer, for the next iteration, or for a person.
	Deferred []Gap
}

// Select assigns gaps to reviewers. With two or more iterations left it assigns those of priority 1 and 2, and those of
// priority 3 if reviewers are free. With one left it assigns only those of priority 1. gaps must have the order of
// Gaps. can returns the reviewers, best first, that may still help with a gap.
func Select(gaps []Gap, remaining int, can func(Gap) []string) Selection {
	var s Selection
	least := 0
	switch {
	case remaining >= 2:
		least = 3
	case remaining == 1:
		least = 1
	}
	for _, g := range gaps {
		able := can(g)
		if g.Priority > least || len(able) == 0 || len(s.Assigned) == mostInParallel {
			s.Deferred = append(s.Deferred, g)
			continue
		}
		s.Assigned = append(s.Assigned, Assignment{g, s.leastBusy(able)})
	}
	return s
}

// Broad is the gap of a review that has not converged although no single gap can be worked on: the whole document is
// reviewed once more.
var Broad = Gap{
	Type: rules.GapCoverage, ID: "broad", Priority: 2,
	Reason: "The reviews have not converged, and no single gap says why.",
}

// Gaps returns the gaps that are assigned.
func (s *Selection) Gaps() []Gap {
	var out []Gap
	for _, a := range s.Assigned {
		out = append(out, a.Gap)
	}
	return out
}

// Gain returns by how many percentage points coverage rose, and by how much the mean
// confidence.
func Gain(before, after Review) (coverage, confidence float64) {
	return 100 * (after.coverage() - before.coverage()), after.confidence() - before.confidence()
}

// leastBusy returns the first reviewer without an assignment, or else the first one.
func (s *Selection) leastBusy(able []string) string {
	for _, name := range able {
		if !slices.ContainsFunc(s.Assigned, func(a Assignment) bool { return a.Reviewer == name }) {
			return name
		}
	}
	return able[0]
}

// Guidance returns the instructions for the reviewer that must close the gap.
func (g Gap) Guidance() []string {
	task := map[rules.Gap]string{
		rules.GapCoverage: "Review these sections alone; the others have been reviewed.",
		rules.GapConfidence: "For each of the findings that are listed as doubtful, give the evidence, " +
			"or say that it does not hold.",
		rules.GapConflict:  "Two findings contradict each other. Check all sources and say which is right.",
		rules.GapContext:   "Find the source that settles the finding, and cite it.",
		rules.GapQuestions: "Answer the question from the document and its sources.",
	}[g.Type]
	return []string{task, g.Reason}
}
