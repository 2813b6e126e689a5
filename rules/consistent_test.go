package rules

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

func TestSettle(t *testing.T) {
	set, err := Load("x.json", []byte(`{"style": {"heading-case": {"style": "consistent", "severity": "blocker",
		"proper_nouns": ["Go"]}, "list-marker": {"marker": "consistent"}}}`))
	require.NoError(t, err)
	assert.True(t, set.Unsettled())

	settled := set.Settle(Habits{Headings: TitleCaseAP, HeadingsKnown: true, Marker: '*'})
	assert.Equal(t, &HeadingCase{Severity: Blocker, Style: TitleCaseAP, ProperNouns: []string{"Go"}}, settled.Style.HeadingCase)
	assert.Equal(t, &ListMarker{Severity: Warning, Marker: '*'}, settled.Style.ListMarker)
	assert.False(t, settled.Unsettled())
	assert.True(t, set.Unsettled(), "a set is not modified")

	set, err = Load("x.json", []byte(`{"style": {"emphasis-style": {"style": "consistent"}, "strong-style": {"style": "consistent"}}}`))
	require.NoError(t, err)
	settled = set.Settle(Habits{Emphasis: '_'})
	assert.Equal(t, &DelimiterStyle{Warning, '_'}, settled.Style.EmphasisStyle)
	assert.Equal(t, Style{}, set.Settle(Habits{}).Style)
}

func TestSettleWithoutHabits(t *testing.T) {
	set, err := Load("x.json", []byte(`{"style": {"heading-case": {"style": "consistent"}, "list-marker": {"marker": "consistent"}}}`))
	require.NoError(t, err)
	none := set.Settle(Habits{})
	assert.Nil(t, none.Style.HeadingCase)
	assert.Nil(t, none.Style.ListMarker)
}

// What a file names holds whatever the repository does.
func TestSettleLeavesWhatIsNamed(t *testing.T) {
	set, err := Load("x.json", []byte(`{"style": {"heading-case": {"style": "title-apa"}, "list-marker": {"marker": "+"}}}`))
	require.NoError(t, err)
	assert.False(t, set.Unsettled())
	assert.Equal(t, set.Style, set.Settle(Habits{Marker: '*', HeadingsKnown: true}).Style)
}
