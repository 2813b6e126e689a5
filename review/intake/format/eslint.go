package format

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func IsESLint(n jsontree.Node) bool { return n.First().Has("filePath", "errorCount") }

// Eslint reads eslint --format json. Columns and the range of a fix count UTF-16 code units, the columns from 1, the
// range from the start of the file. A byte order mark is not counted.
func (r *Reader) Eslint(n jsontree.Node) {
	r.Review.Reviewer.Name = "eslint"
	for path, f := range r.messages(n, "filePath") {
		issue := finding(path, f.Str("ruleId"), f.Str("message"), lintSeverity(f.Whole("severity", 0) == 2))
		issue.Place.Range = span(source.UTF16, f.point("line", "column"), f.point("endLine", "endColumn"))
		// Each suggestion has an edit of its own, at places that are counted otherwise.
		var suggested []option
		for _, s := range f.List("suggestions").Items() {
			description := r.Foreign(s, f.Where.Within("suggestions")).Str("desc")
			suggested = append(suggested, option{description: description})
		}
		r.offerOptions(&issue, "suggestions", suggested)
		setFix(&issue, f)
		setBOM(&issue, review.BOMSkipped)
		r.Add(issue)
	}
	if n.Len() != 1 {
		return
	}
	// ESLint repeats the text that it has read.
	if text := r.Foreign(n.First(), Numbered("file", 0)).Str("source"); text != "" {
		sum := sha256.Sum256([]byte(text))
		r.Review.DocumentSHA256 = hex.EncodeToString(sum[:])
	}
}
