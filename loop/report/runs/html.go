package runs

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/report/page"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// writeHTML writes a run as a page.
func writeHTML(w io.Writer, run Run) error {
	p := page.Page{Facts: report.ToolFacts(run.Tool), Runs: trendOf(run.Trend)}
	var names []string
	revisions := revisionsOf(run.Result)
	all := eachIteration(run, true, func(it *Iteration, d *result.Document) {
		names = append(names, d.Path)
		if len(d.Findings) > 0 || len(d.Fixes) > 0 || it.Action == "escalate" {
			p.Documents = append(p.Documents, runDocument(d, it, revisions[d.Path]))
		}
	})
	p.Lead = fmt.Sprintf("%s %s.", all.Sums, wording.Visible(all.Reason))
	p.Next, p.Commands = nextOf(&all), commandsOf(run, &all)
	p.Title = "Review and fixes of " + report.TitleOf(names)
	if run.DryRun {
		p.Warnings = append(p.Warnings, "This is a dry run. Nothing is written.")
	}
	for _, f := range run.Failures {
		p.Warnings = append(p.Warnings, wording.Visible(f.Path+": "+f.Message))
	}
	for _, warning := range run.Result.Warnings {
		p.Warnings = append(p.Warnings, wording.Visible(warning))
	}
	p.Facts = append(p.Facts, page.Fact{Name: "Documents", Value: fmt.Sprint(len(names))},
		page.Fact{Name: "Result", Value: wording.Visible(all.Reason)})
	for _, commit := range run.Commits {
		p.Facts = append(p.Facts, page.Fact{Name: "Commit", Value: wording.Visible(commit)})
	}
	if run.Result.Run != "" {
		p.Facts = append(p.Facts, page.Fact{Name: "Run", Value: wording.Visible(run.Result.Run)})
	}
	if !run.Result.StartedAt.IsZero() {
		p.Facts = append(p.Facts, page.Fact{Name: "Began", Value: stamp(run.Result.StartedAt)},
			page.Fact{Name: "Took", Value: run.Result.Elapsed.Round(time.Millisecond).String()})
	}
	return page.Write(w, p)
}

// nextOf returns the next step in one paragraph, without the command.
func nextOf(it *Iteration) string {
	text, _, _ := strings.Cut(nextStep(it), "\n")
	return text
}

// commandsOf returns the commands that lead on after a run.
func commandsOf(run Run, all *Iteration) (out []page.Fact) {
	if len(all.Questions) > 0 && !run.DryRun {
		out = append(out, page.Fact{Name: "Answer the first question", Value: "doc-iterate answer " +
			wording.Visible(all.Questions[0].ID) + " " + map[bool]string{true: "--text …",
			false: "1"}[all.Questions[0].typed()]})
	}
	if c := all.NextAction.Command; c != "" {
		out = append(out, page.Fact{Name: "Look again", Value: wording.Visible(c)})
	}
	if len(run.Commits) > 0 {
		ids := make([]string, len(run.Commits))
		for i, commit := range run.Commits {
			ids[i] = short(commit)
		}
		out = append(out, page.Fact{Name: "See what was committed", Value: "git show " + strings.Join(ids, " ")})
	}
	if id := run.Result.Run; id != "" && !run.DryRun && all.IssuesFixed > 0 {
		out = append(out, page.Fact{Name: "Take the run back", Value: "doc-iterate undo " + wording.Visible(id)})
	}
	return out
}

// A End is how a run left documents: what was open in all of them, and their mean score.
type End struct {
	At    time.Time // when the run began
	Open  int
	Score float64
}

func trendOf(ends []End) []page.Run {
	out := make([]page.Run, len(ends))
	for i, e := range ends {
		out[i] = page.Run{Label: stamp(e.At), Open: e.Open, Score: e.Score}
	}
	return out
}

func runDocument(d *result.Document, it *Iteration, revs revisions) page.Document {
	out := page.Document{
		Path: wording.Visible(d.Path), Passes: passesOf(it.History), Next: nextOf(it),
		Lead: fmt.Sprintf("%s %s (%s).", it.Sums, headline(it), it.Decision.Reason),
	}
	asks := map[string]*engine.Ask{}
	if it.Escalation != nil {
		var others []engine.Ask
		for n := range it.Escalation.Questions {
			ask := &it.Escalation.Questions[n]
			about := func(o result.Outcome) bool { return o.Open() && o.Finding.ID == ask.Finding }
			if ask.Finding != "" && asks[ask.Finding] == nil && slices.ContainsFunc(d.Findings, about) {
				asks[ask.Finding] = ask
			} else {
				others = append(others, *ask)
			}
		}
		out.Questions = pageQuestions(others)
		for _, a := range it.Escalation.Attempts {
			out.Notes = append(out.Notes, wording.Visible(a))
		}
	}
	for _, line := range slices.Concat(convergenceLines(it), engineLines(d)) {
		out.Notes = append(out.Notes, wording.Visible(line))
	}
	for _, name := range d.Unreviewed {
		out.Notes = append(out.Notes, "Reviewer "+wording.Visible(name)+" failed.")
	}
	if r := d.Regression; r != nil {
		out.Notes = append(out.Notes, fmt.Sprintf("Pass %d was taken back: it resolved %d and raised "+
			"%d.", r.Pass, len(r.Resolved), len(r.Raised)))
		for i := range r.Culprits {
			f := &r.Culprits[i]
			out.Notes = append(out.Notes, fmt.Sprintf("It was made worse by %s at %d:%d: %s → %s.",
				wording.Visible(cmp.Or(f.Finding.Rule, f.Type())), f.Place.Line, f.Place.Column,
				excerpt(f.Old), excerpt(f.New)))
		}
	}
	fixes := map[review.Key][]*result.Fix{}
	for i := range d.Fixes {
		fixes[d.Fixes[i].Finding.Key] = append(fixes[d.Fixes[i].Finding.Key], &d.Fixes[i])
	}
	res := report.NewResolver(d.Path, d.After.Bytes(), false)
	for i := range d.Findings {
		o := &d.Findings[i]
		var mine []*result.Fix
		if o.Status == result.Fixed || o.Finding.Remedy == review.Silence {
			mine = fixes[o.Finding.Key]
			delete(fixes, o.Finding.Key)
		}
		it := runItem(res, d.Path, o, mine, revs)
		if ask := asks[o.Finding.ID]; ask != nil && o.Open() {
			own := *ask
			own.Text, own.Line = asked(ask, o.Finding.Message), 0 // what the card says already
			it.Question = &pageQuestions([]engine.Ask{own})[0]
		}
		out.Items = append(out.Items, it)
	}
	for i := range d.Fixes { // those of findings that are not in the ledger as fixed
		f := &d.Fixes[i]
		if _, left := fixes[f.Finding.Key]; left {
			o := f.Outcome()
			out.Items = append(out.Items, runItem(res, d.Path, &o, []*result.Fix{f}, revs))
		}
	}
	slices.SortStableFunc(out.Items, func(a, b page.Item) int { return cmp.Compare(lineOf(a.Place), lineOf(b.Place)) })
	return out
}

// lineOf returns the line of a place. None is behind all others.
func lineOf(place string) int {
	line, _, _ := strings.Cut(strings.TrimPrefix(place, "~"), ":")
	n, err := strconv.Atoi(line)
	if err != nil {
		return math.MaxInt
	}
	return n
}

// runItem returns a finding of a run with what became of it, and the fixes that were made for it.
func runItem(res *report.Resolver, path string, o *result.Outcome, fixes []*result.Fix, revs revisions) page.Item {
	r := remainingItem(res, path, o)
	if o.Status == result.Fixed { // its place is one of an earlier revision
		r.Start, r.Snippet, r.Section = nil, nil, nil
	}
	it := report.ItemOf(&r.Finding)
	it.State, it.Pass = string(o.Status), o.Pass
	for n, f := range fixes {
		if n == 0 {
			it.Place = fmt.Sprintf("%d:%d", f.Place.Line, f.Place.Column)
			it.Section = wording.Visible(strings.Join(f.Section, " > "))
		}
		it.Changes = append(it.Changes, revs.change(f))
		if len(f.Also) > 0 {
			it.Why = "Links were changed in " + wording.Visible(strings.Join(f.Also, ", ")) + " too."
		}
	}
	switch {
	case o.Status == result.Fixed && len(fixes) == 0:
		it.Why = "Another fix resolved it."
	case o.Status != result.Fixed:
		it.Why = wording.Visible(reasonText(o))
		if len(fixes) == 0 {
			it.Context = report.ContextOf(&r.Finding)
		}
	}
	return it
}

func passesOf(history []table.Entry) []page.Pass {
	out := make([]page.Pass, 0, len(history))
	for i := range history {
		e := &history[i]
		out = append(out, page.Pass{
			Number: e.Iteration, Verdict: string(e.Verdict), In: e.IssuesIn, Out: e.IssuesOut,
			Edited: len(e.FixesApplied),
			Score:  e.Score,
		})
	}
	return out
}

func pageQuestions(asks []engine.Ask) []page.Question {
	var out []page.Question
	for _, ask := range asks {
		q := page.Question{
			ID: wording.Visible(ask.ID), Text: wording.Visible(ask.Text),
			Command: "doc-iterate answer " + wording.Visible(ask.ID) + " " + sampleAnswer(&ask),
		}
		if ask.Line > 0 {
			q.Place = fmt.Sprintf("line %d", ask.Line)
		}
		for _, c := range ask.Choices {
			q.Choices = append(q.Choices, wording.Visible(c.Label))
		}
		out = append(out, q)
	}
	return out
}

// A Past is a run that is on record, as a page shows it.
type Past struct {
	Tool   report.Tool
	ID     string
	Passes []LogEntry
	States []Status
	Trend  []End // over the same documents, up to this run
	// Find returns the bytes of a document by its path and SHA-256, nil where they are not kept.
	Find func(path, sum string) []byte
}

// WritePast writes a run that is on record as a page.
func WritePast(w io.Writer, run Past) error {
	p := page.Page{
		Facts: append(report.ToolFacts(run.Tool), page.Fact{Name: "Run", Value: wording.Visible(run.ID)}),
		Runs:  trendOf(run.Trend),
	}
	var names []string
	fixed, open := 0, 0
	for _, e := range run.Passes {
		if e.Undone {
			p.Warnings = []string{"This run was undone."}
		}
		p.Facts = append(p.Facts, page.Fact{Name: stamp(e.Time), Value: wording.Visible(e.Subject)})
		if e.Published != "" && !e.Undone {
			p.Commands = append(p.Commands, page.Fact{
				Name: "See what was committed", Value: "git show " + short(e.Published),
			})
		}
	}
	if len(p.Commands) > 0 {
		p.Commands = append(p.Commands, page.Fact{
			Name: "Take the run back", Value: "doc-iterate undo " + wording.Visible(run.ID),
		})
	}
	for i := range run.States {
		st := &run.States[i]
		names = append(names, st.Document)
		d, done := pastDocument(st, run.Find)
		fixed, open = fixed+done, open+len(st.Remaining)
		p.Documents = append(p.Documents, d)
	}
	p.Title = "Run over " + report.TitleOf(names)
	p.Lead = table.Sums{Found: fixed + open, Fixed: fixed, Left: open}.String()
	return page.Write(w, p)
}

// pastDocument returns a document of a run that is on record, and how many of its findings were fixed.
func pastDocument(st *Status, find func(path, sum string) []byte) (page.Document, int) {
	d := page.Document{Path: wording.Visible(st.Document), Passes: passesOf(st.Iteration.History),
		Questions: pageQuestions(st.Questions)}
	if st.Decision != nil {
		d.Next = wording.Visible(st.Decision.Message)
	}
	left := map[string]bool{}
	for i := range st.Remaining {
		left[st.Remaining[i].ID] = true
	}
	fixed, before := 0, st.Original
	for i := range st.Iteration.History {
		e := &st.Iteration.History[i]
		if e.Verdict != table.Accepted {
			continue
		}
		for _, id := range e.FixesApplied {
			if !left[id] {
				fixed++
			}
		}
		old, changed := find(st.Document, before), find(st.Document, e.Revision)
		if before = e.Revision; old == nil || changed == nil {
			continue
		}
		p := &d.Passes[i]
		p.Edits = wording.Visible(strings.Join(e.FixesApplied, ", "))
		for _, edit := range source.BetweenWords(old, changed) {
			p.Changes = append(p.Changes, page.WordDiff(old, edit))
		}
	}
	for i := range st.Remaining {
		r := &st.Remaining[i]
		it := page.Item{
			Name: report.Name(r.ID, r.Rule), Rule: wording.Visible(cmp.Or(r.Rule, report.Unnamed)),
			Severity: r.Severity.String(),
			State:    string(result.Remains), Message: wording.Visible(r.Description),
			Why: wording.Visible(cmp.Or(r.Detail, r.Reason)),
		}
		if r.RequiresHuman {
			it.State = string(result.Escalated)
		}
		d.Items = append(d.Items, it)
	}
	d.Lead = table.Sums{Found: fixed + len(st.Remaining), Fixed: fixed, Left: len(st.Remaining)}.String()
	return d, fixed
}
