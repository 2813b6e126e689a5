package intake

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// readsAs reads values of doc-iterate's own form that another format was turned into.
func (r *reader) readsAs(issues []map[string]any) {
	data, err := json.Marshal(issues)
	if err != nil {
		r.fail(0, nil, "can't be read: %v", err)
		return
	}
	root, err := jsontree.Parse(data)
	if err != nil {
		r.fail(0, nil, "can't be read: %v", err)
		return
	}
	src := r.src
	r.src = data
	r.ownIssues(root)
	r.src, r.lines = src, nil
}

// object returns a remark as an issue.
func (m comment) object() map[string]any {
	out := map[string]any{"description": m.text}
	set := func(name, value string) {
		if value != "" {
			out[name] = value
		}
	}
	set("document", m.document)
	first, last, _ := strings.Cut(m.line, "-")
	setLines(out, first, last)
	set("section", m.section)
	set("quote", m.quote)
	set("severity", m.severityWord())
	set("action", m.action)
	if m.old != "" && m.quote != m.old {
		set("old_value", m.old)
	}
	set("new_value", m.want)
	switch {
	case m.choices == nil:
	case len(m.choices) == 1 && m.decided && m.quote != "" && m.action == "" && m.fromLabels():
		if certainLabel().MatchString(m.source) {
			out["new_value"] = m.choices[0]
		} else {
			out["suggestion"] = m.choices[0]
		}
	default:
		out["choices"] = m.choices
	}
	return out
}

// certainLabel matches the names of a new text that are none of advice.
var certainLabel = pattern(`(?im)^[\s>*_+-]*(?:suggested|new|after|should be|should read|replacement|replace with|change to|corrected)` +
	`(?: (?:text|wording|version|sentence))?[*_]*\s*:`)

// fromLabels reports whether the texts stood behind labels, not in an order that was
// doubtful.
func (m comment) fromLabels() bool { return labelledText().MatchString(m.source) }

// severityWord is the severity that a label means; a kind means none.
func (m comment) severityWord() string {
	word := strings.ToLower(m.severity)
	if _, known := severities()[snake(word)]; known {
		return word
	}
	return ""
}

// The lines of a person's review.
var (
	listItem  = pattern(`^(\s*)(?:[-*+•]|[0-9]{1,3}[.)])\s+(\S.*)$`)
	heading   = pattern(`^#{1,6}\s+(.*?)\s*#*$`)
	tableRow  = pattern(`^\s*\|.*\|\s*$`)
	delimiter = pattern(`^\s*\|(?:\s*:?-+:?\s*\|)+\s*$`)
	praise    = pattern(`(?i)\b(strengths?|positives?|praise|what works|good|well done|summary|overall|overview|legend|notes? to|conclusion)\b`)
)

// A person is the review that a person wrote as Markdown, while it is read.
type person struct {
	remarks  []comment
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
func (r *reader) personal(named bool) bool {
	p := person{indent: -1}
	lines := strings.Split(strings.ReplaceAll(string(r.src), "\r\n", "\n"), "\n")
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
		if m.anchored && (m.decided || m.quote != "" && m.line != "") {
			anchored++
		}
		if m.anchored && m.quote != "" || m.decided {
			decided++
		}
	}
	if decided == 0 || !named && (anchored == 0 || 2*decided < len(p.remarks)) {
		return false
	}
	r.review.Format = Prose
	r.review.Feedback = Clean(clip(strings.Join(p.feedback, " "), 2000))
	var issues []map[string]any
	for _, m := range p.remarks {
		if m.quote == "" { // what it quotes first says where it is to be looked for
			m.quote = firstQuotation(m.text)
		}
		issues = append(issues, m.object())
	}
	r.readsAs(issues)
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
		if starts := parseRemark(text); p.isItem || starts.anchored || starts.decided {
			p.flush()
		}
		p.open = append(p.open, text)
	}
}

// heading takes from a heading what holds for the remarks below it.
func (p *person) heading(text string) {
	p.praises = praise().MatchString(text)
	probe := comment{}
	probe.places(strings.TrimRight(text, ": ") + ": ")
	p.line, p.grave = probe.line, ""
	for _, word := range terms(text) {
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
	var base comment
	if changes := changesIn(base.places(text)); changes != nil && len(p.quoted) == 0 {
		for _, change := range changes {
			m := parseRemark(change)
			m.text, m.source = strings.Join(strings.Fields(text), " "), text
			m.document, m.section, m.severity, m.anchored = base.document, base.section, base.severity, base.anchored
			if m.line = cmp.Or(base.line, p.line); m.line != "" {
				m.anchored = true
			}
			m.severity = cmp.Or(m.severity, p.grave)
			p.remarks = append(p.remarks, m)
		}
		return
	}
	m := parseRemark(text)
	m.source = text
	if m.line == "" && p.line != "" {
		m.line, m.anchored = p.line, true
	}
	if m.severity == "" {
		m.severity = p.grave
	}
	if quote := strings.TrimSpace(strings.Join(p.quoted, "\n")); quote != "" {
		if m.old == "" {
			m.old = m.quote
		}
		m.quote = quote
		if m.old != "" && !strings.Contains(quote, m.old) {
			m.quote = m.old
		}
	}
	p.quoted = nil
	switch {
	case wasItem && p.praises && !m.anchored && !m.decided:
		p.feedback = append(p.feedback, m.text)
		return
	case wasItem:
	case !m.anchored && !m.decided && m.quote == "":
		p.feedback = append(p.feedback, m.text)
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
	m := comment{text: strings.Join(values, "; ")}
	for i, value := range values[:min(len(names)/2, len(values))] {
		switch names[i] {
		case "line":
			if l := lineText().FindStringSubmatch(value); l != nil {
				m.at(l[1], l[2])
			} else {
				m.places(value + ": ")
			}
		case "section":
			m.section, m.anchored = value, m.anchored || value != ""
		case "severity":
			m.severity = value
		case "text":
			if value != "" {
				m.text = value
			}
		case "old":
			m.quote, m.decided = unquoted(value), m.decided || value != ""
		case "new":
			if value != "" {
				m.choices = []string{unquoted(value)}
				m.source = names[i+len(names)/2] + ": " + value
			}
		}
	}
	if m.quote == "" && m.text != "" {
		inner := parseRemark(m.text)
		m.quote, m.old, m.want, m.action, m.decided = inner.quote, inner.old, inner.want, inner.action, inner.decided
	}
	p.remarks = append(p.remarks, m)
}

// unquoted takes the marks off a text that stands in them as a whole.
func unquoted(s string) string {
	if inner, ok := unwrap(s, ""); ok {
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
	columnLine     = pattern(`^(?:line|lines|line no|line number|l|ln|where|location|position|place)$`)
	columnSection  = pattern(`^(?:section|heading|chapter)$`)
	columnOld      = pattern(`^(?:old|original|current|currently|before|text|found|quote|as is|now|existing|current text|original text|wrong)$`)
	columnNew      = pattern(`^(?:new|suggested|suggestion|replacement|after|should be|proposed|correction|corrected|fix|change to|better|right|suggested text|new text)$`)
	columnIssue    = pattern(`^(?:issue|problem|comment|comments|description|remark|remarks|finding|note|notes|reason|why|explanation|feedback)$`)
	columnSeverity = pattern(`^(?:severity|priority|level)$`)
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
