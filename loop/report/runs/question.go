package runs

import (
	"bufio"
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/rules"
)

// listLimit is how many fixes, issues and questions of a document are listed for people who did not ask for all.
const listLimit = 25

// writeQuestions puts the questions of an escalation, and says how to answer them.
func writeQuestions(out *bufio.Writer, e *engine.Escalation, s report.Style) {
	if e == nil {
		return
	}
	title := "### Question"
	if len(e.Questions) > 1 {
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
	writeAsks(out, e.Questions, s)
}

// writeAsks lists questions with their choices, and says how to answer them.
func writeAsks(out *bufio.Writer, all []engine.Ask, s report.Style) {
	asks := all
	if !s.Verbose {
		asks = all[:min(listLimit, len(all))]
	}
	for _, ask := range asks {
		fmt.Fprintf(out, "%s: %s\n", ask.ID, wording.Visible(ask.Text))
		for _, c := range ask.Choices {
			fmt.Fprintf(out, "  %d. %s\n", c.Number, wording.Visible(c.Label))
		}
	}
	if more := len(all) - len(asks); more > 0 {
		fmt.Fprintf(out, "- and %d more (--verbose lists them)\n", more)
	}
	if len(asks) > 0 {
		first := &asks[0]
		choice, sample := sampleAnswer(first), `"choice": 1`
		if choice != "1" {
			sample = `"choice": 1, "text": "…"`
		}
		fmt.Fprintf(out, "Answer in answers.json and run again: {\"answers\": [{\"question\": %q, %s}]}\n", first.ID, sample)
		fmt.Fprintf(out, "`doc-iterate answer %s %s` writes that file.\n", first.ID, choice)
	}
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
