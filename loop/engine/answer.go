package engine

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An Answer is a person's answer to a question, as in the file of answers: the number of a choice, a text, or an action
// for the whole document.
type Answer struct {
	Document string
	Question string
	Choice   int
	Text     *string
	Action   Effect // pause or abort
}

// A Resolution is an answer with its question. It says what the next run must do.
type Resolution struct {
	Ask    Ask    `json:"question"`
	Effect Effect `json:"effect"`
	// Text is the replacement of EffectReplace.
	Text       string `json:"text,omitempty"`
	Start      int    `json:"start,omitempty"`
	End        int    `json:"end,omitempty"`
	Iterations int    `json:"iterations,omitempty"`
	// Place is where a finding that is left, or whose edit is rejected, stood in the revision of the question.
	Place *source.Span `json:"place,omitempty"`
	// Applied says that a run did it, and Recalled that the answer was given to an earlier run.
	Applied  bool `json:"applied,omitempty"`
	Recalled bool `json:"-"`
}

// Lasting reports whether the answer holds for later runs too, and not only for the run that it was given to.
func (r *Resolution) Lasting() bool {
	switch r.Effect {
	case EffectKeep, EffectReplace, EffectPlace, EffectPlaces, EffectBreakLinks, EffectLoseMarkup,
		EffectHand, EffectReject, EffectAnswer:
		return true
	}
	return false
}

// Allows returns the harm that the answer allows the fix.
func (r *Resolution) Allows() review.Harm {
	switch r.Effect {
	case EffectBreakLinks:
		return review.BrokenLinks
	case EffectLoseMarkup:
		return review.LostMarkup
	}
	return 0
}

// Same reports whether r and other say the same about the same question.
func (r *Resolution) Same(other *Resolution) bool {
	return r.Ask.ID == other.Ask.ID && r.Effect == other.Effect && r.Text == other.Text &&
		r.Start == other.Start && r.End == other.End
}

// Resolve works out what an answer means. A text needs no choice; a choice whose
// effect is to replace, and that brings no text, needs one.
func Resolve(ask Ask, a Answer) (Resolution, error) {
	r := Resolution{Ask: ask}
	switch {
	case a.Action != "":
		r.Effect = a.Action
		return r, nil
	case a.Choice == 0 && a.Text != nil && ask.About != "":
		r.Effect, r.Text = EffectAnswer, *a.Text
		return r, r.checkText()
	case a.Choice == 0 && a.Text != nil:
		if ask.Finding == "" {
			return r, fmt.Errorf("question %s is about no finding, so a text can't answer it; give a choice", ask.ID)
		}
		r.Effect, r.Text = EffectReplace, *a.Text
		return r, r.checkText()
	case a.Choice < 1 || a.Choice > len(ask.Choices):
		return r, fmt.Errorf("question %s has the choices 1 to %d, not %d", ask.ID, len(ask.Choices), a.Choice)
	}
	c := ask.Choices[a.Choice-1]
	r.Effect, r.Text, r.Start, r.End, r.Iterations = c.Effect, c.Text, c.Start, c.End, c.Iterations
	if c.NeedsText {
		if a.Text == nil {
			return r, fmt.Errorf("choice %d of question %s needs a text", a.Choice, ask.ID)
		}
		r.Text = *a.Text
	}
	return r, r.checkText()
}

// checkText returns an error if the text would bring invisible characters into a document.
func (r *Resolution) checkText() error {
	text := strings.ReplaceAll(r.Text, "\r\n", "\n")
	if n := strings.IndexFunc(text, source.NotWritten); n >= 0 {
		hidden, _ := utf8.DecodeRuneInString(text[n:])
		return fmt.Errorf("the text for question %s holds the control character %U; write it without", r.Ask.ID, hidden)
	}
	return nil
}
