package review

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// A name that nobody would write is looked at as far as one that somebody might.
func TestLongCompound(t *testing.T) {
	set := sketchRules(t)[0]
	src := strings.Repeat("json-", 4000) + "x"
	found := reviewAlone(Parse("a.md", []byte(src+"\n")), set, []Reviewer{Terminology})
	assert.Len(t, found, 4000)
	for _, f := range found {
		assert.Less(t, len(f.Why), 300)
		assert.Empty(t, f.Edits)
	}
}
