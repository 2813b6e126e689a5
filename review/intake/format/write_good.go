package format

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var WriteGoodLine = remark.Pattern(`^(.+?):([0-9]{1,9}):([0-9]{1,9}):"(.+)" (.+)$`)

// WriteGoodIssue reads a line of write-good --parse. Columns count UTF-16 code units
// from 0; the text that stands there is in quotation marks.
func WriteGoodIssue(m []string) review.Issue {
	issue := finding(m[1], "write-good", m[4]+" "+m[5], rules.Suggestion)
	issue.Place.Range = span(source.UTF16, source.Point{Line: Atoi(m[2]), Column: Atoi(m[3]) + 1}, source.Point{})
	issue.Place.Quote = m[4]
	return issue
}
