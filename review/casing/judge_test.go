package casing

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestInAnyCase(t *testing.T) {
	for _, c := range []struct{ text, word, want string }{
		{"Kurulum için adımlar", "İçin", "için"},
		{"Kurulum İçin adımlar", "için", "İçin"},
		{"an ⱥbc reader", "Ⱥbc", "ⱥbc"},
		{"an Ⱥbc reader", "ⱥbc", "Ⱥbc"},
		{"about it", "About", "about"},
		{"about i", "It", ""},
		{"caf\xe9", "CAF\xe9", "caf\xe9"},
	} {
		at, end := inAnyCase(c.text, c.word)
		if c.want == "" {
			assert.Negative(t, at, c.text)
		} else if assert.GreaterOrEqual(t, at, 0, c.text) {
			assert.Equal(t, c.want, c.text[at:end])
		}
	}
}
