package intake

import (
	"cmp"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// isADiff matches a text that is a unified diff as diff -u and git diff write it, and nothing else.
var isADiff = remark.Pattern(`^(?:(?:diff|Index:|commit|From) \S[^\x00]*?\n)?--- \S.*\r?\n\+\+\+ \S.*\r?\n@@`)

// readDiff reads a unified diff. A file that is made or deleted, and a hunk that is cut off, is refused.
func readDiff(r *format.Reader) {
	r.Review.Format, r.Review.Reviewer.Name = format.Diff, "diff"
	changes, rest, broken := edits.Find(string(r.Src))
	at := 0
	for line := range strings.Lines(rest) {
		changed := strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") && strings.Trim(line, "- \r\n") != ""
		if broken == nil && changed && len(changes) > 0 && !strings.HasPrefix(line, "-- ") {
			r.Fail(at, nil, "is a changed line behind a hunk that has fewer lines than it says")
			return
		}
		at += len(line)
	}
	if addChanges(r, changes, broken); len(r.Review.Issues) == 0 {
		r.Fail(0, nil, "is no unified diff with a hunk that changes something")
	}
}

// readEdits reads the edits that stand in a text, and what the text says beside them. It reports whether there are any.
// A page that shows a diff of something else has far more lines around it than a review has; it is not read.
func readEdits(r *format.Reader, as format.Format) bool {
	const opening, words = 40, 10 // lines of a review around all its edits, and around each
	changes, rest, broken := edits.Find(string(r.Src))
	said := strings.Count(rest, "\n") - strings.Count(rest, "\n\n")
	if len(changes) == 0 && broken == nil || as == format.Auto && said > opening+words*max(1, len(changes)) {
		return false
	}
	r.Review.Format = format.Edits
	addChanges(r, changes, broken)
	beside(r, rest)
	return true
}

// addChanges makes each change a finding. All of its old lines must stand in the document.
func addChanges(r *format.Reader, changes []edits.Change, broken *edits.Broken) {
	if broken != nil {
		at := 0
		for line := range strings.Lines(string(r.Src)) {
			if broken.Line--; broken.Line == 0 {
				break
			}
			at += len(line)
		}
		r.Fail(at, nil, "%s", broken.Why)
		return
	}
	for i := range changes {
		issue := issueOfChange(&changes[i])
		r.Origin = changes[i].At
		if changes[i].Said != "" {
			stand(r, jsontree.Node{}, &issue)
		}
		if changes[i].Answers != "" {
			(&comment{replies: []reply{{changes[i].Answers, changes[i].At}}}).answer(&issue)
		}
		if changes[i].Resolved {
			issue.Standing, issue.Why = review.Closed, "resolved"
		}
		r.Add(issue)
	}
	r.Origin = 0
}

// issueOfChange returns a change as an issue. Its new text was written to stand in the document, whatever it says.
func issueOfChange(c *edits.Change) review.Issue {
	issue := review.Issue{
		Path: c.Document, Severity: rules.Warning, Confidence: 1, Message: remark.Clean(c.Said),
		Place:  review.Place{Quote: c.Old, Prefix: c.Prefix, Suffix: c.Suffix},
		Remedy: review.Replace, Old: c.Old, Want: c.New,
	}
	if c.Line > 0 {
		issue.Place.Form, issue.Place.From = review.Points, source.Point{Line: c.Line}
	}
	switch {
	case c.Old == "" && c.New == "":
		issue.Remedy, issue.Message = review.NoRemedy, cmp.Or(issue.Message, "The diff takes out an empty line.")
	case c.Old == "": // which stands everywhere
		issue.Remedy = review.NoRemedy
		issue.Message = cmp.Or(issue.Message, remark.Clean("The diff adds this: "+c.Added))
	case issue.Message != "":
	case strings.TrimSpace(c.New) == "":
		issue.Message = remark.Clean("The diff takes this out: " + c.Removed)
	default:
		issue.Message = remark.Clean("The diff changes this: " + c.Added)
	}
	return issue
}
