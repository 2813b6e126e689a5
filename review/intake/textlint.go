package intake

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isTextlint(n node) bool {
	file, ok := n.first()
	if n.kind() != array || !ok {
		return false
	}
	_, path := file.get("filePath")
	_, messages := file.get("messages")
	_, counted := file.get("errorCount")
	return path && messages && !counted
}

// textlint reads textlint --format json. Columns and the range of a fix count
// UTF-16 code units, the columns from 1, the range from the start of the file, a
// byte order mark left aside in both.
func (r *reader) textlint(n node) {
	r.review.Reviewer.Name = "textlint"
	r.files(n, func(f fields, path string) {
		issue := finding(path, f.str("ruleId"), f.str("message"), twoLevels(f.whole("severity", 0) == 2))
		loc := f.child("loc")
		start, end := loc.child("start"), loc.child("end")
		issue.Place.Range = span(source.UTF16, f.whole("line", 0), f.whole("column", 0), 0, 0)
		if start.has("line") && end.has("line") {
			issue.Place.Range = span(source.UTF16, start.whole("line", 0), start.whole("column", 0), end.whole("line", 0), end.whole("column", 0))
		}
		issue = withFix(f, issue)
		marked(&issue, review.BOMSkipped)
		r.add(issue)
	})
}

// files calls f for every message of every file of a list, as ESLint and
// textlint write them.
func (r *reader) files(n node, f func(message fields, path string)) {
	if n.kind() != array {
		r.fail(n.offset(), "", "is %v; want a list of files", n.kind())
		return
	}
	for i, one := range n.list() {
		file := r.foreign(one, index("file", i))
		path := file.str("filePath")
		for j, m := range file.items("messages") {
			f(r.foreign(m, join(file.where, index("message", j))), path)
		}
	}
}

// withFix gives an issue the fix of its message.
func withFix(f fields, issue review.Issue) review.Issue {
	if !f.has("fix") {
		return issue
	}
	fix := f.child("fix")
	at := fix.ints("range")
	if len(at) != 2 || at[0] < 0 || at[1] < at[0] {
		fix.fail("range", "is no pair of offsets in order")
		return issue
	}
	issue.Remedy = review.Edits
	issue.Edits = []review.IssueEdit{{
		Range: review.Range{Form: review.Offsets, Unit: source.UTF16, Start: at[0], End: at[1]},
		New:   fix.str("text"),
	}}
	return issue
}
