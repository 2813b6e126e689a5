package usage

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLexicon(t *testing.T) {
	for word, want := range map[string]Writing{
		"server": Lower, "servers": Lower, "settings": Lower, "installing": Lower,
		"configured": Lower, "policies": Lower, "reinstalling": Lower, "berlin": Upper,
		"kubernetes": Upper, "may": Lower | Upper, "qwxyz": Unknown, "": Unknown, "zz": Unknown,
		"a": Unknown, "aa": Unknown, "zzzzzz": Unknown,
	} {
		assert.Equal(t, want, Lexicon(word), word)
	}
	assert.True(t, Brand("google cloud storage"))
	assert.False(t, Brand("google cloud storages"))
	assert.False(t, Brand(""))
	assert.True(t, KnownName("visual studio code"))
	assert.False(t, KnownName("visual"))
}

// TestNamesAreSorted holds the list that is written by hand to the order in which it is searched.
func TestNamesAreSorted(t *testing.T) {
	lines := strings.Split(strings.TrimSuffix(lexiconNames, "\n"), "\n")
	assert.True(t, slices.IsSortedFunc(lines, compareFolded))
	for _, name := range lines {
		assert.True(t, KnownName(strings.ToLower(name)), name)
		assert.LessOrEqual(t, len(strings.Fields(name)), 4, name)
	}
}
