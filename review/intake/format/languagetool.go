package format

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// What LanguageTool prints for people: the document, the head of a finding, and the marks below what it is about.
var (
	toolDocument = remark.Pattern(`^Working on (.+?)\.\.\.$`)
	toolFinding  = remark.Pattern(`^[0-9]+\.\) Line ([0-9]{1,9}), column [0-9]+, Rule ID: (\S+)`)
	toolMarks    = remark.Pattern(`^[ ]*\^+[ ]*$`)
)

// languageToolText reads what LanguageTool prints for people, and reports whether the lines are that.
func (r *Reader) languageToolText(lines []TextLine) bool {
	raw := func(i int) string {
		line, _, _ := strings.Cut(string(r.Src[lines[i].Offset:]), "\n")
		return strings.TrimRight(line, "\r")
	}
	var out []review.Issue
	path := ""
	var wants []string
	for i := range lines {
		if m := toolDocument().FindStringSubmatch(lines[i].Text); m != nil {
			path = m[1]
		} else if m := toolFinding().FindStringSubmatch(lines[i].Text); m != nil {
			issue := finding(path, m[2], "", rules.Warning)
			issue.Place.Range = span(source.CodePoint, source.Point{Line: Atoi(m[1])}, source.Point{})
			out, wants = append(out, issue), nil
		} else if len(out) == 0 {
			continue
		} else if said, ok := strings.CutPrefix(lines[i].Text, "Message: "); ok {
			out[len(out)-1].Message = remark.Clean(said)
		} else if said, ok := strings.CutPrefix(lines[i].Text, "Suggestion: "); ok {
			wants = strings.Split(said, "; ")
		} else if marks := raw(i); toolMarks().MatchString(marks) && i > 0 {
			text := []rune(raw(i - 1))
			start := len(marks) - len(strings.TrimLeft(marks, " "))
			if end := start + strings.Count(marks, "^"); end <= len(text) {
				out[len(out)-1].Place.Quote = string(text[start:end])
				Suggest(&out[len(out)-1], wants)
			}
		}
	}
	if len(out) == 0 {
		return false
	}
	r.Review.Reviewer.Name = "languagetool"
	for _, issue := range out {
		r.Add(issue)
	}
	return true
}
