package usage

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestLexicon(t *testing.T) {
	for word, want := range map[string]Writing{
		"server": LowerWriting, "servers": LowerWriting, "settings": LowerWriting, "installing": LowerWriting,
		"configured": LowerWriting, "policies": LowerWriting, "reinstalling": LowerWriting, "berlin": UpperWriting,
		"kubernetes": UpperWriting, "may": bothWritings, "qwxyz": UnknownWriting, "": UnknownWriting, "zz": UnknownWriting,
		"a": UnknownWriting, "aa": UnknownWriting, "zzzzzz": UnknownWriting,
	} {
		assert.Equal(t, want, Lexicon(word), word)
	}
	assert.Equal(t, "Google Cloud Storage", Brand("google cloud storage"))
	assert.Equal(t, "", Brand("google cloud storages"))
	assert.Equal(t, "", Brand(""))
}
