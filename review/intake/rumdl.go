package intake

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isRumdl(n jsontree.Node) bool { return isRumdlFinding(n.First()) }

func isRumdlFinding(n jsontree.Node) bool { return n.Has("file", "rule", "fixable") }

// rumdl reads rumdl check --output-format json.
func (r *reader) rumdl(n jsontree.Node) {
	r.review.Reviewer.Name = "rumdl"
	if n.Kind() != jsontree.Array {
		r.fail(n.Offset(), nil, "is %v; want a list of findings", n.Kind())
	}
	for f := range r.objects(n, nil, "finding") {
		r.rumdlFinding(f)
	}
}

// rumdlFinding reads a finding. Columns count code points from 1, with or without a
// byte order mark, as the rule has it. The range of a fix is in bytes, with the mark,
// and its end is not included.
func (r *reader) rumdlFinding(f fields) {
	r.review.Reviewer.Name = "rumdl"
	severity := lintSeverity(f.str("severity") != "info")
	issue := finding(f.str("file"), f.str("rule"), f.str("message"), severity)
	issue.Place.Range = span(source.CodePoint, f.point("line", "column"), source.Point{})
	if fix := f.child("fix"); fix.has("range") {
		at := fix.child("range")
		deleted := offsets(source.Byte, at.whole("start", 0), at.whole("end", 0))
		deleted.BOM = review.BOMCounted
		setEdits(&issue, review.IssueEdit{Range: deleted, New: fix.str("replacement")})
	}
	r.add(issue)
}
