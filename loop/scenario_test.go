package loop_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

func statuses(d *result.Document) map[string]string {
	out := map[string]string{}
	for _, o := range d.Findings {
		out[o.Finding.ID] = string(o.Status) + " " + string(o.Reason)
	}
	return out
}

func reasons(d *result.Document) []table.Reason {
	var out []table.Reason
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
	assert.Equal(t, "# A\n\nThe server starts. The whitelist stays.\n", string(d.After.Bytes()),
		"the rules' own findings are not the review's")
	assert.Equal(t, table.ReasonClean, d.Decision.Reason)
	assert.Equal(t, map[string]string{"typo": "fixed fix"}, statuses(d))
	assert.Equal(t, result.ByEdit, d.Findings[0].VerifiedBy)
	assert.Equal(t, result.Approve, d.Next.Action)
	require.Len(t, d.Fixes, 1)
	assert.Equal(t, "servr", d.Fixes[0].Old)
	assert.Equal(t, "server", d.Fixes[0].New)
	assert.Equal(t, "line 3, column 5 (A)", d.Fixes[0].Location())
	assert.Equal(t, "other", d.Fixes[0].Type())
}

func TestAlsoRulesFixesWhatTheRulesFind(t *testing.T) {
	text := "# A\n\nThe servr starts. The whitelist stays.\n"
	var l ledger
	j := job(t, &l, text)
	j.AlsoRules = true
	j.Targets[0].Reviews = incoming(text, remark{id: "typo", quote: "servr", want: "server"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe server starts. The allowlist stays.\n", string(d.After.Bytes()))
	assert.Equal(t, 2, d.Counts.Fixed)
}

func TestWhatAReviewerWordedIsLeftToAPerson(t *testing.T) {
	text := "# A\n\nUse the list here.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text, remark{id: "vague", quote: "list", want: "whitelist"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nUse the whitelist here.\n", string(d.After.Bytes()),
		"no rule edits what a reviewer worded in this run")
	assert.Equal(t, map[string]string{"vague": "fixed fix", "terminology-1": "escalated not-auto-fixable"}, statuses(d))
	assert.Len(t, l.published, 1)
}

func TestThreePasses(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Externals = []loop.External{script("script", chain("one", "two", "three", "four"))}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nIt is four.\n", string(d.After.Bytes()))
	assert.Equal(t, []table.Reason{table.ReasonContinue, table.ReasonContinue, table.ReasonContinue, table.ReasonClean},
		reasons(d))
	assert.Equal(t, 3, d.Iteration())
	require.Len(t, d.State.Iteration.History, 3)
	assert.Equal(t, []string{"two"}, d.State.Iteration.History[1].FixesApplied)
}

func TestMaximumOfPasses(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Externals = []loop.External{script("script", chain("one", "two", "three", "four", "five"))}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nIt is four.\n", string(d.After.Bytes()), "a fourth pass does not happen")
	assert.Equal(t, table.ReasonMaxIterations, d.Decision.Reason)
	assert.Equal(t, table.EscalateHuman, d.Decision.Action)
	assert.Equal(t, result.ManualFix, d.Next.Action)
}

func TestReviewPastTheMaximumIsEscalatedUnedited(t *testing.T) {
	text := "# A\n\nThe servr starts.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text, remark{id: "typo", quote: "servr", want: "server"})
	j.Targets[0].Reviews[0].Iteration = 4
	_, d := run(t, &l, j)
	assert.Equal(t, text, string(d.After.Bytes()))
	assert.Empty(t, l.recorded)
	assert.Equal(t, table.ReasonMaxIterations, d.Decision.Reason)
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
	assert.Equal(t, "# A\n\nIt is two.\n", string(d.After.Bytes()))
	assert.Equal(t, table.ReasonMaxIterations, d.Decision.Reason)
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
	assert.Equal(t, table.ReasonStagnation, d.Decision.Reason)
	assert.Equal(t, table.EscalateStuck, d.Decision.Action)
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
	assert.Equal(t, table.ReasonThrashing, d.Decision.Reason)
	assert.Equal(t, table.EscalateStuck, d.Decision.Action)
	assert.Equal(t, 2, d.Iteration())
	assert.Equal(t, map[string]string{"a": "remaining persists", "b": "fixed fix"}, statuses(d))
}

func TestOnePlaceEditedAgainAndAgain(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is v1.\n")
	j.Limits.Thresholds.MaxIterations = 10
	j.Externals = []loop.External{script("script", chain("v1", "v2", "v3", "v4", "v5", "v6", "v7", "v8"))}
	_, d := run(t, &l, j)
	assert.Equal(t, table.ReasonThrashing, d.Decision.Reason)
	assert.Equal(t, "# A\n\nIt is v6.\n", string(d.After.Bytes()))
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
	assert.Equal(t, table.ReasonCircuitBreaker, d.Decision.Reason)
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
	assert.Equal(t, table.ReasonQualityRegression, d.Decision.Reason)
	assert.Equal(t, table.EscalateHuman, d.Decision.Action)
	assert.Equal(t, 3, d.Iteration())
	assert.Equal(t, "# A\n\nIt is four. P. Q. R.\n", string(d.After.Bytes()))
}

func TestBlockerForAPersonAfterTheSafeFixes(t *testing.T) {
	text := "# A\n\nThe whitelist. TODO.\n"
	var l ledger
	_, d := run(t, &l, job(t, &l, text))
	assert.Equal(t, "# A\n\nThe allowlist. TODO.\n", string(d.After.Bytes()))
	assert.Equal(t, table.ReasonBlocker, d.Decision.Reason)
	assert.Equal(t, table.EscalateImmediate, d.Decision.Action)
	assert.Equal(t, map[string]string{"terminology-1": "fixed fix", "placeholder-1": "escalated requires-human"},
		statuses(d))
	assert.Equal(t, result.Regenerate, d.Next.Action)
	assert.Equal(t, rules.Blocker, d.Worst())
}

func TestBlockersStopBeforeAnyEdit(t *testing.T) {
	text := "# A\n\nThe whitelist. TODO.\n"
	var l ledger
	j := job(t, &l, text)
	j.Limits.Blockers = table.BlockersStop
	_, d := run(t, &l, j)
	assert.Equal(t, text, string(d.After.Bytes()))
	assert.Equal(t, table.ReasonBlocker, d.Decision.Reason)
}

func TestNothingForUs(t *testing.T) {
	text := "# A\n\nTODO.\n"
	var l ledger
	_, d := run(t, &l, job(t, &l, text))
	assert.Equal(t, table.ReasonNeedsHuman, d.Decision.Reason)
	assert.Empty(t, l.recorded)
}

func TestAllFixesFail(t *testing.T) {
	text := "# A\n\nUse `whitelist` here.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text, remark{id: "fence", quote: "Use", want: "Use\n\n```\n"})
	_, d := run(t, &l, j)
	assert.Equal(t, text, string(d.After.Bytes()))
	assert.Empty(t, l.recorded)
	assert.Equal(t, table.ReasonAllFixesFailed, d.Decision.Reason)
	assert.Equal(t, map[string]string{"fence": "rejected contract"}, statuses(d))
	require.Len(t, d.State.Iteration.History, 1)
	assert.Equal(t, []string{"fence"}, d.State.Iteration.History[0].Failed)
}

func TestOneFixFailsTheOthersGoOn(t *testing.T) {
	text := "# A\n\nUse the servr here.\n"
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = incoming(text,
		remark{id: "fence", quote: "Use", want: "Use\n\n```\n"}, remark{id: "typo", quote: "servr", want: "server"})
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nUse the server here.\n", string(d.After.Bytes()))
	assert.Equal(t, map[string]string{"fence": "rejected contract", "typo": "fixed fix"}, statuses(d))
	assert.Equal(t, table.ReasonNeedsHuman, d.Decision.Reason, "what failed and would fail again is for a person")
	assert.Equal(t, 1, d.Iteration())
}
