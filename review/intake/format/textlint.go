package format

import (
	"iter"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func IsTextlint(n jsontree.Node) bool {
	file := n.First()
	return file.Has("filePath", "messages") && !file.Has("errorCount")
}

// Textlint reads textlint --format json. Columns and the range of a fix count UTF-16 code units, the columns from 1,
// the range from the start of the file. A byte order mark is not counted.
func (r *Reader) Textlint(n jsontree.Node) {
	r.Review.Reviewer.Name = "textlint"
	for path, f := range r.messages(n, "filePath") {
		issue := finding(path, f.Str("ruleId"), f.Str("message"), lintSeverity(f.Whole("severity", 0) == 2))
		loc := f.child("loc")
		start, end := loc.child("start"), loc.child("end")
		issue.Place.Range = span(source.UTF16, f.point("line", "column"), source.Point{})
		if start.Has("line") && end.Has("line") {
			issue.Place.Range = span(source.UTF16, start.point("line", "column"), end.point("line", "column"))
		}
		setFix(&issue, f)
		setBOM(&issue, review.BOMSkipped)
		r.Add(issue)
	}
}

// messages returns the messages of all files of a list with the paths of the files, as
// ESLint, textlint and alex write them.
func (r *Reader) messages(n jsontree.Node, path string) iter.Seq2[string, Fields] {
	if n.Kind() != jsontree.Array {
		r.Fail(n.Offset(), nil, "is %v; want a list of files", n.Kind())
	}
	return func(yield func(path string, message Fields) bool) {
		for file := range r.Objects(n, nil, "file") {
			name := file.Str(path)
			for message := range file.Each("messages", "message") {
				if !yield(name, message) {
					return
				}
			}
		}
	}
}

// setFix gives an issue the fix of its message.
func setFix(issue *review.Issue, message Fields) {
	if !message.Has("fix") {
		return
	}
	fix := message.child("fix")
	at := fix.ints("range")
	if len(at) != 2 || at[0] < 0 || at[1] < at[0] {
		fix.Fail("range", "is no pair of offsets in order")
		return
	}
	setEdits(issue, review.IssueEdit{Range: offsets(source.UTF16, at[0], at[1]), New: fix.Str("text")})
}
