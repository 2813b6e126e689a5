package layout

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// lineEnd returns where the line of an offset ends: at its line feed, or at the end of the text.
func lineEnd(text []byte, at int) int {
	if n := bytes.IndexByte(text[at:], '\n'); n >= 0 {
		return at + n
	}
	return len(text)
}

// blank reports whether a line is empty for a reader of Markdown.
func blank(line []byte) bool { return len(bytes.Trim(line, " \t\r\n")) == 0 }

// parting reports whether a line parts blocks as a blank line does, behind the marks of block quotes: it is blank, or
// ends with a comment, which may be about the line below it.
func parting(line []byte) bool {
	line = bytes.TrimRight(bytes.TrimLeft(line, " \t>\ufeff"), " \t\r\n")
	return len(line) == 0 || bytes.HasSuffix(line, []byte("-->"))
}

// defines reports whether a line is a definition of a link, which may be an order about the block below it.
func defines(line []byte) bool {
	line = bytes.TrimLeft(line, " \t>\ufeff")
	return bytes.HasPrefix(line, []byte("[")) && bytes.Contains(line, []byte("]:"))
}

// markup reports whether s is white space or marks of Markdown itself, outside of all that other programs read.
func (p *Page) markup(s source.Span) bool {
	if _, ok := p.Doc.Within(s, zone.SetOf(zone.Markup)); !ok {
		return false
	}
	return !p.overlaid(s) && !p.inOpenCode(s.Start)
}

// overlaid reports whether a byte of s is in a template or the like, or in what parsers read differently.
func (p *Page) overlaid(s source.Span) bool {
	return p.Doc.Overlaid(s) || p.Doc.InRawLines(s)
}

// inOpenCode reports whether an offset lies behind the last line with text, where a fence opened code that nothing
// closes: blank lines are a part of the code there, but the parser leaves out those at the end.
func (p *Page) inOpenCode(at int) bool {
	if !p.trimmed { // once: a document may be mostly white space
		p.trimmed, p.textEnd = true, len(bytes.TrimRight(p.Doc.Text(), " \t\r\n"))
	}
	body := p.textEnd
	if at < body || body == 0 {
		return false
	}
	i := p.Doc.InnermostAt(body - 1)
	if i <= 0 {
		return false
	}
	n := &p.Doc.Nodes()[i]
	return n.Kind == markdown.FencedCode && (n.Body.Start >= body || n.Body.End >= body)
}

// blankLine returns the edit that puts a blank line behind the line feed at an offset. The line begins with the marks
// of the block quotes around it.
func (p *Page) blankLine(feed int, quotes string) source.Edit {
	text, src := p.Doc.Text(), p.Doc.Source()
	end := string(src[feed]) // a carriage return may stand for the line feed
	next := end
	if feed > 0 && text[feed-1] == '\r' {
		next = "\r\n"
	}
	return source.Edit{Span: source.Span{Start: feed, End: feed + 1}, New: end + quotes + next}
}

// around reports where a blank line is missing above or below nodes[i], among the blocks that it stands with.
type around struct {
	above, below source.Span // of the finding
	what         string      // as messages name it
	report       func(s source.Span, message string, edits []source.Edit, reason string)
}

// check looks above and below nodes[i].
func (a around) check(p *Page, i int) {
	nodes := p.Doc.Nodes()
	n := &nodes[i]
	if before := p.Doc.Previous(i); before >= 0 {
		a.checkGap(p, i, n.Span.Start, a.above, "above")
	}
	if n.End < nodes[n.Parent].End {
		a.checkGap(p, n.End, nodes[n.End].Span.Start, a.below, "below")
	}
}

// checkGap reports a missing blank line before nodes[next], which begins at start.
func (a around) checkGap(p *Page, next, start int, span source.Span, side string) {
	text, nodes := p.Doc.Text(), p.Doc.Nodes()
	lines := p.Doc.Lines()
	line := lines.Start(start)
	if line == 0 {
		return
	}
	over := source.Span{Start: lines.Start(line - 1), End: line - 1}
	begin := text[line:start]
	if parting(text[over.Start:over.End]) || side == "below" && parting(text[line:lines.End(start)]) ||
		len(bytes.Trim(begin, " \t>")) > 0 || p.Doc.FrontMatter().End >= line {
		return
	}
	message := "Put a blank line " + side + " " + a.what + "."
	parent := &nodes[nodes[next].Parent]
	feed := source.Span{Start: line - 1, End: line}
	switch {
	case parent.Kind == markdown.ListItem && nodes[parent.Parent].Tight:
		a.report(span, message, nil, inTightList)
	case side == "above" && defines(text[over.Start:over.End]):
		a.report(span, message, nil, besideDefinition)
	case !p.markup(feed) || p.Doc.TemplateLine(over.Start) || p.Doc.TemplateLine(start):
		a.report(span, message, nil, besideTemplate)
	default:
		a.report(span, message, []source.Edit{p.blankLine(line-1, quotes(begin))}, "")
	}
}

// quotes returns the begin of a line without the white space behind the marks of its block quotes.
func quotes(begin []byte) string {
	if bytes.IndexByte(begin, '>') < 0 {
		return ""
	}
	return strings.TrimRight(string(begin), " \t")
}
