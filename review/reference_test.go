package review

import (
	"errors"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
)

// TestTarget follows links from docs/guide.md in a repository whose root is one
// folder up.
func TestTarget(t *testing.T) {
	files := NewFiles("..", []string{
		"guide.md", "api/index.md", "api/get.md", "img/a (1).png", "../README.md", "../LICENSE",
	}, nil)
	run := NewCorpus([]*Document{Parse("guide.md", nil)}, files)
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
		target, found, exact, known := run.Target("guide.md", dest)
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

func TestDestinationsOutside(t *testing.T) {
	for _, dest := range []string{
		"", "https://x.y/z", "//x.y", "mailto:a@b.c", "vscode:x", "C:/x", "{{ site.url }}/x", "${x}", "<x>", "a|b", "*",
	} {
		_, ok := ParseDestination(dest)
		assert.False(t, ok, dest)
	}
}

// TestAnchorsOfOtherFiles: files outside the run are read when a fragment asks
// for them, once, and one that can't be read says nothing.
func TestAnchorsOfOtherFiles(t *testing.T) {
	reads := map[string]int{}
	files := NewFiles(".", []string{"a.md", "b.md", "c.md", "d.txt"}, func(path string) ([]byte, error) {
		reads[path]++
		if path == "c.md" {
			return nil, errors.New("no such file")
		}
		return []byte("# Here\n<a name='own'></a>\n"), nil
	})
	src := "[1](b.md#here) [2](b.md#own) [3](b.md#gone) [4](c.md#x) [5](d.txt#x) [6](b.md)\n"
	run := NewCorpus([]*Document{Parse("a.md", []byte(src))}, files)
	set := &rules.Set{References: &rules.References{Severity: rules.Warning}}
	found := run.Review(run.Documents()[0], set, []Reviewer{Reference})
	require.Len(t, found, 1)
	assert.Equal(t, "b.md#gone", found[0].Old)
	assert.Equal(t, map[string]int{"b.md": 1, "c.md": 1}, reads)
}

// TestAloneDocument: without a list of files nothing is said of files.
func TestAloneDocument(t *testing.T) {
	d := Parse("a.md", []byte("[1](gone.md) [2](#gone)\n"))
	found := reviewAlone(d, &rules.Set{References: &rules.References{}}, []Reviewer{Reference})
	require.Len(t, found, 1)
	assert.Equal(t, "#gone", found[0].Old)
}

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

func TestNearest(t *testing.T) {
	words := []string{"install", "installation", "uninstall", "usage-1", "usage-2", "configuration"}
	for word, want := range map[string]string{
		"instal":        "install",
		"install":       "install",
		"configuratoin": "configuration",
		"usage-3":       "", // two are equally near
		"elsewhere":     "",
	} {
		assert.Equal(t, want, nearest(word, words), word)
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
