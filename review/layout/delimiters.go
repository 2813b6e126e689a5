package layout

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

const delimiterLeaves = "Delimiters within words, because underscores don't work there, those next to symbols " +
	"(`_a_→`), emphasis within emphasis, names (`__init__`), and those whose change would change the page."

var emphasisStyle = Rule{
	Rule: rules.Rule{
		ID:       "emphasis-style",
		Category: rules.CategoryStyle,
		Title:    "Unusual delimiter of emphasis",
		Doc: rules.Doc{
			What:    "Emphasis is written with another delimiter than the configured one.",
			Why:     "One delimiter throughout makes emphasis easy to recognise in the source, and diffs quiet.",
			Example: "    an _important_ word        an *important* word",
			Fix:     "Replaces the delimiter on both sides.",
			Leaves:  delimiterLeaves,
		},
	},
	Fixed: true,
	Find:  func(p *Page) { findDelimiters(p, markdown.Emphasis, p.Rules.EmphasisStyle) },
}

var strongStyle = Rule{
	Rule: rules.Rule{
		ID:       "strong-style",
		Category: rules.CategoryStyle,
		Title:    "Unusual delimiter of strong emphasis",
		Doc: rules.Doc{
			What:    "Strong emphasis is written with another delimiter than the configured one.",
			Why:     "One delimiter throughout makes emphasis easy to recognise in the source, and diffs quiet.",
			Example: "    a __very important__ word        a **very important** word",
			Fix:     "Replaces the delimiters on both sides.",
			Leaves:  delimiterLeaves,
		},
	},
	Fixed: true,
	Find:  func(p *Page) { findDelimiters(p, markdown.Strong, p.Rules.StrongStyle) },
}

func findDelimiters(p *Page, kind markdown.Kind, rule *rules.DelimiterStyle) {
	if rule == nil || rule.Delimiter == rules.ConsistentDelimiter {
		return // the habit of the repository is not known
	}
	text, width := p.Doc.Text(), 1
	if kind == markdown.Strong {
		width = 2
	}
	nodes, delimiter := p.Doc.Nodes(), rule.Delimiter
	if first := slices.IndexFunc(nodes, func(n markdown.Node) bool { return n.Kind == kind }); first < 0 {
		return
	} else if delimiter == rules.FirstOfDocument {
		delimiter = text[nodes[first].Span.Start]
	}
	want := string(delimiter)
	if width == 2 {
		want += want
	}
	for i := range nodes {
		n := &nodes[i]
		if n.Kind != kind || n.Span.Len() < 2*width {
			continue
		}
		opening := source.Span{Start: n.Span.Start, End: n.Span.Start + width}
		closing := source.Span{Start: n.Span.End - width, End: n.Span.End}
		old := string(p.Doc.Bytes(opening))
		if old == want || old != string(p.Doc.Bytes(closing)) || old[0] != '*' && old[0] != '_' || old[0] != old[width-1] ||
			!p.markup(opening) || !p.markup(closing) || delimiter == '_' && inWord(text, n.Span) ||
			p.shown(n.Span) || emphasises(&nodes[n.Parent]) && text[nodes[n.Parent].Span.Start] != old[0] {
			continue
		}
		mark := Mark{
			Severity: rule.Severity, Span: n.Span,
			Message: "Write the " + kind.String() + " with " + want + " instead of " + old + ".",
		}
		switch {
		case old == "__" && dunder(text, n.Span):
			mark.Message = "Write the name in backticks: without them it loses its underscores."
			mark.Reason = "It may be strong emphasis."
		case p.crowded(i, delimiter):
			mark.Reason = "Other delimiters stand in it or right beside it."
		case flankedBySymbols(text, opening), flankedBySymbols(text, closing):
			mark.Reason = "Parsers of Markdown disagree of whether the character beside a delimiter is a letter."
		case p.inAddress(opening.Start), p.inAddress(closing.Start):
			mark.Reason = "Parsers of Markdown disagree of whether an address ends before the delimiter."
		default:
			mark.Edits = []source.Edit{{Span: opening, New: want}, {Span: closing, New: want}}
		}
		p.Report(mark)
	}
}

func emphasises(n *markdown.Node) bool {
	return n.Kind == markdown.Emphasis || n.Kind == markdown.Strong
}

// shown reports whether code right before or behind a text has the same one: the page shows what its source gives.
func (p *Page) shown(s source.Span) bool {
	const near = 400
	text := p.Doc.Text()
	for _, side := range []source.Span{{Start: max(0, s.Start-near), End: s.Start},
		{Start: s.End, End: min(len(text), s.End+near)}} {
		if i := bytes.Index(p.Doc.Bytes(side), p.Doc.Bytes(s)); i >= 0 {
			switch p.Doc.Nodes()[p.Doc.InnermostAt(side.Start+i)].Kind {
			case markdown.FencedCode, markdown.IndentedCode, markdown.CodeSpan:
				return true
			}
		}
	}
	return false
}

// dunder reports whether strong emphasis is a name that begins and ends with two underscores, such as __init__: a known
// one, or one that code goes on with.
func dunder(text []byte, strong source.Span) bool {
	name := text[strong.Start+2 : strong.End-2]
	if len(bytes.Trim(name, "abcdefghijklmnopqrstuvwxyz_")) > 0 {
		return false
	}
	rest := text[strong.End:]
	called := len(rest) > 0 && bytes.IndexByte([]byte("(/[="), rest[0]) >= 0
	called = called || len(rest) > 1 && rest[0] == '.' && source.IsLetter(rest[1])
	called = called || strong.Start > 0 && bytes.IndexByte([]byte("./"), text[strong.Start-1]) >= 0
	return called || strings.Contains(dunderNames, " "+string(name)+" ")
}

// dunderNames are methods and attributes of Python, and folders and attributes of JavaScript.
const dunderNames = " abs add address aenter aexit aiter all and anext annotations author await bases bool " +
	"bytes call class contains debug def delattr delitem del delete dict dir divmod doc enter eq exit file " +
	"float floordiv format fspath future ge get getattr getattribute getitem getstate global gt hash " +
	"iadd import index init instancecheck int invert iter le len loader lshift lt main matmul missing mocks " +
	"mod module mro mul name ne neg new next or path pos post_init pow proto qualname radd reduce repr reversed " +
	"rmul round rshift set setattr setitem setstate set_name sizeof slots snapshots spec str sub subclasses " +
	"subclasshook tests truediv typename version xor "

// crowded reports whether a delimiter that is text stands in the emphasis nodes[i], except an underscore within a
// word, or one of other emphasis right next to it.
func (p *Page) crowded(i int, delimiter byte) bool {
	nodes, text := p.Doc.Nodes(), p.Doc.Text()
	n := &nodes[i]
	for j := i + 1; j < n.End; j++ {
		if nodes[j].Kind != markdown.Text {
			continue
		}
		for at := nodes[j].Span.Start; at < nodes[j].Span.End; at++ {
			switch c := text[at]; {
			case c == '\\':
				at++ // what stands behind it is no delimiter
			case c == delimiter, c == '*', c == '_' && !wordAround(text, source.Span{Start: at, End: at + 1}):
				return true
			}
		}
	}
	parent := &nodes[n.Parent]
	if (parent.Kind == markdown.Emphasis || parent.Kind == markdown.Strong) && parent.End == n.End {
		return false // the delimiters next to it are those of the emphasis around it
	}
	beside := func(c byte) bool { return c == '*' || c == '_' }
	return n.Span.Start > 0 && beside(text[n.Span.Start-1]) || n.Span.End < len(text) && beside(text[n.Span.End])
}

// flankedBySymbols reports whether parsers disagree about the character before or behind a delimiter. A symbol beyond
// ASCII is punctuation since version 0.31 of CommonMark; before, it was like a letter. And parsers differ in what they
// take for white space.
func flankedBySymbols(text []byte, delimiter source.Span) bool {
	before, after := runesBeside(text, delimiter)
	disputed := func(r rune) bool {
		if r < utf8.RuneSelf {
			return unicode.IsControl(r) && r != '\t' && r != '\n' && r != '\r'
		}
		return !unicode.In(r, unicode.Letter, unicode.Digit, unicode.Mark, unicode.Zs, unicode.P)
	}
	return delimiter.Start > 0 && disputed(before) || delimiter.End < len(text) && disputed(after)
}

// inAddress reports whether an address in text, without angle brackets, begins in the run without white space that ends
// at an offset.
func (p *Page) inAddress(at int) bool {
	const longest = 4096 // bytes of an address: a line may have no white space at all
	text := p.Doc.Text()
	run := max(at-longest, 0)
	run += bytes.LastIndexAny(text[run:at], " \t\n") + 1
	for _, mark := range []string{"://", "www."} {
		i := bytes.Index(text[run:at], []byte(mark))
		if i < 0 {
			continue
		}
		n := &p.Doc.Nodes()[p.Doc.InnermostAt(run+i)]
		if run+i < n.Span.End && (n.Kind == markdown.Text || n.Kind == markdown.AutoLink && n.Span == n.Content) {
			return true
		}
	}
	return false
}

// inWord reports whether a letter or a digit stands right before or right behind s.
func inWord(text []byte, s source.Span) bool {
	before, after := runesBeside(text, s)
	return wordRune(before) || wordRune(after)
}

// wordAround reports whether a letter or a digit stands both before and behind s.
func wordAround(text []byte, s source.Span) bool {
	before, after := runesBeside(text, s)
	return wordRune(before) && wordRune(after)
}

func wordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }

// runesBeside returns what stands right before and right behind s, utf8.RuneError where nothing does.
func runesBeside(text []byte, s source.Span) (before, after rune) {
	before, _ = utf8.DecodeLastRune(text[:s.Start])
	after, _ = utf8.DecodeRune(text[s.End:])
	return before, after
}
