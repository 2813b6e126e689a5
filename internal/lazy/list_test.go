package lazy

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestListIsASliceInJSON writes and reads a list as the slice that it stands for, whatever the encoder escapes.
func TestListIsASliceInJSON(t *testing.T) {
	type with[T any] struct {
		List T `json:"list,omitzero"`
	}
	for _, all := range [][]string{nil, {"a < b & \u2028"}, {"a", "b", "c"}} {
		want, err := json.Marshal(with[[]string]{all})
		require.NoError(t, err)
		asked := 0
		got, err := json.Marshal(with[List[string]]{NewList(len(all), func(i int) string { asked++; return all[i] })})
		require.NoError(t, err)
		assert.Equal(t, string(want), string(got))
		assert.Equal(t, len(all), asked)

		var read with[List[string]]
		require.NoError(t, json.Unmarshal(got, &read))
		assert.Equal(t, all, slices.Collect(read.List.All()))
		assert.Equal(t, min(2, len(all)), read.List.First(2).Len())

		plain, err := jsonWithoutEscapes(with[[]string]{all})
		require.NoError(t, err)
		same, err := jsonWithoutEscapes(with[List[string]]{ListOf(all)})
		require.NoError(t, err)
		assert.Equal(t, plain, same)
	}
}

func jsonWithoutEscapes(v any) (string, error) {
	var out []byte
	encoder := json.NewEncoder((*appender)(&out))
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(v)
	return string(out), err
}

type appender []byte

func (a *appender) Write(p []byte) (int, error) {
	*a = append(*a, p...)
	return len(p), nil
}
