package runs

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var update = flag.Bool("update", false, "write the golden files anew")

// golden compares got with the file testdata/golden/name.
func golden(t *testing.T, name string, got []byte) {
	t.Helper()
	file := filepath.Join("testdata", "golden", name)
	if *update {
		require.NoError(t, os.WriteFile(file, got, 0o644))
	}
	want, err := os.ReadFile(file)
	require.NoError(t, err, "run go test -update")
	assert.Equal(t, string(want), string(got))
}

func sampleRules() []rules.Rule {
	var out []rules.Rule
	for _, r := range rule.All() {
		out = append(out, rules.Rule{ID: r.Rule.ID, Title: "The title of " + r.Rule.ID, Category: r.Rule.Category,
			Doc: rules.Doc{What: "What it is.", Why: "Why it is.", Example: "Before and after.", Fix: "What the fix does.", Leaves: "What it leaves."}})
	}
	return out
}

// sampleRun is a run over two documents: one with a fix of every look, a pass
// taken back and issues left, one with nothing to do.
func sampleRun() Run {
	before := []byte("# Setup\n\nUse the whitelist.\n\nTODO\n")
	after := []byte("# Setup\n\nUse the allowlist.\n\nTODO\n")
	started := time.Date(2026, 3, 4, 10, 20, 0, 0, time.UTC)
	at := review.Finding{ID: "term-1", Rule: "terminology", Category: rules.CategoryTerminology, Severity: rules.Warning, State: review.Located, Span: source.Span{Start: 17, End: 26}, Path: "docs/guide.md"}
	todo := review.Finding{ID: "ph-1", Key: "k2", Rule: "placeholder", Severity: rules.Blocker, State: review.Located, Path: "docs/guide.md",
		Span: source.Span{Start: 29, End: 33}, Message: `"TODO" waits to be written.`}
	lost := review.Finding{ID: "m-1", Key: "k3", Severity: rules.Suggestion, State: review.Unlocated, Path: "docs/guide.md",
		Message: "Say\x1b[2J more", Reason: review.Because("not-found", "The document does not contain the quote."), Choices: []string{"a", "b"}, RequiresHuman: true}
	fix := result.Fix{Finding: &at, Pass: 1, Old: "whitelist", New: "allowlist",
		Place: source.Point{Line: 3, Column: 9}, Section: []string{"Setup"}, Also: []string{"docs/b.md"}}
	decision := table.Decision{Row: 9, Action: table.EscalateImmediate, Control: table.Escalate, Reason: table.ReasonBlocker, Message: "1 blocker needs you: ph-1."}
	state := result.State{State: table.State{
		Document: "docs/guide.md", Original: "1", Revision: "2", Trend: engine.TrendImproving, Score: 89, Decision: &decision,
		Iteration: table.Iteration{Current: 1, Max: 3, StartedAt: started, History: []table.Entry{{
			Iteration: 1, IssuesIn: 3, IssuesOut: 2, FixesApplied: []string{"term-1"}, Timestamp: started.Add(time.Second), DurationMS: 1234, Verdict: table.Accepted,
		}}},
		Remaining: []table.Remaining{{ID: "ph-1", Severity: rules.Blocker, RequiresHuman: true, Description: `"TODO" waits to be written.`, Key: "k2", Reason: "no-fixer"}},
	}}
	guide := result.Document{
		Path: "docs/guide.md", Before: source.InMemory("docs/guide.md", before), After: source.InMemory("docs/guide.md", after), State: state, Decision: decision, Fixes: []result.Fix{fix},
		Findings: []result.Outcome{
			{Issue: &track.Issue{Finding: at}, Status: result.Fixed, Reason: result.ByFix, Pass: 1, VerifiedBy: result.ByReviewer},
			{Issue: &track.Issue{Finding: todo}, Status: result.Escalated, Reason: "no-fixer", Detail: "nothing knows how to resolve findings of placeholder"},
			{Issue: &track.Issue{Finding: lost}, Status: result.Escalated, Reason: "not-located"},
		},
		Counts: table.Counts{Before: 3, After: 2, Fixed: 1, Escalated: 2},
		Next:   result.NextAction{Action: result.Regenerate, Command: "doc-iterate fix docs/guide.md"},
		Regression: &result.Regression{Pass: 2, Resolved: []review.Finding{todo}, Raised: []review.Finding{at, lost},
			Culprits: []result.Fix{fix}, Because: "docs/b.md"},
	}
	clean := result.Document{
		Path: "docs/clean.md", Before: source.InMemory("docs/clean.md", after), After: source.InMemory("docs/clean.md", after),
		State: result.State{State: table.State{
			Document: "docs/clean.md", Score: 100, Trend: engine.TrendUnknown, Iteration: table.Iteration{Max: 3, StartedAt: started}}},
		Decision: table.Decision{Row: 2, Action: table.ExitSuccess, Control: table.Proceed, Reason: table.ReasonClean, Message: "Nothing is left to fix."},
		Next:     result.NextAction{Action: result.Approve},
	}
	return Run{
		Tool: report.Tool{Name: "doc-iterate", Version: "1.2.3", URI: "https://github.com/doc-iterate/doc-iterate"}, FailOn: rules.Warning,
		Trend: []End{{started.Add(-time.Hour), 9, 61.4}, {started, 2, 89}},
		Result: &result.Run{Run: "20260304-102000-abcd", StartedAt: started, Elapsed: 1500 * time.Millisecond,
			Documents: []result.Document{guide, clean},
			Passes:    []result.Pass{{Number: 1, Verdict: table.Accepted, Revisions: []result.Revision{{Path: guide.Path, Before: before, After: after}}}},
			Warnings:  []string{"vale: exit status 2"}},
	}
}

func one(run Run) Run {
	result := *run.Result
	result.Documents = result.Documents[:1]
	run.Result = &result
	return run
}

// A run has a golden file in every format, for one document and for several.
func TestRunFormats(t *testing.T) {
	for _, name := range report.Formats() {
		format, err := report.ParseFormat(name)
		require.NoError(t, err)
		t.Run(format.String(), func(t *testing.T) {
			var out bytes.Buffer
			require.NoError(t, Write(&out, format, one(sampleRun()), report.Style{Rules: sampleRules()}))
			golden(t, "run-"+format.String(), out.Bytes())
		})
	}
	for _, format := range []report.Format{report.Text, report.Markdown, report.JSON} {
		t.Run(format.String()+" of several", func(t *testing.T) {
			var out bytes.Buffer
			run := sampleRun()
			run.DryRun = true
			require.NoError(t, Write(&out, format, run, report.Style{}))
			golden(t, "runs-"+format.String(), out.Bytes())
		})
	}
}

// The seed of the result format names these keys; every one is there, also when
// there is nothing to say.
func TestIterationHasEveryKey(t *testing.T) {
	empty := Run{Result: &result.Run{Documents: []result.Document{{Path: "a.md"}}}}
	for _, run := range []Run{sampleRun(), one(sampleRun()), empty, {Result: &result.Run{}}} {
		var out bytes.Buffer
		require.NoError(t, Write(&out, report.JSON, run, report.Style{}))
		var got map[string]map[string]any
		require.NoError(t, json.Unmarshal(out.Bytes(), &got))
		result := got["iteration_result"]
		for _, key := range []string{"current_iteration", "action", "reason", "issues_before", "issues_after", "issues_fixed",
			"issues_remaining", "fixes_applied", "remaining_issues", "next_action"} {
			assert.Contains(t, result, key)
			assert.NotNil(t, result[key], key)
		}
		for _, fix := range result["fixes_applied"].([]any) {
			for _, key := range []string{"issue_id", "fix_type", "old_value", "new_value", "location"} {
				assert.Contains(t, fix, key)
			}
		}
		for _, issue := range result["remaining_issues"].([]any) {
			for _, key := range []string{"id", "severity", "requires_human", "reason"} {
				assert.Contains(t, issue, key)
			}
		}
		next := result["next_action"].(map[string]any)
		assert.Contains(t, next, "action")
		assert.Contains(t, next, "command")
	}
}

// Long lists are cut for people, unless they ask for all of it.
// Of several documents that are all done, the one that no reviewer could look at says
// what is next.
func TestUnreviewedDocumentIsNext(t *testing.T) {
	run := sampleRun()
	clean := run.Result.Documents[1]
	unreviewed := clean
	unreviewed.Next, unreviewed.Unreviewed = result.NextAction{Action: result.ReReview, Command: "doc-iterate check b.md"}, []string{"vale"}
	run.Result.Documents = []result.Document{clean, unreviewed, clean}
	assert.Equal(t, unreviewed.Next, IterationOf(run).NextAction)
}

func TestLongListsAreCut(t *testing.T) {
	run := one(sampleRun())
	guide := &run.Result.Documents[0]
	fix := guide.Fixes[0]
	for range listLimit + 1 {
		guide.Fixes = append(guide.Fixes, fix)
	}
	var cut, all bytes.Buffer
	require.NoError(t, Write(&cut, report.Text, run, report.Style{}))
	require.NoError(t, Write(&all, report.Text, run, report.Style{Verbose: true}))
	assert.Contains(t, cut.String(), "and 2 more")
	assert.NotContains(t, all.String(), " more (")
	assert.Equal(t, listLimit+2, bytes.Count(all.Bytes(), []byte("(terminology) at 3:9: Use the [-whitelist-]{+allowlist+}.")))
}

// On a terminal, changes have colours in place of marks, and of many documents the first few are shown.
func TestRunOnTerminal(t *testing.T) {
	run := sampleRun()
	guide := run.Result.Documents[0]
	for len(run.Result.Documents) < 50 {
		run.Result.Documents = append(run.Result.Documents, guide)
	}
	var brief, all bytes.Buffer
	require.NoError(t, Write(&brief, report.Text, run, report.Style{Terminal: true, Color: true}))
	golden(t, "runs-text-terminal", brief.Bytes())
	require.NoError(t, Write(&all, report.Text, run, report.Style{}))
	assert.Equal(t, 49, bytes.Count(all.Bytes(), []byte("Fixed 1 of 3, 2 need you.\ndocs/guide.md, ")))
}

// Markdown ends before GitHub's limit, and says so.
func TestMarkdownIsCut(t *testing.T) {
	run := sampleRun()
	for len(run.Result.Documents) < 500 {
		run.Result.Documents = append(run.Result.Documents, run.Result.Documents[0])
	}
	var out bytes.Buffer
	require.NoError(t, Write(&out, report.Markdown, run, report.Style{Color: true, Terminal: true}))
	assert.LessOrEqual(t, len(utf16.Encode([]rune(out.String()))), 65_536)
	assert.Greater(t, len(utf16.Encode([]rune(out.String()))), 65_536-2000)
	assert.True(t, bytes.HasSuffix(out.Bytes(), []byte("`--format html` shows everything.\n")))
}

func TestStatus(t *testing.T) {
	run := sampleRun()
	states := []Status{{State: run.Result.Documents[0].State, Rate: &Rate{Runs: 3, Converged: 2}}, {State: run.Result.Documents[1].State}}
	states[0].Metrics = engine.Metrics{Iterations: 1, Programs: 4, Failures: 1, Gaps: 2, SectionsNew: 2, FindingsNew: 1, Tokens: 1200, CoverageGain: 20, ConfidenceGain: 0.05}
	var text, several, single bytes.Buffer
	require.NoError(t, WriteStatus(&text, report.Text, states, report.Style{}))
	golden(t, "status", text.Bytes())
	require.NoError(t, WriteStatus(&several, report.JSON, states, report.Style{}))
	require.NoError(t, WriteStatus(&single, report.JSON, states[:1], report.Style{}))
	var list []result.State
	var state result.State
	require.NoError(t, json.Unmarshal(several.Bytes(), &list))
	require.NoError(t, json.Unmarshal(single.Bytes(), &state))
	assert.Len(t, list, 2)
	assert.Equal(t, "docs/guide.md", state.Document)
}

func TestLog(t *testing.T) {
	at := time.Date(2026, 3, 4, 10, 20, 0, 0, time.UTC)
	entries := []LogEntry{
		{Run: "r2", Pass: 1, Verdict: "rejected", Commit: "0123456789abcdef", Time: at, Subject: "Pass 1: 3 fixes"},
		{Run: "r2", Commit: "fedcba9876543210", Time: at, Subject: "Snapshot"},
		{Run: "r1", Pass: 1, Verdict: "accepted", Commit: "aaaa", Time: at, Subject: "Pass 1: 1 fix\x1b[2J", Published: "bbbbbbbbbbbbbbbb"},
		{Run: "r1", Pass: 2, Verdict: "accepted", Commit: "cccc", Time: at, Subject: "Pass 2", Undone: true},
	}
	var text, empty bytes.Buffer
	require.NoError(t, WriteLog(&text, report.Text, entries, report.Style{}))
	golden(t, "log", text.Bytes())
	require.NoError(t, WriteLog(&empty, report.JSON, nil, report.Style{}))
	assert.Equal(t, "[]\n", empty.String())
}

func TestStatistics(t *testing.T) {
	run := Statistics(sampleRun().Result)
	assert.Equal(t, report.RuleCount{Rule: "terminology", Findings: 1, Documents: 1, Fixed: 1}, run[1])
}

// What nobody reviewed is not approved because the other documents are.
func TestNextOfSeveral(t *testing.T) {
	clean := sampleRun().Result.Documents[1]
	missed := clean
	missed.Next = result.NextAction{Action: result.ReReview, Command: "doc-iterate check docs/clean.md"}
	gone := []report.Failure{{Path: "gone.md", Message: "no such file or folder"}}
	for _, tt := range []struct {
		docs     []result.Document
		failures []report.Failure
		next     result.NextAction
	}{
		{[]result.Document{clean, clean}, nil, result.NextAction{Action: result.Approve}},
		{[]result.Document{clean, missed, clean}, nil, missed.Next},
		{[]result.Document{clean, clean}, gone, result.NextAction{Action: result.ReReview, Command: "doc-iterate check gone.md"}},
		{nil, gone, result.NextAction{Action: result.ReReview, Command: "doc-iterate check gone.md"}},
	} {
		it := IterationOf(Run{Result: &result.Run{Documents: tt.docs}, Failures: tt.failures})
		assert.Equal(t, tt.next, it.NextAction)
		assert.Equal(t, len(tt.failures), len(it.Failures))
		assert.Equal(t, len(tt.failures) == 0, it.Action == "success")
	}
	assert.Equal(t, "No document could be worked on.", IterationOf(Run{Result: &result.Run{}, Failures: gone}).Reason)
}
