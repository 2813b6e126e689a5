package intake

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// addedLine matches a line that a diff adds.
var addedLine = remark.Pattern(`(?m)^\+(?:[^+]|\+[^+]|\+\+[^ ]|$)`)

// criticMarkup reads a document that its reviewer has marked up. Without the marks it is the
// document that was reviewed, whose hash says whether the document is still that one.
func criticMarkup(r *format.Reader) {
	r.Review.Format, r.Review.Reviewer.Name = format.CriticMarkup, "criticmarkup"
	marks, doc, whole := edits.Marks(string(r.Src))
	if whole {
		r.Review.DocumentSHA256 = fmt.Sprintf("%x", sha256.Sum256([]byte(doc)))
	}
	var issues []map[string]any
	for _, m := range marks {
		issue := map[string]any{
			"description": criticSays(m.Said, m.Change, m.New, m.Old), "document": m.Document,
			"quote": m.Quote, "prefix": m.Prefix, "suffix": m.Suffix,
		}
		if m.Line > 0 {
			issue["line"] = m.Line
		}
		if strings.TrimSpace(m.Quote) == "" {
			delete(issue, "quote")
		} else if m.Change {
			issue["old_value"], issue["new_value"] = m.Quote, m.Want
			if m.Deletes {
				issue["action"] = "delete"
			}
		}
		issues = append(issues, issue)
	}
	if len(issues) == 0 {
		r.Fail(0, nil, "has no mark of CriticMarkup")
		return
	}
	readsAs(r, issues)
	for i := range min(len(marks), len(r.Review.Issues)) {
		if issue := &r.Review.Issues[i]; marks[i].Change && marks[i].Said != "" {
			m := remark.Remark{Standing: issue.Standing, Why: issue.Why, Edits: true}
			if remark.Refuses(marks[i].Said) {
				m.Reply(marks[i].Said)
			}
			issue.Standing, issue.Why = m.Standing, remark.Clean(m.Why)
		}
	}
}

// criticSays is the message of a mark.
func criticSays(said string, change bool, want, old string) string {
	switch {
	case strings.TrimSpace(said) != "":
		return said
	case !change:
		return "This is marked, without a said."
	case old == "":
		return "Insert " + want
	case want == "":
		return "Delete " + old
	}
	return "Write " + want + " for " + old
}
