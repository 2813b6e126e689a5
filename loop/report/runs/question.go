package runs

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/rules"
)

// listLimit is how many fixes, issues and questions of a document are listed for people who did not ask for all.
const listLimit = 25

// writeQuestions puts the questions of an escalation that no listed finding has, with what the run tried.
func writeQuestions(out *bufio.Writer, it *Iteration, others []engine.Ask, s report.Style) {
	e := it.Escalation
	if e == nil || len(others) == 0 && !s.Verbose && it.Decision.Reason == table.ReasonNeedsHuman {
		return
	}
	title := "### Question"
	switch len(others) {
	case 0:
		title = "### Attempts"
	case 1:
	default:
		title += "s"
	}
	fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, title))
	for _, a := range e.Attempts {
		fmt.Fprintf(out, "%s\n", s.Paint(report.Dim, wording.Visible(a)))
	}
	fmt.Fprintf(out, "Pattern: %s.\n", wording.Visible(strings.TrimSuffix(e.Pattern, ".")))
	if s.Verbose {
		for line := range strings.Lines(e.Diff) {
			fmt.Fprintf(out, "%s\n", wording.Visible(strings.TrimRight(line, "\r\n")))
		}
	}
	writeAll(out, others, s)
}

// writeAsk writes a question with its choices.
func writeAsk(out *bufio.Writer, ask *engine.Ask) {
	fmt.Fprintf(out, "%s: %s\n", ask.ID, wording.Visible(ask.Text))
	writeChoices(out, ask, "  ")
}

func writeChoices(out *bufio.Writer, ask *engine.Ask, indent string) {
	for _, c := range ask.Choices {
		fmt.Fprintf(out, "%s%d. %s\n", indent, c.Number, wording.Visible(c.Label))
	}
}

// writeAsks lists questions with their choices, and says how to answer them.
func writeAsks(out *bufio.Writer, all []engine.Ask, s report.Style) {
	writeAll(out, all, s)
	writeHow(out, all)
}

func writeAll(out *bufio.Writer, asks []engine.Ask, s report.Style) {
	if len(asks) > 0 {
		writeList(out, len(asks), s, func(i int) { writeAsk(out, &asks[i]) })
	}
}

// writeAnswering says how to answer the questions of a document.
func writeAnswering(out *bufio.Writer, it *Iteration) {
	if it.Escalation != nil {
		writeHow(out, it.Escalation.Questions)
	}
}

func writeHow(out *bufio.Writer, asks []engine.Ask) {
	if len(asks) == 0 {
		return
	}
	first := &asks[0]
	choice, sample := sampleAnswer(first), `"choice": 1`
	if choice != "1" {
		sample = `"choice": 1, "text": "…"`
	}
	fmt.Fprintf(out, "Answer in answers.json and run again: {\"answers\": [{\"question\": %q, %s}]}\n", first.ID,
		sample)
	fmt.Fprintf(out, "`doc-iterate answer %s %s` writes that file.\n", first.ID, choice)
}

// sampleAnswer returns an answer to a question as `doc-iterate answer` takes it.
func sampleAnswer(ask *engine.Ask) string {
	if c := ask.Choices; len(c) > 0 && c[0].NeedsText {
		return "--text …"
	}
	return "1"
}

// A Question is one question of a run, as programs read it.
type Question struct {
	ID       string   `json:"id"`
	Finding  string   `json:"finding,omitempty"` // its id
	Document string   `json:"document"`
	Severity string   `json:"severity,omitempty"` // of the finding
	Line     int      `json:"line"`               // from 1
	Text     string   `json:"text"`
	Choices  []Choice `json:"choices"`
}

// A Choice is one answer that a question offers. Its Text is what is written, where that is certain.
type Choice struct {
	Number    int    `json:"number"`
	Label     string `json:"label"`
	Text      string `json:"text,omitempty"`
	NeedsText bool   `json:"needs_text,omitempty"`
}

// typed reports whether the first answer to the question is a text.
func (q *Question) typed() bool { return len(q.Choices) > 0 && q.Choices[0].NeedsText }

// rank orders questions by the severity of their findings: those about a document as a whole come first.
func (q *Question) rank() int {
	return slices.Index([]string{"", rules.Blocker.String(), rules.Warning.String(), rules.Suggestion.String()},
		q.Severity)
}

// questionsOf returns the questions of an escalation, which may be nil.
func questionsOf(e *engine.Escalation) []Question {
	out := []Question{}
	if e == nil {
		return out
	}
	for _, ask := range e.Questions {
		q := Question{ask.ID, ask.Finding, ask.Document, ask.Severity, ask.Line, ask.Text,
			make([]Choice, 0, len(ask.Choices))}
		for _, c := range ask.Choices {
			q.Choices = append(q.Choices, Choice{c.Number, c.Label, c.Text, c.NeedsText})
		}
		out = append(out, q)
	}
	return out
}
