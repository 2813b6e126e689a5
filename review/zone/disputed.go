package zone

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// disputes finds lists and table rows that parsers read differently: an item for one parser is code, or another list,
// for the next. It includes the blocks behind, if some parser may add them to the list.
func (o *overlays) disputes(d *Document) {
	nodes := d.Nodes()
	seen, covered := 0, 0 // end of the last outermost list, and of the last disputed span
	for i := range nodes {
		n := &nodes[i]
		if n.Span.Start < covered || n.Span.Start < seen && n.Kind != markdown.TableRow {
			continue
		}
		disputed, block := false, i
		switch n.Kind {
		case markdown.BulletList, markdown.OrderedList:
			seen, disputed = n.Span.End, d.disputedList(i) || d.lazyTag(i)
		case markdown.TableRow:
			disputed, block = d.disputedRow(i), n.Parent
		}
		if disputed {
			end := d.disputedEnd(block)
			o.add(n.Span.Start, end, Disputed)
			covered = max(covered, end)
		}
	}
}

// disputedEnd returns the end of nodes[first] with all following blocks that some parser may add to it: blocks that are
// indented deeper, lists with the same marker, and lists directly below the block before them.
func (d *Document) disputedEnd(first int) int {
	block := &d.Nodes()[first]
	at, end := d.column(block.Span.Start), block.Span.End
	for i := block.End; i < d.Nodes()[block.Parent].End; i = d.Nodes()[i].End {
		n := &d.Nodes()[i]
		list := n.Kind == markdown.BulletList || n.Kind == markdown.OrderedList
		same := list && n.Kind == block.Kind && n.Marker == block.Marker
		below := list && bytes.Count(d.Text()[end:n.Span.Start], []byte("\n")) <= 1
		if !same && !below && d.column(n.Span.Start) <= at {
			break
		}
		end = n.Span.End
	}
	return end
}

// disputedRow reports whether some parser may end the table before row i: the row begins like code, a list item or
// HTML, is a mark alone, or stands outside of the item or the quote that the table is in.
func (d *Document) disputedRow(i int) bool {
	n := &d.Nodes()[i]
	table := &d.Nodes()[n.Parent]
	start := d.Lines().Start(n.Span.Start)
	line := d.Text()[start:d.Lines().End(start)]
	text := bytes.TrimLeft(line, " \t>")
	begin := start + len(line) - len(text)
	text = bytes.TrimSpace(text)
	switch {
	case d.Nodes()[table.Parent].Kind != markdown.Root:
		return d.column(begin) < d.column(table.Span.Start)
	case bytes.HasPrefix(text, []byte("<")) && bytes.IndexByte(text, '|') < 0:
		return d.Nodes()[d.InnermostAt(begin)].Kind != markdown.AutoLink
	}
	return d.column(begin) >= 4 || markdown.ItemMarker(text) > 0 || string(text) == "|"
}

// disputedList reports whether parsers may disagree about nodes[list], an outermost list.
func (d *Document) disputedList(list int) bool {
	if next := d.Nodes()[list].End; next < len(d.Nodes()) && d.Nodes()[next].Kind == d.Nodes()[list].Kind &&
		d.Nodes()[next].Parent == d.Nodes()[list].Parent && d.Nodes()[next].Marker == d.Nodes()[list].Marker {
		return true // one parser at least sees one list here
	}
	if d.tabbedItem(d.Nodes()[list].Span) {
		return true
	}
	for i := list + 1; i < d.Nodes()[list].End; i++ {
		item := &d.Nodes()[i]
		if item.Kind != markdown.ListItem {
			continue
		}
		marker := item.Content
		if marker.End < len(d.Text()) && d.Text()[marker.End] == '\t' && d.shifted(d.Nodes()[item.Parent].Parent) {
			return true
		}
		begins := i+1 < item.End && d.Nodes()[i+1].Span.Start < d.Lines().End(marker.End)
		if !begins && d.emptyItem(i, list) {
			return true
		}
	}
	return false
}

// tabbedItem reports whether an item of a list is indented by a tab behind spaces: parsers count the columns of such a
// tab from the start of the line, or from where the item around it begins.
func (d *Document) tabbedItem(list source.Span) bool {
	text := d.Text()[d.Lines().Start(list.Start):list.End]
	if !bytes.Contains(text, []byte(" \t")) {
		return false
	}
	for line := range bytes.Lines(text) {
		item := bytes.TrimLeft(line, " \t")
		if bytes.Contains(line[:len(line)-len(item)], []byte(" \t")) && markdown.ItemMarker(bytes.TrimSpace(item)) > 0 {
			return true
		}
	}
	return false
}

// shifted reports whether the content of a container begins between tab stops. Parsers disagree then how wide a tab is:
// some count from the start of the line, others from the container.
func (d *Document) shifted(container int) bool {
	n := &d.Nodes()[container]
	switch n.Kind {
	case markdown.Blockquote:
		return true
	case markdown.ListItem:
		at := n.Content.End + 1
		if first := container + 1; first < n.End && d.Nodes()[first].Kind != markdown.IndentedCode &&
			d.Nodes()[first].Span.Start < d.Lines().End(at) {
			at = d.Nodes()[first].Span.Start
		}
		return d.column(min(at, len(d.Text())))%4 != 0
	}
	return false
}

// emptyItem reports whether no text follows the marker of an item on its line, and parsers may disagree about the text
// below: it is on the next line, indented like the text of the item, but is not part of it; or it follows a blank line,
// indented as if it were in the list, or one that is not empty, which GitHub takes for a part of the item. CommonMark
// lets an item begin with at most one blank line.
func (d *Document) emptyItem(i, list int) bool {
	marker, childless := d.Nodes()[i].Content, d.Nodes()[i].End == i+1
	nested := d.Nodes()[d.Nodes()[d.Nodes()[i].Parent].Parent].Kind == markdown.ListItem
	space := " \t\r"
	if d.Nodes()[d.Nodes()[list].Parent].Kind == markdown.Blockquote {
		space += ">"
	}
	at, spaced := marker.End, false
	for lines := 0; at < len(d.Text()); lines++ {
		stop := d.Lines().End(at)
		if text := bytes.TrimLeft(d.Text()[at:stop], space); len(text) > 0 {
			column := d.column(stop - len(text))
			return lines > 1 && nested && column > d.column(d.Nodes()[list].Span.Start) ||
				(lines == 1 || spaced) && childless && column > d.column(marker.End)
		}
		spaced = spaced || lines > 0 && len(bytes.Trim(d.Text()[at:stop], "\r>")) > 0
		at = stop + 1
	}
	return false
}

// column returns the column of an offset, counted from 0, with a tab stop at every fourth column.
func (d *Document) column(at int) int {
	column := 0
	for _, c := range d.Text()[d.Lines().Start(at):at] {
		if column++; c == '\t' {
			column += 3 - (column-1)%4
		}
	}
	return column
}
