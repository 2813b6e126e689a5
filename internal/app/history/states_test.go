package history

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/table"
)

// Of the states of a document the last whole one counts, wherever a line was cut
// off by a kill.
func TestDecodeStates(t *testing.T) {
	var encoder stateEncoder
	encode := func(states ...loop.State) []byte {
		t.Helper()
		pieces, err := encoder.encode(states)
		require.NoError(t, err)
		return slices.Concat(pieces...)
	}
	lines := encode(loop.State{State: table.State{Document: "a.md", Revision: "1"}}, loop.State{State: table.State{Document: "b.md", Revision: "1"}})
	next := encode(loop.State{State: table.State{Document: "a.md", Revision: "2"}}, loop.State{State: table.State{Document: "b.md", Revision: "2"}})
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

// An encoder that is used again writes what it was given this time, every state.
func TestStateEncoderIsUsedAgain(t *testing.T) {
	var encoder stateEncoder
	for _, count := range []int{3, 40, 0, 17, 1} {
		states := make([]loop.State, count)
		for i := range states {
			states[i].Document = strings.Repeat("d", (count+i)%7*100_000) + strconv.Itoa(i) // some are large
		}
		pieces, err := encoder.encode(states)
		require.NoError(t, err)
		lines := slices.Collect(bytes.Lines(slices.Concat(pieces...)))
		require.Len(t, lines, count)
		for i := range lines {
			want, err := json.Marshal(&states[i])
			require.NoError(t, err)
			require.Equal(t, string(want)+"\n", string(lines[i]))
		}
	}
}

// TestLargeStates shows that a large state is written as a small one is, whatever its texts look like.
func TestLargeStates(t *testing.T) {
	for _, count := range []int{1, 2, manyElements} {
		var s loop.State
		list := func(key, element string) string {
			var b strings.Builder
			for i := range count {
				fmt.Fprintf(&b, ",%s", strings.ReplaceAll(element, "N", strconv.Itoa(i%3)))
			}
			return fmt.Sprintf("%q: [%s]", key, b.String()[1:])
		}
		const text = `"say \"questions\":[{\"id\":\"q0\"}] <b> N"`
		require.NoError(t, json.Unmarshal([]byte(`{"document": "\"remaining_issues\":[", `+
			list("remaining_issues", `{"id": "N", "severity": "warning", "description": `+text+`}`)+", "+list("questions", `{"id": "qN", "text": `+text+`}`)+
			`, "iteration": {"history": [{"open": ["a", "b"]}]}, "snapshot": {`+list("open", `{"id": "iN", "severity": "warning", "message": `+text+`}`)+", "+
			list("shut", `{"id": "sN", "severity": "warning", "message": `+text+`}`)+", "+list("fixes", `{"pass": N}`)+", "+list("questions", `{"id": "N", "text": `+text+`}`)+
			`}}`), &s))
		require.Equal(t, count, s.Snapshot.Closed.Len())
		want, err := json.Marshal(&s)
		require.NoError(t, err)
		var got bytes.Buffer
		require.NoError(t, writeLarge(&got, &s))
		require.Equal(t, string(want)+"\n", got.String())
		require.Equal(t, count == manyElements, isLarge(&s))
		require.Len(t, s.Remaining, count)
	}
}
