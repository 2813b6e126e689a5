package wording

import (
	"strings"
	"sync"
)

// Set returns the set of the words of a list. The first call of what it returns makes the set.
func Set(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		words := map[string]bool{}
		for w := range strings.FieldsSeq(list) {
			words[w] = true
		}
		return words
	})
}
