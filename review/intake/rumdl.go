package intake

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

func isRumdl(n node) bool {
	first, ok := n.first()
	return n.kind() == array && ok && isRumdlFinding(first)
}

func isRumdlFinding(n node) bool {
	_, file := n.get("file")
	_, rule := n.get("rule")
	_, fixable := n.get("fixable")
	return file && rule && fixable
}

// rumdl reads rumdl check --output-format json. Columns count code points from 1,
// with and without a byte order mark, as the rule has it; the range of a fix is in
// bytes, the mark's included, its end not.
func (r *reader) rumdl(n node) {
	r.review.Reviewer.Name = "rumdl"
	if n.kind() != array {
		r.fail(n.offset(), "", "is %v; want a list of findings", n.kind())
		return
	}
	for i, one := range n.list() {
		r.rumdlFinding(i, one)
	}
}

func (r *reader) rumdlFinding(i int, n node) {
	r.review.Reviewer.Name = "rumdl"
	f := r.foreign(n, index("finding", i))
	severity := rules.Warning
	if f.str("severity") == "info" {
		severity = rules.Suggestion
	}
	issue := finding(f.str("file"), f.str("rule"), f.str("message"), severity)
	issue.Place.Range = span(source.CodePoint, f.whole("line", 0), f.whole("column", 0), 0, 0)
	if fix := f.child("fix"); fix.has("range") {
		at := fix.child("range")
		issue.Remedy = review.Edits
		issue.Edits = []review.IssueEdit{{
			Range: review.Range{Form: review.Offsets, Unit: source.Byte, BOM: review.BOMCounted, Start: at.whole("start", 0), End: at.whole("end", 0)},
			New:   fix.str("replacement"),
		}}
	}
	r.add(issue)
}
