package engine

import (
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/rules"
)

// An Opinion is the opinion of one reviewer on a document as a whole.
type Opinion struct {
	Reviewer string `json:"reviewer"`
	// Verdict is approve, needs_work or reject; "" where the reviewer gives none.
	Verdict  string   `json:"verdict,omitempty"`
	Score    *float64 `json:"quality_score,omitempty"` // from 0 to 100
	Feedback string   `json:"feedback,omitempty"`
	// Findings is the number of findings that came with it.
	Findings int `json:"findings"`
}

// Empty reports whether the reviewer says nothing about the document as a whole.
func (o *Opinion) Empty() bool { return o.Verdict == "" && o.Score == nil && o.Feedback == "" }

// The verdicts that ask for more.
const (
	verdictNeedsWork = "needs_work"
	verdictReject    = "reject"
)

// FeedbackOf returns an opinion as feedback: that of a reviewer who rejects the document, or else the last one with
// feedback. It returns nil if no opinion has any.
func FeedbackOf(opinions []Opinion) *Feedback {
	var out *Feedback
	for _, o := range opinions {
		switch {
		case o.Verdict == verdictReject:
			return &Feedback{Rejected: true, Message: o.Feedback}
		case o.Verdict == verdictNeedsWork && o.Feedback != "":
			out = &Feedback{Negative: true, Message: o.Feedback}
		}
	}
	return out
}

// QualityOf returns the lowest score of a reviewer, or ours if no reviewer gives one.
func QualityOf(opinions []Opinion, ours float64) float64 {
	if o := lowest(opinions); o != nil {
		return *o.Score
	}
	return ours
}

// lowest returns the opinion with the lowest score, nil if no reviewer gives one.
func lowest(opinions []Opinion) *Opinion {
	var out *Opinion
	for n := range opinions {
		if o := &opinions[n]; o.Score != nil && (out == nil || *o.Score < *out.Score) {
			out = o
		}
	}
	return out
}

// An Objection is a reason not to end a run in which nothing is left to fix.
type Objection struct {
	// Key stays the same from run to run.
	Key  string      `json:"key"`
	Type TriggerType `json:"type"`
	Text string      `json:"text"`
	// Question is the text of a reviewer's question, "" if the objection is not a question.
	Question string `json:"question,omitempty"`
	// Follows says that it follows from the open findings: no question is asked about it while one of them counts.
	Follows bool `json:"follows,omitempty"`
}

// Objections returns the objections to an end, the gravest first: critical questions without an answer, verdicts of
// reviewers without findings, and requirements of the configuration.
func Objections(questions []Question, opinions []Opinion, s Signals, c rules.Convergence) []Objection {
	var out []Objection
	for _, q := range questions {
		if q.Critical && !q.Answered {
			out = append(out, Objection{
				Key: "question " + q.ID + " " + q.Text, Type: RequirementUnmet, Question: q.Text,
				Text: "A critical question is open: " + ended(q.Text, "?"),
			})
		}
	}
	for n := range opinions {
		if o := &opinions[n]; o.Findings == 0 && (o.Verdict == verdictReject || o.Verdict == verdictNeedsWork) {
			out = append(out, o.objection())
		}
	}
	if quality := QualityOf(opinions, s.Quality); quality < c.MinQuality {
		o := Objection{Key: fmt.Sprintf("quality %.4g", quality), Type: QualityThreshold, Follows: true}
		who := "The document scores"
		if low := lowest(opinions); low != nil {
			who, o.Follows = low.who()+" gives the document", false
		}
		o.Text = fmt.Sprintf("%s %.4g of 100, below the min_quality of %.4g.", who, quality, c.MinQuality)
		out = append(out, o)
	}
	if s.Completeness < c.RequiredCompleteness {
		out = append(out, Objection{
			Key: "completeness " + percent(s.Completeness), Type: IncompleteOutput, Follows: true,
			Text: fmt.Sprintf("%s of the required sections are there, below the min_completeness of %s.",
				percent(s.Completeness), percent(c.RequiredCompleteness)),
		})
	}
	return out
}

// objection returns the verdict of a reviewer in its own words.
func (o *Opinion) objection() Objection {
	key := strings.Join([]string{"verdict", o.Reviewer, o.Verdict, o.Feedback}, " ")
	out := Objection{Key: key, Type: ExplicitFeedback}
	says, silent := "says that the document needs work", "and not what"
	if o.Verdict == verdictReject {
		out.Type, says, silent = UserRejection, "rejects the document", "and gives no reason"
	}
	if o.Feedback == "" {
		out.Text = fmt.Sprintf("%s %s, %s.", o.who(), says, silent)
	} else {
		out.Text = fmt.Sprintf("%s %s: %s", o.who(), says, ended(o.Feedback, "."))
	}
	return out
}

// who names the reviewer at the start of a sentence.
func (o *Opinion) who() string {
	if o.Reviewer == "" {
		return "A review"
	}
	return "Reviewer " + o.Reviewer
}

// ended returns a text on one line, with a mark at its end.
func ended(text, mark string) string {
	text = strings.Join(strings.Fields(text), " ")
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return text + mark
}

// Advice returns the reviewers' opinions for the maker of the next text. Each is at most so many code points long.
func Advice(opinions []Opinion, most int) []string {
	var out []string
	for n := range opinions {
		o := &opinions[n]
		said := o.who() + " says: " + ended(Clip(o.Feedback, most), "")
		if o.Feedback != "" && !slices.Contains(out, said) {
			out = append(out, said)
		}
	}
	return out
}
