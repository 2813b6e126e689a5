package engine

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Check is the state of a validation loop after one iteration: the results of its tests and its review.
type Check struct {
	TaskID       string
	Current, Max int
	TestPassed   bool
	TestOutput   string
	Review       ReviewStatus
	Feedback     string
	// Attempts are the earlier iterations, oldest first.
	Attempts []AttemptNote
	Diff     string
	Settings rules.Iteration
}

// A ReviewStatus is the outcome of a review.
type ReviewStatus string

// The outcomes.
const (
	ReviewApprove ReviewStatus = "approve"
	ReviewReject  ReviewStatus = "reject"
	ReviewPending ReviewStatus = "pending"
)

// An AttemptNote is one earlier iteration.
type AttemptNote struct {
	Iteration int
	Summary   string
}

// A ControlAction is the next step of a validation loop.
type ControlAction string

// The actions.
const (
	ActionProceed  ControlAction = "proceed"
	ActionRetry    ControlAction = "retry"
	ActionEscalate ControlAction = "escalate"
)

// A ControlDecision is the answer to a Check. Its action says which of the other
// fields there are.
type ControlDecision struct {
	Action    ControlAction      `json:"action"`
	TaskID    string             `json:"task_id"`
	Message   string             `json:"message,omitempty"`   // proceed
	Iteration int                `json:"iteration,omitempty"` // retry: the next one; escalate: the last one
	Feedback  *Guide             `json:"feedback,omitempty"`  // retry
	Context   *EscalationContext `json:"context,omitempty"`   // escalate
	Question  string             `json:"question,omitempty"`  // escalate
}

// An EscalationContext is what a person needs to know to answer.
type EscalationContext struct {
	AttemptsSummary string `json:"attempts_summary"`
	PatternDetected string `json:"pattern_detected"`
	Diff            string `json:"diff,omitempty"`
}

// Control decides on the next step. An output that passed and is approved proceeds. Any other one is tried again with
// feedback, unless the settings leave that to a person; after the last iteration it escalates. A pending review is
// tried again.
func Control(c Check) ControlDecision {
	f := c.failure()
	switch {
	case c.TestPassed && c.Review == ReviewApprove:
		return ControlDecision{
			Action: ActionProceed, TaskID: c.TaskID, Message: "Validation passed. Proceeding to next task.",
		}
	case c.Current >= c.Max,
		!c.TestPassed && !c.Settings.AutoRetryOnTestFail,
		c.TestPassed && c.Review == ReviewReject && !c.Settings.AutoRetryOnReviewReject:
		return c.escalate(f)
	}
	guide := f.guide(c.Settings.FeedbackMaxLength)
	return ControlDecision{Action: ActionRetry, TaskID: c.TaskID, Iteration: c.Current + 1, Feedback: &guide}
}

// A failure is why a check did not pass.
type failure struct {
	label    string // "Test failed" and the like
	summary  string
	items    []string // the gravest first
	priority Priority
	// expected and received are the last pair that a test printed.
	expected, received string
}

func (c *Check) failure() failure {
	switch {
	case !c.TestPassed:
		return testFailure(c.TestOutput)
	case c.Review == ReviewReject:
		return rejection(c.Feedback)
	}
	return failure{
		label: "Review pending", summary: "no verdict yet", priority: PriorityLow,
		items: []string{"Wait for the review, or ask for one."},
	}
}

// String returns the failure in one line.
func (f *failure) String() string { return f.label + " - " + f.summary }

// guide returns the failure as feedback of at most so many code points.
func (f *failure) guide(most int) Guide {
	g := Guide{Summary: f.label + ": " + f.summary, ActionableItems: []string{}, Priority: f.priority}
	if len([]rune(g.Summary)) > most/2 {
		g.Summary = Clip(g.Summary, (most+1)/2) // what to do matters as much
	}
	g.fill(f.items, most)
	return g
}

// testFailure reads the output of a test: the tests that failed, the expected and the received value, and lines with
// errors. It leaves out stack traces.
func testFailure(output string) failure {
	f := failure{label: "Test failed", priority: PriorityHigh}
	var failed, wrong, rest []string
	for line := range strings.Lines(output) {
		line = strings.Join(strings.Fields(line), " ")
		switch {
		case line == "" || strings.HasPrefix(line, "at "):
		case after(line, "expected:", "want:") != "":
			f.expected = after(line, "expected:", "want:")
		case after(line, "received:", "got:", "actual:") != "":
			f.received = after(line, "received:", "got:", "actual:")
			wrong = append(wrong, f.difference())
		case after(line, "FAIL ", "--- FAIL: ", "not ok ") != "":
			failed = append(failed, after(line, "FAIL ", "--- FAIL: ", "not ok "))
		case hasAny(line, "error", "panic", "exception", "assert", "failed", "cannot", "undefined"):
			wrong = append(wrong, line)
		default:
			rest = append(rest, line)
		}
	}
	if f.expected != "" && f.received == "" {
		wrong = append(wrong, "expected "+f.expected)
	}
	what := append(wrong, rest...)
	switch {
	case len(what) > 0:
		f.summary = what[0]
	case len(failed) > 0:
		f.summary = failed[0]
	default:
		f.summary = "no output"
	}
	for _, w := range wrong {
		f.add("Resolve: " + w)
	}
	for _, t := range failed {
		f.add("Make it pass: " + t)
	}
	if len(f.items) == 0 {
		f.add("Resolve: " + f.summary)
	}
	return f
}

func (f *failure) add(item string) {
	if !slices.Contains(f.items, item) {
		f.items = append(f.items, item)
	}
}

func (f *failure) difference() string {
	if f.expected == "" {
		return "received " + f.received
	}
	return "expected " + f.expected + ", received " + f.received
}

// after returns the rest of a line that begins with one of the marks, in any case.
// Of other lines it returns nothing.
func after(line string, marks ...string) string {
	for _, m := range marks {
		if len(line) >= len(m) && strings.EqualFold(line[:len(m)], m) {
			return strings.TrimSpace(line[len(m):])
		}
	}
	return ""
}

// hasAny reports whether a line has one of the words, in any case.
func hasAny(line string, words ...string) bool {
	lower := strings.ToLower(line)
	return slices.ContainsFunc(words, func(word string) bool { return strings.Contains(lower, word) })
}

// rejection reads the feedback of a review: one item a line or list entry, the obligatory ones first.
func rejection(feedback string) failure {
	f := failure{label: "Review rejected", priority: PriorityMedium}
	var must, should []string
	for line := range strings.Lines(feedback) {
		item := withoutMarker(strings.Join(strings.Fields(line), " "))
		switch {
		case item == "":
		case hasAny(item, "must", "blocker", "critical", "security"):
			must = append(must, item)
		default:
			should = append(should, item)
		}
	}
	for _, item := range append(must, should...) {
		f.add(item)
	}
	f.summary = "no reason given"
	if len(f.items) > 0 {
		f.summary = f.items[0]
	} else {
		f.add("Ask the reviewer for the reason.")
	}
	if len(must) > 0 {
		f.priority = PriorityHigh
	}
	return f
}

// withoutMarker returns a line without its list marker, and nothing where the line is only
// a marker. A number without a mark behind it is part of the text.
func withoutMarker(line string) string {
	marker, rest, _ := strings.Cut(line, " ")
	number := strings.TrimRight(marker, ".)")
	switch {
	case strings.Trim(line, "-*+•") == "":
		return ""
	case strings.HasPrefix(line, "•"):
		return strings.TrimSpace(strings.TrimPrefix(line, "•"))
	case marker == "-", marker == "*", marker == "+", len(number) == len(marker)-1 &&
		strings.Trim(number, "0123456789") == "":
		return rest
	}
	return line
}

func (c *Check) escalate(f failure) ControlDecision {
	var lines []string
	for _, a := range c.Attempts {
		lines = append(lines, fmt.Sprintf("Iteration %d: %s", a.Iteration, a.Summary))
	}
	if n := len(c.Attempts); n == 0 || c.Attempts[n-1].Iteration < c.Current {
		lines = append(lines, fmt.Sprintf("Iteration %d: %s", c.Current, &f))
	}
	context := &EscalationContext{
		AttemptsSummary: strings.Join(lines, "\n") + "\n", PatternDetected: commonPattern(c.summaries(f)),
	}
	if c.Settings.EscalationIncludesDiff {
		context.Diff = c.Diff
	}
	return ControlDecision{
		Action: ActionEscalate, TaskID: c.TaskID, Iteration: c.Current, Context: context, Question: c.question(f),
	}
}

func (c *Check) summaries(f failure) []string {
	var out []string
	for _, a := range c.Attempts {
		if a.Iteration < c.Current {
			out = append(out, a.Summary)
		}
	}
	return append(out, f.String())
}

// commonPattern says what failures have in common: they are all the same, or they share words.
func commonPattern(summaries []string) string {
	if len(summaries) == 1 {
		return "one failure is known: " + summaries[0]
	}
	if !slices.ContainsFunc(summaries, func(s string) bool { return s != summaries[0] }) {
		return fmt.Sprintf("the same failure %d times: %s", len(summaries), summaries[0])
	}
	shared := keywords(summaries[0])
	for _, s := range summaries[1:] {
		words := keywords(s)
		shared = slices.DeleteFunc(shared, func(w string) bool {
			return !slices.ContainsFunc(words, func(o string) bool { return strings.EqualFold(w, o) })
		})
	}
	if len(shared) == 0 {
		return "every iteration failed in another way"
	}
	return "every failure is about " + strings.Join(shared, ", ")
}

// keywords returns the words of a summary that say what it is about, each once.
func keywords(summary string) []string {
	var out []string
	between := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '_' }
	for w := range strings.FieldsFuncSeq(summary, between) {
		switch lower := strings.ToLower(w); {
		case len([]rune(w)) < 4, slices.Contains(out, w):
		case slices.Contains([]string{"test", "tests", "failed", "expected", "received", "undefined", "error", "review",
			"rejected", "that", "with", "from", "this", "should", "iteration"}, lower):
		default:
			out = append(out, w)
		}
	}
	return out
}

// question returns one question with its choices.
func (c *Check) question(f failure) string {
	head := fmt.Sprintf("After %s, ", wording.Count(c.Current, "attempt"))
	f.summary = strings.TrimRight(f.summary, ".")
	switch {
	case !c.TestPassed && f.expected != "" && f.received != "":
		return head + fmt.Sprintf("the test still fails: %s.\n\nWhich one is right?\n1. %s (change what is tested)\n2. %s "+
			"(change the test)\n",
			f.summary, f.expected, f.received)
	case !c.TestPassed:
		return head + fmt.Sprintf("the test still fails: %s.\n\nWhat is wrong?\n1. What is tested (give the right "+
			"behaviour)\n2. The test (change it)\n", f.summary)
	case c.Review == ReviewReject:
		return head + fmt.Sprintf("the review still rejects: %s.\n\nWhat should happen?\n1. Do as the reviewer says, by "+
			"hand\n2. Accept the result as it is\n", f.summary)
	}
	return head + "the review is still pending.\n\nWhat should happen?\n1. Wait for the review\n2. Accept the result " +
		"without one\n"
}
