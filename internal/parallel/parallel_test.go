package parallel_test

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
)

func TestEachCallsForAll(t *testing.T) {
	for _, n := range []int{0, 1, 2, 3, 100} {
		for _, most := range []int{0, 1, 2, 8, 200} {
			var mu sync.Mutex
			var got []int
			parallel.Each(n, most, func(i int) {
				mu.Lock()
				defer mu.Unlock()
				got = append(got, i)
			})
			slices.Sort(got)
			want := []int{}
			for i := range n {
				want = append(want, i)
			}
			assert.ElementsMatch(t, want, got, "%d on %d", n, most)
		}
	}
}

func TestNoMoreCallsAtATimeThanAllowed(t *testing.T) {
	const most = 4
	var running atomic.Int32
	parallel.Each(1000, most, func(int) {
		assert.LessOrEqual(t, running.Add(1), int32(most))
		running.Add(-1)
	})
}

func TestPanicGoesOnInTheCaller(t *testing.T) {
	for _, most := range []int{1, 4} {
		var calls atomic.Int64
		err := caught(func() {
			defer parallel.In("the run")
			parallel.Each(1000, most, func(i int) {
				defer parallel.In("a.md")
				if calls.Add(1) == 3 {
					planted()
				}
			})
		})
		var p *parallel.Panic
		require.ErrorAs(t, err, &p)
		assert.Equal(t, "a.md", p.Document, "the innermost name")
		assert.EqualError(t, err, "a.md: internal error: planted")
		assert.Contains(t, string(p.Stack), "parallel_test.planted", "where it began")
		if most == 1 {
			assert.EqualValues(t, 3, calls.Load(), "no further calls are begun")
		}
	}
}

func TestCatchLeavesErrors(t *testing.T) {
	want := errors.New("an error")
	got := func() (err error) {
		defer parallel.Catch(&err)
		return want
	}()
	assert.Equal(t, want, got)
	assert.EqualError(t, caught(planted), "internal error: planted")
}

func planted() { panic("planted") }

func caught(f func()) (err error) {
	defer parallel.Catch(&err)
	f()
	return nil
}
