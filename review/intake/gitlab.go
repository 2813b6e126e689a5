package intake

import (
	"cmp"
	"maps"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
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
// discussion says what it is about, and answers count where they suggest something. What is resolved, applied or said
// by GitLab itself is no finding.
func gitlab(r *format.Reader, n jsontree.Node) {
	r.Review.Reviewer.Name = "gitlab"
	var issues []map[string]any
	discussion := func(f format.Fields) {
		first := true
		for note := range f.Each("notes", "note") {
			issues = append(issues, gitlabNote(note, first)...)
			first = false
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
	if len(r.Errs) == 0 {
		readsAs(r, issues)
	}
}

func gitlabNote(note format.Fields, first bool) []map[string]any {
	is := func(name string) bool { return note.Get(name).Text() == "true" }
	body, blocks := suggested(note.StrIfText("body"))
	if is("system") || is("resolved") || !first && len(blocks) == 0 {
		return nil
	}
	at := note.Get("position").Node
	issue := map[string]any{"description": messageOf(body)}
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
	var out []map[string]any
	for _, s := range note.List("suggestions").Items() {
		if s.Get("applied").Text() == "true" {
			return nil
		}
		from, to := s.Get("from_content"), s.Get("to_content")
		if from.Kind() != jsontree.String || to.Kind() != jsontree.String {
			continue
		}
		one := map[string]any{}
		maps.Copy(one, issue)
		if line := s.Get("from_line"); line.Kind() == jsontree.Number {
			setLines(one, line.Text(), s.Get("to_line").Text())
		}
		one["id"] = "suggestion-" + strconv.Itoa(len(out)+1) + " of " + note.StrIfNumber("id")
		old := strings.Split(strings.TrimSuffix(from.Text(), "\n"), "\n")
		out = append(out, suggestLines(one, old, true, []string{strings.TrimSuffix(to.Text(), "\n")}))
	}
	if len(out) > 0 {
		return out
	}
	return []map[string]any{suggestLines(issue, nil, false, blocks)}
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
