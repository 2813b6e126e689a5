package intake

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var writeGoodLine = pattern(`^(.+?):([0-9]{1,9}):([0-9]{1,9}):"(.+)" (.+)$`)

// writeGoodIssue reads a line of write-good --parse. Columns count UTF-16 code units
// from 0; the text that stands there is in quotation marks.
func writeGoodIssue(m []string) review.Issue {
	issue := finding(m[1], "write-good", m[4]+" "+m[5], rules.Suggestion)
	issue.Place.Range = span(source.UTF16, source.Point{Line: atoi(m[2]), Column: atoi(m[3]) + 1}, source.Point{})
	issue.Place.Quote = m[4]
	return issue
}
