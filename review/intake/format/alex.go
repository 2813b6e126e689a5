package format

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func IsAlex(n jsontree.Node) bool { return n.First().Has("history", "messages") }

// Alex reads the JSON of vfile-reporter-json, which alex and everything else built upon unified can write. Columns
// count UTF-16 code units from 1; actual is the text that stands there.
func (r *Reader) Alex(n jsontree.Node) {
	r.Review.Reviewer.Name = "alex"
	for path, f := range r.messages(n, "path") {
		level := "warning"
		if fatal, _ := f.Flag("fatal"); fatal {
			level = "error"
		}
		issue := finding(path, f.Str("ruleId"), f.Str("reason"), severityOf(level))
		if rule := f.Str("source"); rule != "" {
			issue.Rule = remark.Clean(rule + ":" + f.Str("ruleId"))
		}
		cite(&issue, f.Str("url"))
		issue.Place.Range = span(source.UTF16, f.point("line", "column"), source.Point{})
		issue.Place.Quote = f.Str("actual")
		// Which of the words that alex expects is right, a person decides.
		if wants := f.strings("expected"); len(wants) > 0 {
			issue.Remedy, issue.Choices = review.Choose, wants
		}
		r.Add(issue)
	}
}
