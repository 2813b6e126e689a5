package intake

import (
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
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
// commit that was commented, so that they are a hint alone. The end of diff_hunk is the text that the comment is about,
// which must still stand in the document: of an outdated comment, too. Answers in a thread count where they suggest
// something.
func githubComments(r *format.Reader, n jsontree.Node) {
	r.Review.Reviewer.Name = "github"
	var issues []map[string]any
	for i, page := range n.Items() {
		if page.Kind() == jsontree.Array {
			for f := range r.Objects(page, nil, "comment") {
				issues = append(issues, githubComment(r, f)...)
			}
			continue
		}
		issues = append(issues, githubComment(r, r.Foreign(page, format.Numbered("comment", i)))...)
	}
	if len(r.Errs) == 0 {
		readsAs(r, issues)
	}
}

func githubComment(r *format.Reader, f format.Fields) []map[string]any {
	body, suggestions := suggested(f.Str("body"))
	if f.Has("in_reply_to_id") && len(suggestions) == 0 {
		return nil
	}
	last, first := githubLine(f, ""), githubLine(f, "start_")
	if last == 0 {
		last, first = githubLine(f, "original_"), githubLine(f, "original_start_")
	}
	if first == 0 || first > last {
		first = last
	}
	issue := map[string]any{"description": messageOf(body), "document": f.Str("path")}
	if id := f.StrIfNumber("id"); id != "" {
		issue["id"] = "comment-" + id
	}
	if last > 0 {
		issue["line"], issue["end_line"] = first, last
	}
	old, there := []string(nil), false
	if f.StrIfText("side") != "LEFT" {
		old, there = hunkEnd(f.StrIfText("diff_hunk"), last-first+1)
	}
	return []map[string]any{suggestLines(issue, old, there, suggestions)}
}

// githubLine returns a line, 0 where it is not given.
func githubLine(f format.Fields, prefix string) int {
	n, err := strconv.Atoi(f.Get(prefix + "line").Text())
	if err != nil || n < 0 || n > format.MaxInt {
		return 0
	}
	return n
}

// suggestLines gives an issue about whole lines the texts that are suggested for them. Of
// several a person chooses; where the old lines are not known, all are advice.
func suggestLines(issue map[string]any, old []string, there bool, suggestions []string) map[string]any {
	quote := strings.Join(old, "\n")
	there = there && strings.TrimSpace(quote) != ""
	if there {
		issue["quote"] = quote
	}
	switch {
	case len(suggestions) == 0:
	case !there:
		issue["description"] = issue["description"].(string) + " Suggested: " + strings.Join(suggestions, " / ")
	case len(suggestions) > 1:
		issue["choices"] = suggestions
	case strings.TrimSpace(suggestions[0]) == "":
		issue["action"] = "delete"
	default:
		issue["new_value"] = suggestions[0]
	}
	return issue
}

// hunkEnd returns the last n lines of the new side of a diff hunk.
func hunkEnd(hunk string, n int) ([]string, bool) {
	var lines []string
	for line := range strings.Lines(hunk) {
		line = strings.TrimRight(line, "\r\n")
		switch {
		case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "-"), strings.HasPrefix(line, `\`):
		case line == "":
			lines = append(lines, "")
		default:
			lines = append(lines, line[1:])
		}
	}
	if n < 1 || n > len(lines) {
		return nil, false
	}
	return lines[len(lines)-n:], true
}

// suggestion matches a block that suggests new lines, as GitHub and GitLab have them.
var suggestion = remark.Pattern("(?m)^[ \t]*(`{3,}|~{3,})suggestion(?::-([0-9]{1,3})\\+([0-9]{1,3}))?[ \t]*\r?$")

// suggested returns a comment without its suggestions, and the texts that it suggests. A
// block ends with the marks that it began with.
func suggested(body string) (rest string, suggestions []string) {
	var out strings.Builder
	for {
		m := suggestion().FindStringSubmatchIndex(body)
		if m == nil {
			break
		}
		mark := body[m[2]:m[3]]
		out.WriteString(body[:m[0]])
		body = strings.TrimPrefix(body[m[1]:], "\n")
		var block []string
		closed := false
		for line := range strings.Lines(body) {
			body = body[len(line):]
			text := strings.TrimRight(line, "\r\n")
			if trimmed := strings.TrimSpace(text); strings.HasPrefix(trimmed, mark) && strings.Trim(trimmed, mark[:1]) == "" {
				closed = true
				break
			}
			block = append(block, text)
		}
		if closed { // one that is cut off may be a part of what was meant
			suggestions = append(suggestions, strings.Join(block, "\n"))
		}
	}
	out.WriteString(body)
	return strings.TrimSpace(out.String()), suggestions
}

// messageOf is the words of a comment.
func messageOf(body string) string {
	if body = strings.Join(strings.Fields(body), " "); body != "" {
		return body
	}
	return "A change is suggested."
}
