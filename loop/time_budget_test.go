package loop_test

import (
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// ticking returns a clock that is a second later each time that somebody looks at it.
func ticking() func() time.Time {
	var looks atomic.Int64
	began := time.Date(2026, 3, 4, 10, 20, 0, 0, time.UTC)
	return func() time.Time { return began.Add(time.Duration(looks.Add(1)) * time.Second) }
}

// The search for the fix to blame ends with the time budget: else it would judge up to a dozen parts of the pass.
func TestTimeBudgetEndsTheSearchForCulprits(t *testing.T) {
	var words []string
	for n := range 32 {
		words = append(words, fmt.Sprintf("word%02d", n))
	}
	text := "# A\n\n" + strings.Join(words, ", ") + ".\n"
	calls := func(budget time.Duration) int {
		var l ledger
		j := job(t, &l, text)
		j.Clock, j.Limits.Time = ticking(), budget
		ext := script("script", func(_ int, text string) []remark {
			var out []remark
			for _, w := range words {
				if strings.Contains(text, w) {
					out = append(out, remark{id: w, rule: "word", quote: w, want: "W" + w[4:]})
				}
			}
			if strings.Contains(text, "W30") {
				out = append(out, remark{id: "x", rule: "x", quote: "W30", severity: rules.Blocker})
			}
			return out
		})
		j.Externals = []loop.External{ext}
		_, d := run(t, &l, j)
		assert.Equal(t, text, string(d.After.Bytes()))
		assert.Equal(t, table.ReasonRegression, d.Decision.Reason)
		return ext.calls
	}
	unbounded := calls(0)
	assert.Greater(t, unbounded, 10)
	assert.Less(t, calls(20*time.Second), unbounded-5)
}

// Nobody is asked about a document for which there is no time left. The document is not clean then.
func TestTimeBudgetEndsTheFirstReview(t *testing.T) {
	var l ledger
	j := job(t, &l, "# A\n\nIt is fine.\n")
	for n := range 20 {
		j.Targets = append(j.Targets, loop.Target{Stored: source.InMemory(fmt.Sprintf("b%d.md", n), []byte("# B\n\nIt is fine.\n"))})
	}
	j.Clock, j.Limits.Time = ticking(), 10*time.Second
	ext := script("script", nothing)
	j.Externals = []loop.External{ext}
	result, _ := run(t, &l, j)
	assert.Positive(t, ext.calls)
	assert.Less(t, ext.calls, 10)
	refused := 0
	for _, d := range result.Documents {
		if d.State.Spent.Refused > 0 {
			refused++
			assert.Equal(t, table.ReasonBudget, d.Decision.Reason, d.Path)
		}
	}
	assert.Equal(t, 21-ext.calls, refused)
	assert.Len(t, result.Warnings, refused)
}

// A pass whose candidates can't be judged in time is not made, and its findings are not reached.
func TestTimeBudgetEndsAPassThatIsNotJudged(t *testing.T) {
	for budget := 3; budget < 40; budget++ {
		var l ledger
		j := job(t, &l, "# A\n\nThe whitelist.\n")
		for n := range 10 {
			j.Targets = append(j.Targets, loop.Target{Stored: source.InMemory(fmt.Sprintf("b%d.md", n), []byte("# B\n\nThe whitelist.\n"))})
		}
		j.Clock, j.Limits.Time = ticking(), time.Duration(budget)*time.Second
		result, d := run(t, &l, j)
		if len(l.recorded) > 0 {
			assert.Greater(t, budget, 10, "each of eleven candidates takes a second")
			assert.Equal(t, table.ReasonClean, d.Decision.Reason)
			return
		}
		for _, d := range result.Documents {
			assert.Equal(t, table.ReasonBudget, d.Decision.Reason)
			assert.Equal(t, map[string]string{"terminology-1": "remaining not-reached"}, statuses(&d))
		}
	}
	t.Error("no budget is enough")
}
