package format

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// IsMarkdownlint recognises a list of results, or an object from paths to lists of them.
func IsMarkdownlint(n jsontree.Node) bool {
	if n.Kind() == jsontree.Array {
		return n.First().Has("ruleNames", "lineNumber")
	}
	some := false
	for _, list := range n.Members() {
		if list.Kind() != jsontree.Array || list.First().Exists() && !IsMarkdownlint(list) {
			return false
		}
		some = some || list.First().Exists()
	}
	return some
}

// Markdownlint reads its results as JSON: a list, as markdownlint-cli2-formatter-json
// and markdownlint-cli write it, or an object from paths, as the library returns
// it. Columns count UTF-16 code units from 1. A byte order mark is not counted.
func (r *Reader) Markdownlint(n jsontree.Node) {
	r.Review.Reviewer.Name = "markdownlint"
	for f := range r.Objects(n, nil, "result") {
		r.lint(f.Str("fileName"), f)
	}
	for key, list := range n.Members() {
		path := key.Text()
		for i, result := range list.Values() {
			r.lint(path, r.Foreign(result, Named(Clip(path, 40)).element("result", i)))
		}
		if r.TooManyErrors() {
			return
		}
	}
}

func (r *Reader) lint(path string, f Fields) {
	names := f.strings("ruleNames")
	if len(names) == 0 {
		f.Fail("ruleNames", "is missing")
		return
	}
	message := f.Str("ruleDescription")
	if detail := f.Str("errorDetail"); detail != "" {
		message += ": " + detail
	}
	issue := finding(path, names[0], message, lintSeverity(f.Str("severity") != "warning"))
	cite(&issue, f.Str("ruleInformation"))
	line := f.Whole("lineNumber", 0)
	from, to := source.Point{Line: line}, source.Point{}
	if at := f.ints("errorRange"); len(at) == 2 && at[0] > 0 && at[1] > 0 {
		from.Column, to = at[0], source.Point{Line: line, Column: at[0] + at[1]}
	}
	issue.Place.Range = span(source.UTF16, from, to)
	if f.Has("fixInfo") {
		setEdits(&issue, fixInfo(f.child("fixInfo"), line))
	}
	setBOM(&issue, review.BOMSkipped)
	r.Add(issue)
}

// fixInfo reads a fix. Its defaults are the line of the finding, column 1, no
// deletion and no insertion; a deletion of -1 takes the whole line.
func fixInfo(f Fields, line int) review.IssueEdit {
	if f.Has("lineNumber") {
		line = f.Whole("lineNumber", 1)
	}
	column, n := 1, 0
	if f.Has("editColumn") {
		column = f.Whole("editColumn", 1)
	}
	if f.Has("deleteCount") {
		n = f.Whole("deleteCount", -1)
	}
	if n < 0 {
		return review.IssueEdit{Range: review.Range{Form: review.WholeLine, From: source.Point{Line: line}}}
	}
	from := source.Point{Line: line, Column: column}
	to := source.Point{Line: line, Column: column + n}
	return review.IssueEdit{Range: span(source.UTF16, from, to), New: f.Str("insertText")}
}
