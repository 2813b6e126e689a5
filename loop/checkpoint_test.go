package loop_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/rules"
)

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
