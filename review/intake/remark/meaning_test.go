package remark

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestMeanings: a word that orders a deletion is a text where it mends a letter of the old one.
func TestMeanings(t *testing.T) {
	assert.Equal(t, Text, MeaningOf("lose", "loose"))
	assert.Equal(t, Doubtful, MeaningOf("lose", "hold"))
}
