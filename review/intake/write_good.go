package intake

import (
	"strconv"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var writeGoodLine = pattern(`^(.+?):([0-9]{1,9}):([0-9]{1,9}):"(.+)" (.+)$`)

// writeGood reads write-good --parse. Columns count UTF-16 code units from 0; the
// text that stands there is in quotation marks.
func (r *reader) writeGood(lines []textLine) {
	r.review.Reviewer.Name = "write-good"
	for _, line := range lines {
		m := writeGoodLine().FindStringSubmatch(line.text)
		if m == nil {
			r.fail(line.offset, "", "is no line of write-good --parse: want path:line:column:\"text\" message")
			continue
		}
		issue := finding(m[1], "write-good", m[4]+" "+m[5], rules.Suggestion)
		issue.Place.Range = span(source.UTF16, atoi(m[2]), atoi(m[3])+1, 0, 0)
		issue.Place.Quote = m[4]
		r.add(issue)
	}
}

// atoi is the value of digits, which a pattern has limited to nine.
func atoi(digits string) int {
	n, _ := strconv.Atoi(digits)
	return n
}
