package usage

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

func TestPassages(t *testing.T) {
	const src = "---\ntitle: No Text\n---\n# The Pump\nOne\n  two\n> three\n> four\n***\nfive\n- six\n\n```sh\nnpm ci\n```\nseven\n```go\nx\n```\nimport a\neight\n"
	for path, want := range map[string][]string{
		"a.md":  {"| One\n  two", ". three", ". four", "- five", "| six", "| seven", "- import a\neight"},
		"a.mdx": {"| One\n  two", ". three", ". four", "- five", "| six", "| seven", "- eight"},
	} {
		passages, titles := read(path, []byte(src), nil)
		var got []string
		for _, p := range passages {
			got = append(got, string(".-|"[p.before])+" "+src[p.start:p.end])
		}
		assert.Equal(t, want, got, path)
		assert.Equal(t, []string{"The Pump"}, titles)
	}
}

func TestTitles(t *testing.T) {
	set, err := rules.Load("test", []byte(`{"terminology": [{"use": "allowlist", "not": ["whitelist", "white list"]}, {"use": "GitHub"}, {"use": "JSON"}]}`))
	require.NoError(t, err)
	for src, want := range map[string][]string{
		"The Pump\n---\n":            {"The Pump"},
		"> The Pump\n> -\n":          {"The Pump"},
		"- The Pump\n  -\n":          {"The Pump"},
		"- The Pump\n-\n":            nil, // the next item
		"1. Two\n   The Pump\n---\n": nil, // a rule
		"# Open the pump\n":          nil,
		"# Read json files\n":        {"Read json files"}, // looks like a title with JSON in it
		"# Read JSON files\n":        {"Read JSON files"},
	} {
		_, titles := read("a.md", []byte(src), set.Terms())
		assert.Equal(t, want, titles, "%q", src)
	}
}

func BenchmarkGather(b *testing.B) {
	src := testdocs.Page(100 << 10)
	texts := []source.Stored{{Path: "a.md", Read: func() ([]byte, error) { return src, nil }}}
	testdocs.Bench(b, int64(len(src)), func() { Gather(texts, 1, nil) })
}
