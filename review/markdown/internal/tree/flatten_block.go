package tree

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	extast "github.com/yuin/goldmark/extension/ast"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// blockEnd returns where a block ends, end being where its children do.
func (f *flattener) blockEnd(n ast.Node, node *Node, end int) int {
	switch n := n.(type) {
	case *ast.Heading:
		return f.heading(n, node)
	case *ast.ThematicBreak:
		return f.lineEnd(node.Span.Start)
	case *ast.FencedCodeBlock:
		return f.fence(n, node)
	case *ast.CodeBlock:
		f.codeLines(n, node)
		return f.lastLine(n, end)
	case *ast.HTMLBlock:
		end = f.lastLine(n, end)
		if n.HasClosure() {
			end = max(end, f.trimLineEnd(f.segment(n.ClosureLine)))
		}
		return end
	case *foreign:
		node.Marker = byte(n.inside)
		return f.lastLine(n, end)
	case *ast.Paragraph, *ast.TextBlock:
		return f.lastLine(n, end)
	case *ast.LinkReferenceDefinition:
		end = f.lastLine(n, end)
		f.definition(node, end)
		return end
	case *extast.TableHeader:
		return f.lineEnd(end)
	case *extast.Table:
		if last := n.LastChild(); last != nil && last.Kind() == extast.KindTableHeader {
			// Without rows the delimiter line is the last one.
			return f.lineEnd(f.nextLine(end))
		}
		return end
	case *extast.TableRow:
		return f.lineEnd(end)
	}
	return end
}

// lastLine returns where the last line that goldmark gave to n ends.
func (f *flattener) lastLine(n ast.Node, end int) int {
	if l := n.Lines(); l.Len() > 0 {
		return max(end, f.trimLineEnd(f.segment(l.At(l.Len()-1))))
	}
	return end
}

func (f *flattener) trimLineEnd(s source.Span) int {
	line := f.src[s.Start:min(s.End, len(f.src))]
	return s.Start + len(bytes.TrimRight(line, "\r\n"))
}

// heading tells setext from ATX headings: an ATX heading's text starts behind its marks, while the text of a setext
// heading starts where the node does, even when it begins with a # that marks no heading.
func (f *flattener) heading(n *ast.Heading, node *Node) int {
	node.Level = uint8(n.Level)
	lines := n.Lines()
	if lines.Len() == 0 {
		node.Span.Start = f.emptyHeading(node.Span.Start)
		node.Content = source.Span{Start: f.lineEnd(node.Span.Start), End: f.lineEnd(node.Span.Start)}
		return node.Content.End
	}
	first, last := f.segment(lines.At(0)), f.segment(lines.At(lines.Len()-1))
	node.Content = f.clamp(source.Span{Start: first.Start, End: f.trimLineEnd(last)})
	if marks := bytes.TrimRight(f.src[:first.Start], " \t"); bytes.HasSuffix(marks, []byte("#")) && first.Start > 0 {
		// Behind a tab goldmark's position may be that of the text.
		node.Span.Start = min(node.Span.Start, len(bytes.TrimRight(marks, "#")))
	}
	if first.Start > node.Span.Start {
		return f.lineEnd(node.Content.End)
	}
	if first.Start < node.Span.Start { // goldmark put it behind a table that it stands before
		node.Content = source.Span{Start: node.Span.Start, End: node.Span.Start}
	}
	node.Kind = SetextHeading
	return f.lineEnd(f.nextLine(last.Start))
}

// emptyHeading returns where a heading without text starts, which is at start or, where goldmark took a tab for more
// columns than it has, before that. Nothing but blank lines and the marks of containers stands before it.
func (f *flattener) emptyHeading(start int) int {
	i := f.floor
	for i < start && bytes.IndexByte([]byte(" \t>\r\n"), f.src[i]) >= 0 {
		i++
	}
	if i < len(f.src) && f.src[i] == '#' {
		return i
	}
	return start
}

// clamp limits a span to the source. It ignores the floor, which the children have raised already.
func (f *flattener) clamp(s source.Span) source.Span {
	s.End = min(max(s.Start, s.End), len(f.src))
	return s
}

// fence finds the info string, the code and the closing fence.
func (f *flattener) fence(n *ast.FencedCodeBlock, node *Node) int {
	start := node.Span.Start
	if start >= len(f.src) {
		return start
	}
	fence := Fence{f.src[start], source.RunLength(f.src[start:], f.src[start])}
	node.Marker = fence.Char
	openEnd := f.lineEnd(start)
	infoStart := min(start+fence.Width, openEnd)
	node.Content = trimSpan(f.src, source.Span{Start: infoStart, End: openEnd})
	if node.Content.Empty() { // an info string is to stand right behind the fence
		node.Content = source.Span{Start: infoStart, End: infoStart}
	}
	f.codeLines(n, node)
	bodyStart := f.nextLine(start)
	bodyEnd := bodyStart
	if l := n.Lines(); l.Len() > 0 {
		bodyEnd = f.nextLine(max(f.segment(l.At(l.Len()-1)).End-1, start))
	}
	limit := f.following(n)
	node.Body = source.Span{Start: bodyStart, End: min(bodyEnd, limit)}
	// A fence on which the next block starts stands outside the container that the
	// code ended with: it closes nothing, and opens.
	if bodyEnd < limit && f.lineEnd(bodyEnd) <= limit &&
		fence.ClosedBy(bytes.TrimLeft(f.src[bodyEnd:f.lineEnd(bodyEnd)], " \t>")) {
		return f.lineEnd(bodyEnd)
	}
	// Blank lines at the end of code that nothing closes are code, too.
	end := bytes.TrimSuffix(bytes.TrimSuffix(f.src[node.Body.Start:max(node.Body.Start, node.Body.End)], []byte("\n")),
		[]byte("\r"))
	return max(openEnd, node.Body.Start+len(end))
}

// following returns where the next block after n starts, in n's parent or further
// out, or the end of the document for none.
func (f *flattener) following(n ast.Node) int {
	for ; n != nil; n = n.Parent() {
		if next := n.NextSibling(); next != nil && next.Pos() >= 0 {
			return next.Pos() + f.base
		}
	}
	return len(f.src)
}

func (f *flattener) codeLines(n ast.Node, node *Node) {
	if node.Parts == &noParts {
		node.Parts = &Parts{}
	}
	node.Lines.Start = len(f.code)
	lines := n.Lines()
	for i := range lines.Len() {
		f.code = append(f.code, f.segment(lines.At(i)))
	}
	node.Lines.End = len(f.code)
}

// listMarker returns the bullet, or the number with its delimiter, at offset.
func (f *flattener) listMarker(offset int) source.Span {
	end := offset
	for end < len(f.src) && '0' <= f.src[end] && f.src[end] <= '9' {
		end++
	}
	return source.Span{Start: offset, End: min(end+1, len(f.src))}
}

// definition finds label, destination and title of a reference definition.
func (f *flattener) definition(node *Node, end int) {
	s := scanner{src: f.src[:end], pos: node.Span.Start + 1}
	label := source.Span{Start: s.pos, End: s.closing(']')}
	node.Content, node.Parts = label, &Parts{}
	s.pos = min(label.End+2, end)
	node.Destination = s.destination()
	node.Title = s.title()
}

// trimSpan takes spaces and tabs off both ends of s.
func trimSpan(src []byte, s source.Span) source.Span {
	for s.Start < s.End && (src[s.Start] == ' ' || src[s.Start] == '\t') {
		s.Start++
	}
	for s.End > s.Start && (src[s.End-1] == ' ' || src[s.End-1] == '\t') {
		s.End--
	}
	return s
}
