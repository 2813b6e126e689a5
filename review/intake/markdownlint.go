package intake

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// isMarkdownlint recognises a list of results, or an object from paths to lists
// of them.
func isMarkdownlint(n node) bool {
	if n.kind() == object {
		is, some := true, false
		n.elements(func(_, list node) bool {
			is = list.kind() == array
			if is && list.value().next > list.i+1 {
				some = isMarkdownlint(list)
				is = some
			}
			return is
		})
		return is && some
	}
	if n.kind() != array {
		return false
	}
	first, ok := n.first()
	if !ok {
		return false
	}
	_, names := first.get("ruleNames")
	_, line := first.get("lineNumber")
	return names && line
}

// first is the first element of an array.
func (n node) first() (node, bool) {
	var out node
	ok := false
	n.elements(func(_, v node) bool {
		out, ok = v, true
		return false
	})
	return out, ok
}

// markdownlint reads its results as JSON: a list, as markdownlint-cli2-formatter-json
// and markdownlint-cli write it, or an object from paths, as the library returns
// it. Columns count UTF-16 code units from 1, a byte order mark left aside.
func (r *reader) markdownlint(n node) {
	r.review.Reviewer.Name = "markdownlint"
	if n.kind() == array {
		for i, result := range n.list() {
			f := r.foreign(result, index("result", i))
			r.lint(f.str("fileName"), f)
		}
		return
	}
	n.elements(func(path, list node) bool {
		for i, result := range list.list() {
			r.lint(path.str(), r.foreign(result, join(clip(path.str(), 40), index("result", i))))
		}
		return len(r.errs) <= maxErrors
	})
}

func (r *reader) lint(path string, f fields) {
	names := f.strings("ruleNames")
	if len(names) == 0 {
		f.fail("ruleNames", "is missing")
		return
	}
	message := f.str("ruleDescription")
	if detail := f.str("errorDetail"); detail != "" {
		message += ": " + detail
	}
	issue := finding(path, names[0], message, twoLevels(f.str("severity") != "warning"))
	if about := f.str("ruleInformation"); about != "" {
		issue.Citations = []string{Clean(about)}
	}
	line := f.whole("lineNumber", 0)
	issue.Place.Range = span(source.UTF16, line, 0, 0, 0)
	if at := f.ints("errorRange"); len(at) == 2 && at[0] > 0 && at[1] > 0 {
		issue.Place.Range = span(source.UTF16, line, at[0], line, at[0]+at[1])
	}
	if f.has("fixInfo") {
		issue.Remedy, issue.Edits = review.Edits, []review.IssueEdit{fixInfo(f.child("fixInfo"), line)}
	}
	marked(&issue, review.BOMSkipped)
	r.add(issue)
}

// fixInfo reads a fix. Its defaults are the line of the finding, column 1, no
// deletion and no insertion; a deletion of -1 takes the whole line.
func fixInfo(f fields, line int) review.IssueEdit {
	if f.has("lineNumber") {
		line = f.whole("lineNumber", 1)
	}
	column, n := 1, 0
	if f.has("editColumn") {
		column = f.whole("editColumn", 1)
	}
	if f.has("deleteCount") {
		n = f.whole("deleteCount", -1)
	}
	if n < 0 {
		return review.IssueEdit{Range: review.Range{Form: review.WholeLine, From: source.Point{Line: line}}}
	}
	return review.IssueEdit{Range: span(source.UTF16, line, column, line, column+n), New: f.str("insertText")}
}
