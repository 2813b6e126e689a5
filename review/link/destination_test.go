package link

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestTarget follows links from docs/guide.md in a repository whose root is one
// folder up.
func TestTarget(t *testing.T) {
	files := NewFiles("..", []string{
		"guide.md", "api/index.md", "api/get.md", "img/a (1).png", "../README.md", "../LICENSE",
	}, nil)
	holds := func(path string) bool { return path == "guide.md" }
	site := NewSite(holds, nil, func() *Files { return files })
	for _, c := range []struct {
		dest, target string
		want         string
	}{
		{"#x", "guide.md", "exact"},
		{"api/get.md", "api/get.md", "exact"},
		{"./api/../api/get.md?plain=1#x", "api/get.md", "exact"},
		{"img/a%20(1).png", "img/a (1).png", "exact"},
		{`img/a&#32;\(1).png`, "img/a (1).png", "exact"},
		{"../LICENSE", "../LICENSE", "exact"},
		{"/README.md", "../README.md", "exact"},
		{"..", "..", "exact"},
		{"/#x", "..", "exact"}, // the home page of a site, which is not the README
		{"api", "api", "exact"},
		{"api#x", "api/index.md", "guessed"},
		{"api/get", "api/get.md", "guessed"},
		{"../api/get/", "api/get.md", "guessed"}, // the page is a folder on the site
		{"api/get.html", "api/get.md", "guessed"},
		{"api/put.md", "api/put.md", "missing"},
		{"../CHANGES", "../CHANGES", "missing"},
		{"../../issues", "", "unknown"},
		{"/docs/old", "", "unknown"},
		{"api/put.html", "", "unknown"},
	} {
		dest, ok := ParseDestination(c.dest)
		require.True(t, ok, c.dest)
		target, found, exact, known := site.Target("guide.md", dest)
		got := "missing"
		switch {
		case !known:
			got, target = "unknown", ""
		case found && exact:
			got = "exact"
		case found:
			got = "guessed"
		}
		assert.Equal(t, c.want+" "+c.target, got+" "+target, c.dest)
	}
}

// A page that is not translated is the English one, and its link is not dead.
func TestTargetOfTranslations(t *testing.T) {
	files := NewFiles(".", []string{"docs/en/docs/a.md", "docs/de/docs/b.md", "site/pt-br/b.md", "docs/go/b.md"}, nil)
	site := NewSite(func(string) bool { return false }, nil, func() *Files { return files })
	for _, c := range []struct {
		from, dest string
		known      bool
	}{
		{"docs/de/docs/b.md", "a.md", false}, {"docs/de/docs/in/b.md", "../a.md", false}, {"docs/de/docs/b.md", "c.md", true},
		{"docs/pt-br/docs/b.md", "a.md", false}, {"docs/python/docs/b.md", "a.md", true}, {"docs/en/docs/b.md", "../c.md", true},
		{"site/pt-br/b.md", "a.md", true}, {"site/b.md", "../docs/de/docs/a.md", true},
	} {
		dest, _ := ParseDestination(c.dest)
		_, found, _, known := site.Target(c.from, dest)
		assert.False(t, found, c)
		assert.Equal(t, c.known, known, c)
	}
}

func TestDestinationsOutside(t *testing.T) {
	for _, dest := range []string{
		"", "https://x.y/z", "//x.y", "mailto:a@b.c", "vscode:x", "C:/x", "{{ site.url }}/x", "${x}", "<x>", "a|b", "*",
	} {
		_, ok := ParseDestination(dest)
		assert.False(t, ok, dest)
	}
}
