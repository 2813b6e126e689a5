package intake

import (
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// isGitHubComments recognises the comments of a pull request's review, also several pages of them in a list.
func isGitHubComments(n jsontree.Node) bool {
	first := n.First()
	if first.Kind() == jsontree.Array {
		first = first.First()
	}
	return first.Has("body", "path") && (first.Has("diff_hunk") || first.Has("pull_request_url"))
}

// githubComments reads what GitHub's API returns for GET /repos/OWNER/REPO/pulls/N/comments. The lines are of the
// commit that was commented, so that they are a hint alone. The end of diff_hunk is the text that the comment is
// about, which must still stand in the document: of an outdated comment, too. An answer in a thread is a finding
// where it suggests something; else it says how the first comment stands.
func githubComments(r *format.Reader, n jsontree.Node) {
	r.Review.Reviewer.Name = "github"
	var list []format.Fields
	for i, page := range n.Items() {
		if page.Kind() == jsontree.Array {
			for f := range r.Objects(page, nil, "comment") {
				list = append(list, f)
			}
			continue
		}
		list = append(list, r.Foreign(page, format.Numbered("comment", i)))
	}
	replies := map[string][]reply{}
	for _, f := range list {
		if to := f.StrIfNumber("in_reply_to_id"); to != "" {
			replies[to] = append(replies[to], reply{f.StrIfText("body"), r.LineOf(f.Get("body").Offset())})
		}
	}
	for _, f := range list {
		_, blocks := edits.Suggested(f.StrIfText("body"))
		if len(r.Errs) > 0 || f.Has("in_reply_to_id") && len(blocks) == 0 {
			continue
		}
		githubComment(r, f, replies[f.StrIfNumber("id")])
	}
}

func githubComment(r *format.Reader, f format.Fields, replies []reply) {
	last, first := githubLine(f, ""), githubLine(f, "start_")
	if last == 0 {
		last, first = githubLine(f, "original_"), githubLine(f, "original_start_")
	}
	if first == 0 || first > last {
		first = last
	}
	issue := map[string]any{"document": f.Str("path")}
	if id := f.StrIfNumber("id"); id != "" {
		issue["id"] = "comment-" + id
	}
	if last > 0 {
		issue["line"], issue["end_line"] = first, last
	}
	old, there := []string(nil), false
	if f.StrIfText("side") != "LEFT" {
		old, there = edits.HunkEnd(f.StrIfText("diff_hunk"), last-first+1)
	}
	c := comment{f.Str("body"), r.LineOf(f.Get("body").Offset()), replies}
	c.add(r, issue, old, there, last > 0 && !f.Has("diff_hunk"))
}

// githubLine returns a line, 0 where it is not given.
func githubLine(f format.Fields, prefix string) int {
	n, err := strconv.Atoi(f.Get(prefix + "line").Text())
	if err != nil || n < 0 || n > format.MaxInt {
		return 0
	}
	return n
}

// A comment is what a person wrote about lines, with the answers to it.
type comment struct {
	body    string
	line    int // of the review
	replies []reply
}

type reply struct {
	body string
	line int
}

// add adds a comment about whole lines with the texts that it suggests for them. Of several a person chooses; where
// the old lines are not known, all are advice, unless the lines may be found by their likeness. Without a suggestion
// its words may say what to change.
func (c *comment) add(r *format.Reader, issue map[string]any, old []string, there, alike bool) {
	body, suggestions := edits.Suggested(c.body)
	c.addSuggestions(r, issue, body, suggestions, old, there, alike)
}

func (c *comment) addSuggestions(
	r *format.Reader, issue map[string]any, body string, suggestions, old []string, there, alike bool,
) {
	quote := strings.Join(old, "\n")
	there = there && strings.TrimSpace(quote) != ""
	changes, rest, _ := edits.Find(body)
	issue["description"] = messageOf(rest)
	if there {
		issue["quote"] = quote
	}
	if len(suggestions) == 0 && len(changes) > 0 && issue["standing"] == nil {
		c.addChanges(r, issue, changes)
		return
	}
	switch {
	case len(suggestions) == 0 && !there && issue["quote"] == nil: // its words may name the old text and the new one
		if said := remark.Parse(body); len(said) == 1 && said[0].Edits && said[0].Standing == review.Open &&
			said[0].All == 0 {
			issue["quote"], issue["new_value"] = said[0].Quote, said[0].Want
		}
	case len(suggestions) == 0:
	case !there && alike && len(suggestions) == 1:
		issue["new_value"] = suggestions[0]
	case !there:
		issue["description"] = issue["description"].(string) + " Suggested: " + strings.Join(suggestions, " / ")
	case len(suggestions) > 1:
		issue["choices"] = suggestions
	case strings.TrimSpace(suggestions[0]) == "":
		issue["action"] = "delete"
	default:
		issue["new_value"] = suggestions[0]
	}
	first := len(r.Review.Issues)
	r.Origin = c.line
	readsAs(r, []map[string]any{issue})
	r.Origin = 0
	for i, end := first, len(r.Review.Issues); i < end; i++ { // what is missed comes behind them
		c.answer(&r.Review.Issues[i])
	}
}

// addChanges adds the edits that a comment has in a block of its own.
func (c *comment) addChanges(r *format.Reader, of map[string]any, changes []edits.Change) {
	for i := range changes {
		issue := issueOfChange(&changes[i])
		issue.Path, _ = of["document"].(string)
		issue.ID, _ = of["id"].(string)
		issue.Message = remark.Clean(of["description"].(string))
		if line, ok := of["line"].(int); ok {
			issue.Place.Form, issue.Place.From = review.Points, source.Point{Line: line}
		}
		c.answer(&issue)
		r.Add(issue)
	}
}

// answer takes over what the answers to a comment say.
func (c *comment) answer(issue *review.Issue) {
	m := remark.Remark{Standing: issue.Standing, Why: issue.Why}
	for _, reply := range c.replies {
		words, blocks := edits.Suggested(reply.body)
		if len(blocks) > 0 || issue.Standing == review.NotUnderstood {
			continue
		}
		m.Reply(words)
		if m.Standing == review.Open && !remark.Agrees(words) && !remark.Harmless(words, "", remark.Between) {
			m.Standing, m.Why = review.Doubted, words
		}
	}
	issue.Standing, issue.Why = m.Standing, remark.Clean(m.Why)
}

// What a program puts into its comments for machines, and the title that it gives them.
var (
	hidden = remark.Pattern(`(?is)<!--.*?-->|<details>.*?</details>|<details>.*$|!\[[^\]]*\]\([^)]*\)|</?[a-z][^<>\n]*>`)
	titled = remark.Pattern(`(?m)^\*\*(.+?)\*\*[.:]?\s*$`)
)

// messageOf is the words of a comment: of one with parts for machines its title, where it has one.
func messageOf(body string) string {
	if shown := hidden().ReplaceAllString(body, " "); shown != body {
		body = shown
		if title := titled().FindStringSubmatch(shown); title != nil {
			body = title[1]
		}
	}
	if body = strings.Join(strings.Fields(body), " "); body != "" {
		return body
	}
	return "A change is suggested."
}
