package intake

import (
	"cmp"
	"maps"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// isGitLab recognises the discussions of a merge request, also several pages of them.
func isGitLab(n jsontree.Node) bool {
	first := n.First()
	if first.Kind() == jsontree.Array {
		first = first.First()
	}
	return first.Has("id", "notes") && first.Get("notes").First().Has("body")
}

// gitlab reads what GitLab's API returns for GET /projects/ID/merge_requests/N/discussions. The first note of a
// discussion says what it is about. An answer is a finding where it suggests something; else it says how the first note
// stands. What is resolved or applied is closed, and what GitLab itself says is no finding.
func gitlab(r *format.Reader, n jsontree.Node) {
	r.Review.Reviewer.Name = "gitlab"
	discussion := func(f format.Fields) {
		var notes []format.Fields
		var replies []reply
		for note := range f.Each("notes", "note") {
			body := note.StrIfText("body")
			switch _, blocks := edits.Suggested(body); {
			case note.Get("system").Text() == "true":
			case len(notes) == 0 || len(blocks) > 0:
				notes = append(notes, note)
			default:
				replies = append(replies, reply{body, r.LineOf(note.Get("body").Offset())})
			}
		}
		for _, note := range notes {
			gitlabNote(r, note, replies)
		}
	}
	for i, page := range n.Items() {
		if page.Kind() == jsontree.Array {
			for f := range r.Objects(page, nil, "discussion") {
				discussion(f)
			}
			continue
		}
		discussion(r.Foreign(page, format.Numbered("discussion", i)))
	}
}

func gitlabNote(r *format.Reader, note format.Fields, replies []reply) {
	c := comment{note.StrIfText("body"), r.LineOf(note.Get("body").Offset()), replies}
	body, blocks := edits.Suggested(c.body)
	at := note.Get("position").Node
	issue := map[string]any{}
	if note.Get("resolved").Text() == "true" {
		issue["standing"] = "resolved"
	}
	if path := firstText(at.Get("new_path"), at.Get("old_path")); path != "" {
		issue["document"] = path
	}
	if id := note.StrIfNumber("id"); id != "" {
		issue["id"] = "note-" + id
	}
	last := at.Get("new_line").Text()
	start := at.Get("line_range", "start", "new_line")
	if at.Get("new_line").Kind() == jsontree.Number {
		setLines(issue, cmp.Or(start.Text(), last), last)
	}
	count := 0
	if issue["standing"] != nil {
		c.addSuggestions(r, issue, body, nil, nil, false, false)
		return
	}
	for _, s := range note.List("suggestions").Items() {
		from, to := s.Get("from_content"), s.Get("to_content")
		if from.Kind() != jsontree.String || to.Kind() != jsontree.String {
			continue
		}
		one, texts := maps.Clone(issue), []string{strings.TrimSuffix(to.Text(), "\n")}
		if s.Get("applied").Text() == "true" {
			one["standing"], texts = "applied", nil
		}
		if line := s.Get("from_line"); line.Kind() == jsontree.Number {
			setLines(one, line.Text(), s.Get("to_line").Text())
		}
		count++
		one["id"] = "suggestion-" + strconv.Itoa(count) + " of " + note.StrIfNumber("id")
		old := strings.Split(strings.TrimSuffix(from.Text(), "\n"), "\n")
		c.addSuggestions(r, one, body, texts, old, true, false)
	}
	if count == 0 {
		c.addSuggestions(r, issue, body, blocks, nil, false, false)
	}
}

// setLines sets the lines of an issue, which are numbers in digits.
func setLines(issue map[string]any, first, last string) {
	if n, err := strconv.Atoi(first); err == nil && n > 0 {
		issue["line"] = n
		if m, err := strconv.Atoi(last); err == nil && m >= n {
			issue["end_line"] = m
		}
	}
}

// firstText is the first text of the values.
func firstText(values ...jsontree.Node) string {
	for _, v := range values {
		if v.Kind() == jsontree.String && v.Text() != "" {
			return v.Text()
		}
	}
	return ""
}
