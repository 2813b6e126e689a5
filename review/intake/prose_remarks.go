package intake

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
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

// issueOf returns a remark as an issue.
func issueOf(m *remark.Remark) review.Issue {
	issue := review.Issue{
		Path: m.Document, Message: remark.Clean(m.Text), Severity: rules.Warning, Confidence: 1,
		Standing: m.Standing, Why: remark.Clean(m.Why),
		Place: review.Place{Section: m.Section, Quote: m.Quote, Nth: m.Nth, All: m.All, Item: m.Item, Row: m.Row},
		Old:   m.Old,
	}
	if s, known := severities()[format.Snake(strings.ToLower(m.Severity))]; known {
		issue.Severity = s
	}
	if len(m.Lines) > 0 && m.Lines[0].First > 0 {
		issue.Place.Form = review.Points
		issue.Place.From = source.Point{Line: m.Lines[0].First}
		if last := m.Lines[0].Last; last >= m.Lines[0].First {
			issue.Place.To = source.Point{Line: last}
		}
	}
	if m.Edits && m.Quote != "" {
		issue.Remedy, issue.Want = review.Replace, m.Want
	}
	return issue
}

// A prose is the review that a person wrote as Markdown, while it is read. Each of its lines ends as a part of a
// finding, as harmless, or as a finding of its own that was not understood.
type prose struct {
	*format.Reader
	remarks  []remark.Remark
	missed   []missed
	feedback []string
	read     int  // lines that are accounted for
	stopped  int  // the first that no remark with a place or an edit is read from
	corrects bool // it has old texts and new ones, in a table or behind labels
	// suggested are the findings that suggest new lines in a block.
	suggested []map[string]any
	blocks    []string // the suggestions of the block that is read

	open   []line // of the block that is read
	item   bool
	quoted []line // a block quote in front of it
	label  line   // what says that the old text or the new one follows
	fence  string // the marks of the code block that is read
	info   string // what stands behind them
	inset  int    // how far they are indented
	fenced []line
	aside  string // the quote of the paragraph above
	shown  line   // a block without words, and whether an arrow stands below it
	headings
}

// A line is one of a review, from 1.
type line struct {
	number, indent int
	text           string
	item           bool // it begins with the mark of an item
	block          bool // it is a code block
}

// missed is a part of a review that nothing was made of.
type missed struct {
	line, behind   int // behind how many remarks
	words, heading string
}

// headings is what the headings say for the remarks below them.
type headings struct {
	level    int
	title    string
	praises  bool
	severity string
	document string
	section  string
	said     string // the words below it
	old      string // the old text, which stands alone
	lines    []remark.Lines
	standing review.Standing
	why      string
}

// proseOf reads what a person wrote, without a judgement on whether it is a review.
func proseOf(r *format.Reader, text string) *prose {
	p := &prose{Reader: r}
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		n := p.table(lines[i:], i+1)
		if n == 0 {
			n = p.pointed(lines[i:], i+1)
		}
		if n > 0 {
			i += n - 1
			continue
		}
		if lines[i] == "" && p.fence == "" && i+1 < len(lines) && p.goesOn(lines[i+1]) {
			p.read++ // the old text and the new one, a paragraph each
			p.corrects = p.corrects || len(p.quoted) == 0
			continue
		}
		p.line(lines[i], i+1)
	}
	p.code()
	p.flush()
	p.quote("")
	p.release()
	open := func(m remark.Remark) bool { return m.Edits && m.Standing != review.Closed }
	marked := len(p.remarks) > 1 && !slices.ContainsFunc(p.remarks, open)
	for i := 0; marked && i < len(p.remarks); i++ {
		if m := &p.remarks[i]; m.Why != "" && strings.Trim(m.Why, "✅☑✔✓❎[xX]") == "" {
			m.Standing = review.Doubted // a mark that every edit has may say that it is right
		}
	}
	p.missed = slices.DeleteFunc(p.missed, func(m missed) bool { // behind the last remark more is chatter
		return m.behind == len(p.remarks) && remark.Harmless(m.words, m.heading, remark.Around)
	})
	p.account(len(lines))
	return p
}

// account fails unless each line ended as a part of a finding, as harmless, or as not understood.
func (p *prose) account(lines int) {
	if p.read != lines {
		p.Fail(0, nil, "has %d lines, and %d of them are accounted for; please report this", lines, p.read)
	}
}

// goesOn reports whether the paragraph that is read is the old text behind a label, and a line the new one behind its
// own.
func (p *prose) goesOn(line string) bool {
	if len(p.open) != 1 || p.item || strings.HasPrefix(line, ">") || !isLabelled(p.open[0].text) || !isLabelled(line) {
		return false
	}
	edits := func(s string) bool { return remark.Parse(s)[0].Edits }
	both := remark.Parse(plainLabels(p.open[0].text + "\n" + line))
	return len(both) == 1 && both[0].Edits && !edits(p.open[0].text) && !edits(line)
}

// boldLabel matches the label of a line in bold.
var boldLabel = remark.Pattern(`(?m)^\*\*([^*\n:]{1,30}):?\*\*:?`)

// plainLabels returns a text of several lines without the marks of the labels that they begin with.
func plainLabels(s string) string {
	if strings.Contains(s, "\n") && len(boldLabel().FindAllString(s, -1)) > 1 {
		return boldLabel().ReplaceAllString(s, "$1:")
	}
	return s
}

// isLabelled reports whether a line begins with a few words and a colon.
func isLabelled(line string) bool {
	i := strings.IndexByte(line, ':')
	const longest = 30
	return i > 0 && i <= longest
}

// personal reads what a person wrote, and reports whether it is a review: half of it is edits,
// or decides something where it names places. A named format needs no more than one. Stopped is the first line that
// says neither a place nor an edit.
func personal(r *format.Reader, named bool) (stopped int, is bool) {
	p := proseOf(r, string(r.Src))
	if len(p.missed) > 0 && (p.stopped == 0 || p.missed[0].line < p.stopped) {
		p.stopped = p.missed[0].line
	}
	anchored, placed, edits, decided := 0, 0, len(p.suggested), 0
	for i := range p.remarks {
		m := &p.remarks[i]
		does := m.Edits || m.Standing != review.Open
		if m.Anchored() && (does || m.Quote != "" && len(m.Lines) > 0) {
			anchored++
		}
		if m.Edits && len(m.Lines) > 0 {
			placed++
		}
		if m.Edits && strings.Contains(m.Quote, " ") {
			edits++
			if strings.Count(m.Quote, " ") > 3 && remark.IsVersion(m.Want, m.Quote) { // no chance
				edits++
			}
		}
		if m.Anchored() && m.Quote != "" || does {
			decided++
		}
	}
	decided += len(p.suggested)
	all := len(p.remarks) + len(p.missed)
	const several = 4 // texts with their new versions stand in no document by chance, and no two with lines do
	if decided == 0 || !named && !p.corrects && placed < 2 && (edits < several && 2*edits < all || 3*edits < all) &&
		(anchored == 0 || 2*decided < all) {
		return p.stopped, false
	}
	r.Review.Format = format.Prose
	p.report()
	return 0, true
}

// report adds what was read to the review.
func (p *prose) report() {
	r := p.Reader
	r.Review.Feedback = remark.Clean(format.Clip(strings.Join(p.feedback, " "), 2000))
	for i := range p.remarks {
		m := &p.remarks[i]
		if m.Quote == "" { // what it quotes first says where it is to be looked for
			m.Quote = remark.FirstQuotation(m.Text)
		}
		r.Add(issueOf(m))
	}
	if len(p.suggested) > 0 {
		readsAs(r, p.suggested)
	}
	for _, m := range p.missed {
		r.Missed(m.line, strings.Join(strings.Fields(m.words), " "))
	}
}

// beside reads what a person wrote around edits. There is no need to say again what the edits are.
func beside(r *format.Reader, text string) {
	p := proseOf(r, text)
	p.missed = slices.DeleteFunc(p.missed, func(m missed) bool { return remark.Harmless(m.words, "", remark.Around) })
	p.report()
}

// line reads a line that is in no table.
func (p *prose) line(s string, number int) {
	text := strings.TrimSpace(s)
	l := line{number: number, indent: len(s) - len(strings.TrimLeft(s, " \t")), text: text}
	switch mark := fenceOf(text); {
	case p.fence != "" && strings.HasPrefix(text, p.fence) && strings.Trim(text, p.fence[:1]) == "":
		p.read++
		p.fence = ""
		p.code()
		return
	case p.fence != "":
		p.fenced = append(p.fenced, l)
		return
	case mark != "":
		p.read++
		p.inset = l.indent
		p.fence, p.info = mark, strings.TrimSpace(strings.Trim(text, mark[:1]))
		return
	}
	name := strings.Trim(text, "`*_:")
	if words := strings.Fields(name); len(words) == 2 && strings.HasSuffix(text, ":") { // In guide.md:
		name = strings.Trim(words[1], "`*_")
	}
	if len(p.open) == 0 && markdownFile().MatchString(name) && !strings.ContainsAny(name, " \t") {
		p.document = name
		p.read++
		return
	}
	level := len(text) - len(strings.TrimLeft(text, "#"))
	if p.shown.number > 0 && remark.Connects(text) {
		p.read++
		p.shown.block = true
		return
	} else if text != "" {
		p.shown = line{}
	}
	switch {
	case level > 0 && level < 7 && strings.HasPrefix(text[level:], " "):
		p.flush()
		p.quote("")
		p.heading(strings.Trim(text, "# "), level)
		p.read++
	case text == "":
		p.read++
		if !p.item {
			p.flush()
		} else {
			p.open = append(p.open, line{})
		}
	case text[0] == '>' && p.blocks != nil: // an answer below a suggestion
		l.indent, l.text = 1, strings.TrimPrefix(text[1:], " ")
		p.words(l)
	case text[0] == '>' && (len(p.open) == 0 || p.open[len(p.open)-1].text == "" ||
		!p.item && entitles(p.open[len(p.open)-1].text)):
		p.flush()
		l.text = strings.TrimPrefix(text[1:], " ")
		p.quoted = append(p.quoted, l)
	case strings.Trim(text, "-*_ ") == "" && len(text) > 2, strings.Trim(text, "^~ ") == "":
		p.read++
	default:
		if text[0] == '>' && (p.item || len(editsIn(text[1:])) > 0) {
			l.text = strings.TrimPrefix(text[1:], " ")
		}
		p.words(l)
	}
}

// words takes a line of an item or of a paragraph.
func (p *prose) words(l line) {
	if rest, ok := itemOf(l.text); ok {
		l.item, l.text = true, rest
		if p.item && l.indent > p.open[0].indent {
			p.open = append(p.open, l)
			return
		}
		if l.item = !p.continues(l); !l.item { // a sister with another label
			p.open = append(p.open, l)
			return
		}
		p.flush()
		p.item = true
	} else if n := len(p.open); n > 0 {
		last := p.open[n-1].text
		begins := func() bool {
			m := remark.Parse(l.text)[0]
			return m.Anchored() || m.Edits
		}
		outside := p.item && l.indent <= p.open[0].indent
		if p.item && last == "" && l.indent == 0 || outside && strings.ContainsAny(last[max(0, len(last)-1):], `.!?)"`) ||
			(outside || !p.item) && begins() {
			p.flush()
		}
	}
	p.open = append(p.open, l)
}

// continues reports whether an item is a part of the one that is read: each item of it has a label of its own, as
// Original and Suggested.
func (p *prose) continues(l line) bool {
	kind, _ := remark.Labelled(l.text)
	if !p.item || kind == "" {
		return false
	}
	for _, open := range p.open {
		has, _ := remark.Labelled(open.text)
		if open.number > 0 && (has == kind || has == "" && open.number == p.open[0].number) {
			return false
		}
	}
	return true
}

// itemOf returns the text of a line that is an item of a list.
func itemOf(s string) (string, bool) {
	head, rest, found := strings.Cut(s, " ")
	number := strings.Trim(head, "(.)#")
	digits := number != "" && number != head && strings.Trim(number, "0123456789") == "" && len(number) < 4
	rest = strings.TrimSpace(rest)
	if found && rest != "" && (digits || slices.Contains([]string{"-", "*", "+", "•", "–"}, head)) {
		return rest, true
	}
	return s, false
}

// fenceOf returns the marks of a line that opens a code block, "" for another line.
func fenceOf(text string) string {
	for _, mark := range []string{"`", "~"} {
		rest := strings.TrimLeft(text, mark)
		if n := len(text) - len(rest); n >= 3 && !strings.Contains(rest, mark) {
			return text[:n]
		}
	}
	return ""
}

// code takes a code block: the old text or the new one behind a label, else the lines that a remark is about.
func (p *prose) code() {
	p.read += len(p.fenced)
	if strings.HasPrefix(p.info, "suggestion") && (len(p.lines) > 0 || len(p.open) > 0 &&
		remark.Parse(p.open[0].text)[0].Anchored()) {
		p.blocks, p.fenced = append(p.blocks, p.block()), nil
		if last := len(p.missed) - 1; len(p.open) == 0 && last >= 0 && p.missed[last].heading == p.title &&
			p.missed[last].behind == len(p.remarks) { // the paragraph above is said of it
			p.open = append(p.open, line{number: p.missed[last].line, text: p.missed[last].words})
			p.missed, p.read = p.missed[:last], p.read-1
		}
		p.item, p.info = true, "" // what follows is said of it
		return
	}
	n := len(p.open)
	if n > 1 && len(p.fenced) > 0 && p.open[n-2].block && remark.Connects(p.open[n-1].text) {
		p.open[n-2].text = remark.InMarks(p.open[n-2].text)
		p.open = append(p.open, line{number: p.fenced[0].number, indent: p.open[n-1].indent + 1,
			text: remark.InMarks(strings.ReplaceAll(p.block(), "\n", remark.Break))})
		p.read--
	} else if n > 0 && strings.HasSuffix(strings.TrimRight(p.open[n-1].text, "*_ "), ":") &&
		len(p.fenced) > 0 {
		p.open = append(p.open, line{number: p.fenced[0].number, indent: p.open[n-1].indent + 1,
			text: strings.ReplaceAll(p.block(), "\n", remark.Break), block: true})
		p.read-- // as a line of the remark
	}
	if len(p.quoted) > 0 && len(p.open) == 0 && strings.HasPrefix(p.info, "suggestion") && len(p.fenced) > 0 {
		number, quote := p.quoted[0].number, p.quoteText()
		p.read += len(p.quoted)
		p.quoted = nil
		p.take(remark.Remark{Text: "A change is suggested.", Quote: quote, Want: p.block(),
			Edits: true}, nil, "", number)
	} else if old := p.shown; len(p.open) == 0 && old.block {
		p.shown = line{}
		p.take(remark.Remark{Text: p.title, Quote: old.text, Want: p.block(), Edits: true}, nil, "", old.number)
	} else if len(p.open) == 0 && !p.version(p.block()) && len(p.fenced) > 0 {
		p.shown = line{number: p.fenced[0].number, text: p.block()}
	}
	p.fenced = nil
}

// block returns the text of a code block.
func (p *prose) block() string {
	block := ""
	for _, l := range p.fenced {
		block += strings.Repeat(" ", max(0, l.indent-p.inset)) + l.text + "\n"
	}
	return strings.TrimSuffix(block, "\n")
}

// heading takes from a heading what holds for the remarks below it.
func (p *prose) heading(text string, level int) {
	if level > p.level && p.level > 0 && p.standing == review.Closed {
		return // below one that closes
	}
	p.release()
	document := p.document
	p.headings = headings{level: level, title: text, praises: remark.Praises(text), document: document}
	probe := remark.Parse(text + ": ")[0]
	p.lines, p.section, p.said = probe.Lines, probe.Section, text
	if probe.Document != "" || level <= 2 {
		p.document = probe.Document
	}
	if remark.Withdraws(text) {
		p.standing, p.why = review.Closed, text
	}
	for _, word := range remark.Terms(text) {
		word = strings.TrimSuffix(word, "s")
		if _, known := severities()[word]; known && word != "note" && word != "suggestion" {
			p.severity = word
		}
	}
}

// quote ends a block quote above an answer, "" for none, and reports whether it was the old text or the new one, or
// remarks that nobody answers.
func (p *prose) quote(answer string) (taken bool) {
	quoted, text := p.quoted, p.quoteText()
	p.read += len(quoted)
	p.quoted = nil
	asked := editsIn(text)
	if len(asked) == 0 || answer != "" && (len(asked) == 1 || remark.Refuses(answer)) {
		return p.version(text)
	}
	for _, l := range quoted {
		if l.text != "" {
			p.add(l.text, nil, "", l.number, false)
		}
	}
	return true
}

// editsIn returns the remarks in the lines of a text that say where they are and what to write there.
func editsIn(text string) (out []remark.Remark) {
	for line := range strings.Lines(text) {
		if all := remark.Parse(line); all[0].Edits && len(all[0].Lines) > 0 {
			out = append(out, all...)
		}
	}
	return out
}

// quoteText returns the text of the block quote that is read.
func (p *prose) quoteText() (text string) {
	for _, l := range p.quoted {
		text += l.text + "\n"
	}
	return strings.TrimSpace(text)
}

// version takes a text below a line such as Original: or Suggested rewrite: for the old text or the new one. Where no
// old text stands below such a line, the remark above the new one quotes it.
func (p *prose) version(text string) (taken bool) {
	label := p.label
	if label.number == 0 || text == "" {
		return false
	}
	p.label = line{}
	if !remark.Introduces(label.text) {
		p.old = text
		return true
	}
	m := remark.Remark{Text: label.text, Edits: true, Quote: p.old, Want: text}
	if m.Quote == "" {
		m.Quote = remark.VersionIn(p.said, text)
	}
	if m.Quote == "" || strings.Contains(p.said, "`"+m.Quote+"`") {
		p.add(label.text, nil, "", label.number, false)
		return false
	}
	if last := len(p.remarks) - 1; last >= 0 && !p.remarks[last].Edits && p.remarks[last].Quote == m.Quote {
		m.Text, m.Lines = p.remarks[last].Text, p.remarks[last].Lines // it says what is wrong
		p.remarks = p.remarks[:last]
	}
	p.old = ""
	p.take(m, nil, "", label.number)
	return true
}

// entitles reports whether a line is a label or a title in bold, below which the text may begin that it is about.
func entitles(line string) bool {
	_, titled := boldTitle(line)
	return titled || labels(line)
}

// labels reports whether a paragraph says no more than that the old text or the new one follows.
func labels(text string) bool {
	kind, value := remark.Labelled(text)
	return remark.Ends(text) && !strings.Contains(text, "\n") &&
		(kind == "old" && value == "" || remark.Introduces(text))
}

// release reads the label of a text that does not follow as a remark.
func (p *prose) release() {
	if label := p.label; label.number > 0 {
		p.label = line{}
		p.add(label.text, nil, "", label.number, false)
	}
}

// flush ends the item or the paragraph that is read.
func (p *prose) flush() {
	open, item := p.open, p.item
	p.open, p.item = nil, false
	var own, parts []string // the lines of its own, and the items below it
	first := 0
	for _, l := range open {
		if l.number == 0 {
			continue // blank, and counted
		}
		p.read++
		if first == 0 {
			first = l.number
		}
		if l.item && len(own) > 0 {
			parts = append(parts, l.text)
		} else if len(parts) > 0 {
			parts[len(parts)-1] += "\n" + l.text
		} else {
			own = append(own, l.text)
		}
	}
	if len(own) == 0 && p.blocks == nil {
		return
	}
	quote := p.quoteText()
	if p.quote(strings.Join(own, "\n")) {
		quote = ""
	}
	text := plainLabels(strings.Join(own, "\n"))
	if title, ok := boldTitle(text); ok && !item && len(parts) == 0 && quote == "" && p.blocks == nil &&
		!labels(text) {
		p.heading(title, 6)
		return
	}
	if p.blocks != nil {
		p.suggest(strings.Join(append([]string{text}, parts...), "\n"), p.blocks)
		p.blocks = nil
		return
	}
	if want, ok := remark.Emphasised(text); ok && !item && len(parts) == 0 && quote == "" {
		m := remark.Remark{Text: text, Quote: p.aside}
		if last := len(p.remarks) - 1; last >= 0 && remark.IsVersion(want, p.remarks[last].Quote) &&
			(!p.remarks[last].Edits || p.remarks[last].Standing == review.Doubted) {
			m, p.remarks = p.remarks[last], p.remarks[:last]
		}
		if remark.IsVersion(want, m.Quote) {
			m.Edits, m.Old, m.Want = true, "", want
			p.take(m, nil, "", first)
			return
		}
	}
	p.aside = quote
	p.release()
	if !item && len(parts) == 0 && quote == "" && labels(text) {
		p.label = line{number: first, text: text}
		return
	}
	p.add(text, parts, quote, first, item)
	p.said += "\n" + text
}

// marked matches words in bold or in italics.
var marked = remark.Pattern(`\*{1,3}([^*\n]+)\*{1,3}`)

// boldTitle returns the words of a paragraph that is a heading, with marks of bold around the whole of it.
func boldTitle(text string) (string, bool) {
	const longest = 60
	inner := marked().ReplaceAllString(text, "$1")
	rest := strings.TrimFunc(marked().ReplaceAllString(text, ""), func(r rune) bool {
		return strings.ContainsRune(" .:–—-#\uFE0F", r) || strings.Contains(text, "**") && unicode.Is(unicode.So, r)
	})
	return inner, rest == "" && inner != text && len(inner) < longest && !strings.ContainsAny(inner, "*\"“„«\n→")
}

// suggest takes a comment on lines with the blocks that it suggests for them.
func (p *prose) suggest(text string, blocks []string) {
	m := remark.Parse(text)[0]
	issue := map[string]any{"document": cmp.Or(m.Document, p.document), "description": m.Text}
	denied := slices.ContainsFunc(strings.Split(text, "\n")[1:], remark.Refuses)
	if m.Standing == review.Closed || denied {
		issue["standing"] = "resolved"
	}
	if len(m.Lines) == 0 {
		m.Lines = p.lines
	}
	if len(m.Lines) > 0 {
		issue["line"], issue["end_line"] = m.Lines[0].First, max(m.Lines[0].First, m.Lines[0].Last)
	}
	if len(blocks) == 1 {
		issue["new_value"] = blocks[0]
	} else {
		issue["choices"] = blocks
	}
	p.suggested = append(p.suggested, issue)
}

// decorated matches the label of a Conventional Comment with what stands in parentheses behind it.
var decorated = remark.Pattern(`^[*_]*[a-z]+ ?\(([^()]+)\)[*_]*:`)

// add reads an item or a paragraph with the items below it.
func (p *prose) add(text string, parts []string, quote string, number int, item bool) {
	whole := strings.Join(append([]string{text}, parts...), "\n")
	read := remark.Each
	if m := decorated().FindStringSubmatch(text); m != nil && remark.Withdraws(m[1]) && p.standing != review.Closed {
		p.standing, p.why = review.Closed, m[1]
		defer func() { p.standing, p.why = review.Open, "" }()
	}
	if quote != "" {
		read = func(s string) []remark.Remark { return remark.OfQuote(s, quote) }
	}
	if asked := editsIn(quote); len(asked) > 0 { // an answer to remarks
		for _, m := range asked {
			if m.Reply(whole); m.Standing == review.Open && !remark.Agrees(whole) &&
				!remark.Harmless(whole, "", remark.Between) {
				m.Standing, m.Why = review.Doubted, whole
			}
			p.take(m, nil, "", number)
		}
		return
	}
	all := read(text)
	joined := read(whole)
	if len(parts) > 0 && !all[0].Edits && len(joined) == 1 && joined[0].Edits && joined[0].Standing == review.Open {
		all, parts = joined, nil // lines with labels
	}
	lead := all[0]
	if len(parts) > 0 && !lead.Edits {
		below := false
		for _, part := range parts {
			below = below || remark.Parse(part)[0].Edits
		}
		if below { // the lead says only where
			for _, part := range parts {
				for _, m := range read(part) {
					p.take(m, &lead, "", number)
				}
			}
			return
		}
	}
	at := remark.Between
	switch {
	case item && !p.praises && len(p.remarks) > 0:
		at = remark.Item
	case !item && len(p.remarks) == 0, item && p.praises:
		at = remark.Around
	}
	harmless := remark.Harmless(whole, p.title, at)
	idle := harmless || remark.Verdict(whole) != ""
	tells := func(m remark.Remark) bool {
		says := m.Quote != "" && !harmless // praise has the text that it praises
		return m.Edits || m.Anchored() || says || !idle && (quote != "" || m.Standing != review.Open)
	}
	if !slices.ContainsFunc(all, tells) {
		switch {
		case harmless:
			p.feedback = append(p.feedback, lead.Text)
			p.praises = p.praises && item || !item && len(strings.Fields(whole)) <= 4 && remark.Praises(whole)
			if verdict, known := verdicts()[format.Snake(remark.Verdict(whole))]; known {
				p.Review.Verdict = verdict
			}
			return
		case !item:
			p.miss(number, whole)
			return
		}
	}
	for _, part := range parts {
		reply := remark.Parse(part)
		if reply[0].Edits {
			for _, m := range reply {
				p.take(m, &lead, "", number)
			}
			continue
		}
		for i := range all {
			all[i].Reply(part)
		}
	}
	for _, m := range all {
		if !item && len(all) > 1 && !tells(m) {
			p.miss(number, m.Text)
			continue
		}
		if len(parts) > 0 {
			m.Text = strings.Join(strings.Fields(whole), " ")
		}
		p.take(m, nil, quote, number)
	}
}

// take adds a remark, with what the headings and the lead sentence above it say, and what it asks for beside its edit.
func (p *prose) take(m remark.Remark, lead *remark.Remark, quote string, number int) {
	if lead != nil {
		m.Document, m.Section = cmp.Or(m.Document, lead.Document), cmp.Or(m.Section, lead.Section)
		m.Severity = cmp.Or(m.Severity, lead.Severity)
		if len(m.Lines) == 0 {
			m.Lines = lead.Lines
		}
		m.Standing = max(m.Standing, lead.Standing)
	}
	if len(m.Lines) == 0 && len(p.lines) > 0 {
		m.Lines = p.lines
	}
	m.Document, m.Section = cmp.Or(m.Document, p.document), cmp.Or(m.Section, p.section)
	if _, known := severities()[strings.ToLower(m.Severity)]; !known {
		m.Severity = p.severity
	}
	if p.standing > m.Standing {
		m.Standing, m.Why = p.standing, p.why
	}
	if quote != "" && m.Quote == "" {
		m.Quote = quote
	}
	m.Quote, m.Want = remark.Shown(m.Quote, m.Want)
	m.Quote, m.Want = strings.ReplaceAll(m.Quote, remark.Break, "\n"), strings.ReplaceAll(m.Want,
		remark.Break, "\n")
	if m.Edits && m.Old == "" && !strings.Contains(m.Want, "\n") && remark.IsVersion(m.Want, m.Quote) {
		m.Quote = strings.ReplaceAll(m.Quote, "\n", " ") // a line break that the new text does without stays
	}
	if p.stopped == 0 && !m.Anchored() && !m.Edits && m.Standing == review.Open {
		p.stopped = number
	}
	rest := m.Rest
	m.Rest = ""
	p.remarks = append(p.remarks, m)
	if rest == "" || m.Standing == review.Closed {
		return
	}
	p.missed = append(p.missed, missed{line: number, words: rest})
}

// miss notes words that are not understood.
func (p *prose) miss(number int, words string) {
	p.missed = append(p.missed, missed{number, len(p.remarks), words, p.title})
}
