package loop_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// answered runs a job, answers its question and runs it again upon the result.
func answered(t *testing.T, j loop.Job, a engine.Answer) (*result.Document, *result.Document) {
	t.Helper()
	var first, second ledger
	j.Ledger = &first
	_, d := run(t, &first, j)
	require.NotNil(t, d.Escalation)
	last := first.states[len(first.states)-1]
	require.NotEmpty(t, last.Questions, "the last checkpoint holds the questions")
	r, err := engine.Resolve(last.Questions[0], a)
	require.NoError(t, err)
	j.Ledger = &second
	j.Targets[0].Stored = d.After
	for n := range j.Targets[0].Reviews {
		fs := j.Targets[0].Reviews[n].Findings
		j.Targets[0].Reviews[n].Findings = relocated(d.After.Bytes(), fs)
	}
	j.Targets[0].Answers = []engine.Resolution{r}
	_, e := run(t, &second, j)
	return d, e
}

func relocated(src []byte, findings []review.Finding) []review.Finding {
	doc := zone.Parse("a.md", src, markdown.Dialect{})
	out := append([]review.Finding(nil), findings...)
	for n := range out {
		if at := strings.Index(string(src), out[n].Old); at >= 0 && out[n].State == review.Located {
			out[n].Span.Start, out[n].Span.End = at, at+len(out[n].Old)
		}
	}
	review.Identify(doc, out)
	return out
}

func text(s string) *string { return &s }

func TestAnswers(t *testing.T) {
	person := func(f *review.Finding) { f.RequiresHuman = true }
	source := "# A\n\nThe port is 80 here.\n"
	t.Run("a text", func(t *testing.T) {
		j := job(t, nil, source)
		j.Targets[0].Reviews = incoming(source, remark{id: "port", quote: "80", change: person})
		first, second := answered(t, j, engine.Answer{Choice: 1, Text: text("8080")})
		assert.Equal(t, `a.md:3 (A): about 80. What should the text be instead of "80"?`,
			first.Escalation.Question.Text)
		assert.Equal(t, "# A\n\nThe port is 8080 here.\n", string(second.After.Bytes()))
		assert.Equal(t, table.ReasonClean, second.Decision.Reason)
	})
	t.Run("a text for a long one", func(t *testing.T) {
		long := "The port is the one\nthat the host was given when it was set up, unless somebody has chosen another one."
		j := job(t, nil, "# A\n\n"+long+"\n")
		j.Targets[0].Reviews = incoming("# A\n\n"+long+"\n", remark{id: "port", quote: long, change: person})
		first, second := answered(t, j, engine.Answer{Choice: 1, Text: text("It is 80.")})
		assert.Contains(t, first.Escalation.Question.Text,
			`What should the text be instead of "The port is the one that the host was given when … has chosen another one."?`)
		assert.Equal(t, "# A\n\nIt is 80.\n", string(second.After.Bytes()))
	})
	t.Run("leave it", func(t *testing.T) {
		j := job(t, nil, source)
		j.Targets[0].Reviews = incoming(source, remark{id: "port", quote: "80", change: person})
		_, second := answered(t, j, engine.Answer{Choice: 2})
		assert.Equal(t, source, string(second.After.Bytes()))
		assert.Equal(t, table.ReasonClean, second.Decision.Reason)
		assert.Equal(t, map[string]string{"port": "out-of-scope answered"}, statuses(second))
	})
	t.Run("one of two", func(t *testing.T) {
		d0 := zone.Parse("a.md", []byte(source), markdown.Dialect{})
		j := job(t, nil, source)
		j.Targets[0].Reviews = []loop.Review{
			{Reviewer: "one", Findings: findings(d0, []remark{{id: "1", quote: "80", want: "8080"}})},
			{Reviewer: "two", Findings: findings(d0, []remark{{id: "2", quote: "80", want: "443"}})},
		}
		first, second := answered(t, j, engine.Answer{Choice: 2})
		require.Len(t, first.Escalation.Question.Choices, 3)
		want := first.Escalation.Question.Choices[1].Text
		assert.Equal(t, "# A\n\nThe port is "+want+" here.\n", string(second.After.Bytes()))
		assert.Equal(t, table.Counts{Before: 2, Fixed: 1, Rejected: 1, Settled: 1}, second.Counts)
	})
	t.Run("a place", func(t *testing.T) {
		j := job(t, nil, source)
		at := strings.Index(source, "80")
		j.Targets[0].Reviews = incoming(source, remark{id: "port", quote: "eighty", want: "443", change: func(f *review.Finding) {
			c := review.Candidate{Text: "80"}
			c.Span.Start, c.Span.End = at, at+2
			f.State, f.Candidates, f.Old = review.Ambiguous, []review.Candidate{c}, ""
		}})
		_, second := answered(t, j, engine.Answer{Choice: 1})
		assert.Equal(t, "# A\n\nThe port is 443 here.\n", string(second.After.Bytes()))
	})
	t.Run("more iterations", func(t *testing.T) {
		j := job(t, nil, "# A\n\nIt is one.\n")
		j.Limits.Thresholds.MaxIterations = 1
		j.Externals = []loop.External{script("script", chain("one", "two", "three", "four"))}
		first, second := answered(t, j, engine.Answer{Choice: 1})
		assert.Equal(t, table.ReasonMaxIterations, first.Decision.Reason)
		assert.Equal(t, "# A\n\nIt is four.\n", string(second.After.Bytes()))
		assert.Equal(t, 4, second.State.Iteration.Max)
	})
	t.Run("pause", func(t *testing.T) {
		j := job(t, nil, "# A\n\nThe whitelist. TODO.\n")
		j.Limits.Blockers = table.BlockersStop
		_, second := answered(t, j, engine.Answer{Action: engine.EffectPause})
		assert.Equal(t, "# A\n\nThe whitelist. TODO.\n", string(second.After.Bytes()))
		assert.Equal(t, "escalated halted", statuses(second)["terminology-1"])
	})
	t.Run("salvage", func(t *testing.T) {
		source := "# A\n\nThe red, the blue.\n"
		j := job(t, nil, source)
		j.Externals = []loop.External{script("script", func(_ int, text string) []remark {
			var out []remark
			for _, w := range [][2]string{{"red", "crimson"}, {"blue", "azure"}} {
				if strings.Contains(text, w[0]) {
					out = append(out, remark{id: w[0], rule: "color", quote: w[0], want: w[1]})
				}
			}
			if strings.Contains(text, "azure") {
				out = append(out, remark{id: "x", rule: "x", quote: "azure", severity: rules.Blocker})
			}
			return out
		})}
		first, second := answered(t, j, engine.Answer{Choice: 1})
		assert.Contains(t, first.Explained().Diff, "+The crimson, the azure.")
		assert.Contains(t, first.Escalation.Pattern, "blue")
		assert.Equal(t, "# A\n\nThe crimson, the blue.\n", string(second.After.Bytes()))
	})
}
