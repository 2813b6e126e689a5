package format

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func IsProselint(n jsontree.Node) bool {
	for _, file := range n.Get("result").Members() {
		return file.Has("diagnostics")
	}
	return n.Get("data", "errors").Exists() && n.Has("status")
}

// Proselint reads proselint --json. Columns count code points from 1. Its offsets
// and its extent are those of a text that proselint has padded, and are not used.
func (r *Reader) Proselint(n jsontree.Node) {
	r.Review.Reviewer.Name = "proselint"
	for path, file := range r.Foreign(n, nil).child("result").of.Members() { // from 0.14 on
		for f := range r.Objects(file.Get("diagnostics"), nil, "diagnostics") {
			issue := finding(strings.TrimPrefix(path.Text(), "file://"), f.Str("check_path"),
				f.Str("message"),
				severityOf("warning"))
			line := Atoi(Clip(f.Get("pos").First().Text(), 9))
			issue.Place.Range = span(source.CodePoint, source.Point{Line: line}, source.Point{})
			Worded(&issue)
			r.Add(issue)
		}
	}
	if status := n.Get("status"); status.Text() == "error" && !n.Get("data", "errors").First().Exists() {
		r.Missed(r.LineOf(status.Offset()), "the program that made this failed: status is error")
	}
	for f := range r.Objects(r.Foreign(n, nil).child("data").List("errors"), nil, "errors") {
		issue := finding("", f.Str("check"), f.Str("message"), severityOf(f.Str("severity")))
		issue.Place.Range = span(source.CodePoint, f.point("line", "column"), source.Point{})
		r.Add(issue)
	}
}

var ProselintLine = remark.Pattern(`^(.+?):([0-9]{1,9}):([0-9]{1,9}): ([a-z_]+(?:\.[a-z_]+)+) (.+)$`)

// ProselintIssue reads a line of proselint's text.
func ProselintIssue(m []string) review.Issue {
	issue := finding(m[1], m[4], m[5], severityOf("warning"))
	issue.Place.Range = span(source.CodePoint, source.Point{Line: Atoi(m[2]), Column: Atoi(m[3])}, source.Point{})
	return issue
}
