package usage

import (
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
	assert.Equal(t, "Google Cloud Storage", Brand("google cloud storage"))
	assert.Equal(t, "", Brand("google cloud storages"))
	assert.Equal(t, "", Brand(""))
}
