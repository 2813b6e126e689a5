package rule

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestRelative(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{"a.md", "b.md", "b.md"},
		{"x/a.md", "b.md", "../b.md"},
		{"x/y/a.md", "x/z/b.md", "../z/b.md"},
		{"x/a.md", "x/y/b (1).md", "y/b%20%281%29.md"},
		{"a.md", "../b.md", "../b.md"},
		{"../a.md", "../c/b.md", "c/b.md"},
		{"../x/a.md", "b.md", ""}, // the name of the folder is not known
	} {
		got, ok := relative(c.from, c.to)
		assert.Equal(t, c.want, got, c)
		assert.Equal(t, c.want != "", ok, c)
	}
}
