package intake

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

func isRDJSON(n node) bool {
	list, ok := n.get("diagnostics")
	return ok && list.kind() == array
}

// isDiagnostic recognises a diagnostic that stands alone.
func isDiagnostic(n node) bool {
	_, message := n.get("message")
	_, suggestions := n.get("suggestions")
	path, ok := n.at("location", "path")
	return ok && path.kind() == text && (message || suggestions)
}

// rdDefaults is what a list of diagnostics says for all of them.
type rdDefaults struct{ source, severity string }

// rdjson reads the Reviewdog Diagnostic Format. Columns count bytes of UTF-8 from
// 1, the end of a range is not included, and a range without columns is whole
// lines.
func (r *reader) rdjson(n node) {
	f := r.foreign(n, "")
	d := rdDefaults{f.child("source").str("name"), f.strOrNumber("severity")}
	r.review.Reviewer.Name = Clean(d.source)
	for i, one := range f.items("diagnostics") {
		r.diagnostic(i, one, d)
	}
}

func (r *reader) diagnostic(i int, n node, d rdDefaults) {
	f := r.foreign(n, index("diagnostic", i))
	severity := f.strOrNumber("severity")
	if severity == "" {
		severity = d.severity
	}
	location := f.child("location")
	issue := finding(location.str("path"), f.child("code").str("value"), f.str("message"), rdSeverity(severity))
	issue.Place.Range = rdRange(location.child("range"))
	if name := f.child("source").str("name"); name != "" && r.review.Reviewer.Name == "" {
		r.review.Reviewer.Name = Clean(name)
	}
	var suggested []way
	for j, s := range f.items("suggestions") {
		in := r.foreign(s, join(f.where, index("suggestion", j)))
		at := in.child("range")
		suggested = append(suggested, way{edits: []review.IssueEdit{{Range: spanOfEdit(rdRange(at), at.child("end").has("line")), New: in.str("text")}}})
	}
	if len(suggested) == 1 {
		issue.Remedy, issue.Edits = review.Edits, suggested[0].edits
	} else {
		r.ways(&issue, "suggestions", suggested) // whether they are to be made together is not said
	}
	r.add(issue)
}

func rdRange(f fields) review.Range {
	start, end := f.child("start"), f.child("end")
	return span(source.Byte, start.whole("line", 0), start.whole("column", 0), end.whole("line", 0), end.whole("column", 0))
}

// strOrNumber is a string or the digits of a number: enums of protocol buffers
// are written either way.
func (f fields) strOrNumber(name string) string {
	if v, ok := f.byKey[name]; ok && v.kind() == number {
		return v.str()
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
