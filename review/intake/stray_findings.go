package intake

import (
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// strays reads the findings that stand outside of the list of issues of a review, under whatever key and however
// deep. It reports whether there are any, or lists that may have some.
func strays(r *format.Reader, root jsontree.Node, f format.Fields) bool {
	const deep = 40
	found := false
	for key, value := range root.Members() {
		name := format.ReviewFields()[format.Snake(key.Text())]
		read := f.Get(name).Written == key.Text() && string(f.Get(name).Raw()) == string(value.Raw())
		if name == "questions" || read && (name == "issues" && value.Kind() == jsontree.Array || name == "review") {
			continue
		}
		found = strayAt(r, value, key.Text(), "", deep) || found
	}
	return found
}

// strayAt reads the findings in a value under a name, of a document where what they are in names one.
func strayAt(r *format.Reader, n jsontree.Node, name, document string, deep int) bool {
	found := false
	if markdownFile().MatchString(name) {
		document = name
	}
	for key, value := range n.Members() {
		if format.IssueFields()[format.Snake(key.Text())] == "document" && markdownFile().MatchString(value.Text()) {
			document = value.Text()
		}
	}
	switch kind := n.Kind(); {
	case deep == 0:
	case kind == jsontree.Number && format.Snake(name) == "errors" && n.Text() != "0":
		r.Missed(r.LineOf(n.Offset()), name+": "+n.Text())
		return true
	case kind == jsontree.Object && looksLikeFinding(n):
		strayIssue(r, n, name, document)
		return true
	case kind == jsontree.Object:
		for key, value := range n.Members() {
			found = strayAt(r, value, key.Text(), document, deep-1) || found
		}
	case kind == jsontree.Array:
		listed := listsRemarks(name)
		found = listed
		for _, item := range n.Items() {
			if listed && item.Kind() == jsontree.String {
				strayRemark(r, item, name)
			} else {
				found = strayAt(r, item, name, document, deep-1) || found
			}
		}
	}
	return found
}

// looksLikeFinding reports whether an object has two of what findings have: a severity, a message, a line, a quote
// and a new text.
func looksLikeFinding(n jsontree.Node) bool {
	has := map[string]bool{}
	var texts []string
	for key, value := range n.Members() {
		if text := value.Kind() == jsontree.String || value.Kind() == jsontree.Number; !text || value.Text() == "" {
			continue
		}
		switch name := format.IssueFields()[format.Snake(key.Text())]; name {
		case "severity", "description", "quote":
			has[name] = true
		case "line", "location", "column":
			has["line"] = true
		case "old_value":
			has["quote"] = true
		case "new_value", "proposal":
			has["new"] = true
		case "":
			versions := func(s string) bool { return remark.IsVersion(value.Text(), s) }
			if slices.ContainsFunc(texts, versions) {
				return true // an old text and a new one
			}
			texts = append(texts[max(0, len(texts)-3):], value.Text())
		}
	}
	return len(has) >= 2
}

// listsRemarks reports whether a list of this name has remarks.
func listsRemarks(name string) bool {
	for word := range strings.SplitSeq(format.Snake(name), "_") {
		_, severe := severities()[strings.TrimSuffix(word, "s")]
		known := format.ReviewFields()[word] == "issues" ||
			severe && word != "high" && word != "low" && word != "medium"
		others := []string{"improvements", "recommendations", "changes", "fixes", "corrections", "todo", "todos"}
		if known || slices.Contains(others, word) {
			return true
		}
	}
	return false
}

// strayIssue adds a finding. The name of its list may give its severity.
func strayIssue(r *format.Reader, n jsontree.Node, list, document string) {
	first := len(r.Review.Issues)
	ownIssue(r, first, n)
	for i := first; i < len(r.Review.Issues); i++ {
		issue := &r.Review.Issues[i]
		if s, named := severityNamed(list); named && !format.HasSeverity(n) {
			issue.Severity = s
		}
		issue.Path = cmp.Or(issue.Path, document)
	}
	if len(r.Review.Issues) > first {
		r.Repair("read the findings in %q", format.Clip(list, 40))
	}
}

// strayRemark adds a finding that is one text.
func strayRemark(r *format.Reader, n jsontree.Node, list string) {
	text := strings.TrimSpace(n.Text())
	if text == "" || remark.Harmless(text, "", remark.Around) && !remark.Demands(list) {
		return
	}
	line := r.LineOf(n.Offset())
	for _, m := range remark.Parse(text) {
		s, named := severityNamed(list)
		issue := issueOf(&m)
		if named && m.Severity == "" {
			issue.Severity = s
		}
		if !m.Edits && m.Standing == review.Open {
			issue.Standing, issue.Why = review.NotUnderstood, r.At(line)
		}
		r.Add(issue)
		if m.Rest != "" {
			r.Missed(line, m.Rest)
		}
	}
	r.Repair("read the texts in %q as remarks", format.Clip(list, 40))
}

// closes reports whether the fields of a finding say that nothing is to be done about it, and which.
func closes(n jsontree.Node) (why string) {
	for key, value := range n.Members() {
		name := format.Snake(key.Text())
		switch {
		case format.IssueFields()[name] != "standing":
		case value.Kind() == jsontree.Bool:
			if value.Text() == "true" {
				why = cmp.Or(why, key.Text())
			}
		case value.Kind() == jsontree.String && remark.Withdraws(value.Text()):
			why = cmp.Or(why, key.Text()+": "+value.Text())
		}
	}
	return why
}
