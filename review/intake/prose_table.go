package intake

import (
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// table reads a table at the start of lines, and returns how many it takes. Number is that of the first.
func (p *prose) table(lines []string, number int) int {
	if p.fence != "" || len(lines) < 3 || !remark.IsRow(lines[0]) || !remark.IsDelimiter(lines[1]) {
		return 0
	}
	var names []string
	for _, cell := range remark.Cells(lines[0]) {
		names = append(names, remark.ColumnOf(cell))
	}
	var rows [][]string
	for n := 2; n < len(lines) && remark.IsRow(lines[n]); n++ {
		rows = append(rows, remark.Cells(lines[n]))
	}
	p.flush()
	p.corrects = p.corrects || slices.Contains(names, "new") &&
		(slices.Contains(names, "old") || slices.Contains(names, "issue"))
	remark.NameVersions(names, rows)
	p.read += 2 + len(rows)
	for n, row := range rows {
		switch {
		case isReviewTable(names):
			p.row(names, row, number+2+n)
		case !remark.Harmless(strings.Join(row, ": "), "", remark.Around):
			p.miss(number+2+n, strings.Join(row, "; "))
		}
	}
	return 2 + len(rows)
}

// pointed reads a line with carets below some of its words. It returns how many lines it takes.
func (p *prose) pointed(lines []string, number int) int {
	old, quote, said, used := edits.Carets(lines)
	if used == 0 {
		return 0
	}
	p.flush()
	p.quote("")
	p.read += used
	all := remark.Within(said, old)
	all[0].Word(said, old)
	for _, m := range all {
		if m.Edits && m.Quote == old {
			m.Quote, m.Old = quote, cmp.Or(m.Old, old)
		}
		p.take(m, nil, quote, number)
	}
	return used
}

// row reads a row of a table.
func (p *prose) row(names, values []string, number int) {
	m := remark.Remark{Text: strings.Join(values, "; ")}
	suggested := ""
	for i, value := range values[:min(len(names), len(values))] {
		if value == "" {
			continue
		}
		switch names[i] {
		case "line":
			if l := format.LineText().FindStringSubmatch(value); l != nil {
				m.Lines = []remark.Lines{{First: format.Atoi(l[1]), Last: format.Atoi(l[2])}}
			} else {
				at := remark.Parse(value + ": ")[0]
				m.Lines, m.Document = at.Lines, at.Document
			}
		case "document":
			m.Document = value
		case "section":
			m.Section = value
		case "severity":
			m.Severity = value
		case "issue":
			m.Text = value
		case "old":
			m.Quote = remark.Unquoted(value)
		case "new":
			suggested = value
			m.Edits, m.Want = true, remark.Unquoted(value)
		case "status":
			if remark.Withdraws(value) {
				m.Standing, m.Why = review.Closed, value
			}
		}
	}
	if m.Quote == "" && m.Edits { // the old text may stand in what is said of it
		if m.Quote = remark.VersionIn(m.Text, m.Want); m.Quote == "" {
			m.Edits, m.Text = false, m.Text+": "+suggested
		}
	}
	if m.Quote == "" && !m.Edits {
		at := m
		m = remark.Parse(m.Text)[0]
		m.Lines, m.Section, m.Severity = at.Lines, at.Section, at.Severity
		m.Standing = max(m.Standing, at.Standing)
	}
	m.Edits = m.Edits && m.Quote != ""
	if m.Edits && strings.HasSuffix(m.Want, "?") && !strings.HasSuffix(m.Quote, "?") {
		m.Edits, m.Text = false, m.Text+": "+suggested // it is asked
	}
	if m.Edits && m.Text != "" {
		m.Beside(m.Text)
	}
	p.take(m, nil, "", number)
}
