package fixers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An insertion is whole lines that a replacement adds above or below the text that it keeps.
type insertion struct {
	doc   *zone.Document
	span  source.Span // ends where its block does, before the spaces at the end of its line
	end   int         // of the span with those spaces
	lines string
	above bool
	// apart says that the replacement has a blank line between the lines and the text.
	apart bool
}

// insertionOf returns the lines that want adds to old, the text at span, if it does only that. A sentence that is added
// to all the text of a heading is a paragraph below or above it.
func insertionOf(doc *zone.Document, span source.Span, old, want string) (insertion, bool) {
	below, isBelow := strings.CutPrefix(want, old)
	above, isAbove := strings.CutSuffix(want, old)
	if isBelow { // the line of the text next to what is added
		span.Start += strings.LastIndexByte(old, '\n') + 1
	} else if i := strings.IndexByte(old, '\n'); isAbove && i >= 0 {
		span.End = span.Start + len(strings.TrimRight(old[:i], "\r"))
	}
	in := insertion{doc: doc, span: span, end: span.End}
	in.span.End = span.Start + len(bytes.TrimRight(doc.Bytes(span), " \t"))
	below, above = in.unquoted(below), in.unquoted(above)
	line := strings.TrimLeft(below, " \t")
	if spaces := below[:len(below)-len(line)]; spaces != "" && strings.HasPrefix(strings.TrimLeft(line, "\r"), "\n") &&
		bytes.HasPrefix(doc.Text()[span.End:], []byte(spaces)) { // those at the end of the line, which are not quoted
		below = line
	}
	if lines := strings.TrimRight(above, " \t"); strings.HasSuffix(lines, "\n") &&
		bytes.HasSuffix(doc.Text()[:in.span.Start], []byte(above[len(lines):])) { // the indentation of the line
		above = lines
	}
	switch {
	case old == "" || in.span.Empty():
		return in, false
	case isBelow && strings.HasPrefix(strings.TrimLeft(below, "\r"), "\n"):
		in.lines, in.apart = below, strings.HasPrefix(strings.ReplaceAll(below, "\r", ""), "\n\n")
	case isAbove && strings.HasSuffix(above, "\n"):
		in.lines, in.above, in.apart = above, true, strings.HasSuffix(strings.ReplaceAll(above, "\r", ""), "\n\n")
	case isBelow && isSentence(below) && in.fillsHeading():
		in.lines = strings.TrimLeft(below, " ")
	case isAbove && isSentence(above) && in.fillsHeading():
		in.lines, in.above = strings.TrimRight(above, " "), true
	default:
		return in, false
	}
	in.lines = in.outdented(strings.Trim(in.lines, "\r\n"))
	return in, in.lines != ""
}

// outdented returns lines without the indentation of the first one. What indents code further than the container does
// stays.
func (in insertion) outdented(lines string) string {
	indent := lines[:len(lines)-len(strings.TrimLeft(lines, " \t"))]
	start := bytes.LastIndexByte(in.doc.Text()[:in.span.Start], '\n') + 1
	container, _ := linePrefix(in.doc, in.textStart(start))
	if strings.Contains(container, ">") {
		container = ""
	}
	if strings.HasPrefix(indent, container+"    ") {
		indent = container
	}
	return strings.ReplaceAll("\n"+lines, "\n"+indent, "\n")[1:]
}

// inCode reports whether the place is a line of a code block, where lines are no blocks.
func (in insertion) inCode() bool {
	code := in.innermost(markdown.FencedCode, markdown.IndentedCode)
	if code == nil || code.Kind == markdown.IndentedCode {
		return code != nil
	}
	lines, text := in.doc.Lines(), strings.TrimLeft(string(in.doc.Bytes(in.span)), " \t")
	return lines.Number(code.Span.Start) < lines.Number(in.span.Start) &&
		!strings.HasPrefix(text, "```") && !strings.HasPrefix(text, "~~~") // the line that ends it
}

// unquoted returns lines without the marks of the block quotes that the place lies in.
func (in insertion) unquoted(text string) string {
	lines := strings.SplitAfter(text, "\n")
	start := bytes.LastIndexByte(in.doc.Text()[:in.span.Start], '\n') + 1
	for range quoteDepth(in.doc.Text(), start) {
		for n, line := range lines {
			if rest, ok := strings.CutPrefix(strings.TrimLeft(line, " \t"), ">"); ok {
				lines[n] = strings.TrimPrefix(rest, " ")
			}
		}
	}
	return strings.Join(lines, "")
}

// addedLines returns how a reader sees the lines that the replacement of f adds to the text that it keeps.
func addedLines(doc *zone.Document, f *review.Finding) (string, bool) {
	span, err := replaced(doc, f)
	if err != nil || f.Remedy != review.Replace {
		return "", false
	}
	in, ok := insertionOf(doc, span, string(doc.Bytes(span)), f.Want)
	if !ok {
		return "", false
	}
	if edit, err := in.edit(); edit == nil || err != nil {
		return "", false
	}
	lines := in.prefixed("")
	if isRow(firstLine(lines)) { // rows are a table only below its header
		lines = strings.ReplaceAll(lines, "|", " ")
	}
	return alone(doc, []byte(lines)), true
}

// isSentence reports whether s, behind a space, begins with a capital and ends with a full stop.
func isSentence(s string) bool {
	s = strings.TrimSpace(s)
	return len(s) > 1 && strings.ToLower(s[:1]) != s[:1] && strings.HasSuffix(s, ".") && strings.Contains(s, " ")
}

// fillsHeading reports whether the span holds all the text of a heading, which does not end as a sentence does.
func (in insertion) fillsHeading() bool {
	at := in.innermost(markdown.ATXHeading, markdown.SetextHeading)
	if at == nil {
		return false
	}
	text, here := bytes.TrimSpace(in.doc.Bytes(at.Content)), bytes.TrimSpace(bytes.Trim(in.doc.Bytes(in.span), "# "))
	return bytes.Equal(text, here) && !bytes.HasSuffix(text, []byte("."))
}

// innermost returns the last node of one of the kinds that the end of the span lies in, or nil.
func (in insertion) innermost(kinds ...markdown.Kind) *markdown.Node {
	var found *markdown.Node
	nodes := in.doc.Nodes()
	for i := range in.doc.Touching(in.span) {
		n := &nodes[i]
		if slices.Contains(kinds, n.Kind) && n.Span.Overlaps(in.span) && n.Span.Start <= in.span.End &&
			in.span.End <= n.Span.End {
			found = n
		}
	}
	return found
}

// A seam is where the lines of an insertion go.
type seam struct {
	start, end int    // the lines above or below which they stand
	prefix     string // what each of them begins with
	loose      bool   // a blank line sets them apart
}

// edit returns the edit that puts the lines above or below the block that the span begins or ends: rows next to rows,
// items next to items, all else a blank line away. It returns nil where the lines of the replacement are as good as
// any.
func (in insertion) edit() (*source.Edit, error) {
	at, err := in.seam()
	if at == nil || err != nil {
		return nil, err
	}
	if in.above {
		return in.editAbove(*at), nil
	}
	return in.editBelow(*at), nil
}

func (in insertion) editAbove(at seam) *source.Edit {
	src, text, blank := in.doc.Text(), in.prefixed(at.prefix)+"\n", strings.TrimRight(at.prefix, " \t")+"\n"
	if at.loose {
		text += blank
		if !blankLineAbove(src, at.start) {
			text = blank + text
		}
	}
	text = in.doc.EndLines(at.start, text)
	if at.start == in.span.Start {
		return &source.Edit{Span: source.Span{Start: at.start, End: at.start}, New: text}
	}
	span := source.Span{Start: at.start, End: in.end} // an edit reaches its finding
	return &source.Edit{Span: span, New: text + string(in.doc.Bytes(span))}
}

func (in insertion) editBelow(at seam) *source.Edit {
	src, text, blank := in.doc.Text(), "\n"+in.prefixed(at.prefix), "\n"+strings.TrimRight(at.prefix, " \t")
	if at.loose {
		text = blank + text
		next := min(len(src), at.end+1)
		if len(bytes.TrimLeft(src[next:lineEnd(src, next)], " \t\r>")) > 0 {
			text += blank
		}
	}
	end := at.end
	if end > in.span.End && src[end-1] == '\r' {
		end--
	}
	text = in.doc.EndLines(in.span.Start, text)
	if end == in.span.End {
		return &source.Edit{Span: source.Span{Start: end, End: end}, New: text}
	}
	span := source.Span{Start: in.span.Start, End: end}
	return &source.Edit{Span: span, New: string(in.doc.Bytes(span)) + text}
}

// seam returns where the lines go, nil where the replacement is to be made as it is.
func (in *insertion) seam() (*seam, error) {
	src, first := in.doc.Text(), firstLine(in.lines)
	at := &seam{start: bytes.LastIndexByte(src[:in.span.Start], '\n') + 1, end: lineEnd(src, in.span.End), loose: true}
	asRow, asItem := isRow(first), markdown.ItemMarker([]byte(strings.TrimLeft(first, " \t"))) > 0
	row, item := in.innermost(markdown.TableHeader, markdown.TableRow), in.innermost(markdown.ListItem)
	heading := in.innermost(markdown.ATXHeading, markdown.SetextHeading)
	at.prefix, _ = linePrefix(in.doc, in.textStart(at.start))
	switch {
	case in.inCode():
		if whole, ok := in.doc.WholeCodeLines(in.span); ok && !whole {
			return nil, abstain("The lines to insert would cut a line of code in two. Quote all of that line.")
		}
		return nil, nil
	case row == nil && heading == nil && !asRow && !asItem && !in.isBlock():
		return nil, nil // one more line of the paragraph
	case row != nil && asRow:
		if row.Kind == markdown.TableHeader {
			return nil, abstain("The row can't stand beside the header of the table. Quote a row of its body.")
		}
		at.loose = false
	case row != nil:
		return nil, abstain("The text to insert is no row of the table that the place lies in.")
	case asRow && !in.above:
		return nil, abstain("The row to insert belongs to a table, and the place lies in none.")
	case item != nil && asItem && in.sameList(item):
		line := at.start
		at.start = bytes.LastIndexByte(src[:item.Span.Start], '\n') + 1
		if in.above && at.start < line {
			return nil, abstain("The item to insert is to stand in the middle of another one.")
		}
		_, at.prefix = linePrefix(in.doc, in.textStart(at.start))
		at.end = max(at.end, lineEnd(src, item.Span.End))
		at.loose, in.lines = !in.tight(item), in.marked(item)
	case heading != nil && heading.Kind == markdown.SetextHeading:
		at.end = max(at.end, lineEnd(src, heading.Span.End))
	case in.cuts(at.start, at.end):
		if in.apart {
			return nil, nil // the review has the paragraph in two
		}
		return nil, abstain("The text to insert is a block of its own, and the place is in the middle of another one.")
	case item != nil && in.above && in.beginsList(item):
		at.prefix, _ = linePrefix(in.doc, item.Span.Start)
	case item != nil && in.above && at.start <= item.Span.Start:
		return nil, abstain("The text to insert is a block of its own, and the place is in an item of a list.")
	case asItem && item != nil:
		at.loose = false
	}
	return at, nil
}

// cuts reports whether lines at the place would cut a paragraph in two: it has text on the other side of them, in the
// lines from start to end or in those next to them.
func (in insertion) cuts(start, end int) bool {
	src := in.doc.Text()
	paragraph := in.innermost(markdown.Paragraph)
	if in.above {
		return !onlyMarkers(src[start:in.span.Start]) || paragraph != nil && paragraph.Span.Start < start
	}
	return len(bytes.Trim(src[in.span.End:end], " \t\r#*_`")) > 0 || paragraph != nil && paragraph.Span.End > end
}

// isBlock reports whether the lines are a block next to the paragraph of the place. A line of - may be there
// to make a heading of that paragraph.
func (in insertion) isBlock() bool {
	first := strings.TrimLeft(firstLine(in.lines), " \t")
	if in.apart || strings.HasPrefix(first, ":::") || strings.Contains(in.lines, "\n\n") {
		return true
	}
	nodes := markdown.Parse("alone.md", []byte(in.lines), markdown.Dialect{}).Nodes()
	return len(nodes) > 1 && nodes[1].Kind != markdown.Paragraph && nodes[1].Kind != markdown.ThematicBreak
}

// textStart returns the offset of the text of a line, behind the marks that it begins with.
func (in insertion) textStart(line int) int {
	src := in.doc.Text()
	at, end := line, lineEnd(src, line)
	for at < end {
		rest := src[at:end]
		n := len(rest) - len(bytes.TrimLeft(rest, " \t>"))
		if n == 0 {
			n = markdown.ItemMarker(bytes.TrimRight(rest, " \t\r"))
		}
		if n == 0 {
			break
		}
		at += n
	}
	return at
}

// sameList reports whether the lines begin with a marker of the kind that the item has.
func (in insertion) sameList(item *markdown.Node) bool {
	marker, first := in.doc.Bytes(item.Span), strings.TrimLeft(in.lines, " \t")
	isBullet := func(c byte) bool { return strings.IndexByte("-*+", c) >= 0 }
	return len(marker) > 0 && isBullet(marker[0]) == isBullet(first[0])
}

// marked returns the lines with the marker of the list of the item, where they begin items next to it: another marker
// begins another list.
func (in insertion) marked(item *markdown.Node) string {
	list := &in.doc.Nodes()[item.Parent]
	lines := strings.Split(in.lines, "\n")
	own := beginning(lines[0])
	for i, line := range lines {
		text, ok := strings.CutPrefix(line, own)
		if n := markdown.ItemMarker([]byte(text)); ok && n > 0 && (n == 1) == (list.Kind == markdown.BulletList) {
			lines[i] = own + text[:n-1] + string(list.Marker) + text[n:]
		}
	}
	return strings.Join(lines, "\n")
}

// beginsList reports whether the text begins with the marker of the first item of a list.
func (in insertion) beginsList(item *markdown.Node) bool {
	list := &in.doc.Nodes()[item.Parent]
	return in.span.Start <= list.Span.Start && item.Span.Start == list.Span.Start
}

// tight reports whether no blank line sets the item apart from the next one of its list, or from the one before.
func (in insertion) tight(item *markdown.Node) bool {
	nodes := in.doc.Nodes()
	list := nodes[item.Parent]
	before, after := -1, -1
	for i := item.Parent + 1; i < list.End; i = nodes[i].End {
		switch start := nodes[i].Span.Start; {
		case start < item.Span.Start:
			before = i
		case start > item.Span.Start && after < 0:
			after = i
		}
	}
	gap := source.Span{Start: item.Span.End, End: item.Span.End}
	switch {
	case after >= 0:
		gap.End = nodes[after].Span.Start
	case before >= 0:
		gap = source.Span{Start: nodes[before].Span.End, End: item.Span.Start}
	}
	return bytes.Count(in.doc.Bytes(gap), []byte("\n")) < 2
}

// prefixed returns the lines, each begun as a line of the container at the place begins.
func (in insertion) prefixed(prefix string) string {
	lines := strings.Split(strings.ReplaceAll(escapeTags(in.lines, ""), "\r\n", "\n"), "\n")
	own := ""
	if strings.Contains(prefix, ">") {
		own = strings.TrimLeft(beginning(lines[0]), " \t")
	}
	for i, line := range lines {
		line = strings.TrimPrefix(line, own)
		if strings.TrimSpace(line) == "" {
			lines[i] = strings.TrimRight(prefix, " \t")
			continue
		}
		lines[i] = prefix + line
	}
	return strings.Join(lines, "\n")
}

// isRow reports whether a line begins and ends as a row of a table does.
func isRow(line string) bool {
	line = strings.TrimSpace(line)
	return len(line) > 2 && line[0] == '|' && line[len(line)-1] == '|'
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}

// blankLineAbove reports whether the line before the one at start is blank.
func blankLineAbove(src []byte, start int) bool {
	if start == 0 {
		return true
	}
	before := src[bytes.LastIndexByte(src[:start-1], '\n')+1 : start]
	return len(bytes.Trim(before, " \t\r\n>")) == 0
}
