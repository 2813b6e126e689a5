package loop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// sections is a document with a title and so many sections.
func sections(n int) string {
	var b strings.Builder
	b.WriteString("# Title\n")
	for i := 1; i <= n; i++ {
		fmt.Fprintf(&b, "\n## S%d\n\nText %d.\n", i, i)
	}
	return b.String()
}

func names(from, to int) []string {
	var out []string
	for i := from; i <= to; i++ {
		out = append(out, fmt.Sprintf("S%d", i))
	}
	return out
}

// gapJob is a job over a document of ten sections with a review of the first
// so many of them.
func gapJob(t *testing.T, l *ledger, reviewed int, remarks ...remark) loop.Job {
	t.Helper()
	text := sections(10)
	j := job(t, l, text)
	j.Set.Convergence = rules.Convergence{MinCoverage: 0.7, MinConfidence: 0.8, MaxConflicts: 2, EarlyExitCoverage: 0.85, EarlyExitConfidence: 0.9}
	j.Targets[0].Reviews = incoming(text, remarks...)
	j.Targets[0].Reviews[0].Sections = names(1, reviewed)
	return j
}

// closer is a reviewer for some gaps.
func closer(name string, say func(int, string) []remark, gaps ...rules.Gap) *scripted {
	s := script(name, say)
	s.program.For = gaps
	return s
}

func nothing(int, string) []remark { return nil }

// unsure is a finding that is left to people, below the gate.
func unsure(id, quote string, confidence float64) remark {
	return remark{id: id, quote: quote, severity: rules.Suggestion, change: func(f *review.Finding) {
		f.RequiresHuman, f.Confidence = true, confidence
	}}
}

func TestConvergesAtOnce(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 8)
	ext := closer("explore", nothing, rules.GapCoverage)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedFull, d.Convergence.Status)
	assert.Equal(t, 0, ext.calls)
	assert.Equal(t, 0, d.Iteration())
}

func TestCoverageGapIsClosed(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 6)
	ext := closer("explore", nothing, rules.GapCoverage)
	ext.dress = func(_ int, r *loop.Review) { r.Sections = names(7, 8) }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedFull, d.Convergence.Status)
	assert.InDelta(t, 0.8, d.Convergence.Coverage, 1e-9)
	assert.Equal(t, 1, d.Iteration())
	require.Len(t, ext.asked, 1)
	assert.Equal(t, names(7, 10), ext.asked[0].Sections, "only what is missing")
	assert.Equal(t, 2, d.Metrics.SectionsNew)
	assert.InDelta(t, 20, d.Metrics.CoverageGain, 1e-9)
	assert.Empty(t, l.recorded, "gap work edits nothing")
}

// Every iteration makes progress, and not enough.
func TestGapWorkEndsAtTheMaximum(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 1)
	j.Limits.Thresholds.MaxIterations = 4
	ext := closer("explore", nothing, rules.GapCoverage)
	ext.dress = func(n int, r *loop.Review) { r.Sections = names(n+1, n+1) }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, 4, ext.calls)
	assert.Equal(t, 4, d.Iteration())
	assert.Equal(t, loop.ReasonMaxIterations, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedPartial, d.Convergence.Status)
	assert.Equal(t, []string{"coverage 50% is below 70%"}, d.Convergence.Unmet)
	require.NotEmpty(t, d.State.Gaps.Open)
	assert.Equal(t, rules.GapCoverage, d.State.Gaps.Open[0].Type)
}

func TestConflictIsSettledByAThird(t *testing.T) {
	text := "# A\n\nThe port is 80 here.\n"
	d0 := review.Parse("a.md", []byte(text))
	say := func(want string) []remark {
		return []remark{{id: "port", rule: "port", quote: "80", want: want}}
	}
	var l ledger
	j := job(t, &l, text)
	j.Set.Convergence = rules.Convergence{MinConfidence: 0.8, MaxConflicts: 0, EarlyExitCoverage: 2}
	j.Targets[0].Reviews = []loop.Review{
		{Reviewer: "one", Findings: findings(d0, say("8080"))},
		{Reviewer: "two", Findings: findings(d0, say("443"))},
	}
	ext := closer("judge", func(_ int, text string) []remark {
		if strings.Contains(text, " 80 ") {
			return say("443")
		}
		return nil
	}, rules.GapConflict)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, "# A\n\nThe port is 443 here.\n", string(d.After))
	assert.Equal(t, loop.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, 2, d.Iteration(), "one iteration settles it, one fixes it")
	assert.Equal(t, map[string]string{"port": "rejected overruled", "port#2": "fixed fix"}, statuses(d))
	assert.Equal(t, loop.Counts{Before: 2, Fixed: 1, Rejected: 1}, d.Counts)
}

func TestEarlyExit(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 9, unsure("u", "Text 1", 0.5))
	j.Limits.Thresholds.MaxIterations = 4
	j.Targets[0].Reviews[0].Questions = []loop.Question{{ID: "q", Text: "Is it so?", Critical: true}}
	ext := closer("evidence", func(int, string) []remark {
		return []remark{unsure("u", "Text 1", 0.9)}
	}, rules.GapConfidence, rules.GapQuestions)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonConverged, d.Decision.Reason)
	assert.True(t, d.Convergence.EarlyExit)
	assert.InDelta(t, 0.95, d.Convergence.Confidence, 1e-9, "two that agree are surer than each")
	assert.Equal(t, 1, d.Iteration())
}

func TestConfidenceGap(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 8, unsure("a", "Text 1", 0.7), unsure("b", "Text 2", 0.75))
	ext := closer("evidence", func(int, string) []remark {
		return []remark{unsure("a", "Text 1", 0.6), unsure("b", "Text 2", 0.6)}
	}, rules.GapConfidence)
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonConverged, d.Decision.Reason)
	assert.InDelta(t, 0.89, d.Convergence.Confidence, 1e-9)
	assert.Equal(t, []string{"S1", "S2"}, ext.asked[0].Sections)
}

func TestContextGap(t *testing.T) {
	var l ledger
	claim := remark{id: "c", quote: "Text 1", severity: rules.Suggestion, rule: "claim", change: func(f *review.Finding) {
		f.RequiresHuman, f.Category = true, rules.CategoryClaim
	}}
	j := gapJob(t, &l, 6, claim)
	cited := claim
	cited.change = func(f *review.Finding) {
		claim.change(f)
		f.Citations = []string{"docs/b.md:7"}
	}
	context := closer("context", func(int, string) []remark { return []remark{cited} }, rules.GapContext)
	explore := closer("explore", nothing, rules.GapCoverage)
	j.Externals = []loop.External{context, explore}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, 1, context.calls)
	assert.Equal(t, 1, d.Metrics.Citations)
	assert.Equal(t, []string{"docs/b.md:7"}, d.Findings[0].Finding.Citations)
}

func TestCriticalQuestionGap(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 8)
	j.Targets[0].Reviews[0].Questions = []loop.Question{{ID: "q", Text: "Is it so?", Critical: true}, {ID: "r", Text: "And this?"}}
	ext := closer("answer", nothing, rules.GapQuestions)
	ext.dress = func(_ int, r *loop.Review) { r.Questions = []loop.Question{{ID: "q", Answered: true}} }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonConverged, d.Decision.Reason)
	assert.Equal(t, 1, ext.calls)
	assert.Len(t, ext.asked[0].Questions, 2)
	assert.Equal(t, 1, d.Convergence.Answered)
}

func TestReviewerThatFailsLeavesItsGapOpen(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 6)
	j.Targets[0].Reviews[0].Questions = []loop.Question{{ID: "q", Text: "Is it so?", Critical: true}}
	bad := closer("bad", nothing, rules.GapCoverage)
	bad.err = errScript
	good := closer("good", nothing, rules.GapQuestions)
	good.dress = func(_ int, r *loop.Review) { r.Questions = []loop.Question{{ID: "q", Answered: true}} }
	j.Externals = []loop.External{bad, good}
	result, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonNeedsHuman, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedPartial, d.Convergence.Status)
	assert.Equal(t, []string{"bad"}, d.Convergence.Unavailable)
	assert.Equal(t, 1, d.Convergence.Answered, "the others go on")
	assert.Equal(t, 2, bad.calls, "once for its gap, once for the whole document")
	assert.NotEmpty(t, result.Warnings)
	assert.NotEmpty(t, d.Convergence.Anomaly)
}

// Where nobody can close the gaps, the loop ends with partial convergence.
func TestNoActionableGap(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 6)
	ext := closer("explore", nothing, rules.GapCoverage)
	ext.dress = func(_ int, r *loop.Review) { r.Sections = []string{} } // it looked at nothing
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, 2, ext.calls)
	assert.Nil(t, ext.asked[1].Sections, "the second time it is asked about everything")
	assert.Equal(t, loop.ReasonNeedsHuman, d.Decision.Reason)
	assert.Equal(t, engine.ConvergedPartial, d.Convergence.Status)
}

// Passes that edit nothing and bring nothing open the circuit breaker.
func TestCircuitBreakerOnGapWork(t *testing.T) {
	var l ledger
	j := gapJob(t, &l, 0)
	j.Targets[0].Reviews[0].Sections = []string{}
	j.Limits.Thresholds.MaxIterations = 10
	for n := range 5 {
		ext := closer(fmt.Sprint("explore", n), nothing, rules.GapCoverage)
		ext.dress = func(_ int, r *loop.Review) { r.Sections = []string{} }
		j.Externals = append(j.Externals, ext)
	}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonCircuitBreaker, d.Decision.Reason)
	assert.Equal(t, 3, d.Iteration())
}

func TestTokenBudget(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Limits.Tokens = 100
	ext := script("script", chain("one", "two", "three"))
	ext.dress = func(_ int, r *loop.Review) { r.Tokens = 60 }
	j.Externals = []loop.External{ext}
	_, d := run(t, &l, j)
	assert.Equal(t, loop.ReasonBudget, d.Decision.Reason)
	assert.Equal(t, "# A\n\nIt is two.\n", string(d.After))
	assert.Equal(t, 120, d.State.Spent.Tokens)
	require.NotNil(t, d.Escalation)
	assert.Equal(t, engine.EffectMore, d.Escalation.Question.Choices[0].Effect)
}

func TestExternalsAreToldWhatMatters(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is one.\n")
	j.Set.Iteration.FeedbackMaxLength = 500
	ext := script("script", chain("one", "two", "three"))
	j.Externals = []loop.External{ext}
	run(t, &l, j)
	require.Len(t, ext.asked, 3)
	assert.Contains(t, strings.Join(ext.asked[1].Guidance, "\n"), "Line 3: about one")
	require.Len(t, ext.asked[1].Earlier, 1)
	assert.Equal(t, 1, ext.asked[0].Iteration)
	assert.Equal(t, 2, ext.asked[1].Iteration)
}

// rewriter is an external fixer that writes one text.
type rewriter struct {
	program rules.Program
	reply   loop.RewriteReply
	err     error
	mu      sync.Mutex // it is asked about several findings at once
	asked   []loop.RewriteRequest
}

func (w *rewriter) Program() rules.Program { return w.program }

func (w *rewriter) Rewrite(_ context.Context, req loop.RewriteRequest) (loop.RewriteReply, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.asked = append(w.asked, req)
	return w.reply, w.err
}

func TestExternalFixer(t *testing.T) {
	text := "# A\n\nThe timeout is TODO.\n"
	for name, tt := range map[string]struct {
		reply  loop.RewriteReply
		err    error
		after  string
		reason loop.Reason
		status string
	}{
		"writes":          {loop.RewriteReply{Text: "30 seconds", Fixed: true}, nil, "# A\n\nThe timeout is 30 seconds.\n", loop.ReasonClean, "fixed fix"},
		"has no answer":   {loop.RewriteReply{}, nil, text, loop.ReasonAllFixesFailed, "escalated requires-human"},
		"fails":           {loop.RewriteReply{}, errScript, text, loop.ReasonAllFixesFailed, "escalated requires-human"},
		"breaks out":      {loop.RewriteReply{Text: "x\n\n# B\n\ny", Fixed: true}, nil, text, loop.ReasonAllFixesFailed, "rejected contract"},
		"writes a TODO":   {loop.RewriteReply{Text: "TODO TODO", Fixed: true}, nil, text, loop.ReasonRegression, "rejected regression"},
		"writes it again": {loop.RewriteReply{Text: "todo", Fixed: true}, nil, "# A\n\nThe timeout is todo.\n", loop.ReasonClean, "fixed fix"},
	} {
		t.Run(name, func(t *testing.T) {
			var l ledger
			j := job(t, &l, text)
			w := &rewriter{program: rules.Program{Name: "writer"}, reply: tt.reply, err: tt.err}
			j.Rewriters = []loop.Rewriter{w}
			_, d := run(t, &l, j)
			assert.Equal(t, tt.after, string(d.After))
			assert.Equal(t, tt.reason, d.Decision.Reason)
			assert.Equal(t, tt.status, statuses(d)["placeholder-1"])
			require.Len(t, w.asked, 1)
			assert.Equal(t, []string{"A"}, w.asked[0].Section)
		})
	}
}

// Whatever the answers are, all of them count although they come at once.
func TestExternalFixerIsAskedAboutManyAtOnce(t *testing.T) {
	const many = 20
	text := "# A\n" + strings.Repeat("\nTODO.\n", many)
	for _, reply := range []loop.RewriteReply{{}, {Text: "done", Fixed: true}} {
		var l ledger
		j := job(t, &l, text)
		w := &rewriter{reply: reply}
		j.Rewriters = []loop.Rewriter{w}
		_, d := run(t, &l, j)
		assert.Len(t, w.asked, many)
		if reply.Fixed {
			assert.Equal(t, many, d.Counts.Fixed)
		} else {
			assert.Len(t, d.State.Iteration.History[0].Failed, many)
		}
	}
}

func TestExternalFixerWritesAMissingSection(t *testing.T) {
	for _, text := range []string{"# A\n\nText.\n", "# A\n\nText.", "# A\r\n\r\nText.\r\n", "# A\n\nText.\n\n"} {
		var l ledger
		j := job(t, &l, text)
		j.Set.Structure = &rules.Structure{RequiredSections: []rules.RequiredSection{{Heading: "Errors", Severity: rules.Blocker}}}
		j.Rewriters = []loop.Rewriter{&rewriter{reply: loop.RewriteReply{Text: "## Errors\n\nNone.", Fixed: true}}}
		_, d := run(t, &l, j)
		eol := "\n"
		if strings.Contains(text, "\r") {
			eol = "\r\n"
		}
		want := strings.TrimRight(text, "\r\n") + strings.Repeat(eol, 2) + "## Errors" + eol + eol + "None." + eol
		assert.Equal(t, want, string(d.After), "%v", d.Findings)
		assert.Equal(t, loop.ReasonClean, d.Decision.Reason)
	}
}

func TestExternalFixerIsNotAskedWhatIsReservedForPeople(t *testing.T) {
	text := "# A\n\nThe servr.\n"
	var l ledger
	j := job(t, &l, text)
	w := &rewriter{}
	j.Rewriters = []loop.Rewriter{w}
	j.Targets[0].Reviews = incoming(text,
		remark{id: "a", quote: "servr", change: func(f *review.Finding) { f.RequiresHuman = true }},
		remark{id: "b", quote: "The", change: func(f *review.Finding) { f.AutoFix = review.AutoFixNo }},
		remark{id: "c", quote: "not there"})
	run(t, &l, j)
	assert.Empty(t, w.asked)
}

// answered runs a job, answers its question and runs it again upon the result.
func answered(t *testing.T, j loop.Job, a engine.Answer) (*loop.DocumentResult, *loop.DocumentResult) {
	t.Helper()
	var first, second ledger
	j.Ledger = &first
	_, d := run(t, &first, j)
	require.NotNil(t, d.Escalation)
	last := first.states[len(first.states)-1]
	require.NotNil(t, last.Question, "the last checkpoint holds the question")
	r, err := engine.Resolve(*last.Question, a)
	require.NoError(t, err)
	j.Ledger = &second
	j.Targets[0].Source = d.After
	for n := range j.Targets[0].Reviews {
		fs := j.Targets[0].Reviews[n].Findings
		j.Targets[0].Reviews[n].Findings = relocated(d.After, fs)
	}
	j.Targets[0].Answers = []engine.Resolution{r}
	_, e := run(t, &second, j)
	return d, e
}

func relocated(src []byte, findings []review.Finding) []review.Finding {
	doc := review.Parse("a.md", src)
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
		assert.Equal(t, "a.md:3 (A): about 80. What should stand there?", first.Escalation.Question.Text)
		assert.Equal(t, "# A\n\nThe port is 8080 here.\n", string(second.After))
		assert.Equal(t, loop.ReasonClean, second.Decision.Reason)
	})
	t.Run("leave it", func(t *testing.T) {
		j := job(t, nil, source)
		j.Targets[0].Reviews = incoming(source, remark{id: "port", quote: "80", change: person})
		_, second := answered(t, j, engine.Answer{Choice: 2})
		assert.Equal(t, source, string(second.After))
		assert.Equal(t, loop.ReasonClean, second.Decision.Reason)
		assert.Equal(t, map[string]string{"port": "out-of-scope answered"}, statuses(second))
	})
	t.Run("one of two", func(t *testing.T) {
		d0 := review.Parse("a.md", []byte(source))
		j := job(t, nil, source)
		j.Targets[0].Reviews = []loop.Review{
			{Reviewer: "one", Findings: findings(d0, []remark{{id: "1", quote: "80", want: "8080"}})},
			{Reviewer: "two", Findings: findings(d0, []remark{{id: "2", quote: "80", want: "443"}})},
		}
		first, second := answered(t, j, engine.Answer{Choice: 2})
		require.Len(t, first.Escalation.Question.Choices, 3)
		want := first.Escalation.Question.Choices[1].Text
		assert.Equal(t, "# A\n\nThe port is "+want+" here.\n", string(second.After))
		assert.Equal(t, loop.Counts{Before: 2, Fixed: 1, Rejected: 1}, second.Counts)
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
		assert.Equal(t, "# A\n\nThe port is 443 here.\n", string(second.After))
	})
	t.Run("more iterations", func(t *testing.T) {
		j := job(t, nil, "# A\n\nIt is one.\n")
		j.Limits.Thresholds.MaxIterations = 1
		j.Externals = []loop.External{script("script", chain("one", "two", "three", "four"))}
		first, second := answered(t, j, engine.Answer{Choice: 1})
		assert.Equal(t, loop.ReasonMaxIterations, first.Decision.Reason)
		assert.Equal(t, "# A\n\nIt is four.\n", string(second.After))
		assert.Equal(t, 4, second.State.Iteration.Max)
	})
	t.Run("pause", func(t *testing.T) {
		j := job(t, nil, "# A\n\nThe whitelist. TODO.\n")
		j.Limits.Blockers = loop.BlockersStop
		_, second := answered(t, j, engine.Answer{Action: engine.EffectPause})
		assert.Equal(t, "# A\n\nThe whitelist. TODO.\n", string(second.After))
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
		assert.Contains(t, first.Escalation.Diff, "+The crimson, the azure.")
		assert.Contains(t, first.Escalation.Pattern, "blue")
		assert.Equal(t, "# A\n\nThe crimson, the blue.\n", string(second.After))
	})
}

// dying is a ledger that fails for good at its n-th call, before or after having
// done what it was asked, as when a run is killed.
type dying struct {
	ledger
	calls, dies int
	after       bool
	states      map[string]loop.State
}

var errKilled = errors.New("killed")

func (l *dying) step(do func()) error {
	l.calls++
	if l.calls > l.dies || l.calls == l.dies && !l.after {
		return errKilled
	}
	do()
	if l.calls == l.dies {
		return errKilled
	}
	return nil
}

func (l *dying) Record(ctx context.Context, p loop.Pass) error {
	return l.step(func() { _ = l.ledger.Record(ctx, p) })
}

func (l *dying) Publish(ctx context.Context, p loop.Pass) error {
	return l.step(func() { _ = l.ledger.Publish(ctx, p) })
}

func (l *dying) Checkpoint(_ context.Context, states []loop.State) error {
	err := l.step(func() {
		for _, s := range states {
			data, err := json.Marshal(s)
			if err != nil {
				panic(err)
			}
			var back loop.State
			if err := json.Unmarshal(data, &back); err != nil {
				panic(err)
			}
			l.states[s.Document] = back
		}
	})
	if err != nil {
		panic(err) // a failed checkpoint is survived; a kill is not
	}
	return nil
}

// A run that is killed at any call of its ledger and resumed ends like one that
// was not, and asks its reviewer nothing twice.
func TestResumeAfterAKillAtAnyMoment(t *testing.T) {
	whole := func(dies int, after bool) (*dying, *scripted, loop.Job) {
		l := &dying{dies: dies, after: after, states: map[string]loop.State{}}
		j := job(t, nil, "# A\n\nIt is one. TODO.\n")
		j.Ledger = l
		j.Limits.Thresholds.MaxIterations = 5
		j.Set.Placeholders.Severity = rules.Suggestion
		ext := script("script", chain("one", "two", "three", "four"))
		j.Externals = []loop.External{ext}
		return l, ext, j
	}
	l, ext, j := whole(1<<30, false)
	want, err := loop.Run(t.Context(), j)
	require.NoError(t, err)
	require.Equal(t, "# A\n\nIt is four. TODO.\n", string(want.Documents[0].After))
	for dies := 1; dies <= l.calls; dies++ {
		for _, after := range []bool{false, true} {
			l, first, j := whole(dies, after)
			func() {
				defer func() {
					if p := recover(); p != nil && !errors.Is(p.(error), errKilled) {
						panic(p)
					}
				}()
				_, _ = loop.Run(t.Context(), j)
			}()
			source := j.Targets[0].Source
			for _, p := range l.published {
				source = p.Revisions[0].After
			}
			state, kept := l.states["a.md"]
			again, second, j2 := whole(1<<30, false)
			j2.Targets[0].Source = source
			if kept {
				j2.Targets[0].Resume = &state
			}
			got, err := loop.Run(t.Context(), j2)
			require.NoError(t, err)
			d, w := got.Documents[0], want.Documents[0]
			name := fmt.Sprintf("killed at call %d of %d, after it: %v", dies, l.calls, after)
			assert.Equal(t, string(w.After), string(d.After), name)
			if len(l.published) > 0 {
				assert.Equal(t, w.Counts, d.Counts, name)
				assert.Equal(t, len(w.State.Iteration.History), len(d.State.Iteration.History), name)
				assert.Equal(t, len(w.Fixes), len(d.Fixes), name)
				assert.LessOrEqual(t, first.calls+second.calls, ext.calls+1, name)
			}
			assert.Equal(t, statuses(&w), statuses(&d), name)
			assert.Len(t, append(l.published, again.published...), 3, name)
		}
	}
}
