package intake

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// isMarkdownlint recognises a list of results, or an object from paths to lists
// of them.
func isMarkdownlint(n jsontree.Node) bool {
	if n.Kind() == jsontree.Array {
		return n.First().Has("ruleNames", "lineNumber")
	}
	some := false
	for _, list := range n.Members() {
		if list.Kind() != jsontree.Array || list.First().Exists() && !isMarkdownlint(list) {
			return false
		}
		some = some || list.First().Exists()
	}
	return some
}

// markdownlint reads its results as JSON: a list, as markdownlint-cli2-formatter-json
// and markdownlint-cli write it, or an object from paths, as the library returns
// it. Columns count UTF-16 code units from 1. A byte order mark is not counted.
func (r *reader) markdownlint(n jsontree.Node) {
	r.review.Reviewer.Name = "markdownlint"
	r.expect(n)
	for f := range r.objects(n, nil, "result") {
		r.lint(f.str("fileName"), f)
	}
	for key, list := range n.Members() {
		path := key.Text()
		for i, result := range list.Values() {
			r.lint(path, r.foreign(result, named(clip(path, 40)).element("result", i)))
		}
		if r.tooManyErrors() {
			return
		}
	}
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
	issue := finding(path, names[0], message, lintSeverity(f.str("severity") != "warning"))
	cite(&issue, f.str("ruleInformation"))
	line := f.whole("lineNumber", 0)
	from, to := source.Point{Line: line}, source.Point{}
	if at := f.ints("errorRange"); len(at) == 2 && at[0] > 0 && at[1] > 0 {
		from.Column, to = at[0], source.Point{Line: line, Column: at[0] + at[1]}
	}
	issue.Place.Range = span(source.UTF16, from, to)
	if f.has("fixInfo") {
		setEdits(&issue, fixInfo(f.child("fixInfo"), line))
	}
	setBOM(&issue, review.BOMSkipped)
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
	from := source.Point{Line: line, Column: column}
	to := source.Point{Line: line, Column: column + n}
	return review.IssueEdit{Range: span(source.UTF16, from, to), New: f.str("insertText")}
}
