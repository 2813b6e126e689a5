package intake

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isESLint(n node) bool {
	file, ok := n.first()
	if n.kind() != array || !ok {
		return false
	}
	_, path := file.get("filePath")
	_, counted := file.get("errorCount")
	return path && counted
}

// eslint reads eslint --format json. Columns and the range of a fix count UTF-16
// code units, the columns from 1, the range from the start of the file, a byte
// order mark left aside.
func (r *reader) eslint(n node) {
	r.review.Reviewer.Name = "eslint"
	r.files(n, func(f fields, path string) {
		issue := finding(path, f.str("ruleId"), f.str("message"), twoLevels(f.whole("severity", 0) == 2))
		issue.Place.Range = span(source.UTF16, f.whole("line", 0), f.whole("column", 0), f.whole("endLine", 0), f.whole("endColumn", 0))
		// Each has an edit of its own, at places that are counted otherwise.
		var suggested []way
		for _, s := range f.items("suggestions") {
			suggested = append(suggested, way{says: r.foreign(s, join(f.where, "suggestions")).str("desc")})
		}
		r.ways(&issue, "suggestions", suggested)
		issue = withFix(f, issue)
		marked(&issue, review.BOMSkipped)
		r.add(issue)
	})
	if files := n.list(); n.kind() == array && len(files) == 1 {
		// ESLint repeats the text that it has read.
		if text := r.foreign(files[0], index("file", 0)).str("source"); text != "" {
			sum := sha256.Sum256([]byte(text))
			r.review.DocumentSHA256 = hex.EncodeToString(sum[:])
		}
	}
}
