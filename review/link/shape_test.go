package link

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review/zone"
)

func TestShapeOf(t *testing.T) {
	for file, want := range map[string]string{
		"g": "g", "a.html": "*.html", "./a.html": "./*.html", "api/a.md": "api/**", "api/b/c": "api/**",
		"../../api/a": "../../api/**", "dir/": "dir/", "../x": "../x", "../a.md": "../*.md",
	} {
		assert.Equal(t, want, ShapeOf(file), file)
	}
}

// TestDeadShape: a shape is dead where many links have it and none of them leads to a file.
func TestDeadShape(t *testing.T) {
	shape := func(links string, n int) *Shape {
		texts := map[string]string{"b.md": "# B\n"}
		var paths []string
		for i := range n {
			texts[fmt.Sprintf("a%d.md", i)] = links
		}
		for path := range texts {
			paths = append(paths, path)
		}
		f := NewFiles(".", paths, func(path string) ([]byte, error) { return []byte(texts[path]), nil })
		s := NewSite(func(path string) bool { return strings.HasPrefix(path, "a") }, func(string) *zone.Document { return nil },
			func() *Files { return f })
		out, first := s.DeadShape(Destination{File: "g"})
		assert.Equal(t, out != nil, first == "a0.md", "%s %d", links, n)
		return out
	}
	assert.Equal(t, 10, shape("[x](g)\n", 10).Links)
	assert.Equal(t, 10, shape("[x](g) and [x](b.md)\n", 10).Links)
	assert.Nil(t, shape("[x](g)\n", 7), "too few")
	assert.Nil(t, shape("```\n[x](g)\n```\n", 10), "in a fence")
	assert.Nil(t, shape("Say `[x](g)`.\n", 10), "in code alone")
	assert.Nil(t, shape("[x](g)\n\n[x]: b\n", 0), "none")
}
