package review

import (
	"sort"
	"unicode/utf8"
)

// nodeAt is the index of the innermost node that starts at or before offset and
// is not followed by another that does.
func (d *MdDocument) nodeAt(offset int) int {
	return sort.Search(len(d.tree.Nodes), func(i int) bool { return d.tree.Nodes[i].Span.Start > offset }) - 1
}

// block is the index of the block that holds the text at offset.
func (d *MdDocument) block(offset int) int {
	i := d.nodeAt(offset)
	for d.tree.Nodes[i].Kind.Inline() {
		i = d.tree.Nodes[i].Parent
	}
	return i
}

// inImage reports whether the text at offset describes an image.
func (d *MdDocument) inImage(offset int) bool {
	i := d.nodeAt(offset)
	for d.tree.Nodes[i].Kind.Inline() && d.tree.Nodes[i].Kind != Image {
		i = d.tree.Nodes[i].Parent
	}
	return d.tree.Nodes[i].Kind == Image
}

// runeBefore is the character that a reader sees right before the text at
// offset, utf8.RuneError when there is none: the marks of emphasis and links are
// looked through.
func (d *MdDocument) runeBefore(offset int) rune {
	i := d.nodeAt(offset)
	if n := &d.tree.Nodes[i]; n.Kind == Text && n.Span.Start < offset {
		r, _ := utf8.DecodeLastRune(d.src[n.Span.Start:offset])
		return r
	}
	for i--; i > 0; i-- {
		switch n := &d.tree.Nodes[i]; n.Kind {
		case Emphasis, Strong, Strikethrough, Link:
		case Text:
			if n.Span.Empty() {
				continue
			}
			r, _ := utf8.DecodeLastRune(d.Bytes(n.Span))
			return r
		default:
			return utf8.RuneError
		}
	}
	return utf8.RuneError
}

// textBehind is the text that a reader sees right behind the text that ends at
// offset, as far as it is one text; "" when there is none.
func (d *MdDocument) textBehind(offset int) string {
	i := d.nodeAt(max(offset-1, 0))
	if n := &d.tree.Nodes[i]; n.Kind == Text && offset < n.Span.End {
		return string(d.src[offset:n.Span.End])
	}
	for i++; i < len(d.tree.Nodes); i++ {
		switch n := &d.tree.Nodes[i]; n.Kind {
		case Emphasis, Strong, Strikethrough, Link:
		case Text:
			return string(d.Bytes(n.Span))
		default:
			return ""
		}
	}
	return ""
}
