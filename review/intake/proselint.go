package intake

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isProselint(n jsontree.Node) bool { return n.Get("data", "errors").Exists() && n.Has("status") }

// proselint reads proselint --json. Columns count code points from 1. Its offsets
// and its extent are those of a text that proselint has padded, and are not used.
func (r *reader) proselint(n jsontree.Node) {
	r.review.Reviewer.Name = "proselint"
	for f := range r.objects(r.foreign(n, nil).child("data").list("errors"), nil, "errors") {
		issue := finding("", f.str("check"), f.str("message"), severityOf(f.str("severity")))
		issue.Place.Range = span(source.CodePoint, f.point("line", "column"), source.Point{})
		r.add(issue)
	}
}

var proselintLine = pattern(`^(.+?):([0-9]{1,9}):([0-9]{1,9}): ([a-z_]+(?:\.[a-z_]+)+) (.+)$`)

// proselintIssue reads a line of proselint's text.
func proselintIssue(m []string) review.Issue {
	issue := finding(m[1], m[4], m[5], severityOf("warning"))
	issue.Place.Range = span(source.CodePoint, source.Point{Line: atoi(m[2]), Column: atoi(m[3])}, source.Point{})
	return issue
}
