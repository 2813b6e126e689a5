// Package runs writes what a run did, and where the iteration of its documents stands: a run as text, Markdown, a page,
// JSON or YAML, the states that it kept, and the log of runs. What it leaves open goes through a [report.Report].
package runs

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Run is a finished run over one or more documents, to be written.
type Run struct {
	Tool   report.Tool
	Result *result.Run
	FailOn rules.Severity
	// Failures is the documents that could not be worked on.
	Failures []report.Failure
	// DryRun says that nothing was written; the text says so.
	DryRun bool
	// OnFix says that a fix fails the run.
	OnFix bool
	// Trend is how this run and earlier ones over the same documents ended, as a page shows it.
	Trend []End
	// Commits are those of this run on the branch, as a page shows them.
	Commits []string
}

// Write writes a run in format f. Text, Markdown, HTML, JSON and YAML have forms of their own for it, and Diff is what
// the run changed; every other format shows what is left open. Its errors are those of w.
func Write(w io.Writer, f report.Format, run Run, s report.Style) error {
	var err error
	switch f {
	case report.Text:
		err = writeText(w, run, s)
	case report.Markdown:
		err = writeMarkdown(w, run, s)
	case report.JSON:
		err = report.Encode(w, f, iterationReport{IterationOf(run), evaluations(run, consulted)})
	case report.YAML:
		err = report.Encode(w, f, iterationReport{IterationOf(run), evaluations(run, judged)})
	case report.Diff:
		err = writeDiff(w, run, s)
	case report.HTML:
		err = writeHTML(w, run)
	default:
		in := remaining(run)
		in.Place = s.Place
		left := report.Findings(in)
		return f.Write(w, &left, s)
	}
	if err != nil {
		return fmt.Errorf("writing %s: %w", f, err)
	}
	return nil
}

// writeDiff writes what a run changed.
func writeDiff(w io.Writer, run Run, s report.Style) error {
	out := bufio.NewWriter(w)
	for i := range run.Result.Documents {
		d := &run.Result.Documents[i]
		if d.State.Revision == d.State.Original {
			continue
		}
		if err := report.WriteUnified(out, report.Unified(d.Path, d.Before.Bytes(), d.After.Bytes()), s); err != nil {
			return err
		}
	}
	return out.Flush()
}

// remaining returns the findings that a run left open, in the documents as they are
// now, and what it could not find out.
func remaining(run Run) report.Input {
	in := report.Input{Tool: run.Tool, FailOn: run.FailOn, Docs: map[string]*zone.Document{},
		Failures: slices.Clone(run.Failures)}
	for n := range run.Result.Documents {
		d := &run.Result.Documents[n]
		in.Paths = append(in.Paths, d.Path)
		if len(d.Unreviewed) > 0 {
			in.Failures = append(in.Failures, report.Failure{Path: d.Path, Message: "a reviewer failed: " +
				strings.Join(d.Unreviewed, ", ")})
		}
		for _, o := range d.Findings {
			if !o.Open() {
				continue
			}
			if in.Docs[d.Path] == nil {
				in.Docs[d.Path] = zone.Parse(d.Path, d.After.Bytes(), markdown.DialectOf(d.Path))
			}
			f := o.Finding
			f.Path = d.Path
			if f.Reason.Code == "" {
				f.Reason = review.Because(string(o.Reason), reasonText(&o))
			}
			in.Findings = append(in.Findings, f)
		}
	}
	return in
}

// iterationReport is the outermost object of a run's JSON and YAML. The report of the engine follows the result: in
// YAML, which people read, of each document, in JSON of those about which other programs or models were asked.
type iterationReport struct {
	Result Iteration `json:"iteration_result"`
	// Decision is the report of one document, or the list of those of several.
	Decision any `json:"iterationDecision,omitempty"`
}

// evaluations returns what the engine says about some documents of a run.
func evaluations(run Run, of func(*result.Document) bool) any {
	var out []engine.IterationDecision
	for n := range run.Result.Documents {
		if d := &run.Result.Documents[n]; of(d) {
			out = append(out, d.Evaluation())
		}
	}
	switch len(out) {
	case 0:
		return nil
	case 1:
		return out[0]
	}
	return out
}

// An Iteration is the result of a run in the keys of the iteration loop's decision output, with keys of ours behind
// them. For a run over several documents it is the sum, and Documents holds the parts.
type Iteration struct {
	CurrentIteration int    `json:"current_iteration"`
	Action           string `json:"action"` // continue, success or escalate
	Reason           string `json:"reason"` // one sentence

	IssuesBefore    int `json:"issues_before"`
	IssuesAfter     int `json:"issues_after"`
	IssuesFixed     int `json:"issues_fixed"`
	IssuesRemaining int `json:"issues_remaining"`

	FixesApplied    []AppliedFix      `json:"fixes_applied"`
	RemainingIssues []RemainingItem   `json:"remaining_issues"`
	NextAction      result.NextAction `json:"next_action"`

	Document     string              `json:"document,omitempty"`
	Run          string              `json:"run,omitempty"`
	DryRun       bool                `json:"dry_run,omitempty"`
	Decision     *Verdict            `json:"decision,omitempty"`
	Counts       table.Counts        `json:"counts"`
	Sums         table.Sums          `json:"sums"`
	QualityScore *float64            `json:"quality_score,omitempty"`
	Reviews      []engine.Opinion    `json:"reviews,omitempty"`
	Assessment   engine.Assessment   `json:"assessment,omitzero"`
	Trend        engine.Trend        `json:"trend,omitempty"`
	History      []table.Entry       `json:"history,omitempty"`
	Regression   *Regression         `json:"regression,omitempty"`
	Convergence  *engine.Convergence `json:"convergence,omitempty"`
	Metrics      *engine.Metrics     `json:"metrics,omitempty"`
	Gaps         []engine.Gap        `json:"gaps,omitempty"`
	Escalation   *engine.Escalation  `json:"escalation,omitempty"`
	Questions    []Question          `json:"questions"` // all that are open, the gravest first
	Unreviewed   []string            `json:"unreviewed,omitempty"`
	Failures     []report.Failure    `json:"failures,omitempty"` // documents that could not be worked on, for the whole run
	StartedAt    *time.Time          `json:"started_at,omitempty"`
	DurationMS   int64               `json:"duration_ms,omitempty"`
	Warnings     []string            `json:"warnings,omitempty"`
	Documents    []Iteration         `json:"documents,omitempty"`
}

// Verdict is the decision in the words of the decision table.
type Verdict struct {
	Action  table.Action  `json:"action"`
	Control table.Control `json:"control"`
	Reason  table.Reason  `json:"reason"`
	Row     int           `json:"row"`
}

// AppliedFix is one edit that stayed. Line and Column, in code points, are where
// it was made, in the revision that it was made to.
type AppliedFix struct {
	IssueID  string   `json:"issue_id"`
	FixType  string   `json:"fix_type"` // terminology, style or other
	OldValue string   `json:"old_value"`
	NewValue string   `json:"new_value"`
	Location string   `json:"location"`
	Document string   `json:"document"`
	Rule     string   `json:"rule"`
	Pass     int      `json:"pass"`
	Line     int      `json:"line"`
	Column   int      `json:"column"`
	Section  []string `json:"section,omitempty"`
	Also     []string `json:"also_changed,omitempty"`
}

// A RemainingItem is a finding that is left, with what became of it.
type RemainingItem struct {
	report.Finding
	Outcome *result.Outcome
}

// forPerson reports whether only a person can resolve the finding.
func (r *RemainingItem) forPerson() bool {
	return r.RequiresHuman || r.Outcome.Status == result.Escalated
}

// Regression is a pass that was taken back, told with ids.
type Regression struct {
	Pass     int      `json:"pass"`
	Resolved []string `json:"resolved"`
	Raised   []string `json:"raised"`
	Culprits []string `json:"culprits"`
	Salvaged []string `json:"salvaged"`
	Because  string   `json:"because,omitempty"`
}

// IterationOf returns the run as an Iteration.
func IterationOf(run Run) Iteration {
	var docs []Iteration
	out := eachIteration(run, false, func(it *Iteration, _ *result.Document) { docs = append(docs, *it) })
	if len(docs) != 1 {
		out.Documents = docs
		out.join()
	}
	return out
}

// eachIteration calls do for each document of the run, and returns the sum of all. A single document is its own sum. In
// brief it leaves out what takes time and is shown only on demand: open issues beyond those that are listed, their
// sections, and the diffs of escalations. It does not join the lists of several documents.
func eachIteration(run Run, brief bool, do func(*Iteration, *result.Document)) Iteration {
	all, total := run.Result.Documents, newTotal()
	parts := make([]Iteration, len(all))
	parallel.OnAll(len(all), func(i int) {
		defer parallel.In(all[i].Path)
		parts[i] = documentIteration(&all[i], brief)
	})
	if len(all) == 1 {
		parts[0].addRun(run)
		do(&parts[0], &all[0])
		return parts[0]
	}
	for i := range all {
		total.add(&parts[i])
		do(&parts[i], &all[i])
	}
	out := total.sum(len(all), run.Failures)
	out.addRun(run)
	return out
}

// addRun adds what is known of the run as a whole.
func (it *Iteration) addRun(run Run) {
	it.Run, it.DryRun, it.Warnings = run.Result.Run, run.DryRun, run.Result.Warnings
	it.DurationMS, it.Unreviewed, it.Failures = run.Result.Elapsed.Milliseconds(), run.Result.Unreviewed,
		report.SortedFailures(run.Failures)
	if started := run.Result.StartedAt; !started.IsZero() {
		it.StartedAt = &started
	}
}

func documentIteration(d *result.Document, brief bool) Iteration {
	score := d.State.Score
	out := Iteration{
		CurrentIteration: d.Iteration(),
		Action:           d.Decision.Action.Outcome(),
		Reason:           d.Decision.Message,
		IssuesBefore:     d.Counts.Before,
		IssuesAfter:      d.Counts.After,
		IssuesFixed:      d.Counts.Fixed,
		FixesApplied:     make([]AppliedFix, 0, len(d.Fixes)),
		NextAction:       d.Next,
		Document:         d.Path,
		Decision:         &Verdict{d.Decision.Action, d.Decision.Control, d.Decision.Reason, d.Decision.Row},
		Counts:           d.Counts,
		Sums:             d.Counts.Sums(),
		QualityScore:     &score,
		Reviews:          d.State.Reviews,
		Assessment:       d.State.Assessment,
		Trend:            d.State.Trend,
		History:          d.State.Iteration.History,
		Regression:       regressionOf(d.Regression),
		Convergence:      d.Convergence,
		Gaps:             d.State.Gaps.Open,
		Escalation:       d.Escalation,
		Questions:        questionsOf(d.Escalation),
		Unreviewed:       d.Unreviewed,
	}
	if !brief {
		out.Escalation = d.Explained()
	}
	if d.Metrics != (engine.Metrics{}) {
		out.Metrics = &d.Metrics
	}
	for i := range d.Fixes {
		out.FixesApplied = append(out.FixesApplied, appliedFix(d.Path, &d.Fixes[i]))
	}
	var open []*result.Outcome
	for i := range d.Findings {
		if o := &d.Findings[i]; o.Open() {
			open = append(open, o)
		}
	}
	if out.IssuesRemaining = len(open); brief {
		open = open[:min(listLimit, len(open))]
	}
	out.RemainingIssues = remainingItems(d, open, brief)
	return out
}

// remainingItems returns open findings of a document.
func remainingItems(d *result.Document, open []*result.Outcome, brief bool) []RemainingItem {
	out := make([]RemainingItem, 0, len(open))
	if len(open) == 0 {
		return out
	}
	res := report.NewResolver(d.Path, d.After.Bytes(), brief)
	for _, o := range open {
		out = append(out, remainingItem(res, d.Path, o))
	}
	return out
}

func appliedFix(path string, f *result.Fix) AppliedFix {
	return AppliedFix{
		IssueID: f.Finding.ID, FixType: f.Type(), OldValue: f.Old, NewValue: f.New, Location: f.Location(),
		Document: path, Rule: f.Finding.Rule, Pass: f.Pass, Line: f.Place.Line, Column: f.Place.Column,
		Section: f.Section, Also: f.Also,
	}
}

func remainingItem(res *report.Resolver, path string, o *result.Outcome) RemainingItem {
	f := o.Finding
	f.Path = path
	return RemainingItem{res.Finding(&f, nil), o}
}

// reasonText says why a finding is not fixed: the detail, or else the code.
func reasonText(o *result.Outcome) string {
	return cmp.Or(o.Detail, o.Finding.Reason.Text, string(o.Reason), string(o.Status))
}

func regressionOf(r *result.Regression) *Regression {
	if r == nil {
		return nil
	}
	return &Regression{
		Pass: r.Pass, Resolved: findingIDs(r.Resolved), Raised: findingIDs(r.Raised),
		Culprits: fixIDs(r.Culprits), Salvaged: fixIDs(r.Salvaged), Because: r.Because,
	}
}

func findingIDs(findings []review.Finding) []string {
	ids := make([]string, 0, len(findings))
	for i := range findings {
		ids = append(ids, findings[i].ID)
	}
	return ids
}

func fixIDs(fixes []result.Fix) []string {
	ids := make([]string, 0, len(fixes))
	for i := range fixes {
		ids = append(ids, fixes[i].Finding.ID)
	}
	return ids
}
