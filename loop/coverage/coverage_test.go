package coverage

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestReviewersNameSections(t *testing.T) {
	for _, c := range []struct {
		named, section string
		want           bool
	}{
		{"Linux", "Install > Linux", true},
		{"## linux", "Install > Linux", true},
		{"Install", "Install > Linux > From  source", true},
		{"install>Linux", "Guide > Install > Linux > From source", true},
		{"Install > From source", "Install > Linux > From source", false},
		{"Install > Linux", "Install", false},
		{"Lin", "Install > Linux", false},
		{"a > b", "a>b", false}, // a heading of its own
		{"", "Install", false},
	} {
		assert.Equal(t, c.want, NewNames([]string{"Other", c.named}).Covers(c.section), "%q, %q", c.named, c.section)
	}
	assert.False(t, NewNames(nil).Covers("Install"))
}

// TestManySectionsAreNamed has a review name each of very many sections. Were each
// compared with each, it would take many minutes.
func TestManySectionsAreNamed(t *testing.T) {
	const n = 40000
	var text strings.Builder
	names := make([]string, n)
	for i := range names {
		names[i] = fmt.Sprintf("Section %d", i)
		fmt.Fprintf(&text, "# %s\n\n", names[i])
	}
	c := New(zone.Parse("a.md", []byte(text.String()), markdown.Dialect{}))
	require.Equal(t, n, c.Add(names))
	require.Zero(t, c.Add(names))
}
