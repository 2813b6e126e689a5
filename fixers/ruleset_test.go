package fixers

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
)

// loadSet reads the configuration of a test.
func loadSet(t testing.TB, data []byte) *rules.Set {
	t.Helper()
	set, err := rules.Load(rules.FileName, data)
	require.NoError(t, err)
	return set
}
