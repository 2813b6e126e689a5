package intake

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// readsAs reads values of doc-iterate's own form that another format was turned into.
func readsAs(r *format.Reader, issues []map[string]any) {
	data, err := json.Marshal(issues)
	if err != nil {
		r.Fail(0, nil, "can't be read: %v", err)
		return
	}
	root, err := jsontree.Parse(data)
	if err != nil {
		r.Fail(0, nil, "can't be read: %v", err)
		return
	}
	src := r.Src
	r.Src = data
	ownIssues(r, root)
	r.Src, r.Lines = src, nil
}

// object returns a remark as an issue.
func object(m remark.Comment) map[string]any {
	out := map[string]any{"description": m.Text}
	set := func(name, value string) {
		if value != "" {
			out[name] = value
		}
	}
	set("document", m.Document)
	first, last, _ := strings.Cut(m.Line, "-")
	setLines(out, first, last)
	set("section", m.Section)
	set("quote", m.Quote)
	set("severity", severityWord(m))
	set("action", m.Action)
	if m.Old != "" && m.Quote != m.Old {
		set("old_value", m.Old)
	}
	set("new_value", m.Want)
	switch {
	case m.Choices == nil:
	case len(m.Choices) == 1 && m.Decided && m.Quote != "" && m.Action == "" && fromLabels(m):
		if certainLabel().MatchString(m.Source) {
			out["new_value"] = m.Choices[0]
		} else {
			out["suggestion"] = m.Choices[0]
		}
	default:
		out["choices"] = m.Choices
	}
	return out
}

// certainLabel matches the names of a new text that are none of advice.
var certainLabel = remark.Pattern(`(?im)^[\s>*_+-]*(?:suggested|new|after|should be|should read|replacement|replace with|change to|corrected)` +
	`(?: (?:text|wording|version|sentence))?[*_]*\s*:`)

// fromLabels reports whether the texts stood behind labels, not in an order that was doubtful.
func fromLabels(m remark.Comment) bool { return remark.LabelledText().MatchString(m.Source) }

// severityWord is the severity that a label means; a kind means none.
func severityWord(m remark.Comment) string {
	word := strings.ToLower(m.Severity)
	if _, known := severities()[format.Snake(word)]; known {
		return word
	}
	return ""
}

// The lines of a person's review.
var (
	listItem  = remark.Pattern(`^(\s*)(?:[-*+•]|[0-9]{1,3}[.)])\s+(\S.*)$`)
	heading   = remark.Pattern(`^#{1,6}\s+(.*?)\s*#*$`)
	tableRow  = remark.Pattern(`^\s*\|.*\|\s*$`)
	delimiter = remark.Pattern(`^\s*\|(?:\s*:?-+:?\s*\|)+\s*$`)
	praise    = remark.Pattern(`(?i)\b(strengths?|positives?|praise|what works|good|well done|summary|overall|overview|legend|notes? to|conclusion)\b`)
)

// A person is the review that a person wrote as Markdown, while it is read.
type person struct {
	remarks  []remark.Comment
	feedback []string
	fence    string // the marks of the code block that is read

	open    []string // the lines of the remark that is read
	indent  int      // of its list item, -1 for a paragraph
	isItem  bool
	quoted  []string // a block quote in front of it
	praises bool
	line    string // of the heading
	grave   string // severity of the heading
}

// personal reads what a person wrote, and reports whether it is a review: it has remarks
// about places that it names, and mostly such. A named format needs no place.
func personal(r *format.Reader, named bool) bool {
	p := person{indent: -1}
	lines := strings.Split(strings.ReplaceAll(string(r.Src), "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		if n := p.table(lines[i:]); n > 0 {
			i += n - 1
			continue
		}
		p.read(lines[i])
	}
	p.flush()
	anchored, decided := 0, 0
	for _, m := range p.remarks {
		if m.Anchored && (m.Decided || m.Quote != "" && m.Line != "") {
			anchored++
		}
		if m.Anchored && m.Quote != "" || m.Decided {
			decided++
		}
	}
	if decided == 0 || !named && (anchored == 0 || 2*decided < len(p.remarks)) {
		return false
	}
	r.Review.Format = format.Prose
	r.Review.Feedback = remark.Clean(format.Clip(strings.Join(p.feedback, " "), 2000))
	var issues []map[string]any
	for _, m := range p.remarks {
		if m.Quote == "" { // what it quotes first says where it is to be looked for
			m.Quote = remark.FirstQuotation(m.Text)
		}
		issues = append(issues, object(m))
	}
	readsAs(r, issues)
	return true
}

// read reads a line that is in no table.
func (p *person) read(line string) {
	text := strings.TrimSpace(line)
	if mark := fence().FindStringSubmatch(line); mark != nil && (p.fence == "" || strings.HasPrefix(text, p.fence)) {
		if p.fence == "" {
			p.fence = mark[1]
		} else {
			p.fence = ""
		}
		return
	}
	if p.fence != "" {
		return // code that is quoted says nothing by itself
	}
	if m := heading().FindStringSubmatch(line); m != nil {
		p.flush()
		p.quoted = nil
		p.heading(m[1])
		return
	}
	if text == "" {
		if !p.isItem {
			p.flush()
		} else {
			p.open = append(p.open, "")
		}
		return
	}
	if rest, ok := strings.CutPrefix(text, ">"); ok && (len(p.open) == 0 || p.open[len(p.open)-1] == "") {
		p.flush()
		p.quoted = append(p.quoted, strings.TrimPrefix(rest, " "))
		return
	}
	m := listItem().FindStringSubmatch(line)
	switch {
	case m != nil && p.isItem && len(m[1]) > p.indent:
		p.open = append(p.open, text) // an item below the remark's own
	case m != nil:
		p.flush()
		p.open, p.indent, p.isItem = []string{m[2]}, len(m[1]), true
	case p.isItem && len(line) > 0 && (line[0] == ' ' || line[0] == '\t' || p.open[len(p.open)-1] != ""):
		p.open = append(p.open, text)
	default:
		if starts := remark.ParseRemark(text); p.isItem || starts.Anchored || starts.Decided {
			p.flush()
		}
		p.open = append(p.open, text)
	}
}

// heading takes from a heading what holds for the remarks below it.
func (p *person) heading(text string) {
	p.praises = praise().MatchString(text)
	probe := remark.Comment{}
	probe.Places(strings.TrimRight(text, ": ") + ": ")
	p.line, p.grave = probe.Line, ""
	for _, word := range remark.Terms(text) {
		word = strings.TrimSuffix(word, "s")
		if _, known := severities()[word]; known && word != "note" && word != "suggestion" {
			p.grave = word
		}
	}
}

// flush ends the remark that is read.
func (p *person) flush() {
	text := strings.TrimSpace(strings.Join(p.open, "\n"))
	wasItem := p.isItem
	p.open, p.indent, p.isItem = nil, -1, false
	if text == "" {
		return
	}
	var base remark.Comment
	if changes := remark.ChangesIn(base.Places(text)); changes != nil && len(p.quoted) == 0 {
		for _, change := range changes {
			m := remark.ParseRemark(change)
			m.Text, m.Source = strings.Join(strings.Fields(text), " "), text
			m.Document, m.Section, m.Severity, m.Anchored = base.Document, base.Section, base.Severity, base.Anchored
			if m.Line = cmp.Or(base.Line, p.line); m.Line != "" {
				m.Anchored = true
			}
			m.Severity = cmp.Or(m.Severity, p.grave)
			p.remarks = append(p.remarks, m)
		}
		return
	}
	m := remark.ParseRemark(text)
	m.Source = text
	if m.Line == "" && p.line != "" {
		m.Line, m.Anchored = p.line, true
	}
	if m.Severity == "" {
		m.Severity = p.grave
	}
	if quote := strings.TrimSpace(strings.Join(p.quoted, "\n")); quote != "" {
		if m.Old == "" {
			m.Old = m.Quote
		}
		m.Quote = quote
		if m.Old != "" && !strings.Contains(quote, m.Old) {
			m.Quote = m.Old
		}
	}
	p.quoted = nil
	switch {
	case wasItem && p.praises && !m.Anchored && !m.Decided:
		p.feedback = append(p.feedback, m.Text)
		return
	case wasItem:
	case !m.Anchored && !m.Decided && m.Quote == "":
		p.feedback = append(p.feedback, m.Text)
		return
	}
	p.remarks = append(p.remarks, m)
}

// table reads a table of findings at the start of lines, and returns how many it takes.
func (p *person) table(lines []string) int {
	if len(lines) < 3 || !tableRow().MatchString(lines[0]) || !delimiter().MatchString(lines[1]) {
		return 0
	}
	var names []string
	for _, cell := range cells(lines[0]) {
		names = append(names, columnName(cell))
	}
	names = append(names, cells(lines[0])...) // as they are written, too
	has := func(name string) bool { return slices.Contains(names, name) }
	n := 2
	for n < len(lines) && tableRow().MatchString(lines[n]) {
		n++
	}
	if !has("old") || !has("new") && !has("text") {
		if !(has("line") || has("section")) || !has("text") {
			return 0
		}
	}
	p.flush()
	for _, row := range lines[2:n] {
		p.row(names, cells(row))
	}
	return n
}

// row reads a row of a table. The second half of the names is as they are written.
func (p *person) row(names, values []string) {
	m := remark.Comment{Text: strings.Join(values, "; ")}
	for i, value := range values[:min(len(names)/2, len(values))] {
		switch names[i] {
		case "line":
			if l := format.LineText().FindStringSubmatch(value); l != nil {
				m.At(l[1], l[2])
			} else {
				m.Places(value + ": ")
			}
		case "section":
			m.Section, m.Anchored = value, m.Anchored || value != ""
		case "severity":
			m.Severity = value
		case "text":
			if value != "" {
				m.Text = value
			}
		case "old":
			m.Quote, m.Decided = unquoted(value), m.Decided || value != ""
		case "new":
			if value != "" {
				m.Choices = []string{unquoted(value)}
				m.Source = names[i+len(names)/2] + ": " + value
			}
		}
	}
	if m.Quote == "" && m.Text != "" {
		inner := remark.ParseRemark(m.Text)
		m.Quote, m.Old, m.Want, m.Action, m.Decided = inner.Quote, inner.Old, inner.Want, inner.Action, inner.Decided
	}
	p.remarks = append(p.remarks, m)
}

// unquoted takes the marks off a text that stands in them as a whole.
func unquoted(s string) string {
	if inner, ok := remark.Unwrap(s, ""); ok {
		return inner
	}
	return s
}

// columnName returns what a column of a table of findings holds, "" for something else.
func columnName(head string) string {
	head = strings.ToLower(strings.Trim(head, " *_:#."))
	for name, pattern := range map[string]func() *regexp.Regexp{
		"line": columnLine, "section": columnSection, "old": columnOld, "new": columnNew, "text": columnIssue, "severity": columnSeverity,
	} {
		if pattern().MatchString(head) {
			return name
		}
	}
	return ""
}

var (
	columnLine     = remark.Pattern(`^(?:line|lines|line no|line number|l|ln|where|location|position|place)$`)
	columnSection  = remark.Pattern(`^(?:section|heading|chapter)$`)
	columnOld      = remark.Pattern(`^(?:old|original|current|currently|before|text|found|quote|as is|now|existing|current text|original text|wrong)$`)
	columnNew      = remark.Pattern(`^(?:new|suggested|suggestion|replacement|after|should be|proposed|correction|corrected|fix|change to|better|right|suggested text|new text)$`)
	columnIssue    = remark.Pattern(`^(?:issue|problem|comment|comments|description|remark|remarks|finding|note|notes|reason|why|explanation|feedback)$`)
	columnSeverity = remark.Pattern(`^(?:severity|priority|level)$`)
)

// cells returns the cells of a row.
func cells(row string) []string {
	row = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(row), "|"), "|")
	var out []string
	for cell := range strings.SplitSeq(strings.ReplaceAll(row, `\|`, "\x00"), "|") {
		out = append(out, strings.TrimSpace(strings.ReplaceAll(cell, "\x00", "|")))
	}
	return out
}
