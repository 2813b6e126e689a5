package fixers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// takeAlong returns the span of what a deletion of s takes out: with the marks around it, and with its space, or, where
// nothing else stands in its lines, with the whole lines, their markers, and one of the blank lines around them. It
// reports false where a part of an item or a row would stay behind without its beginning.
func takeAlong(doc *zone.Document, s source.Span) (source.Span, bool) {
	src := doc.Source()
	s = withMarks(doc, withBrackets(src, withMarks(doc, s)))
	start, end := max(bytes.LastIndexByte(src[:s.Start], '\n')+1, textStart(src)), lineEnd(src, s.End)
	if s.End > s.Start && src[s.End-1] == '\n' {
		end = s.End - 1
	}
	head, tail := src[start:s.Start], src[min(s.End, end):end]
	if !onlyMarkers(head) || len(bytes.Trim(tail, " \t\r|#")) > 0 || bytes.IndexByte(head, '|') < 0 && bytes.IndexByte(tail, '|') >= 0 {
		return withSpace(src, s, start, end), true
	}
	whole := source.Span{Start: start, End: end}
	nodes := doc.Nodes()
	if mark := definitionMarker(src[start:end]); mark > 0 && s.Start >= start+mark && goesOn(src, end) {
		return s, false
	}
	for i := range doc.Touching(whole) {
		n := &nodes[i]
		if n.Span.Start >= end {
			break
		}
		switch {
		case n.Kind == markdown.ListItem && start <= n.Span.Start && len(bytes.Trim(head, " \t>")) > 0:
			if rest := src[min(end, n.Span.End):max(end, n.Span.End)]; n.Span.End > end && len(bytes.Trim(rest, " \t\r\n>")) > 0 {
				return s, false
			}
		case n.Kind == markdown.SetextHeading && n.Span.Start <= s.Start && s.End <= n.Span.End && n.Span.Start >= start:
			whole.End = max(whole.End, lineEnd(src, max(n.Span.Start, n.Span.End-1)))
		}
	}
	if s.End <= end && start > textStart(src) && isBreak(doc, start-1) && !isBreak(doc, end) {
		// The last line of a paragraph goes with the break before it.
		whole = source.Span{Start: nodes[doc.InnermostAt(start-1)].Span.Start, End: end}
		whole.End -= len(src[:end]) - len(bytes.TrimSuffix(src[:end], []byte("\r")))
		return whole, true
	}
	return withBlankLine(src, whole), true
}

// isBreak reports whether a break between two lines of a paragraph stands at an offset.
func isBreak(doc *zone.Document, at int) bool {
	i := doc.InnermostAt(at)
	if i < 0 {
		return false // in the front matter
	}
	kind := doc.Nodes()[i].Kind
	return kind == markdown.SoftBreak || kind == markdown.HardBreak
}

// definitionMarker returns the length of the marker that a footnote, or the definition of a term, begins with.
func definitionMarker(line []byte) int {
	text := bytes.TrimLeft(line, " \t>")
	n := len(line) - len(text)
	end := bytes.Index(text, []byte("]:"))
	if end > 2 && bytes.HasPrefix(text, []byte("[^")) && !bytes.ContainsAny(text[:end], " \t") {
		return n + end + 2
	}
	if bytes.HasPrefix(text, []byte(": ")) || bytes.HasPrefix(text, []byte(":\t")) {
		return n + 1
	}
	return 0
}

// goesOn reports whether the line behind the one that ends at an offset, or the one behind a blank line, is indented.
func goesOn(src []byte, end int) bool {
	rest := bytes.TrimLeft(src[end:], "\r\n")
	return len(rest) > 0 && (rest[0] == ' ' || rest[0] == '\t')
}

// onlyMarkers reports whether a line that begins so has only markers of blocks there.
func onlyMarkers(head []byte) bool {
	head = bytes.TrimLeft(head[min(len(head), definitionMarker(append(slices.Clone(head), ' '))):], " \t>")
	for len(head) > 0 {
		if n := markdown.ItemMarker(bytes.TrimRight(head, " ")); n > 0 {
			head = bytes.TrimLeft(head[n:], " \t")
			continue
		}
		for _, box := range []string{"[ ]", "[x]", "[X]"} {
			head = bytes.TrimPrefix(head, []byte(box))
		}
		return len(bytes.Trim(head, " \t|#")) == 0
	}
	return true
}

// withBlankLine returns whole lines with their ending, and with the blank line behind them where one stands before them
// too.
func withBlankLine(src []byte, s source.Span) source.Span {
	blankBefore := s.Start == textStart(src)
	if !blankBefore {
		before := src[bytes.LastIndexByte(src[:s.Start-1], '\n')+1 : s.Start]
		blankBefore = len(bytes.Trim(before, " \t\r\n>")) == 0
	}
	if s.End < len(src) {
		s.End++
	} else if s.Start > textStart(src) {
		// The last line: the line before it ends the document as this one did.
		for more := true; more; more = endsWithBlankLine(src[:s.Start]) {
			s.Start--
			if s.Start > 0 && src[s.Start-1] == '\r' {
				s.Start--
			}
		}
		return s
	}
	if !blankBefore {
		return s
	}
	next := lineEnd(src, s.End)
	// Where nothing follows in the block quote, or in the document, the blank lines before go.
	if depth, all := quoteDepth(src, s.Start), s; s.End >= len(src) || quoteDepth(src, s.End) < depth {
		for s.Start > 0 {
			before := bytes.LastIndexByte(src[:s.Start-1], '\n') + 1
			if len(bytes.Trim(src[before:s.Start], " \t\r\n>")) > 0 || quoteDepth(src, before) != depth {
				break
			}
			s.Start = before
		}
		if s.End >= len(src) || s != all {
			return s
		}
	}
	if len(bytes.Trim(src[s.End:next], " \t\r>")) == 0 {
		s.End = min(len(src), next+1)
	}
	return s
}

// textStart returns where the text of a document begins, behind a byte order mark.
func textStart(src []byte) int { return len(src) - len(bytes.TrimPrefix(src, []byte("\ufeff"))) }

// quoteDepth returns how many block quotes a line begins in.
func quoteDepth(src []byte, line int) int {
	text := src[line:lineEnd(src, line)]
	return bytes.Count(text[:len(text)-len(bytes.TrimLeft(text, " \t>"))], []byte(">"))
}

// withSpace returns s, a part of the line [start,end), with the space before it, or with the one behind it at the begin
// of the line.
func withSpace(src []byte, s source.Span, start, end int) source.Span {
	before, after := s.Start, s.End
	for before > start && src[before-1] == ' ' {
		before--
	}
	for after < end && src[after] == ' ' {
		after++
	}
	switch {
	case onlyMarkers(src[start:s.Start]):
		if s.Start == start || src[s.Start] != ' ' { // else the marker gets the space behind s for the one that goes
			s.End = after
		}
	case before < s.Start && (s.End >= end || after > s.End || closes(src[s.End:end])):
		s.Start = before
	}
	return s
}

// closes reports whether a text begins with a sign that has no space before it. Before a letter, a dot or a slash such
// a sign is part of a name, as in .NET, :key and ../file.
func closes(text []byte) bool {
	return bytes.IndexByte([]byte(".,;:!?)\r"), text[0]) >= 0 &&
		(len(text) == 1 || !source.IsLetter(text[1]) && text[1] != '.' && text[1] != '/')
}

// emptiesLink reports whether s is all of the text of a link, and not the link.
func emptiesLink(doc *zone.Document, s source.Span) bool {
	for i := range doc.Touching(s) {
		if n := &doc.Nodes()[i]; n.Kind == markdown.Link && n.Span.Contains(s) && n.Span != s {
			rest := string(doc.Bytes(n.Span))[s.End-n.Span.Start:]
			return len(bytes.Trim(doc.Bytes(source.Span{Start: n.Span.Start, End: s.Start}), "[ *_`")) == 0 &&
				strings.HasPrefix(strings.TrimLeft(rest, " *_`"), "]")
		}
	}
	return false
}

// withBrackets returns s with the brackets or quotation marks that hold nothing else.
func withBrackets(src []byte, s source.Span) source.Span {
	for _, marks := range []string{"()", `""`, "“”", "‘’", "«»"} {
		r := []rune(marks)
		open, shut := string(r[0]), string(r[1])
		if bytes.HasSuffix(src[:s.Start], []byte(open)) && bytes.HasPrefix(src[s.End:], []byte(shut)) &&
			!bytes.HasSuffix(src[:s.Start-len(open)], []byte("]")) {
			return source.Span{Start: s.Start - len(open), End: s.End + len(shut)}
		}
	}
	return s
}

// withMarks returns s with the emphasis whose whole text it is.
func withMarks(doc *zone.Document, s source.Span) source.Span {
	nodes := doc.Nodes()
	for _, i := range slices.Backward(slices.Collect(doc.Touching(s))) {
		n := &nodes[i]
		switch n.Kind {
		case markdown.Emphasis, markdown.Strong, markdown.Strikethrough, markdown.CodeSpan:
			inner := bytes.Trim(doc.Bytes(n.Span), "*_~`")
			if n.Span.Contains(s) && n.Span != s && string(inner) == string(doc.Bytes(s)) {
				s = n.Span
			}
		}
	}
	return s
}

func endsWithBlankLine(text []byte) bool {
	return bytes.HasSuffix(text, []byte("\n\n")) || bytes.HasSuffix(text, []byte("\n\r\n"))
}
