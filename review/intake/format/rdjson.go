package format

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

func IsRDJSON(n jsontree.Node) bool { return n.Get("diagnostics").Kind() == jsontree.Array }

// IsDiagnostic recognises a diagnostic that stands alone.
func IsDiagnostic(n jsontree.Node) bool {
	path := n.Get("location", "path")
	return path.Kind() == jsontree.String && (n.Has("message") || n.Has("suggestions"))
}

// Rdjson reads the Reviewdog Diagnostic Format. Columns count bytes of UTF-8 from 1, the end of a range is not
// included, and a range without columns is whole lines.
func (r *Reader) Rdjson(n jsontree.Node) {
	f := r.Foreign(n, nil)
	r.Review.Reviewer.Name = remark.Clean(f.child("source").Str("name"))
	severity := f.strOrNumber("severity")
	for one := range f.Each("diagnostics", "diagnostic") {
		r.Diagnostic(one, severity)
	}
}

// Diagnostic reads one diagnostic. Severity is that of diagnostics that have none.
func (r *Reader) Diagnostic(f Fields, severity string) {
	if own := f.strOrNumber("severity"); own != "" {
		severity = own
	}
	location := f.child("location")
	issue := finding(location.Str("path"), f.child("code").Str("value"), f.Str("message"), rdSeverity(severity))
	issue.Place.Range = rdRange(location.child("range"))
	if name := f.child("source").Str("name"); name != "" && r.Review.Reviewer.Name == "" {
		r.Review.Reviewer.Name = remark.Clean(name)
	}
	var suggested []option
	for in := range f.Each("suggestions", "suggestion") {
		at := in.child("range")
		edit := review.IssueEdit{Range: editSpan(rdRange(at), at.child("end").Has("line")), New: in.Str("text")}
		suggested = append(suggested, option{edits: []review.IssueEdit{edit}})
	}
	if len(suggested) == 1 {
		setEdits(&issue, suggested[0].edits...)
	} else {
		// Whether several suggestions are to be made together is not said.
		r.offerOptions(&issue, "suggestions", suggested)
	}
	if len(suggested) == 0 {
		Worded(&issue)
	}
	r.Add(issue)
}

func rdRange(f Fields) review.Range {
	start, end := f.child("start"), f.child("end")
	return span(source.Byte, start.point("line", "column"), end.point("line", "column"))
}

// strOrNumber reads a string or the digits of a number: enums of protocol buffers are written either way.
func (f Fields) strOrNumber(name string) string {
	if v := f.Get(name); v.Kind() == jsontree.Number {
		return v.Text()
	}
	return f.Str(name)
}

func rdSeverity(s string) rules.Severity {
	switch strings.ToUpper(s) {
	case "ERROR", "1":
		return rules.Blocker
	case "INFO", "3":
		return rules.Suggestion
	}
	return rules.Warning
}
