package intake

import (
	"bytes"
	"encoding/csv"
	"io"
	"mime/quotedprintable"
	"net/mail"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// mailHead matches the headers that a mail begins with.
var mailHead = remark.Pattern(`^(?:From [^\n]*\n)?(?:(?:From|To|Cc|Subject|Date|Message-ID|Return-Path|Received|MIME-Version): [^\n]*\r?\n)`)

// readMail reads the words of a mail, and reports whether the text is one. Lines of a patch that it quotes lose their
// marks.
func readMail(r *format.Reader, as format.Format) bool {
	if !mailHead().Match(r.Src) {
		return false
	}
	m, err := mail.ReadMessage(bytes.NewReader(r.Src))
	if err != nil || m.Header.Get("From") == "" && m.Header.Get("Subject") == "" {
		return false
	}
	body := m.Body
	if strings.EqualFold(m.Header.Get("Content-Transfer-Encoding"), "quoted-printable") {
		body = quotedprintable.NewReader(body)
	}
	text, err := io.ReadAll(body)
	if err != nil {
		return false
	}
	quoted, marked := 0, 0
	lines := strings.Split(string(text), "\n")
	for _, line := range lines {
		if rest, ok := strings.CutPrefix(line, "> "); ok {
			quoted++
			if strings.HasPrefix(rest, "+") {
				marked++
			}
		}
	}
	for i, line := range lines {
		if rest, ok := strings.CutPrefix(line, "> +"); ok && 2*marked > quoted {
			lines[i] = strings.TrimRight("> "+rest, " ")
		}
	}
	r.Repair("read the words of a mail")
	r.Src, r.Lines = []byte(strings.Join(lines, "\n")), nil
	if as == format.Auto && personal(r, true) {
		return true
	}
	readAs(r, as)
	return true
}

// readCSV reads a table in which commas, semicolons or tabs part the columns and a head names them, and reports whether
// the text is one with the old text and the new one, or with remarks about lines.
func readCSV(r *format.Reader) bool {
	head, _, more := strings.Cut(string(r.Src), "\n")
	for _, comma := range ",;\t" {
		var names []string
		for cell := range strings.SplitSeq(head, string(comma)) {
			names = append(names, columnOf(strings.Trim(cell, "\" \r")))
		}
		if !more || len(names) < 2 || !isReviewTable(names) {
			continue
		}
		reader := csv.NewReader(bytes.NewReader(r.Src))
		reader.Comma, reader.FieldsPerRecord, reader.LazyQuotes = comma, -1, comma == '\t'
		rows, err := reader.ReadAll()
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
	return has("old") && (has("new") || has("issue")) || (has("line") || has("section")) && has("issue")
}
