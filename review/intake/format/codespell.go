package format

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var CodespellLine = remark.Pattern(`^(.+?):([0-9]{1,9}): (\S+) ==> (.+)$`)

// CodespellIssue reads a line of codespell's text: a line, a word, and what it may be
// meant to be, with a reason behind a bar. There is no column; the word tells the place.
func CodespellIssue(m []string) review.Issue {
	wants, reason, _ := strings.Cut(m[4], "|")
	issue := finding(m[1], "misspelling", m[3]+" may be misspelled", rules.Warning)
	if reason = strings.TrimSpace(reason); reason != "" {
		issue.Message = remark.Clean(m[3] + " may be misspelled: " + reason)
	}
	issue.Place.Range = span(source.CodePoint, source.Point{Line: Atoi(m[2])}, source.Point{})
	issue.Place.Quote = m[3]
	var all []string
	for want := range strings.SplitSeq(wants, ",") {
		if want = strings.TrimSpace(want); want != "" {
			all = append(all, want)
		}
	}
	switch {
	case len(all) == 1 && reason == "":
		issue.Remedy, issue.Old, issue.Want = review.Replace, m[3], all[0]
	case len(all) > 0:
		issue.Remedy, issue.Choices = review.Choose, all
	}
	return issue
}
