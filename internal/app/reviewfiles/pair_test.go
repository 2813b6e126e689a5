package reviewfiles

import (
	"context"
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// TestSortedIssuesKeepTheirOrder sorts issues of several documents, and of none of the run, that stand mixed in one
// review: each document has its own, in the order of the review, and they are handed out once.
func TestSortedIssuesKeepTheirOrder(t *testing.T) {
	docs := []workspace.Document{{Path: "a.md"}, {Path: "b.md"}, {Path: "c.md"}}
	names := []string{"b.md", "gone.md", "a.md", "a.md", "c.md", "b.md", "a.md"}
	var issues []review.Issue
	want := map[string][]string{}
	for i := range 1000 {
		name := names[i*i%len(names)]
		issues = append(issues, review.Issue{ID: fmt.Sprint(i), Path: name})
		want[name] = append(want[name], fmt.Sprint(i))
	}
	files := []File{{review: &format.Review{Issues: issues}}}
	require.NoError(t, Pair(files, docs, false, t.Logf))
	ids := func(issues []review.Issue) (out []string) {
		for _, issue := range issues {
			out = append(out, issue.ID)
		}
		return out
	}
	assert.Equal(t, want["gone.md"], ids(files[0].strays))
	for _, d := range docs {
		assert.Equal(t, want[d.Path], ids(*files[0].issues[d.Path]), d.Path)
	}
	reviews := Locating{}.Of(context.Background(), "b.md", func() *zone.Document { return zone.Parse("b.md", []byte("# B\n"), markdown.Dialect{}) }, files)
	assert.Len(t, reviews[0].Findings, len(want["b.md"]))
	assert.Equal(t, len(issues)-len(want["b.md"]), reviews[0].Elsewhere)
	assert.Empty(t, *files[0].issues["b.md"])
}
