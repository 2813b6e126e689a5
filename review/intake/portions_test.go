package intake

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

// oddIssues is a list of findings of which many are written oddly, each in one of several ways.
func oddIssues(n int, broken bool) string {
	c := testdocs.Chance(7)
	var out []string
	for i := range n {
		issue := []string{fmt.Sprintf(`"description": "Say it shorter, %d."`, i%70), fmt.Sprintf(`"line": %d`, i+1)}
		for _, odd := range []string{
			`"sev": "high"`, fmt.Sprintf(`"severity": "loud %d"`, c.Next(90)), `"confidence": "sure"`,
			fmt.Sprintf(`"colour": %d`, i), fmt.Sprintf(`"hue%d": 1`, c.Next(60)), `"autoFixable": "maybe"`,
			`"old_value": "a", "oldValue": "b"`, `"location": {"quote": ["a", "b"]}`, `"new_value": "Use fewer words."`,
		} {
			if c.Next(5) == 0 {
				issue = append(issue, odd)
			}
		}
		out = append(out, "{"+strings.Join(issue, ", ")+"}")
		if broken && i%97 == 0 {
			out = append(out, "17")
		}
	}
	return "[" + strings.Join(out, ",\n") + "]"
}

// A long list is read in portions, and what comes of it is the same as if one reader had read all of it.
func TestPortionsAreReadAsTheWhole(t *testing.T) {
	for _, broken := range []bool{false, true} {
		src := []byte(oddIssues(5*portionSize/2, broken))
		root, err := jsontree.ParseLoose(src)
		require.NoError(t, err)
		require.Len(t, root.Portions(portionSize), 3)
		whole, inPortions := &reader{src: src, review: &Review{}}, &reader{src: src, review: &Review{}}
		for i, n := range root.Items() {
			whole.ownIssue(i, n)
		}
		inPortions.ownIssues(root)
		require.Equal(t, broken, len(whole.errs) > 0)
		require.Equal(t, whole.errs, inPortions.errs)
		if broken {
			continue
		}
		for _, r := range []*reader{whole, inPortions} {
			r.nameIssues()
			r.noteRepairs()
		}
		require.Greater(t, whole.more, 0, "not all repairs can be told apart")
		require.Equal(t, whole.review, inPortions.review)
	}
}

// The results of a long SARIF name rules and files of their run, of which each reader of a portion asks.
func TestPortionsOfSARIF(t *testing.T) {
	var results []string
	for i := range 3 * portionSize {
		results = append(results, fmt.Sprintf(`{"ruleIndex": %d, "message": {"text": "Say %d."}, "locations": [{"physicalLocation":
			{"artifactLocation": {"index": 0}, "region": {"startLine": %d}}}]}`, i%2, i, i+1))
	}
	src := `{"version": "2.1.0", "runs": [{"tool": {"driver": {"name": "a", "rules": [{"id": "first"}, {"id": 2}]}},
		"artifacts": [{"location": {"uri": "docs/a.md"}}], "results": [` + strings.Join(results, ",") + `]}]}`
	require.True(t, json.Valid([]byte(src)))
	r, err := Parse("a.sarif", []byte(src), SARIF)
	require.NoError(t, err)
	require.Len(t, r.Issues, 3*portionSize)
	for i, issue := range r.Issues {
		require.Equal(t, []string{"first", "2"}[i%2], issue.Rule)
		require.Equal(t, "docs/a.md", issue.Path)
		require.Equal(t, i+1, issue.Place.From.Line)
	}
	assert.Equal(t, []string{fmt.Sprintf("read a number as the text of id (%d times)", 3*portionSize/2)}, r.Repaired)
}
