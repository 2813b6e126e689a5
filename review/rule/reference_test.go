package rule_test

import (
	"errors"
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

// TestAloneDocument: without a list of files nothing is said of files.
func TestAloneDocument(t *testing.T) {
	d := zone.Parse("a.md", []byte("[1](gone.md) [2](#gone)\n"), markdown.Dialect{})
	found := reviewAlone(d, &rules.Set{References: &rules.References{}}, []review.Reviewer{rule.Reference})
	require.Len(t, found, 1)
	assert.Equal(t, "#gone", found[0].Old)
}
