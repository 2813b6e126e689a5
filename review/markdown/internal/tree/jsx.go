package tree

import (
	"bytes"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// mdxOptions makes of goldmark a parser of MDX: no indented code and no HTML; modules, tags and expressions in place of
// them. What stands between two tags is Markdown, with or without a blank line.
func mdxOptions() []parser.Option {
	blocks := []parser.BlockParser{ // as goldmark orders them
		indented{overlayBlocks{}}, jsxBlocks{}, deep{parser.NewSetextHeadingParser()},
		deep{parser.NewThematicBreakParser()}, deep{listBlocks{parser.NewListParser()}},
		deep{listBlocks{parser.NewListItemParser()}}, indented{parser.NewATXHeadingParser()},
		jsxFences{}, deep{parser.NewBlockquoteParser()}, indented{newFootnotes()},
		indented{parser.NewParagraphParser()},
	}
	ordered := make([]util.PrioritizedValue, len(blocks))
	for i, b := range blocks {
		ordered[i] = util.Prioritized(b, 100*i)
	}
	inlines := slices.DeleteFunc(inlineParsers(bareLinks{extension.NewLinkifyParser()}),
		func(p util.PrioritizedValue) bool { return p.Value == parser.NewRawHTMLParser() })
	return []parser.Option{
		parser.WithBlockParsers(ordered...),
		parser.WithInlineParsers(append(inlines, util.Prioritized(jsxInlines{}, 400))...),
	}
}

// indented is a parser of blocks that may be indented by any number of columns.
type indented struct{ parser.BlockParser }

func (indented) CanAcceptIndentedLine() bool { return true }

// jsxBlocks is the parser of modules, and of tags and expressions that have their lines for themselves.
type jsxBlocks struct{}

func (jsxBlocks) Trigger() []byte             { return []byte("<{ie") }
func (jsxBlocks) CanInterruptParagraph() bool { return true }
func (jsxBlocks) CanAcceptIndentedLine() bool { return true }

func (jsxBlocks) Close(ast.Node, text.Reader, parser.Context) {}

func (jsxBlocks) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	at := pc.BlockOffset()
	if at < 0 {
		return nil, parser.NoChildren
	}
	line, segment := r.PeekLine()
	rest := r.Source()[segment.Start+at-segment.Padding:]
	n := 0
	switch rest[0] {
	case '<', '{':
		n = jsxLines(rest)
	default:
		last := pc.LastOpenedBlock().Node
		if at == 0 && parent.Kind() == ast.KindDocument && (last == nil || !ast.IsParagraph(last)) {
			n = moduleLines(rest)
		}
	}
	if n == 0 {
		return nil, parser.NoChildren
	}
	as := Foreign
	if rest[0] == '<' {
		as = HTMLBlock
	}
	node := &foreign{as: as, inside: JSX, end: segment.Start + at - segment.Padding + n}
	node.Lines().Append(text.NewSegment(segment.Start+at-segment.Padding, segment.Start-segment.Padding+len(line)))
	r.AdvanceToEOL()
	return node, parser.NoChildren
}

func (jsxBlocks) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	return overlayBlocks{}.Continue(node, r, pc)
}

// jsxLines returns how many bytes the tags and expressions take that a text begins with, if nothing else stands on
// their lines; 0 for none.
func jsxLines(text []byte) int {
	at := 0
	for {
		n := jsxLength(text[at:])
		if n == 0 {
			return 0
		}
		at += n
		for at < len(text) && (text[at] == ' ' || text[at] == '\t' || text[at] == '\r') {
			at++
		}
		if at == len(text) {
			return at
		}
		if text[at] == '\n' {
			return at + 1
		}
	}
}

// jsxLength returns the length of the tag, comment or expression that a text begins with, 0 for none.
func jsxLength(text []byte) int {
	switch {
	case len(text) > 1 && text[0] == '{':
		return braced(text)
	case bytes.HasPrefix(text, []byte("<!--")): // no MDX, but some programs take it out before
		if n := bytes.Index(text, []byte("-->")); n >= 0 {
			return n + len("-->")
		}
	case len(text) > 1 && text[0] == '<':
		return jsxTag(text)
	}
	return 0
}

// jsxTag returns the length of a tag, 0 for none: <a b="c" d={e} {...f}>, </a.b>, <>.
func jsxTag(text []byte) int {
	i := 1
	if text[i] == '/' {
		i++
	}
	if i < len(text) && !source.IsLetter(text[i]) && text[i] != '>' && text[i] != '_' && text[i] != '$' {
		return 0
	}
	for i < len(text) && (source.IsLetter(text[i]) || source.IsDigit(text[i]) ||
		bytes.IndexByte([]byte("_$.:-"), text[i]) >= 0) {
		i++
	}
	if i < len(text) && bytes.IndexByte([]byte(" \t\r\n/>{"), text[i]) < 0 || bytes.Contains(text[:i], []byte("://")) {
		return 0
	}
	for i < len(text) {
		switch c := text[i]; {
		case c == '>':
			return i + 1
		case c == '<':
			return 0
		case c == '"' || c == '\'':
			n := bytes.IndexByte(text[i+1:], c)
			if n < 0 {
				return 0
			}
			i += n + 2
		case c == '{':
			n := braced(text[i:])
			if n == 0 {
				return 0
			}
			i += n
		default:
			i++
		}
	}
	return 0
}

// braced returns the length of an expression in braces, 0 where nothing closes it. Strings and comments in it may have
// braces of their own.
func braced(text []byte) int {
	depth := 0
	for i := 0; i < len(text); {
		switch c := text[i]; c {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		default:
			i += scriptToken(text[i:])
			continue
		}
		i++
	}
	return 0
}

// scriptToken returns the length of the string or the comment that a text begins with, 1 for anything else.
func scriptToken(text []byte) int {
	until := func(end string) int {
		if n := bytes.Index(text[2:], []byte(end)); n >= 0 {
			return 2 + n + len(end)
		}
		return len(text)
	}
	switch c := text[0]; {
	case bytes.HasPrefix(text, []byte("/*")):
		return until("*/")
	case bytes.HasPrefix(text, []byte("//")):
		return until("\n")
	case c == '"' || c == '\'':
		for i := 1; i < len(text) && text[i] != '\n'; i++ {
			switch text[i] {
			case '\\':
				i++
			case c:
				return i + 1
			}
		}
	case c == '`':
		return templateLength(text)
	}
	return 1
}

// templateLength returns the length of a string in backticks, with the expressions in it.
func templateLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\':
			i++
		case text[i] == '`':
			return i + 1
		case text[i] == '$' && i+1 < len(text) && text[i+1] == '{':
			n := braced(text[i+1:])
			if n == 0 {
				return len(text)
			}
			i += n
		}
	}
	return len(text)
}

// moduleLines returns how many bytes the modules take that a text begins with: lines of import and export up to a blank
// one, and past it as long as a brace or a string is open. It is 0 for none.
func moduleLines(text []byte) int {
	if !beginsModule(text) {
		return 0
	}
	depth := 0
	for i := 0; i < len(text); {
		switch text[i] {
		case '{', '(', '[':
			depth++
		case '}', ')', ']':
			depth--
		case '\n':
			next, _, _ := bytes.Cut(text[i+1:], []byte("\n"))
			if depth <= 0 && len(bytes.TrimSpace(next)) == 0 {
				return i + 1
			}
		default:
			i += scriptToken(text[i:])
			continue
		}
		i++
	}
	return len(text)
}

func beginsModule(text []byte) bool {
	for _, word := range []string{"import", "export"} {
		rest, ok := bytes.CutPrefix(text, []byte(word))
		if !ok || len(rest) == 0 || bytes.IndexByte([]byte(" \t{*\"'"), rest[0]) < 0 {
			continue
		}
		rest = bytes.TrimLeft(rest, " \t")
		line, _, _ := bytes.Cut(rest, []byte("\n"))
		if word == "import" { // and no sentence
			return len(line) > 0 && (bytes.IndexByte([]byte("{*\"'"), line[0]) >= 0 ||
				bytes.Contains(line, []byte("from")))
		}
		for _, kind := range []string{"{", "*", "const ", "let ", "var ", "function", "default ", "class ", "async "} {
			if bytes.HasPrefix(rest, []byte(kind)) {
				return true
			}
		}
	}
	return false
}

// jsxInlines is the parser of tags and expressions within text.
type jsxInlines struct{}

func (jsxInlines) Trigger() []byte { return []byte{'<', '{'} }

func (jsxInlines) Parse(_ ast.Node, block text.Reader, _ parser.Context) ast.Node {
	_, segment := block.PeekLine()
	n := jsxLength(block.Source()[segment.Start:])
	if n == 0 {
		return nil
	}
	line, position := block.Position()
	node, end := ast.NewRawHTML(), segment.Start+n
	for {
		rest, segment := block.PeekLine()
		if rest == nil || segment.Start >= end {
			block.SetPosition(line, position) // it does not end within the paragraph
			return nil
		}
		if segment.Stop >= end {
			node.Segments.Append(segment.WithStop(end))
			block.Advance(end - segment.Start)
			return node
		}
		node.Segments.Append(segment)
		block.AdvanceLine()
	}
}

// jsxFences is the parser of fenced code in MDX, which may be indented by any number of columns.
type jsxFences struct{}

// A jsxFence is what the parser knows of the code that it reads.
type jsxFence struct {
	Fence
	indent int
}

var jsxFenceKey = parser.NewContextKey()

func (jsxFences) Trigger() []byte             { return []byte{'`', '~'} }
func (jsxFences) CanInterruptParagraph() bool { return true }
func (jsxFences) CanAcceptIndentedLine() bool { return true }

func (jsxFences) Close(ast.Node, text.Reader, parser.Context) {}

func (jsxFences) Open(_ ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := r.PeekLine()
	at := pc.BlockOffset()
	if at < 0 {
		return nil, parser.NoChildren
	}
	fence := OpeningFence(bytes.TrimRight(line[at:], "\r\n"))
	if fence == (Fence{}) {
		return nil, parser.NoChildren
	}
	var info *ast.Text
	start := segment.Start - segment.Padding + at + fence.Width
	if s := trimSpan(r.Source(), source.Span{Start: start, End: start + len(bytes.TrimRight(line[at+fence.Width:],
		"\r\n"))}); !s.Empty() {
		info = ast.NewTextSegment(text.NewSegment(s.Start, s.End))
	}
	pc.Set(jsxFenceKey, jsxFence{fence, pc.BlockIndent()})
	return ast.NewFencedCodeBlock(info), parser.NoChildren
}

func (jsxFences) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	line, segment := r.PeekLine()
	fence := pc.Get(jsxFenceKey).(jsxFence)
	if fence.ClosedBy(bytes.TrimLeft(line, " \t")) {
		r.AdvanceToEOL()
		return parser.Close
	}
	at, padding := util.IndentPositionPadding(line, r.LineOffset(), segment.Padding, fence.indent)
	if at < 0 {
		at, padding = max(0, util.FirstNonSpacePosition(line))-segment.Padding, 0
	}
	segment = text.NewSegmentPadding(segment.Start+at, segment.Stop, padding)
	segment.ForceNewline = true
	node.Lines().Append(segment)
	r.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}
