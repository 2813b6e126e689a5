package intake

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isAlex(n jsontree.Node) bool { return n.First().Has("history", "messages") }

// alex reads the JSON of vfile-reporter-json, which alex and everything else
// built upon unified can write. Columns count UTF-16 code units from 1; actual is
// the text that stands there.
func (r *reader) alex(n jsontree.Node) {
	r.review.Reviewer.Name = "alex"
	for path, f := range r.messages(n, "path") {
		level := "warning"
		if fatal, _ := f.flag("fatal"); fatal {
			level = "error"
		}
		issue := finding(path, f.str("ruleId"), f.str("reason"), severityOf(level))
		if rule := f.str("source"); rule != "" {
			issue.Rule = Clean(rule + ":" + f.str("ruleId"))
		}
		cite(&issue, f.str("url"))
		issue.Place.Range = span(source.UTF16, f.point("line", "column"), source.Point{})
		issue.Place.Quote = f.str("actual")
		// Which of the words that alex expects is right, a person decides.
		if wants := f.strings("expected"); len(wants) > 0 {
			issue.Remedy, issue.Choices = review.Choose, wants
		}
		r.add(issue)
	}
}
