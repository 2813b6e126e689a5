package lazy

import (
	"strings"
	"sync"
)

// WordSet returns the set of the words of a list, made when it is first asked for.
func WordSet(list string) func() map[string]bool {
	return sync.OnceValue(func() map[string]bool {
		words := map[string]bool{}
		for _, w := range strings.Fields(list) {
			words[w] = true
		}
		return words
	})
}
