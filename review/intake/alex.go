package intake

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isAlex(n node) bool {
	file, ok := n.first()
	if n.kind() != array || !ok {
		return false
	}
	_, history := file.get("history")
	_, messages := file.get("messages")
	return history && messages
}

// alex reads the JSON of vfile-reporter-json, which alex and everything else
// built upon unified can write. Columns count UTF-16 code units from 1; actual is
// the text that stands there.
func (r *reader) alex(n node) {
	r.review.Reviewer.Name = "alex"
	if n.kind() != array {
		r.fail(n.offset(), "", "is %v; want a list of files", n.kind())
		return
	}
	for i, one := range n.list() {
		file := r.foreign(one, index("file", i))
		for j, m := range file.items("messages") {
			f := r.foreign(m, join(file.where, index("message", j)))
			fatal, _ := f.flag("fatal")
			level := "warning"
			if fatal {
				level = "error"
			}
			issue := finding(file.str("path"), f.str("ruleId"), f.str("reason"), threeLevels(level))
			if rule := f.str("source"); rule != "" {
				issue.Rule = Clean(rule + ":" + f.str("ruleId"))
			}
			if about := f.str("url"); about != "" {
				issue.Citations = []string{Clean(about)}
			}
			issue.Place.Range = span(source.UTF16, f.whole("line", 0), f.whole("column", 0), 0, 0)
			issue.Place.Quote = f.str("actual")
			// Which of the words that alex expects is right, a person decides.
			if wants := f.strings("expected"); len(wants) > 0 {
				issue.Remedy, issue.Choices = review.Choose, wants
			}
			r.add(issue)
		}
	}
}
