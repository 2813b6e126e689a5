package layout

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

const delimiterLeaves = "Delimiters within words, which underscores can't be, and those whose page would be another one then."

var emphasisStyle = Rule{
	Rule: rules.Rule{
		ID:       "emphasis-style",
		Category: rules.CategoryStyle,
		Title:    "Unusual delimiter of emphasis",
		Aliases:  []string{"MD049"},
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
		Aliases:  []string{"MD050"},
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
		return // nobody has found out what the repository does
	}
	text, width := p.Doc.Text(), 1
	if kind == markdown.Strong {
		width = 2
	}
	want := string(rule.Delimiter)
	if width == 2 {
		want += want
	}
	for i := range p.Doc.Nodes() {
		n := &p.Doc.Nodes()[i]
		if n.Kind != kind || n.Span.Len() < 2*width {
			continue
		}
		opening := source.Span{Start: n.Span.Start, End: n.Span.Start + width}
		closing := source.Span{Start: n.Span.End - width, End: n.Span.End}
		old := string(p.Doc.Bytes(opening))
		if old == want || old != string(p.Doc.Bytes(closing)) || old[0] != '*' && old[0] != '_' || old[0] != old[width-1] ||
			!p.markup(opening) || !p.markup(closing) || rule.Delimiter == '_' && inWord(text, n.Span) {
			continue
		}
		mark := Mark{
			Severity: rule.Severity, Span: n.Span,
			Message: "Write the " + kind.String() + " with " + want + " instead of " + old + ".",
		}
		if p.crowded(i, rule.Delimiter) {
			mark.Reason = "Other delimiters stand in it or right beside it."
		} else {
			mark.Edits = []source.Edit{{Span: opening, New: want}, {Span: closing, New: want}}
		}
		p.Report(mark)
	}
}

// crowded reports whether a delimiter that is text stands in the emphasis nodes[i], or one of other emphasis right
// beside it.
func (p *Page) crowded(i int, delimiter byte) bool {
	nodes, text := p.Doc.Nodes(), p.Doc.Text()
	n := &nodes[i]
	for j := i + 1; j < n.End; j++ {
		if nodes[j].Kind == markdown.Text && bytes.IndexByte(p.Doc.Bytes(nodes[j].Span), delimiter) >= 0 {
			return true
		}
	}
	parent := &nodes[n.Parent]
	if (parent.Kind == markdown.Emphasis || parent.Kind == markdown.Strong) && parent.End == n.End {
		return false // the delimiters beside it are those of the emphasis around it
	}
	beside := func(c byte) bool { return c == '*' || c == '_' }
	return n.Span.Start > 0 && beside(text[n.Span.Start-1]) || n.Span.End < len(text) && beside(text[n.Span.End])
}

// inWord reports whether a letter or a digit stands right before or right behind s.
func inWord(text []byte, s source.Span) bool {
	before, _ := utf8.DecodeLastRune(text[:s.Start])
	after, _ := utf8.DecodeRune(text[s.End:])
	word := func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) || r == '_' }
	return word(before) || word(after)
}
