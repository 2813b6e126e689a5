package memory

import (
	"bytes"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestKeep shows that what is kept stays as it was, in Go's memory and beside it, after the system took back its pages.
func TestKeep(t *testing.T) {
	limit := FollowFix()
	defer limit.End()
	const pieces, size = 40, 1 << 20
	kept := make([][]byte, pieces)
	var all sync.WaitGroup
	for i := range kept {
		all.Go(func() {
			b := bytes.Repeat([]byte{byte(i)}, size+i)
			kept[i] = limit.Keep(b)
			clear(b) // the caller uses its buffer again
		})
	}
	all.Wait()
	for range 2 {
		for i, b := range kept {
			require.Len(t, b, size+i)
			require.Equal(t, len(b), bytes.Count(b, []byte{byte(i)}), "piece %d", i)
		}
		limit.paged.release()
	}
	require.Empty(t, limit.Keep(nil))
}

// TestRead shows that what was read is given back when it is much, however few bytes of each document it was.
func TestRead(t *testing.T) {
	limit := &Limit{}
	for range 100 {
		limit.Read(1)
	}
	require.Zero(t, limit.Turn().Load())
	for range 1000 {
		limit.Read(1)
	}
	require.NotZero(t, limit.Turn().Load())
	limit.Read(1 << 30)
	turn := limit.Turn().Load()
	limit.Read(1)
	require.Equal(t, turn, limit.Turn().Load())
}
