package intake

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

func isRDJSON(n jsontree.Node) bool { return n.Get("diagnostics").Kind() == jsontree.Array }

// isDiagnostic recognises a diagnostic that stands alone.
func isDiagnostic(n jsontree.Node) bool {
	path := n.Get("location", "path")
	return path.Kind() == jsontree.String && (n.Has("message") || n.Has("suggestions"))
}

// rdjson reads the Reviewdog Diagnostic Format. Columns count bytes of UTF-8 from
// 1, the end of a range is not included, and a range without columns is whole
// lines.
func (r *reader) rdjson(n jsontree.Node) {
	f := r.foreign(n, nil)
	r.review.Reviewer.Name = Clean(f.child("source").str("name"))
	severity := f.strOrNumber("severity")
	for one := range f.each("diagnostics", "diagnostic") {
		r.diagnostic(one, severity)
	}
}

// diagnostic reads one diagnostic. Severity is that of diagnostics that have none.
func (r *reader) diagnostic(f fields, severity string) {
	if own := f.strOrNumber("severity"); own != "" {
		severity = own
	}
	location := f.child("location")
	issue := finding(location.str("path"), f.child("code").str("value"), f.str("message"), rdSeverity(severity))
	issue.Place.Range = rdRange(location.child("range"))
	if name := f.child("source").str("name"); name != "" && r.review.Reviewer.Name == "" {
		r.review.Reviewer.Name = Clean(name)
	}
	var suggested []option
	for in := range f.each("suggestions", "suggestion") {
		at := in.child("range")
		edit := review.IssueEdit{Range: editSpan(rdRange(at), at.child("end").has("line")), New: in.str("text")}
		suggested = append(suggested, option{edits: []review.IssueEdit{edit}})
	}
	if len(suggested) == 1 {
		setEdits(&issue, suggested[0].edits...)
	} else {
		// Whether several suggestions are to be made together is not said.
		r.offerOptions(&issue, "suggestions", suggested)
	}
	r.add(issue)
}

func rdRange(f fields) review.Range {
	start, end := f.child("start"), f.child("end")
	return span(source.Byte, start.point("line", "column"), end.point("line", "column"))
}

// strOrNumber reads a string or the digits of a number: enums of protocol buffers
// are written either way.
func (f fields) strOrNumber(name string) string {
	if v := f.get(name); v.Kind() == jsontree.Number {
		return v.Text()
	}
	return f.str(name)
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
