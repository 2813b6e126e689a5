package rules

import (
	"encoding"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// named is an enumeration with a text form.
type named interface {
	encoding.TextMarshaler
	String() string
}

func TestEnumsReadWhatTheyWrite(t *testing.T) {
	var values []named
	for s := Suggestion; s <= Blocker; s++ {
		values = append(values, s)
	}
	for c := CategoryTerminology; c <= CategoryClaim; c++ {
		values = append(values, c)
	}
	for g := GapCoverage; g <= GapQuestions; g++ {
		values = append(values, g)
	}
	for _, v := range values {
		text, err := v.MarshalText()
		require.NoError(t, err)
		assert.Equal(t, v.String(), string(text))
		switch want := v.(type) {
		case Severity:
			var got Severity
			require.NoError(t, got.UnmarshalText(text))
			assert.Equal(t, want, got)
		case Category:
			var got Category
			require.NoError(t, got.UnmarshalText(text))
			assert.Equal(t, want, got)
		case Gap:
			var got Gap
			require.NoError(t, got.UnmarshalText(text))
			assert.Equal(t, want, got)
		}
	}
	for _, v := range []named{Severity(0), Severity(9), Category(0), Category(99), Gap(0), Gap(9)} {
		_, err := v.MarshalText()
		assert.Error(t, err)
		assert.Equal(t, "none", v.String())
	}
	_, err := ParseSeverity("")
	assert.Error(t, err)
	_, err = ParseCategory("stile")
	assert.EqualError(t, err, `unknown category "stile"; did you mean "style"?`)
	_, err = ParseGap("x")
	assert.EqualError(t, err, `unknown gap "x"; want coverage, confidence, conflict, context or questions`)
	assert.Less(t, Suggestion, Warning)
	assert.Less(t, Warning, Blocker)
}
