package markdown

import (
	"bytes"
	"iter"
	"slices"
	"sort"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// InnermostAt returns the index of the innermost node that starts at or before offset and
// is not followed by another that does.
func (d *Document) InnermostAt(offset int) int {
	return sort.Search(len(d.tree.Nodes), func(i int) bool { return d.tree.Nodes[i].Span.Start > offset }) - 1
}

// Block returns the index of the block that holds the text at offset: of the root in the front matter.
func (d *Document) Block(offset int) int {
	i := max(0, d.InnermostAt(offset))
	for d.tree.Nodes[i].Kind.Inline() {
		i = d.tree.Nodes[i].Parent
	}
	return i
}

// InImage reports whether the text at offset describes an image.
func (d *Document) InImage(offset int) bool {
	i := d.InnermostAt(offset)
	for d.tree.Nodes[i].Kind.Inline() && d.tree.Nodes[i].Kind != tree.Image {
		i = d.tree.Nodes[i].Parent
	}
	return d.tree.Nodes[i].Kind == tree.Image
}

// RuneBefore returns the character that a reader sees right before the text at offset, utf8.RuneError when there is
// none: the marks of emphasis and links are looked through.
func (d *Document) RuneBefore(offset int) rune {
	i := d.InnermostAt(offset)
	if n := &d.tree.Nodes[i]; n.Kind == tree.Text && n.Span.Start < offset {
		r, _ := utf8.DecodeLastRune(d.text[n.Span.Start:offset])
		return r
	}
	for i--; i > 0; i-- {
		switch n := &d.tree.Nodes[i]; n.Kind {
		case tree.Emphasis, tree.Strong, tree.Strikethrough, tree.Link:
		case tree.Text:
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

// TextBehind returns the text that a reader sees right behind the text that ends at offset, as far as it is one text.
func (d *Document) TextBehind(offset int) []byte {
	i := d.InnermostAt(max(offset-1, 0))
	if n := &d.tree.Nodes[i]; n.Kind == tree.Text && offset < n.Span.End {
		return d.text[offset:n.Span.End]
	}
	for i++; i < len(d.tree.Nodes); i++ {
		switch n := &d.tree.Nodes[i]; n.Kind {
		case tree.Emphasis, tree.Strong, tree.Strikethrough, tree.Link:
		case tree.Text:
			return d.Bytes(n.Span)
		default:
			return nil
		}
	}
	return nil
}

// NodeAt returns the index of the outermost node of this kind that starts at offset.
// The time is logarithmic in the number of nodes.
func (d *Document) NodeAt(kind tree.Kind, offset int) (int, bool) {
	i := sort.Search(len(d.tree.Nodes), func(i int) bool { return d.tree.Nodes[i].Span.Start >= offset })
	for ; i < len(d.tree.Nodes) && d.tree.Nodes[i].Span.Start == offset; i++ {
		if d.tree.Nodes[i].Kind == kind {
			return i, true
		}
	}
	return -1, false
}

// Previous returns the index of the sibling before nodes[i], -1 for the first child.
func (d *Document) Previous(i int) int {
	parent := d.tree.Nodes[i].Parent
	if i <= parent+1 {
		return -1
	}
	for i--; d.tree.Nodes[i].Parent != parent; {
		i = d.tree.Nodes[i].Parent
	}
	return i
}

// Touching yields, in order, the nodes that s has bytes of or touches, as their indices: those around its start, and
// those that begin in it. Each costs the same, however long the document is.
func (d *Document) Touching(s source.Span) iter.Seq[int] {
	return func(yield func(int) bool) {
		nodes := d.Nodes()
		last := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span.Start > s.Start }) - 1
		var around []int
		for i := last; i > 0; i = nodes[i].Parent {
			around = append(around, i)
		}
		for _, i := range slices.Backward(around) {
			if nodes[i].Span.End >= s.Start && !yield(i) {
				return
			}
		}
		for i := max(1, last+1); i < len(nodes) && nodes[i].Span.Start <= s.End; i++ {
			if !yield(i) {
				return
			}
		}
	}
}

// MissingPipes returns how many pipes fewer part the cells of the table's row at an offset than those of its header.
func (d *Document) MissingPipes(at int) int {
	missing := 0
	for i := range d.Touching(source.Span{Start: at, End: at}) {
		switch n := &d.Nodes()[i]; n.Kind {
		case tree.Table:
			missing = d.pipes(&d.Nodes()[i+1])
		case tree.TableRow:
			return max(missing-d.pipes(n), 0)
		}
	}
	return 0
}

// pipes counts the pipes of a row that part cells.
func (d *Document) pipes(row *tree.Node) int {
	text := d.Bytes(row.Span)
	return bytes.Count(text, []byte("|")) - bytes.Count(text, []byte(`\|`))
}
