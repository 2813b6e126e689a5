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
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// dying is a ledger that fails for good at its n-th call, before or after having
// done what it was asked, as when a run is killed.
type dying struct {
	ledger
	calls, dies int
	after       bool
	trails      map[string]*result.Trail
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

func (l *dying) Record(ctx context.Context, p result.Pass) error {
	return l.step(func() { _ = l.ledger.Record(ctx, p) })
}

func (l *dying) Publish(ctx context.Context, p result.Pass) error {
	return l.step(func() { _ = l.ledger.Publish(ctx, p) })
}

func (l *dying) Checkpoint(_ context.Context, states []result.State) error {
	err := l.step(func() {
		for _, s := range states {
			data, err := json.Marshal(s)
			if err != nil {
				panic(err)
			}
			var back result.State
			if err := json.Unmarshal(data, &back); err != nil {
				panic(err)
			}
			if l.trails[s.Document] == nil {
				l.trails[s.Document] = &result.Trail{}
			}
			l.trails[s.Document].Add(&back)
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
		l := &dying{dies: dies, after: after, trails: map[string]*result.Trail{}}
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
	require.Equal(t, "# A\n\nIt is four. TODO.\n", string(want.Documents[0].After.Bytes()))
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
			began := j.Targets[0].Stored
			for _, p := range l.published {
				began = source.InMemory("a.md", p.Revisions[0].After)
			}
			again, second, j2 := whole(1<<30, false)
			j2.Targets[0].Stored = began
			j2.Targets[0].Resume = l.trails["a.md"]
			got, err := loop.Run(t.Context(), j2)
			require.NoError(t, err)
			d, w := &got.Documents[0], &want.Documents[0]
			name := fmt.Sprintf("killed at call %d of %d, after it: %v", dies, l.calls, after)
			assert.Equal(t, string(w.After.Bytes()), string(d.After.Bytes()), name)
			if len(l.published) > 0 {
				assert.Equal(t, w.Counts, d.Counts, name)
				assert.Equal(t, len(w.State.Iteration.History), len(d.State.Iteration.History), name)
				assert.Equal(t, len(w.Fixes), len(d.Fixes), name)
				assert.LessOrEqual(t, first.calls+second.calls, ext.calls+1, name)
			}
			assert.Equal(t, statuses(w), statuses(d), name)
			assert.Len(t, append(l.published, again.published...), 3, name)
		}
	}
}

// So does one that asks no program: of its documents only what their bytes don't
// tell is kept, and it comes back from what was kept in full or in part.
func TestResumeOfBuiltInReviewers(t *testing.T) {
	set, err := rules.Load(rules.FileName, []byte(`{
	  "terminology": [{"use": "allowlist", "not": ["whitelist"]}],
	  "style": {"heading-case": {"style": "sentence"}},
	  "placeholders": {"patterns": ["TODO"]}
	}`))
	require.NoError(t, err)
	whole := func(dies int, after bool) (*dying, loop.Job) {
		l := &dying{dies: dies, after: after, trails: map[string]*result.Trail{}}
		j := job(t, nil, "# The Whitelist Of Guides\n\nA whitelist.\n")
		j.Ledger, j.Set = l, set
		j.Targets = append(j.Targets, []loop.Target{
			{Stored: source.InMemory("b.md", []byte("# Fine\n\nNothing is wrong.\n"))},
			{Stored: source.InMemory("c.md", []byte("# Fine\n\nA whitelist. TODO.\n"))},
			{Stored: source.InMemory("d.md", []byte("# Fine\n\nTODO.\n"))},
			{Stored: source.InMemory("e.md", []byte("# Fine\n\nSee [it](a.md#the-whitelist-of-guides).\n"))},
		}...)
		return l, j
	}
	calm, j := whole(1<<30, false)
	want, err := loop.Run(t.Context(), j)
	require.NoError(t, err)
	require.Len(t, want.Passes, 2)
	for dies := 1; dies <= calm.calls; dies++ {
		for _, after := range []bool{false, true} {
			l, j := whole(dies, after)
			func() {
				defer func() {
					if p := recover(); p != nil && !errors.Is(p.(error), errKilled) {
						panic(p)
					}
				}()
				_, _ = loop.Run(t.Context(), j)
			}()
			again, j2 := whole(1<<30, false)
			for n := range j2.Targets {
				target := &j2.Targets[n]
				target.Resume = l.trails[target.Path]
				for _, p := range l.published {
					for _, r := range p.Revisions {
						if r.Path == target.Path {
							target.Stored = source.InMemory(target.Path, r.After)
						}
					}
				}
			}
			got, err := loop.Run(t.Context(), j2)
			require.NoError(t, err)
			assert.Len(t, append(l.published, again.published...), 2)
			for n := range want.Documents {
				d, w := &got.Documents[n], &want.Documents[n]
				name := fmt.Sprintf("%s, killed at call %d, after it: %v", w.Path, dies, after)
				assert.Equal(t, string(w.After.Bytes()), string(d.After.Bytes()), name)
				assert.Equal(t, w.Counts, d.Counts, name)
				assert.Equal(t, statuses(w), statuses(d), name)
				assert.Equal(t, w.Decision, d.Decision, name)
				if w.Escalation != nil && assert.NotNil(t, d.Escalation, name) {
					assert.Equal(t, w.Escalation.Question, d.Escalation.Question, name)
				}
				assert.Equal(t, len(w.State.Iteration.History), len(d.State.Iteration.History), name)
				assert.Equal(t, w.Fixes, d.Fixes, name)
				if last := trailsOf(l, again, w.Path).Last; calm.trails[w.Path] != nil {
					require.NotNil(t, last, name)
					assert.Equal(t, w.Decision, *last.Decision, name)
				}
			}
		}
	}
}

// trailsOf is what two processes, one after the other, kept of a document.
func trailsOf(first, second *dying, path string) *result.Trail {
	t := result.Trail{}
	for _, l := range []*dying{first, second} {
		if kept := l.trails[path]; kept != nil && kept.Last != nil {
			t.Add(kept.Last)
		}
	}
	return &t
}
