package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// A rule that is asked for is on, also where a file switches it off; what a file says of it, and all other rules, stay.
func TestEnabled(t *testing.T) {
	set, err := Load("rules.json", []byte(`{"version": 1, "style": {"misspelling": {"enabled": false}, "list-marker": {"marker": "*"}}}`))
	require.NoError(t, err)
	on := set.Enabled([]string{"misspelling", "link-text", "list-marker", "reference", "terminology"})
	assert.NotNil(t, on.Style.Misspelling)
	assert.Contains(t, on.Style.Plain, "link-text")
	assert.Same(t, set.Style.ListMarker, on.Style.ListMarker)
	assert.NotNil(t, on.References)
	assert.Nil(t, on.Style.DoubledWord)
	assert.Nil(t, set.Style.Misspelling, "the rules that were loaded stay")
	assert.NotContains(t, set.Style.Plain, "link-text")
}
