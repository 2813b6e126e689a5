package loop

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/engine"
)

// A reviewLog has the opinions of the reviews on a document as a whole.
type reviewLog struct {
	coverage  coverage.Coverage
	questions []engine.Question
	opinions  []engine.Opinion
	failed    []string // reviewers that gave no usable answer
}

// Add adds the opinion of a review on the document as a whole, and returns the number of sections that no earlier
// review covered.
func (s *reviewLog) Add(r Review, asked []string) int {
	sections := r.Sections
	if sections == nil {
		sections = asked
	}
	fresh := s.coverage.Add(sections)
	for _, q := range r.Questions {
		s.question(q)
	}
	if o := opinionOf(r); !o.Empty() {
		s.revise(r)
	}
	return fresh
}

// revise replaces a reviewer's opinion on an earlier revision.
func (s *reviewLog) revise(r Review) {
	s.opinions = slices.DeleteFunc(slices.Clone(s.opinions), func(o engine.Opinion) bool {
		return o.Reviewer == r.Reviewer
	})
	if o := opinionOf(r); !o.Empty() {
		s.opinions = append(s.opinions, o)
	}
}

func opinionOf(r Review) engine.Opinion {
	return engine.Opinion{
		Reviewer: r.Reviewer, Verdict: r.Verdict, Score: r.Score, Feedback: r.Feedback,
		Findings: len(r.Findings) + r.Silenced + r.Elsewhere,
	}
}

// question adds a question, or marks an equal one as answered.
func (s *reviewLog) question(q engine.Question) {
	for n := range s.questions {
		if have := &s.questions[n]; have.ID == q.ID || q.ID == "" && have.Text == q.Text {
			have.Answered = have.Answered || q.Answered
			return
		}
	}
	s.questions = append(s.questions, q)
}

// answer marks the questions of a text as answered.
func (s *reviewLog) answer(text string) {
	for n := range s.questions {
		s.questions[n].Answered = s.questions[n].Answered || s.questions[n].Text == text
	}
}

func unanswered(questions []engine.Question) []engine.Question {
	return slices.DeleteFunc(slices.Clone(questions), func(q engine.Question) bool { return q.Answered })
}
