package history

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
)

// Of the states of a document the last whole one counts, wherever a line was cut
// off by a kill.
func TestDecodeStates(t *testing.T) {
	encode := func(states ...result.State) []byte {
		t.Helper()
		pieces, err := encodeStates(states)
		require.NoError(t, err)
		return slices.Concat(pieces...)
	}
	lines := encode(result.State{State: table.State{Document: "a.md", Revision: "1"}}, result.State{State: table.State{Document: "b.md", Revision: "1"}})
	next := encode(result.State{State: table.State{Document: "a.md", Revision: "2"}}, result.State{State: table.State{Document: "b.md", Revision: "2"}})
	for cut := range len(next) - 1 {
		data := append(append([]byte{}, lines...), next[:cut]...)
		got := decodeStates(data)
		require.Len(t, got, 2)
		assert.Contains(t, []string{"1", "2"}, got["a.md"].Revision)
		assert.Equal(t, "1", got["b.md"].Revision, "cut at %d", cut)
		for _, doc := range []string{"a.md", "b.md", "c.md"} {
			assert.Equal(t, got[doc], decodeState(data, doc), "alone")
		}

		got = decodeStates(append(append(data, '\n'), next...))
		require.Equal(t, "2", got["a.md"].Revision)
		require.Equal(t, "2", got["b.md"].Revision)
	}
}
