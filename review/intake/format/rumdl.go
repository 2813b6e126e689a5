package format

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func IsRumdl(n jsontree.Node) bool { return IsRumdlFinding(n.First()) }

func IsRumdlFinding(n jsontree.Node) bool { return n.Has("file", "rule", "fixable") }

// Rumdl reads rumdl check --output-format json.
func (r *Reader) Rumdl(n jsontree.Node) {
	r.Review.Reviewer.Name = "rumdl"
	if n.Kind() != jsontree.Array {
		r.Fail(n.Offset(), nil, "is %v; want a list of findings", n.Kind())
	}
	for f := range r.Objects(n, nil, "finding") {
		r.RumdlFinding(f)
	}
}

// RumdlFinding reads a finding. Columns count code points from 1, with or without a byte order mark, as the rule has
// it. The range of a fix is in bytes, with the mark, and its end is not included.
func (r *Reader) RumdlFinding(f Fields) {
	r.Review.Reviewer.Name = "rumdl"
	severity := lintSeverity(f.Str("severity") != "info")
	issue := finding(f.Str("file"), f.Str("rule"), f.Str("message"), severity)
	issue.Place.Range = span(source.CodePoint, f.point("line", "column"), source.Point{})
	if fix := f.child("fix"); fix.Has("range") {
		at := fix.child("range")
		deleted := offsets(source.Byte, at.Whole("start", 0), at.Whole("end", 0))
		deleted.BOM = review.BOMCounted
		setEdits(&issue, review.IssueEdit{Range: deleted, New: fix.Str("replacement")})
	}
	r.Add(issue)
}
