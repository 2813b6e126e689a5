package runs

import (
	"bufio"
	"bytes"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// writeText writes what became of each document that had findings, and, for several documents, a last line over
// all. On a terminal it shows the documents of the first ten findings, and counts the rest by rule.
func writeText(w io.Writer, run Run, s report.Style) error {
	out := bufio.NewWriter(s.Wrap(w))
	if s.Hook {
		return cmp.Or(writeHookText(out, run, s), out.Flush())
	}
	revisions := revisionsOf(run.Result)
	shown, hidden := 0, 0
	all, quiet := eachConcerned(run, s, func(it *Iteration, d *result.Document) {
		if s.Brief() && shown >= report.BriefLimit {
			hidden++
			return
		}
		shown += max(len(d.Findings), 1)
		writeDocumentText(out, it, d, revisions[d.Path], run.DryRun, s)
		if s.Verbose {
			writeTrace(out, d, s)
		}
	})
	if hidden > 0 {
		fmt.Fprintf(out, "and %s (--verbose shows all). By rule:\n", wording.Count(hidden, "more document"))
		_ = report.WriteStatistics(out, report.Text, Statistics(run.Result), s) // Flush returns the error
	}
	if len(run.Result.Documents) > 1 {
		writeTotal(out, &all, quiet, s)
	}
	return out.Flush()
}

// writeHookText writes what a hook says that stops a commit, in few lines.
func writeHookText(out *bufio.Writer, run Run, s report.Style) error {
	var changed []string
	all, _ := eachConcerned(run, s, func(_ *Iteration, d *result.Document) {
		if len(d.Fixes) > 0 {
			changed = append(changed, wording.Visible(s.Place(d.Path)))
		}
	})
	fmt.Fprintln(out, all.Sums)
	if len(changed) > 0 {
		fmt.Fprintf(out, "Changed: %s\n", wording.List(changed, 5))
	}
	left := report.Findings(remaining(run))
	if len(left.Findings) > 0 {
		return report.Text.Write(out, &left, s)
	}
	if len(changed) > 0 && run.OnFix {
		out.WriteString("Look at it, git add it, and commit again.\n")
	}
	return nil
}

// eachConcerned calls write for each document that has something to tell of. It returns the sum of all, and the number
// of the others.
func eachConcerned(run Run, s report.Style, write func(*Iteration, *result.Document)) (all Iteration, quiet int) {
	all = eachIteration(run, !s.Verbose, func(it *Iteration, d *result.Document) {
		if len(run.Result.Documents) > 1 && it.Action != "escalate" && !concerned(d, s) {
			quiet++
			return
		}
		write(it, d)
	})
	return all, quiet
}

// concerned reports whether a document has findings to tell of: those out of scope are
// counted for people who did not ask for all, except for what a comment switches off.
func concerned(d *result.Document, s report.Style) bool {
	return slices.ContainsFunc(d.Findings, func(o result.Outcome) bool {
		return s.Verbose || o.Status != result.Outside || o.Reason == result.SwitchedOff
	})
}

func writeDocumentText(
	out *bufio.Writer, it *Iteration, d *result.Document, revs revisions, dryRun bool, s report.Style,
) {
	fmt.Fprintf(out, "%s\n", s.Paint(report.Bold, it.Sums.String()))
	if dryRun && len(it.FixesApplied) > 0 {
		out.WriteString("This is a dry run. Nothing is written.\n")
	}
	when := "reviewed"
	if it.CurrentIteration > 0 {
		when = fmt.Sprintf("iteration %d", it.CurrentIteration)
	}
	fmt.Fprintf(out, "%s, %s: %s (%s)", s.Paint(report.Bold, wording.Visible(it.Document)), when,
		s.Paint(outcomePaint(it.Action), headline(it)), it.Decision.Reason)
	if n := it.Counts.Elsewhere(); n > 0 {
		fmt.Fprintf(out, ", %d out of scope", n)
	}
	if n := it.Counts.Silenced; n > 0 {
		fmt.Fprintf(out, ", %d silenced by comments", n)
	}
	out.WriteByte('\n')
	if len(d.Fixes) > 0 {
		fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Fixes Applied"))
		writeList(out, len(d.Fixes), s, func(i int) { writeFix(out, d, &d.Fixes[i], revs, s) })
	}
	writeRegression(out, d.Regression, s)
	asks, others := asksOf(it)
	if it.IssuesRemaining > 0 {
		fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Remaining Issues"))
		src := d.After.Bytes()
		writeList(out, it.IssuesRemaining, s, func(i int) {
			r := &it.RemainingIssues[i]
			writeOpen(out, d, r, src, asks[r.ID], s)
		})
	}
	writeSuppressed(out, d, s)
	writeOpinions(out, it.Reviews, s)
	writeEngine(out, it, d, s)
	writeQuestions(out, it, others, s)
	fmt.Fprintf(out, "\n%s\n%s\n", s.Paint(report.Bold, "### Next Step"), nextStep(it))
	writeAnswering(out, it)
	out.WriteByte('\n')
}

// asksOf returns the questions of a document by the finding that they are about, and those that no listed finding has.
func asksOf(it *Iteration) (byFinding map[string]*engine.Ask, others []engine.Ask) {
	byFinding = map[string]*engine.Ask{}
	if it.Escalation == nil {
		return byFinding, nil
	}
	for n := range it.Escalation.Questions {
		ask := &it.Escalation.Questions[n]
		listed := func(r RemainingItem) bool { return r.ID == ask.Finding }
		if ask.Finding != "" && byFinding[ask.Finding] == nil && slices.ContainsFunc(it.RemainingIssues, listed) {
			byFinding[ask.Finding] = ask
		} else {
			others = append(others, *ask)
		}
	}
	return byFinding, others
}

// writeList writes n items, or the first of them and how many are left out.
func writeList(out *bufio.Writer, n int, s report.Style, item func(int)) {
	if n == 0 {
		out.WriteString("None.\n")
	}
	for i := range n {
		if i == listLimit && !s.Verbose {
			fmt.Fprintf(out, "- and %d more (--verbose lists them)\n", n-i)
			return
		}
		item(i)
	}
}

// reviewerOf returns the name of the reviewer that found f, "" for the rules, and where none was asked in the run.
func reviewerOf(f *review.Finding, d *result.Document) string {
	if f.Source == review.BuiltIn || !consulted(d) {
		return ""
	}
	return f.Source
}

// longestSaid is how much of what a reviewer said of a fix is shown.
const longestSaid = 100

// writeFix writes a fix as a word diff with some context.
func writeFix(out *bufio.Writer, d *result.Document, f *result.Fix, revs revisions, s report.Style) {
	found, by := f.Finding, reviewerOf(f.Finding, d)
	if strings.HasPrefix(found.ID, "issue-") { // a name that its reviewer did not give says nothing
		by = found.Source
	}
	fmt.Fprintf(out, "- %s at %d:%d: %s", report.Name(found.ID, cmp.Or(found.Rule, by, f.Type())), f.Place.Line,
		f.Place.Column, diffText(revs.change(f), s))
	if len(f.Also) > 0 {
		fmt.Fprintf(out, " (and links in %s)", wording.Visible(strings.Join(f.Also, ", ")))
	}
	out.WriteByte('\n')
	if found.Rule == "" && by != "" && found.Message != "" {
		said := engine.Clip(wording.Sentence(found.Message), longestSaid)
		fmt.Fprintf(out, "  %s\n", s.Paint(report.Dim, wording.Visible(said)))
	}
}

// excerpt quotes the start of a text, on one line.
func excerpt(text string) string {
	const longest = 60
	if text == "" {
		return "nothing"
	}
	runes := []rune(text)
	if len(runes) > longest {
		text = string(runes[:longest]) + "…"
	}
	return "“" + wording.Visible(text) + "”"
}

func writeRegression(out *bufio.Writer, r *result.Regression, s report.Style) {
	if r == nil {
		return
	}
	fmt.Fprintf(out, "%s pass %d resolved %d and raised %d", s.Paint(report.Red, "Taken back:"), r.Pass,
		len(r.Resolved), len(r.Raised))
	if r.Because != "" {
		fmt.Fprintf(out, ", because it shares a change with %s", wording.Visible(r.Because))
	}
	out.WriteString(".\n")
	for _, part := range []struct {
		what  string
		fixes []result.Fix
	}{{"made it worse", r.Culprits}, {"kept", r.Salvaged}} {
		for i := range part.fixes {
			f := &part.fixes[i]
			fmt.Fprintf(out, "- %s: %s at %d:%d: %s → %s\n", part.what, wording.Visible(cmp.Or(f.Finding.Rule,
				f.Type())),
				f.Place.Line, f.Place.Column, excerpt(f.Old), excerpt(f.New))
		}
	}
}

// writeOpen writes all that is to say about an open finding of a document: its line, why it is open, and the question
// about it, which may be nil.
func writeOpen(
	out *bufio.Writer, d *result.Document, r *RemainingItem, src []byte, ask *engine.Ask, s report.Style,
) {
	fmt.Fprintf(out, "- [%s] ", s.Paint(report.SeverityPaint(r.Severity), capital(r.Severity.String())))
	if label := report.Name(r.ID, cmp.Or(r.Rule, reviewerOf(&r.Finding.Finding, d))); label != "" {
		fmt.Fprintf(out, "%s", label)
		if r.Start != nil {
			fmt.Fprintf(out, " at %s", r.Place())
		}
		out.WriteString(": ")
	}
	out.WriteString(wording.Visible(r.Message))
	why := reasonText(r.Outcome)
	if r.forPerson() {
		why = "needs you: " + why
	}
	out.WriteByte('\n')
	if r.Start != nil && r.State == review.Located {
		if line := passage(src, r.Start.Offset, s); line != "" {
			fmt.Fprintf(out, "  %s %s\n", s.Paint(report.Dim, fmt.Sprintf("%d |", r.Start.Line)), line)
		}
	}
	fmt.Fprintf(out, "  %s\n", s.Paint(report.Dim, wording.Visible(why)))
	if ask != nil {
		fmt.Fprintf(out, "  %s: %s\n", ask.ID, wording.Visible(asked(ask, r.Message)))
		writeChoices(out, ask, "    ")
	} else if len(r.Choices) > 0 {
		fmt.Fprintf(out, "  choose: %s\n", wording.Visible(strings.Join(r.Choices, ", ")))
	}
}

// asked returns what a question asks, without what stands above it: the place, the message, and that it may be done.
func asked(ask *engine.Ask, message string) string {
	_, rest, found := strings.Cut(ask.Text, ": "+wording.Sentence(message)+" ")
	if !found {
		return ask.Text
	}
	if strings.HasPrefix(rest, "It may be done: ") {
		if _, question, more := strings.Cut(rest, ". "); more {
			return question
		}
	}
	return rest
}

// passage returns the line of a document at an offset, shortened.
func passage(src []byte, at int, s report.Style) string {
	if at > len(src) {
		return ""
	}
	line := string(src[bytes.LastIndexByte(src[:at], '\n')+1:])
	line, _, _ = strings.Cut(line, "\n")
	most := 100
	if s.Width > 0 {
		most = max(s.Width-10, 20)
	}
	return engine.Clip(wording.Visible(strings.TrimSpace(line)), most)
}

// writeSuppressed lists what came in and is left alone because of a comment in the
// document: it is open for nobody, and its reviewer must not think that it was fixed.
func writeSuppressed(out *bufio.Writer, d *result.Document, s report.Style) {
	var items []RemainingItem
	for i := range d.Findings {
		if o := &d.Findings[i]; o.Status == result.Outside && o.Reason == result.SwitchedOff {
			f := o.Finding
			f.RequiresHuman, f.Choices = false, nil // nobody is asked anything
			items = append(items, RemainingItem{report.Finding{Finding: f}, o})
		}
	}
	if len(items) > 0 {
		fmt.Fprintf(out, "\n%s\n", s.Paint(report.Bold, "### Left Alone"))
		src := d.After.Bytes()
		writeList(out, len(items), s, func(i int) { writeOpen(out, d, &items[i], src, nil, s) })
	}
}

// nextStep says what to do now. The questions stand above it.
func nextStep(it *Iteration) string {
	var what string
	open := it.IssuesRemaining
	switch {
	case it.Action == "success" && it.NextAction.Action == result.ReReview:
		what = "A reviewer failed, so its findings are missing. Have the document reviewed again."
	case it.Action == "success" && open == 0:
		what = "The document is approved. No further pass is needed."
	case it.Action == "success":
		what = "Nothing blocks. " + stays(it)
	case it.NextAction.Action == result.ReReview:
		what = needsYou(it)
	case it.NextAction.Action == result.Regenerate:
		what = "Content is missing. " + needsYou(it)
	case it.Action == "continue":
		what = "Run again to go on from here."
	default:
		what = needsYou(it)
		if it.Decision.Reason != table.ReasonNeedsHuman {
			what = wording.Visible(it.Reason) + " " + what
		}
	}
	if it.NextAction.Command != "" {
		what += "\nRun `" + wording.Visible(it.NextAction.Command) + "`."
	}
	return what
}

// stays says what is left below the gate.
func stays(it *Iteration) string {
	var unread []string
	noun := "suggestion"
	for i := range it.RemainingIssues {
		r := &it.RemainingIssues[i]
		if r.Outcome.Reason == result.UnreadRemark {
			unread = append(unread, r.Citations...)
		} else if r.Finding.Severity != rules.Suggestion {
			noun = "issue"
		}
	}
	n, what := it.IssuesRemaining-len(unread), ""
	if n > 0 {
		verb := " stay."
		if n == 1 {
			verb = " stays."
		}
		what = wording.Count(n, noun) + verb
	}
	if len(unread) == 0 {
		return what
	}
	verb := " were"
	if len(unread) == 1 {
		verb = " was"
	}
	return strings.TrimSpace(fmt.Sprintf("%s %s%s not understood (%s).", what, wording.Count(len(unread), "remark"),
		verb,
		wording.Visible(strings.Join(unread[:min(3, len(unread))], ", "))))
}

// needsYou says what a person does about the findings that are left.
func needsYou(it *Iteration) string {
	what := "Edit the file and have it reviewed again."
	switch n := len(it.Questions); {
	case n == 1:
		what = "Answer the question above, or edit the file and have it reviewed again."
	case n > 1:
		what = "Answer the questions above, or edit the file and have it reviewed again."
	}
	switch n := it.IssuesRemaining; n {
	case 0:
		return what
	case 1:
		return "1 finding needs you. " + what
	default:
		return wording.Count(n, "finding") + " need you. " + what
	}
}

func writeTotal(out *bufio.Writer, all *Iteration, quiet int, s report.Style) {
	scope, outside := "", ""
	if n := all.Counts.Elsewhere(); n > 0 {
		scope, outside = " in scope", fmt.Sprintf(", %d out of scope", n)
	}
	if n := all.Counts.Silenced; n > 0 {
		outside += fmt.Sprintf(", %d silenced by comments", n)
	}
	if quiet > 0 {
		fmt.Fprintf(out, "%s without findings%s.\n", wording.Count(quiet, "document"), scope)
	}
	verb := "fixed"
	if all.DryRun {
		verb = "would be fixed"
	}
	fmt.Fprintf(out, "%s %d of %s %s; %d left%s. %s\n", s.Paint(report.Bold, "Total:"), all.IssuesFixed,
		wording.Count(all.IssuesBefore, "issue"), verb, all.IssuesRemaining, outside, all.Reason)
}

func outcomePaint(outcome string) report.Paint {
	if outcome == "success" {
		return report.Green
	}
	return report.Yellow
}

// capital returns an ASCII word with its first letter as a capital.
func capital(word string) string { return strings.ToUpper(word[:1]) + word[1:] }

// headline returns how a run ended for a document, in a word or two: a success that leaves findings does not sound
// like one that leaves nothing.
func headline(it *Iteration) string {
	if it.Action == "success" && it.IssuesRemaining > 0 {
		return "Nothing blocks"
	}
	return capital(it.Action)
}
