package intake

import (
	"cmp"
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// isRow reports whether a line is a row of a table, and isDelimiter whether it is the one below the head.
func isRow(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) > 1 && s[0] == '|' && s[len(s)-1] == '|'
}

func isDelimiter(s string) bool {
	return isRow(s) && strings.Trim(s, "|-: \t") == "" && strings.Contains(s, "-")
}

// table reads a table at the start of lines, and returns how many it takes. Number is that of the first.
func (p *prose) table(lines []string, number int) int {
	if p.fence != "" || len(lines) < 3 || !isRow(lines[0]) || !isDelimiter(lines[1]) {
		return 0
	}
	var names []string
	for _, cell := range cells(lines[0]) {
		names = append(names, columnOf(cell))
	}
	p.flush()
	p.corrects = p.corrects || slices.Contains(names, "new") &&
		(slices.Contains(names, "old") || slices.Contains(names, "issue"))
	p.read += 2
	n := 2
	for ; n < len(lines) && isRow(lines[n]); n++ {
		p.read++
		row := cells(lines[n])
		switch {
		case isReviewTable(names):
			p.row(names, row, number+n)
		case !remark.Harmless(strings.Join(row, ". "), true):
			p.miss(number+n, strings.Join(row, "; "))
		}
	}
	return n
}

// columnOf returns what a column of this head has: one of Old text has what one of Old has.
func columnOf(head string) string {
	return cmp.Or(remark.Column(head), remark.Column(ofText().ReplaceAllString(head, "")))
}

// ofText matches the words for a text in the head of a column.
var ofText = remark.Pattern(`(?i)\b(?:text|texto|texte|testo|wording|version|fix|change|sentence|phrase)\b`)

// pointed reads a line with carets below some of its words, and what is said of them behind the carets or in the next
// line. It returns how many lines it takes.
func (p *prose) pointed(lines []string, number int) int {
	bare := func(i int) string {
		if i >= len(lines) {
			return ""
		}
		rest, quoted := strings.CutPrefix(strings.TrimLeft(lines[i], " \t"), ">")
		if !quoted {
			return lines[i]
		}
		return strings.TrimPrefix(rest, " ")
	}
	pointer := strings.TrimLeft(bare(1), " \t")
	said := strings.TrimLeft(pointer, "^")
	from, n := len(bare(1))-len(pointer), len(pointer)-len(said)
	text := []rune(bare(0))
	if n == 0 || from+n > len(text) {
		return 0
	}
	to, used := from+n, 2
	for from > 0 && !unicode.IsSpace(text[from-1]) {
		from--
	}
	for to < len(text) && !unicode.IsSpace(text[to]) {
		to++
	}
	if said = strings.TrimSpace(said); said == "" {
		said, used = strings.TrimSpace(bare(2)), 3
	}
	old, quote := strings.Trim(string(text[from:to]), " .,;:!?"), strings.TrimSpace(string(text))
	if old == "" || said == "" {
		return 0
	}
	p.flush()
	p.quote()
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
	if m.Edits && m.Text != "" {
		m.Beside(m.Text)
	}
	p.take(m, nil, "", number)
}

// cells returns the cells of a row.
func cells(row string) []string {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	var out []string
	for cell := range strings.SplitSeq(strings.ReplaceAll(row, `\|`, "\x00"), "|") {
		out = append(out, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
	}
	return out
}
