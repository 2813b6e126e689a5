package intake

import (
	"bytes"
	"encoding/csv"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// readCSV reads a table in which commas, semicolons or tabs part the columns and a head names them, and reports whether
// the text is one with the old text and the new one, or with remarks about lines.
func readCSV(r *format.Reader) bool {
	head, _, more := strings.Cut(string(r.Src), "\n")
	for _, comma := range ",;\t" {
		var names []string
		for cell := range strings.SplitSeq(head, string(comma)) {
			names = append(names, remark.ColumnOf(strings.Trim(cell, "\" \r")))
		}
		if !more || len(names) < 2 {
			continue
		}
		reader := csv.NewReader(bytes.NewReader(r.Src))
		reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = comma, -1, comma == '\t'
		rows, err := reader.ReadAll()
		if err == nil {
			remark.NameVersions(names, rows[1:])
		}
		if !isReviewTable(names) {
			continue
		}
		if err != nil {
			r.Fail(0, nil, "is a table with a row that can't be read: %v", err)
			return true
		}
		p := &prose{Reader: r}
		for i, row := range rows[1:] {
			p.row(names, row, i+2)
		}
		r.Review.Format = format.Prose
		p.report()
		return true
	}
	return false
}

// isReviewTable reports whether the columns of a table are those of a review.
func isReviewTable(names []string) bool {
	has := func(name string) bool { return slices.Contains(names, name) }
	return has("old") && (has("new") || has("issue")) || (has("line") || has("section") || has("new")) && has("issue")
}
