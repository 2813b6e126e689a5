package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Inside says what a foreign block holds.
type Inside = tree.Inside

// What a foreign block holds.
const (
	Data    = tree.Data
	Code    = tree.Code
	Formula = tree.Formula
	Columns = tree.Columns
	JSX     = tree.JSX
)

// Inside returns what the foreign block nodes[i] holds.
func (d *Document) Inside(i int) Inside { return Inside(d.Nodes()[i].Marker) }

// An overlay is lines that are no Markdown, in some dialects or in all of them.
type overlay struct {
	tree.Overlay
	programs []Program // nil is all of them
}

// overlaysOf returns the overlays of a dialect.
func overlaysOf(d Dialect) []tree.Overlay { return overlayTable()[d.Program] }

var overlayTable = sync.OnceValue(func() (out [len(programNames)][]tree.Overlay) {
	for program := range out {
		for _, o := range allOverlays() {
			if o.programs == nil || slices.Contains(o.programs, Program(program)) {
				out[program] = append(out[program], o.Overlay)
			}
		}
	}
	return out
})

// allOverlays is the table of what is no Markdown text: how it opens, where it may stand, how it ends, and what is
// inside. A row with an empty list of programs holds for all of them.
func allOverlays() []overlay {
	return []overlay{
		// $$ … $$ and \[ … \], with blank lines in them.
		{tree.Overlay{First: "$", Opens: opensFormula, Closes: ends("$$"), Inside: Formula, Interrupts: true}, nil},
		{tree.Overlay{First: `\`, Opens: matches(`^\\f?\[$`), Closes: matches(`\\f?\]$`), Inside: Formula,
			Interrupts: true}, nil},
		// A block of YAML that is not the first one: of a slide, of a component.
		{tree.Overlay{First: "-", Opens: opensYAML, Closes: is("---"), Until: tree.ClosedBeforeBlank,
			Where: tree.LaterLine, Interrupts: true}, nil},
		// Properties of a slide of remark.js.
		{tree.Overlay{First: "-", Opens: opensSlide, Until: tree.Blank, Where: tree.LaterLine,
			Interrupts: true}, nil},
		// Tables of Pandoc.
		{tree.Overlay{First: "+", Opens: matches(`^\+[-=:]+(\+[-=:]+)*\+$`), Until: tree.Blank, Inside: Columns}, nil},
		{tree.Overlay{First: "-", Opens: opensSimpleTable, Until: tree.Blank, Inside: Columns, Interrupts: true}, nil},
		{tree.Overlay{First: "-", Opens: opensMultilineTable, Closes: closesMultilineTable, Inside: Columns}, nil},
		// Pictures that another language draws.
		{tree.Overlay{First: ":", Opens: matches(`^:::+ *(mermaid|plantuml|math|latex|html|raw|style|script)$`),
			Closes: matches(`^:::+$`), Inside: Code, Interrupts: true}, nil},
		{tree.Overlay{First: "@", Opens: matches(`^@start[a-z]+\b`), Closes: matches(`^@end[a-z]+$`), Inside: Code,
			Interrupts: true}, nil},
		// Code between commands of Doxygen, and in Org's way, as Logseq has it.
		{tree.Overlay{First: `\@`, Opens: matches(`^[\\@](code|verbatim|dot|msc|[a-z]+only)(\{[^}]*\})?( |$)`),
			Closes: matches(`^[\\@]end[a-z]+$`), Inside: Code, Interrupts: true}, nil},
		{tree.Overlay{First: "#", Opens: matches(`(?i)^#\+begin_(src|example|export|query)\b`),
			Closes: matches(`(?i)^#\+end_[a-z]+$`), Inside: Code, Interrupts: true}, nil},
		// The lines that open and close blocks of pymdownx.
		{tree.Overlay{First: "/", Opens: matches(`^///+( |$)`), Interrupts: true}, nil},
		// An object whose documentation MkDocs puts there, and its options.
		{tree.Overlay{First: ":", Opens: matches(`^::: +[A-Za-z_][\w.]*$`), Until: tree.Blank}, []Program{MkDocs}},
		// What kramdown is to leave alone, and its attributes of blocks.
		{tree.Overlay{First: "{", Opens: matches(`^\{::(nomarkdown|comment)[^}/]*\}$`), Closes: begins("{:/"), Inside: Code,
			Interrupts: true}, nil},
		{tree.Overlay{First: "{", Opens: matches(`^\{:(:[a-z]+)?[^}]*\}$`), Interrupts: true}, []Program{Jekyll}},
		// Discourse.
		{tree.Overlay{First: "[", Opens: matches(`^\[code( [^\]]*|=[^\]]*)?\]`), Closes: ends("[/code]"), Inside: Code,
			Interrupts: true}, nil},
		// Targets, comments and options of MyST.
		{tree.Overlay{First: "(", Opens: matches(`^\([^()\s]+\)=$`), Interrupts: true}, nil},
		{tree.Overlay{First: "%", Opens: begins("% "), Interrupts: true}, []Program{Sphinx}},
		{tree.Overlay{First: ":", Opens: matches(`^:[a-z][a-z-]*:( |$)`), Interrupts: true}, []Program{Sphinx}},
		// Comments: of templates, over several lines, and as a definition that no link names.
		{tree.Overlay{First: "{", Opens: matches(`^\{#([- ][^#]*)?$`), Closes: ends("#}"), Interrupts: true}, nil},
		{tree.Overlay{First: "[", Opens: matches(`^\[(//|comment)\]: *(#|<>) *(\(.*\)|".*"|'.*')$`)}, nil},
		// Abbreviations.
		{tree.Overlay{First: "*", Opens: matches(`^\*\[[^\]]+\]:`), Interrupts: true}, nil},
	}
}

func is(text string) func(line, _ []byte) bool {
	return func(line, _ []byte) bool { return string(line) == text }
}

func begins(text string) func(line, _ []byte) bool {
	return func(line, _ []byte) bool { return bytes.HasPrefix(line, []byte(text)) }
}

func ends(text string) func(line, _ []byte) bool {
	return func(line, _ []byte) bool { return bytes.HasSuffix(line, []byte(text)) }
}

func matches(pattern string) func(line, _ []byte) bool {
	compiled := regexp.MustCompile(pattern)
	return func(line, _ []byte) bool { return compiled.Match(line) }
}

// opensFormula reports whether a line begins a formula that does not end on it.
func opensFormula(line, _ []byte) bool {
	return bytes.HasPrefix(line, []byte("$$")) && !bytes.Contains(line[2:], []byte("$$"))
}

// opensYAML reports whether a line is three hyphens, and the lines from the next one to the next three hyphens are
// keys of YAML and what belongs to them.
func opensYAML(line, below []byte) bool {
	if string(line) != "---" {
		return false
	}
	keys := 0
	for line := range bytes.Lines(below) {
		line = bytes.TrimRight(line, " \t\r\n")
		switch {
		case string(line) == "---":
			return keys > 0
		case len(line) == 0:
			return false
		case yamlKey(line):
			keys++
		case keys == 0, line[0] != ' ' && line[0] != '\t' && line[0] != '#' && !bytes.HasPrefix(line, []byte("- ")):
			return false
		}
	}
	return false
}

var slideProperty = regexp.MustCompile(`^(class|name|layout|template|count|exclude|continued|background-\w+): *\S`)

// opensSlide reports whether a line is three hyphens, and all lines from the next one to a blank one are properties of
// a slide.
func opensSlide(line, below []byte) bool {
	if string(line) != "---" {
		return false
	}
	properties := 0
	for line := range bytes.Lines(below) {
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		if !slideProperty.Match(line) {
			return false
		}
		properties++
	}
	return properties > 0
}

// yamlKey reports whether a line begins with a key in small letters and a colon.
func yamlKey(line []byte) bool {
	n := 0
	for n < len(line) && (source.IsLetter(line[n]) || source.IsDigit(line[n]) || line[n] == '_' || line[n] == '-' ||
		line[n] == '.') {
		n++
	}
	return n > 0 && 'a' <= line[0] && line[0] <= 'z' && n < len(line) && line[n] == ':' &&
		(n+1 == len(line) || line[n+1] == ' ')
}

// dashGroups counts the runs of hyphens that a line consists of, with white space between; 0 for any other line.
func dashGroups(line []byte) int {
	if !bytes.HasPrefix(line, []byte("--")) || len(bytes.Trim(line, "- ")) > 0 {
		return 0
	}
	groups := bytes.Fields(line)
	for _, g := range groups {
		if len(g) < 2 {
			return 0
		}
	}
	return len(groups)
}

// opensSimpleTable reports whether a line is the one below the header of a table in columns of Pandoc, and text stands
// below it. The header itself is text that no rule moves.
func opensSimpleTable(line, below []byte) bool {
	next, _, _ := bytes.Cut(below, []byte("\n"))
	return dashGroups(line) > 1 && len(bytes.TrimSpace(next)) > 0
}

// opensMultilineTable reports whether a line of hyphens begins a table of Pandoc whose rows have several lines: one of
// the next lines parts the columns.
func opensMultilineTable(line, below []byte) bool {
	if dashGroups(line) != 1 || len(line) < 4 {
		return false
	}
	for line := range bytes.Lines(below) {
		switch line = bytes.TrimSpace(line); {
		case len(line) == 0:
			return false
		case dashGroups(line) > 1:
			return true
		}
	}
	return false
}

// closesMultilineTable reports whether a line is the last one of such a table.
func closesMultilineTable(line, _ []byte) bool { return dashGroups(line) == 1 && len(line) > 3 }
