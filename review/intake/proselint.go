package intake

import (
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isProselint(n node) bool {
	if _, ok := n.at("data", "errors"); !ok {
		return false
	}
	_, ok := n.get("status")
	return ok
}

// proselint reads proselint --json. Columns count code points from 1. Its offsets
// and its extent are those of a text that proselint has padded, and are not used.
func (r *reader) proselint(n node) {
	r.review.Reviewer.Name = "proselint"
	for i, one := range r.foreign(n, "").child("data").items("errors") {
		f := r.foreign(one, index("errors", i))
		issue := finding("", f.str("check"), f.str("message"), threeLevels(f.str("severity")))
		issue.Place.Range = span(source.CodePoint, f.whole("line", 0), f.whole("column", 0), 0, 0)
		r.add(issue)
	}
}

var proselintLine = pattern(`^(.+?):([0-9]{1,9}):([0-9]{1,9}): ([a-z_]+(?:\.[a-z_]+)+) (.+)$`)

// proselintText reads proselint's text.
func (r *reader) proselintText(lines []textLine) {
	r.review.Reviewer.Name = "proselint"
	for _, line := range lines {
		m := proselintLine().FindStringSubmatch(line.text)
		if m == nil {
			r.fail(line.offset, "", "is no line of proselint: want path:line:column: check message")
			continue
		}
		issue := finding(m[1], m[4], m[5], threeLevels("warning"))
		issue.Place.Range = span(source.CodePoint, atoi(m[2]), atoi(m[3]), 0, 0)
		r.add(issue)
	}
}
