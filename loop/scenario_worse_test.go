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
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

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
		assert.Equal(t, table.Rollback, d.Decision.Action)
		assert.Equal(t, table.ReasonRegression, d.Decision.Reason)
		require.NotNil(t, d.Regression)
		require.Len(t, d.Regression.Culprits, 1)
		assert.Equal(t, "blue", d.Regression.Culprits[0].Old)
		require.NotEmpty(t, l.recorded)
		assert.Equal(t, table.Rejected, l.recorded[0].Verdict)
		assert.Equal(t, "# A\n\nThe crimson, the azure, the lime.\n", string(l.recorded[0].Revisions[0].After))
		if !salvage {
			assert.Equal(t, text, string(d.After.Bytes()), "the whole pass, byte for byte")
			assert.Empty(t, l.published)
			assert.Equal(t, map[string]string{
				"red": "rejected regression", "blue": "rejected regression", "green": "rejected regression",
			}, statuses(d))
			continue
		}
		assert.Equal(t, "# A\n\nThe crimson, the blue, the lime.\n", string(d.After.Bytes()))
		assert.Equal(t, map[string]string{"red": "fixed fix", "blue": "rejected regression", "green": "fixed fix"},
			statuses(d))
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
	assert.Contains(t, string(d.After.Bytes()), "lime")
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
	assert.Equal(t, table.ReasonClean, d.Decision.Reason)
	assert.Equal(t, "# A\n\nThe crimson one.\n", string(d.After.Bytes()))
	assert.Equal(t, 3, ext.calls)
}

func TestReviewerThatFailsIsReportedAndNotFatal(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nThe whitelist.\n")
	ext := script("script", nil)
	ext.err = errScript
	j.Externals = []loop.External{ext}
	result, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe allowlist.\n", string(d.After.Bytes()))
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
	j.OutOfScope = func(found []review.Finding) []string {
		out := make([]string, len(found))
		for i, f := range found {
			if f.ID == "other" {
				out[i] = "not selected"
			}
		}
		return out
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
	assert.Equal(t, table.Counts{Before: 8, After: 4, Fixed: 1, Escalated: 4, OutOfScope: 3, Silenced: 1}, d.Counts)
	assert.Equal(t, table.ReasonNeedsHuman, d.Decision.Reason)
	assert.Equal(t, result.ReReview, d.Next.Action)
}

func TestReviewersThatAgreeAndContradict(t *testing.T) {
	text := "# A\n\nThe servr and the clinet.\n"
	d0 := zone.Parse("a.md", []byte(text), markdown.Dialect{})
	var l ledger
	j := job(t, &l, text)
	j.Targets[0].Reviews = []loop.Review{
		{Reviewer: "one", Findings: findings(d0, []remark{
			{id: "1", rule: "spelling", quote: "servr", want: "server"}, {id: "2", rule: "spelling", quote: "clinet", want: "client"}})},
		{Reviewer: "two", Findings: findings(d0, []remark{
			{id: "1", rule: "spelling", quote: "servr", want: "server"}, {id: "2", rule: "spelling", quote: "clinet", want: "clinic"}})},
	}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe server and the clinet.\n", string(d.After.Bytes()), "a conflict is never fixed")
	assert.Equal(t, table.Counts{Before: 4, After: 2, Fixed: 2, Escalated: 2}, d.Counts)
	assert.InDelta(t, 0.99, d.Findings[0].Finding.Confidence, 1e-9)
	for _, o := range d.Findings {
		if o.Status == result.Escalated {
			assert.Equal(t, result.Conflicting, o.Reason)
			assert.Contains(t, o.Detail, "client")
			assert.Contains(t, o.Detail, "clinic")
		}
	}
}

// A finding that is one with another has an id of its own in the result.
func TestEveryFindingHasAnID(t *testing.T) {
	text := "# A\n\nThe servr.\n"
	d0 := zone.Parse("a.md", []byte(text), markdown.Dialect{})
	var l ledger
	j := job(t, &l, text)
	for _, name := range []string{"one", "two"} {
		j.Targets[0].Reviews = append(j.Targets[0].Reviews,
			loop.Review{Reviewer: name, Findings: findings(d0, []remark{{rule: "spelling", quote: "servr"}})})
	}
	_, d := run(t, &l, j)
	var ids []string
	for _, o := range d.Findings {
		ids = append(ids, o.Finding.ID)
	}
	assert.ElementsMatch(t, []string{"spelling-1", "spelling-2"}, ids)
}

// A changed heading above a finding does not make it a new one.
func TestHeadingAboveChanges(t *testing.T) {
	text := "# The Whitelist\n\nThe TODO here.\n"
	var l ledger
	_, d := run(t, &l, job(t, &l, text))
	assert.Equal(t, "# The Allowlist\n\nThe TODO here.\n", string(d.After.Bytes()))
	assert.Equal(t, 0, d.State.Iteration.History[0].Raised)
	assert.Equal(t, 1, d.State.Iteration.History[0].Resolved)
}

func TestLinkedDocumentsFallTogether(t *testing.T) {
	set := ruleSet()
	var l ledger
	j := job(t, &l, "# The Whitelist\n\nText.\n")
	j.Set = set
	j.Targets = append(j.Targets,
		loop.Target{Stored: source.InMemory("b.md", []byte("# B\n\nSee [it](a.md#the-whitelist).\n"))},
		loop.Target{Stored: source.InMemory("c.md", []byte("# C\n\nA whitelist.\n"))})
	result, a := run(t, &l, j)
	assert.Equal(t, "# The Allowlist\n\nText.\n", string(a.After.Bytes()))
	assert.Equal(t, "# B\n\nSee [it](a.md#the-allowlist).\n", string(result.Documents[1].After.Bytes()))
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
	assert.Equal(t, "# The Whitelist\n\nText.\n", string(a.After.Bytes()))
	assert.Equal(t, "# B\n\nSee [it](a.md#the-whitelist).\n", string(result.Documents[1].After.Bytes()))
	assert.Equal(t, "# C\n\nAn allowlist.\n", string(result.Documents[2].After.Bytes()), "what is not linked stands")
	assert.Equal(t, table.ReasonRegression, a.Decision.Reason)
	assert.Equal(t, "b.md", a.Regression.Because)
	require.Len(t, l.recorded, 2)
	assert.Equal(t, table.Rejected, l.recorded[0].Verdict)
	assert.Len(t, l.recorded[0].Revisions, 2)
	assert.Equal(t, table.Accepted, l.recorded[1].Verdict)
}

// A run upon its own result changes nothing.
func TestRunsConverge(t *testing.T) {
	for _, text := range []string{
		"# The Whitelist\r\n\r\nThe whitelist.\n\n* a\n* b\r\n", "\ufeff# A\n\nwhitelist", "# A\n\nThe \xff whitelist\x00 TODO",
	} {
		var l, again ledger
		_, d := run(t, &l, job(t, &l, text))
		_, second := run(t, &again, job(t, &again, string(d.After.Bytes())))
		assert.Equal(t, string(d.After.Bytes()), string(second.After.Bytes()))
		assert.Empty(t, again.recorded)
		assert.Equal(t, strings.ReplaceAll(strings.ReplaceAll(text, "white", "allow"), "White", "Allow"),
			string(d.After.Bytes()))
	}
}
