package review

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLexicon(t *testing.T) {
	for word, want := range map[string]writing{
		"server": lowerWriting, "servers": lowerWriting, "settings": lowerWriting, "installing": lowerWriting,
		"configured": lowerWriting, "policies": lowerWriting, "reinstalling": lowerWriting, "berlin": upperWriting,
		"kubernetes": upperWriting, "may": bothWritings, "qwxyz": unknownWriting, "": unknownWriting, "zz": unknownWriting,
		"a": unknownWriting, "aa": unknownWriting, "zzzzzz": unknownWriting,
	} {
		assert.Equal(t, want, lexicon(word), word)
	}
	assert.Equal(t, "Google Cloud Storage", brand("google cloud storage"))
	assert.Equal(t, "", brand("google cloud storages"))
	assert.Equal(t, "", brand(""))
}
