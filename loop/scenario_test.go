package loop_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

func statuses(d *loop.DocumentResult) map[string]string {
	out := map[string]string{}
	for _, o := range d.Findings {
		out[o.Finding.ID] = string(o.Status) + " " + string(o.Reason)
	}
	return out
}

func reasons(d *loop.DocumentResult) []loop.Reason {
	var out []loop.Reason
	for _, dec := range d.Decisions {
		out = append(out, dec.Reason)
	}
	return out
}

func TestReviewIsFixedAndVerifiedByTheText(t *testing.T) {
	text := "# A\n\nThe servr starts. The whitelist stays.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text, remark{id: "typo", quote: "servr", want: "server"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe server starts. The whitelist stays.\n", string(d.After), "the rules' own findings are not the review's")
	assert.Equal(t, loop.ReasonClean, d.Decision.Reason)
	assert.Equal(t, map[string]string{"typo": "fixed fix"}, statuses(d))
	assert.Equal(t, loop.ByEdit, d.Findings[0].VerifiedBy)
	assert.Equal(t, loop.Approve, d.Next.Action)
	require.Len(t, d.Fixes, 1)
	assert.Equal(t, "servr", d.Fixes[0].Old)
	assert.Equal(t, "server", d.Fixes[0].New)
	assert.Equal(t, "line 3, column 5 (A)", d.Fixes[0].Location)
	assert.Equal(t, "other", d.Fixes[0].Type)
}

func TestAlsoRulesFixesWhatTheRulesFind(t *testing.T) {
	text := "# A\n\nThe servr starts. The whitelist stays.\n"
	var l ledger
	j := job(t, &l, text)
	j.AlsoRules = true
	j.Targets[0].Reviews = incoming(text, remark{id: "typo", quote: "servr", want: "server"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe server starts. The allowlist stays.\n", string(d.After))
	assert.Equal(t, 2, d.Counts.Fixed)
}

func TestWhatAnEditRaisesIsFixed(t *testing.T) {
	text := "# A\n\nUse the list here.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text, remark{id: "vague", quote: "list", want: "whitelist"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nUse the allowlist here.\n", string(d.After))
	assert.Equal(t, loop.ReasonClean, d.Decision.Reason)
	assert.Equal(t, map[string]string{"vague": "fixed fix", "terminology-1": "fixed fix"}, statuses(d))
	assert.Equal(t, loop.Counts{Before: 1, Fixed: 1}, d.Counts)
	assert.Len(t, l.published, 2)
}

func TestThreePasses(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Externals = []loop.External{script("script", chain("one", "two", "three", "four"))}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nIt is four.\n", string(d.After))
	assert.Equal(t, []loop.Reason{loop.ReasonContinue, loop.ReasonContinue, loop.ReasonContinue, loop.ReasonClean}, reasons(d))
	assert.Equal(t, 3, d.Iteration())
	require.Len(t, d.State.Iteration.History, 3)
	assert.Equal(t, []string{"two"}, d.State.Iteration.History[1].FixesApplied)
}

func TestMaximumOfPasses(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Externals = []loop.External{script("script", chain("one", "two", "three", "four", "five"))}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nIt is four.\n", string(d.After), "a fourth pass does not happen")
	assert.Equal(t, loop.ReasonMaxIterations, d.Decision.Reason)
	assert.Equal(t, loop.EscalateHuman, d.Decision.Action)
	assert.Equal(t, loop.ManualFix, d.Next.Action)
}

func TestReviewPastTheMaximumIsEscalatedUnedited(t *testing.T) {
	text := "# A\n\nThe servr starts.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text, remark{id: "typo", quote: "servr", want: "server"})
	j.Targets[0].Reviews[0].Iteration = 4
	_, d := run(t, &l, j)
	assert.Equal(t, text, string(d.After))
	assert.Empty(t, l.recorded)
	assert.Equal(t, loop.ReasonMaxIterations, d.Decision.Reason)
	assert.Equal(t, map[string]string{"typo": "remaining not-reached"}, statuses(d))
}

func TestReviewThatAsksForTheThirdPassGetsOne(t *testing.T) {
	text := "# A\n\nIt is one.\n"
	var l ledger
	j := job(t, &l, text)
	ext := script("model", chain("one", "two", "three"))
	j.Externals = []loop.External{ext}
	j.Targets[0].Reviews = incoming(text, remark{id: "one", rule: "word", quote: "one", want: "two"})
	j.Targets[0].Reviews[0].Iteration = 3
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nIt is two.\n", string(d.After))
	assert.Equal(t, loop.ReasonMaxIterations, d.Decision.Reason)
	assert.Equal(t, 3, d.Iteration())
	assert.Len(t, d.State.Iteration.History, 1)
	assert.Equal(t, 3, d.State.Iteration.History[0].Iteration)
}

// A finding whose fix changes nothing about it: only letter case, which a Key
// does not see.
func TestStagnation(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is ONE.\n")
	j.Externals = []loop.External{script("script", func(n int, text string) []remark {
		at := strings.Index(strings.ToLower(text), "one")
		quote := text[at : at+3]
		want := map[string]string{"ONE": "One", "One": "onE", "onE": "oNe"}[quote]
		return []remark{{id: "case", rule: "word", quote: quote, want: want}}
	})}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonStagnation, d.Decision.Reason)
	assert.Equal(t, loop.EscalateStuck, d.Decision.Action)
	assert.Equal(t, 2, d.Iteration())
	assert.Equal(t, map[string]string{"case": "remaining persists"}, statuses(d))
}

func TestOscillation(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Externals = []loop.External{script("script", func(_ int, text string) []remark {
		if strings.Contains(text, "one") {
			return []remark{{id: "a", rule: "word", quote: "one", want: "two"}}
		}
		return []remark{{id: "b", rule: "word", quote: "two", want: "one"}}
	})}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonThrashing, d.Decision.Reason)
	assert.Equal(t, loop.EscalateStuck, d.Decision.Action)
	assert.Equal(t, 2, d.Iteration())
	assert.Equal(t, map[string]string{"a": "remaining persists", "b": "fixed fix"}, statuses(d))
}

func TestOnePlaceEditedAgainAndAgain(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is v1.\n")
	j.Limits.Thresholds.MaxIterations = 10
	j.Externals = []loop.External{script("script", chain("v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8"))}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonThrashing, d.Decision.Reason)
	assert.Equal(t, "# A\n\nIt is v6.\n", string(d.After))
	assert.Equal(t, 5, d.Iteration())
}

func TestCircuitBreakerOnRealHistory(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one. A ok.\n")
	j.Limits.Thresholds.MaxIterations = 10
	// Every pass edits and changes letter case alone, so nothing is ever resolved.
	// The second remark comes and goes, so that it is no stagnation.
	j.Externals = []loop.External{script("script", func(n int, text string) []remark {
		i := strings.Index(strings.ToLower(text), "one")
		quote := text[i : i+3]
		want := map[string]string{"one": "One", "One": "ONe", "ONe": "ONE", "ONE": "oNE", "oNE": "oNe"}[quote]
		return []remark{{id: "case", rule: "word", quote: quote, want: want}}
	})}
	j.Limits.Thresholds.CircuitBreaker = 2
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonCircuitBreaker, d.Decision.Reason)
	assert.Equal(t, 2, d.Iteration())
}

// Every pass resolves a finding and raises one, and the reviewer takes what it
// leaves for people more seriously each time.
func TestQualityRegressionOnRealHistory(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one. P. Q. R.\n")
	j.Limits.Thresholds.MaxIterations = 10
	next := chain("one", "two", "three", "four", "five", "six")
	j.Externals = []loop.External{script("script", func(n int, text string) []remark {
		out := next(n, text)
		for k, quote := range []string{"P.", "Q.", "R."} {
			r := remark{id: quote, rule: "person", quote: quote, severity: rules.Suggestion, change: func(f *review.Finding) { f.RequiresHuman = true }}
			if k < n-1 {
				r.severity = rules.Warning
			}
			out = append(out, r)
		}
		return out
	})}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonQualityRegression, d.Decision.Reason)
	assert.Equal(t, loop.EscalateHuman, d.Decision.Action)
	assert.Equal(t, 3, d.Iteration())
	assert.Equal(t, "# A\n\nIt is four. P. Q. R.\n", string(d.After))
}

func TestBlockerForAPersonAfterTheSafeFixes(t *testing.T) {
	text := "# A\n\nThe whitelist. TODO.\n"
	var l ledger
	_, d := run(t, &l, job(t, &l, text))
	assert.Equal(t, "# A\n\nThe allowlist. TODO.\n", string(d.After))
	assert.Equal(t, loop.ReasonBlocker, d.Decision.Reason)
	assert.Equal(t, loop.EscalateImmediate, d.Decision.Action)
	assert.Equal(t, map[string]string{"terminology-1": "fixed fix", "placeholder-1": "escalated requires-human"}, statuses(d))
	assert.Equal(t, loop.Regenerate, d.Next.Action)
	assert.Equal(t, rules.Blocker, d.Worst())
}

func TestBlockersStopBeforeAnyEdit(t *testing.T) {
	text := "# A\n\nThe whitelist. TODO.\n"
	var l ledger
	j := job(t, &l, text)
	j.Limits.Blockers = loop.BlockersStop
	_, d := run(t, &l, j)
	assert.Equal(t, text, string(d.After))
	assert.Equal(t, loop.ReasonBlocker, d.Decision.Reason)
}

func TestNothingForUs(t *testing.T) {
	text := "# A\n\nTODO.\n"
	var l ledger
	_, d := run(t, &l, job(t, &l, text))
	assert.Equal(t, loop.ReasonNeedsHuman, d.Decision.Reason)
	assert.Empty(t, l.recorded)
}

func TestAllFixesFail(t *testing.T) {
	text := "# A\n\nUse `whitelist` here.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text, remark{id: "heading", quote: "Use", want: "Use\n\n# B\n\n"})
	_, d := run(t, &l, j)
	assert.Equal(t, text, string(d.After))
	assert.Empty(t, l.recorded)
	assert.Equal(t, loop.ReasonAllFixesFailed, d.Decision.Reason)
	assert.Equal(t, map[string]string{"heading": "rejected contract"}, statuses(d))
	require.Len(t, d.State.Iteration.History, 1)
	assert.Equal(t, []string{"heading"}, d.State.Iteration.History[0].Failed)
}

func TestOneFixFailsTheOthersGoOn(t *testing.T) {
	text := "# A\n\nUse the servr here.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text,
		remark{id: "heading", quote: "Use", want: "Use\n\n# B\n\n"}, remark{id: "typo", quote: "servr", want: "server"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nUse the server here.\n", string(d.After))
	assert.Equal(t, map[string]string{"heading": "rejected contract", "typo": "fixed fix"}, statuses(d))
	assert.Equal(t, loop.ReasonNeedsHuman, d.Decision.Reason, "what failed and would fail again is for a person")
	assert.Equal(t, 1, d.Iteration())
}

func TestRegressionIsTakenBackAndBlamed(t *testing.T) {
	text := "# A\n\nThe red, the blue, the green.\n"
	worse := func(_ int, text string) []remark {
		var out []remark
		for from, to := range map[string]string{"red": "crimson", "blue": "azure", "green": "lime"} {
			if strings.Contains(text, from) {
				out = append(out, remark{id: from, rule: "color", quote: from, want: to})
			}
		}
		if strings.Contains(text, "azure") {
			out = append(out, remark{id: "x", rule: "x", quote: "azure", severity: rules.Blocker})
		}
		return out
	}
	for _, salvage := range []bool{false, true} {
		var l ledger
		j := job(t, &l, text)
		ext := script("script", worse)
		j.Externals = []loop.External{ext}
		j.Salvage = salvage
		_, d := run(t, &l, j)
		assert.Equal(t, loop.Rollback, d.Decision.Action)
		assert.Equal(t, loop.ReasonRegression, d.Decision.Reason)
		require.NotNil(t, d.Regression)
		require.Len(t, d.Regression.Culprits, 1)
		assert.Equal(t, "blue", d.Regression.Culprits[0].Old)
		require.NotEmpty(t, l.recorded)
		assert.Equal(t, loop.Rejected, l.recorded[0].Verdict)
		assert.Equal(t, "# A\n\nThe crimson, the azure, the lime.\n", string(l.recorded[0].Revisions[0].After))
		if !salvage {
			assert.Equal(t, text, string(d.After), "the whole pass, byte for byte")
			assert.Empty(t, l.published)
			assert.Equal(t, map[string]string{
				"red": "rejected regression", "blue": "rejected regression", "green": "rejected regression",
			}, statuses(d))
			continue
		}
		assert.Equal(t, "# A\n\nThe crimson, the blue, the lime.\n", string(d.After))
		assert.Equal(t, map[string]string{"red": "fixed fix", "blue": "rejected regression", "green": "fixed fix"}, statuses(d))
		assert.Len(t, d.Regression.Salvaged, 2)
		assert.Equal(t, 3, d.State.Iteration.History[0].IssuesIn)
		assert.Equal(t, 1, d.State.Iteration.History[0].IssuesOut)
	}
}

// Two fixes that do harm only together: one of them can be saved.
func TestSalvageKeepsOneOfTwoThatClash(t *testing.T) {
	text := "# A\n\nThe red, the blue, the green.\n"
	var l ledger
	j := job(t, &l, text)
	j.Salvage = true
	j.Externals = []loop.External{script("script", func(_ int, text string) []remark {
		var out []remark
		for _, w := range [][2]string{{"red", "crimson"}, {"blue", "azure"}, {"green", "lime"}} {
			if strings.Contains(text, w[0]) {
				out = append(out, remark{id: w[0], rule: "color", quote: w[0], want: w[1]})
			}
		}
		if strings.Contains(text, "azure") && strings.Contains(text, "crimson") {
			out = append(out, remark{id: "clash", rule: "x", quote: "The", severity: rules.Blocker})
		}
		return out
	})}
	_, d := run(t, &l, j)
	require.NotNil(t, d.Regression)
	assert.Len(t, d.Regression.Culprits, 2)
	assert.Len(t, d.Regression.Salvaged, 2)
	assert.Contains(t, string(d.After), "lime")
}

// A reviewer that answers differently each time is asked once more before a fix
// is blamed.
func TestMoodyReviewerIsAskedAgain(t *testing.T) {
	text := "# A\n\nThe red one.\n"
	var l ledger
	j := job(t, &l, text)
	ext := script("script", func(n int, text string) []remark {
		switch n {
		case 1:
			return []remark{{id: "red", rule: "color", quote: "red", want: "crimson"}}
		case 2:
			return []remark{{id: "x", rule: "x", quote: "one", severity: rules.Blocker}}
		}
		return nil
	})
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonClean, d.Decision.Reason)
	assert.Equal(t, "# A\n\nThe crimson one.\n", string(d.After))
	assert.Equal(t, 3, ext.calls)
}

func TestReviewerThatFailsIsReportedAndNotFatal(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nThe whitelist.\n")
	ext := script("script", nil)
	ext.err = errScript
	j.Externals = []loop.External{ext}
	result, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe allowlist.\n", string(d.After))
	require.Len(t, result.Warnings, 1)
	assert.Contains(t, result.Warnings[0], "script")
	assert.Contains(t, result.Warnings[0], "out of luck")
	assert.Equal(t, []string{"script"}, result.Unreviewed)
}

func TestEveryFindingLeavesInOneStatus(t *testing.T) {
	text := "# A\n\nThe servr and the clinet.\n\n<!-- doc-iterate-disable-next-line -->\nOff here.\n"
	var l ledger
	j := job(t, &l, text)
	person := func(f *review.Finding) { f.RequiresHuman = true }
	j.OutOfScope = func(f review.Finding) string {
		if f.ID == "other" {
			return "not selected"
		}
		return ""
	}
	j.Targets[0].Reviews = incoming(text,
		remark{id: "typo", quote: "servr", want: "server"},
		remark{id: "gone", quote: "not there", want: "there"},
		remark{id: "person", quote: "clinet", change: person},
		remark{id: "no-fixer", quote: "and"},
		remark{id: "off", quote: "Off", want: "On"},
		remark{id: "other", quote: "The", want: "A"},
		remark{id: "elsewhere", quote: "The", want: "A", change: func(f *review.Finding) { f.Path = "b.md" }},
		remark{id: "choice", quote: "clinet", change: func(f *review.Finding) { f.Remedy, f.Choices = review.Choose, []string{"a", "b"} }},
	)
	_, d := run(t, &l, j)
	assert.Equal(t, map[string]string{
		"typo": "fixed fix", "gone": "escalated not-located", "person": "escalated requires-human", "no-fixer": "escalated no-fixer",
		"off": "out-of-scope suppressed", "other": "out-of-scope deselected", "elsewhere": "out-of-scope other-document",
		"choice": "escalated choices",
	}, statuses(d))
	assert.Equal(t, loop.Counts{Before: 8, After: 4, Fixed: 1, Escalated: 4, OutOfScope: 3}, d.Counts)
	assert.Equal(t, loop.ReasonNeedsHuman, d.Decision.Reason)
	assert.Equal(t, loop.ReReview, d.Next.Action)
}

func TestReviewersThatAgreeAndContradict(t *testing.T) {
	text := "# A\n\nThe servr and the clinet.\n"
	d0 := review.Parse("a.md", []byte(text))
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = []loop.Review{
		{Reviewer: "one", Findings: findings(d0, []remark{
			{id: "1", rule: "spelling", quote: "servr", want: "server"}, {id: "2", rule: "spelling", quote: "clinet", want: "client"}})},
		{Reviewer: "two", Findings: findings(d0, []remark{
			{id: "1", rule: "spelling", quote: "servr", want: "server"}, {id: "2", rule: "spelling", quote: "clinet", want: "clinic"}})},
	}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe server and the clinet.\n", string(d.After), "a conflict is never fixed")
	assert.Equal(t, loop.Counts{Before: 4, After: 2, Fixed: 2, Escalated: 2}, d.Counts)
	assert.InDelta(t, 0.99, d.Findings[0].Finding.Confidence, 1e-9)
	for _, o := range d.Findings {
		if o.Status == loop.Escalated {
			assert.Equal(t, loop.Conflicting, o.Reason)
			assert.Contains(t, o.Detail, "client")
			assert.Contains(t, o.Detail, "clinic")
		}
	}
}

// A changed heading above a finding does not make it a new one.
func TestHeadingAboveChanges(t *testing.T) {
	text := "# The Whitelist\n\nThe TODO here.\n"
	var l ledger
	_, d := run(t, &l, job(t, &l, text))
	assert.Equal(t, "# The Allowlist\n\nThe TODO here.\n", string(d.After))
	assert.Equal(t, 0, d.State.Iteration.History[0].Raised)
	assert.Equal(t, 1, d.State.Iteration.History[0].Resolved)
}

func TestLinkedDocumentsFallTogether(t *testing.T) {
	set := ruleSet()
	var l ledger
	j := job(t, &l, "# The Whitelist\n\nText.\n")
	j.Set = set
	j.Targets = append(j.Targets,
		loop.Target{Path: "b.md", Source: []byte("# B\n\nSee [it](a.md#the-whitelist).\n")},
		loop.Target{Path: "c.md", Source: []byte("# C\n\nA whitelist.\n")})
	result, a := run(t, &l, j)
	assert.Equal(t, "# The Allowlist\n\nText.\n", string(a.After))
	assert.Equal(t, "# B\n\nSee [it](a.md#the-allowlist).\n", string(result.Documents[1].After))
	require.Len(t, l.published, 1, "one pass, one commit")
	assert.Len(t, l.published[0].Revisions, 3)
	assert.Equal(t, []string{"b.md"}, a.Fixes[0].Also)

	l = ledger{}
	bad := script("script", func(_ int, text string) []remark {
		if strings.Contains(text, "allowlist)") {
			return []remark{{id: "x", rule: "x", quote: "See", severity: rules.Blocker}}
		}
		return []remark{{id: "ok", rule: "ok", quote: "#", severity: rules.Suggestion}}
	})
	j.Ledger = &l
	j.Externals = []loop.External{bad}
	result, a = run(t, &l, j)
	assert.Equal(t, "# The Whitelist\n\nText.\n", string(a.After))
	assert.Equal(t, "# B\n\nSee [it](a.md#the-whitelist).\n", string(result.Documents[1].After))
	assert.Equal(t, "# C\n\nAn allowlist.\n", string(result.Documents[2].After), "what is not linked stands")
	assert.Equal(t, loop.ReasonRegression, a.Decision.Reason)
	assert.Equal(t, "b.md", a.Regression.Because)
	require.Len(t, l.recorded, 2)
	assert.Equal(t, loop.Rejected, l.recorded[0].Verdict)
	assert.Len(t, l.recorded[0].Revisions, 2)
	assert.Equal(t, loop.Accepted, l.recorded[1].Verdict)
}

// A run upon its own result changes nothing.
func TestRunsConverge(t *testing.T) {
	for _, text := range []string{
		"# The Whitelist\r\n\r\nThe whitelist.\n\n* a\n* b\r\n", "\ufeff# A\n\nwhitelist", "# A\n\nThe \xff whitelist\x00 TODO",
	} {
		var l, again ledger
		_, d := run(t, &l, job(t, &l, text))
		_, second := run(t, &again, job(t, &again, string(d.After)))
		assert.Equal(t, string(d.After), string(second.After))
		assert.Empty(t, again.recorded)
		assert.Equal(t, strings.ReplaceAll(strings.ReplaceAll(text, "white", "allow"), "White", "Allow"), string(d.After))
	}
}
