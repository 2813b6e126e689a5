package link

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestNearest(t *testing.T) {
	words := []string{"install", "installation", "uninstall", "usage-1", "usage-2", "configuration"}
	for word, want := range map[string]string{
		"instal":        "install",
		"install":       "install",
		"configuratoin": "configuration",
		"usage-3":       "", // two are equally near
		"elsewhere":     "",
	} {
		assert.Equal(t, want, Nearest(word, words), word)
	}
}

// TestDistance compares the banded distance with the plain one.
func TestDistance(t *testing.T) {
	words := []string{"", "a", "ab", "ba", "abc", "acb", "kitten", "sitting", "aaaa", "aaaaab", "baaaa"}
	for _, a := range words {
		for _, b := range words {
			for limit := range 4 {
				assert.Equal(t, min(plainDistance(a, b), limit+1), distance(a, b, limit), "%q %q %d", a, b, limit)
			}
		}
	}
}

func plainDistance(a, b string) int {
	if a == "" || b == "" {
		return len(a) + len(b)
	}
	cost := 1
	if a[0] == b[0] {
		cost = 0
	}
	return min(plainDistance(a[1:], b)+1, plainDistance(a, b[1:])+1, plainDistance(a[1:], b[1:])+cost)
}
