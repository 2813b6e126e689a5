package loop_test

import (
	"context"
	"sync/atomic"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// ledger remembers what a run does.
type ledger struct {
	recorded, published []result.Pass
	states              []result.State
}

func (l *ledger) Record(_ context.Context, p result.Pass) error {
	l.recorded = append(l.recorded, p)
	return nil
}

func (l *ledger) Publish(_ context.Context, p result.Pass) error {
	l.published = append(l.published, p)
	return nil
}

func (l *ledger) Checkpoint(_ context.Context, states []result.State) error {
	l.states = append(l.states, states...)
	return nil
}

func ruleSet() *rules.Set {
	set, err := rules.Load(rules.FileName, []byte(`{
	  "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
	  "placeholders": {"severity": "blocker", "patterns": ["TODO"]}
	}`))
	if err != nil {
		panic(err)
	}
	return set
}

func job(t *testing.T, l *ledger, text string) loop.Job {
	t.Helper()
	set := ruleSet()
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	var looks atomic.Int64
	return loop.Job{
		Run: "run", Targets: []loop.Target{{Stored: source.InMemory("a.md", []byte(text))}}, Set: set,
		Reviewers: rule.All(), Fixers: fixers.Registry(), Limits: table.LimitsOf(set, rules.Warning), Ledger: l,
		Clock: func() time.Time { return at.Add(time.Duration(looks.Add(1)) * time.Second) },
	}
}

func TestRunFixesAndExits(t *testing.T) {
	var l ledger
	result, err := loop.Run(t.Context(), job(t, &l, "# A\n\nThe whitelist and the Whitelist.\n"))
	require.NoError(t, err)
	d := result.Documents[0]
	require.Equal(t, "# A\n\nThe allowlist and the Allowlist.\n", string(d.After.Bytes()))
	require.Equal(t, table.ReasonClean, d.Decision.Reason)
	require.Equal(t, table.Counts{Before: 2, Fixed: 2}, d.Counts)
	require.Len(t, l.published, 1)
}
