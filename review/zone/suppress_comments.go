package zone

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// OwnProgram is the name in our own comments.
const OwnProgram = "doc-iterate"

// programs are the programs whose comments count. One program does not switch on what another switched off.
var programs = []string{OwnProgram, "markdownlint", "rumdl", "textlint", "vale", "prettier", "lint", generated,
	released, formatter, speller}

// isFrom reports whether a reviewer, going by its name, is the program that these comments belong to.
func isFrom(reviewer, program string) bool {
	if program == "lint" {
		program = "remark"
	}
	rest, ok := strings.CutPrefix(strings.ToLower(reviewer), program)
	return ok && (rest == "" || !source.IsLetter(rest[0]))
}

// peers are our rules as other programs know them.
type peers struct {
	// sameMeaning has, for each program, our rules with the same meaning as its built-in rules. A comment that names no
	// rule concerns these.
	sameMeaning map[string][]string
	// byName has our rules by the names that other programs use for them, in lower case.
	byName map[string][]string
}

var readPeers = sync.OnceValue(func() peers {
	p := peers{map[string][]string{"textlint": {"terminology"}, "vale": {"terminology", "heading-case"},
		speller: {"terminology", "misspelling", "doubled-word"}}, map[string][]string{}}
	have := func(program, rule string) { p.sameMeaning[program] = append(p.sameMeaning[program], rule) }
	for _, n := range rules.AllNames() {
		if n.Markdownlint+n.Rumdl != "" {
			have("markdownlint", n.ID)
			have("rumdl", n.ID)
			if n.ID != "terminology" {
				have("lint", n.ID)
			}
		}
		if n.Formatted {
			have("prettier", n.ID)
			have(formatter, n.ID)
		}
		for _, name := range n.All() {
			p.byName[name] = append(p.byName[name], n.ID)
		}
	}
	return p
})

// NamesRule reports whether another program uses a name, in lower case, for one of our rules.
func NamesRule(name string) bool { return readPeers().byName[name] != nil }

// A suppressionReader reads the suppression comments of a document.
type suppressionReader struct {
	d        *Document
	out      Suppressions
	captured map[string]int // offset of the last "capture" of each program
	toggles  int
}

// comment reads the comment at c, in node i. body is its text.
func (r *suppressionReader) comment(i int, c source.Span, body string) {
	body = strings.Join(strings.Fields(body), " ")
	r.other(i, c, body)
	verb, rest, _ := strings.Cut(body, " ")
	verb = strings.ToLower(verb)
	switch verb {
	case "vale":
		r.vale(c, rest)
		return
	case "lint":
		r.lint(i, c, rest)
		return
	case "prettier-ignore":
		r.nextBlock("prettier", i, c, nil)
		return
	case "prettier-ignore-start":
		r.toggle("prettier", toggle{at: c.Start, Off: true, Comment: c}, nil)
		return
	case "prettier-ignore-end":
		r.toggle("prettier", toggle{at: c.Start, Comment: c}, nil)
		return
	}
	for _, program := range []string{OwnProgram, "markdownlint", "rumdl", "textlint"} {
		if action, ok := strings.CutPrefix(verb, program+"-"); ok {
			r.action(program, action, c, rest)
		}
	}
}

// action reads a comment in markdownlint's syntax. action is the word behind the name of the program.
func (r *suppressionReader) action(program, action string, c source.Span, rest string) {
	if action == "configure-file" {
		r.configure(program, c, rest)
		return
	}
	rest, _, _ = strings.Cut(rest, "-- ") // the reason
	names := strings.FieldsFunc(rest, func(c rune) bool { return c == ' ' || c == ',' })
	switch action {
	case "disable", "enable":
		at := c.Start
		if program == "markdownlint" || program == "rumdl" {
			at = r.d.lineAt(c.Start, 0).Start // these programs switch from the start of the line on
		}
		r.toggle(program, toggle{at: at, Off: action == "disable", Comment: c}, names)
	case "disable-file", "enable-file":
		r.toggle(program, toggle{at: -1, Off: action == "disable-file", Comment: c}, names)
	case "disable-line":
		r.span(program, r.d.lineAt(c.Start, 0), c, names)
	case "disable-next-line":
		r.span(program, r.d.lineAt(c.End, 1), c, names)
	case "capture":
		r.captured[program] = c.Start
	case "restore":
		if at, ok := r.captured[program]; ok {
			r.toggle(program, toggle{at: c.Start, restore: true, asOf: at, Comment: c}, nil)
		} else {
			r.toggle(program, toggle{at: c.Start, Comment: c}, nil)
		}
	}
}

// configure reads a markdownlint configuration for the file. A rule that is false is off. If "default" is false, so are
// all others.
func (r *suppressionReader) configure(program string, c source.Span, text string) {
	var config map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &config) != nil {
		return
	}
	if string(config["default"]) == "false" {
		r.toggle(program, toggle{at: -1, Off: true, Comment: c}, nil)
	}
	for _, name := range slices.Sorted(maps.Keys(config)) {
		if name != "default" {
			r.toggle(program, toggle{at: -1, Off: string(config[name]) == "false", Comment: c}, []string{name})
		}
	}
}

// vale reads "off", "on", "Style.Rule = NO" and "Style.Rule[match] = NO".
func (r *suppressionReader) vale(c source.Span, rest string) {
	switch rest {
	case "off", "on":
		r.toggle("vale", toggle{at: c.Start, Off: rest == "off", Comment: c}, nil)
		return
	}
	name, value, ok := strings.Cut(rest, "=")
	value = strings.TrimSpace(value)
	if !ok || value != "NO" && value != "YES" {
		return
	}
	name, _, _ = strings.Cut(strings.TrimSpace(name), "[")
	names := []string{strings.TrimSpace(name)}
	if strings.HasSuffix(strings.ToLower(names[0]), ".headings") { // what most styles call it
		names = append(names, "heading-case")
	}
	r.toggle("vale", toggle{at: c.Start, Off: value == "NO", Comment: c}, names)
}

// lint reads a comment of remark-lint: "disable", "enable" or "ignore" with the names of rules.
func (r *suppressionReader) lint(i int, c source.Span, rest string) {
	names := strings.Fields(rest)
	if len(names) == 0 {
		return
	}
	switch verb := names[0]; verb {
	case "disable", "enable":
		r.toggle("lint", toggle{at: c.Start, Off: verb == "disable", Comment: c}, names[1:])
	case "ignore":
		r.nextBlock("lint", i, c, names[1:])
	}
}

// toggle adds a switch for the named rules, or for all rules if there are no names.
func (r *suppressionReader) toggle(program string, t toggle, names []string) {
	if r.out.Switches == nil {
		r.out.Switches = map[string]map[string][]toggle{}
	}
	if r.out.Switches[program] == nil {
		r.out.Switches[program] = map[string][]toggle{}
	}
	r.toggles++
	t.order = r.toggles
	for _, key := range namesToKeys(names) {
		r.out.Switches[program][key] = append(r.out.Switches[program][key], t)
	}
}

func (r *suppressionReader) span(program string, s, comment source.Span, names []string) {
	if r.out.Spans == nil {
		r.out.Spans = map[string]map[string][]suppressedSpan{}
	}
	if r.out.Spans[program] == nil {
		r.out.Spans[program] = map[string][]suppressedSpan{}
	}
	for _, key := range namesToKeys(names) {
		r.out.Spans[program][key] = append(r.out.Spans[program][key], suppressedSpan{s, comment})
	}
}

// nextBlock switches rules off in the block after node i.
func (r *suppressionReader) nextBlock(program string, i int, c source.Span, names []string) {
	nodes := r.d.Nodes()
	for nodes[i].Kind.Inline() {
		i = nodes[i].Parent
	}
	if next := nodes[i].End; next < len(nodes) && nodes[next].Parent == nodes[i].Parent {
		s := nodes[next].Span
		s.End++ // includes an insertion at the end, as in lineAt
		r.span(program, s, c, names)
	}
}

// namesToKeys returns the keys for rules that a comment names: the names as written, and our rules that they stand for;
// "" for all rules if there are no names.
func namesToKeys(names []string) []string {
	if len(names) == 0 {
		return []string{""}
	}
	var keys []string
	for _, name := range names {
		name = strings.ToLower(name)
		keys = append(keys, name)
		name = name[strings.LastIndexAny(name, "./")+1:]
		name = strings.TrimPrefix(strings.TrimPrefix(name, "remark-lint-"), "textlint-rule-")
		keys = append(keys, name)
		keys = append(keys, readPeers().byName[name]...)
	}
	return keys
}

// lineAt returns the line that is below lines below the line of offset.
func (d *Document) lineAt(offset, below int) source.Span {
	lines := d.Lines()
	s, ok := lines.Span(lines.Number(offset) + below)
	if !ok {
		return source.Span{Start: len(d.Text()), End: len(d.Text()) + 1}
	}
	s.End++ // an insertion at the end of the line counts too
	return s
}

// mdxComments reads comments of MDX, {/* … */}.
func (r *suppressionReader) mdxComments() {
	if !r.d.Dialect.MDX {
		return
	}
	nodes := r.d.Nodes()
	for i := range nodes {
		if nodes[i].Kind != markdown.Foreign && nodes[i].Kind != markdown.InlineHTML {
			continue
		}
		text := string(r.d.Bytes(nodes[i].Span))
		if strings.HasPrefix(text, "{/*") && strings.HasSuffix(text, "*/}") {
			r.comment(i, nodes[i].Span, text[len("{/*"):len(text)-len("*/}")])
		}
	}
}
