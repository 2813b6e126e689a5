package rule_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// TestAnchorsOfOtherFiles: files outside the run are read when a fragment asks
// for them, once, and one that can't be read says nothing.
func TestAnchorsOfOtherFiles(t *testing.T) {
	reads := map[string]int{}
	files := link.NewFiles(".", []string{"a.md", "b.md", "c.md", "d.txt"}, func(path string) ([]byte, error) {
		reads[path]++
		if path == "c.md" {
			return nil, errors.New("no such file")
		}
		return []byte("# Here\n<a name='own'></a>\n"), nil
	})
	src := "[1](b.md#here) [2](b.md#own) [3](b.md#gone) [4](c.md#x) [5](d.txt#x) [6](b.md)\n"
	run := review.NewCorpus([]*zone.Document{zone.Parse("a.md", []byte(src), markdown.Dialect{})}, files)
	set := &rules.Set{References: &rules.References{Severity: rules.Warning, SlugNamed: true}}
	found := run.Review(run.Document("a.md"), set, []review.Reviewer{rule.Reference})
	require.Len(t, found, 1)
	assert.Equal(t, "b.md#gone", found[0].Old)
	assert.Equal(t, map[string]int{"b.md": 1, "c.md": 1}, reads)
}

// What only the program that makes the pages knows is no dead link, and a file that git ignores says so.
func TestReferencesOfBuiltPages(t *testing.T) {
	texts := map[string]string{
		".gitignore":          "# made\n/docs/api/*.md\n!/docs/api/kept.md\n\nbuild/\n",
		"docs/api/.gitignore": "*.jpg\n!x.jpg\n",
		"docs/set.md":         "# <!-- md:setting config.lang -->\n\n## B { id=\"own\" }\n\n<!-- see: config.gone -->\n",
		"docs/img/a.png":      "",
	}
	read := func(path string) ([]byte, error) { return []byte(texts[path]), nil }
	files := link.NewFiles(".", slices.Collect(maps.Keys(texts)), read)
	src := "[1](set.md#config.lang) [2](set.md#+config.lang) [3](set.md#own)\n" +
		"<img src='../img/a.png'> <img src='../pic/a.png'> [4](set.md#config.gone) ![5](../img/a.png)\n" +
		"[6](api/get.md) [7](api/kept.md) [8](api/x.jpg) [9](build/a/b.md) [10](api/put)\n"
	run := review.NewCorpus([]*zone.Document{zone.Parse("docs/a.md", []byte(src), markdown.Dialect{})}, files)
	found := run.Review(run.Document("docs/a.md"), &rules.Set{References: &rules.References{}},
		[]review.Reviewer{rule.Reference})
	got := map[string]string{}
	for _, f := range found {
		got[f.Old] = f.Reason.Code
	}
	assert.Equal(t, map[string]string{
		"../pic/a.png": "", "set.md#config.gone": "no-near-miss", "../img/a.png": "",
		"api/get.md": review.Generated, "api/put": review.Generated, "api/kept.md": "no-near-miss",
		"api/x.jpg":    "no-near-miss",
		"build/a/b.md": review.Generated,
	}, got)
}

// TestAloneDocument: without a list of files nothing is said of files.
func TestAloneDocument(t *testing.T) {
	d := zone.Parse("a.md", []byte("[1](gone.md) [2](#gone)\n"), markdown.Dialect{})
	found := reviewAlone(d, &rules.Set{References: &rules.References{}}, []review.Reviewer{rule.Reference})
	require.Len(t, found, 1)
	assert.Equal(t, "#gone", found[0].Old)
}
