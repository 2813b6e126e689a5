package link

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestScattered orders the same documents in several folders: a copy elsewhere has the same sample.
func TestScattered(t *testing.T) {
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("part%d/page%d.md", i%7, i))
	}
	in := func(folder string) []string {
		var paths []string
		for _, name := range names {
			paths = append(paths, folder+name)
		}
		scattered := Scattered(paths)
		for i, path := range scattered {
			scattered[i] = strings.TrimPrefix(path, folder)
		}
		return scattered
	}
	want := in("")
	assert.ElementsMatch(t, names, want)
	assert.NotEqual(t, names, want)
	for _, folder := range []string{"docs/", "/srv/a/", "/srv/another place/", `C:\docs\`} {
		assert.Equal(t, want, in(folder), folder)
	}
	assert.Equal(t, []string{"docs/one.md"}, Scattered([]string{"docs/one.md"}))
	assert.Empty(t, Scattered(nil))
}
