package tree

import (
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// deep is a parser of blocks that MDX reads however far their lines are indented. Goldmark's parser reads at most three
// columns: it is shown such a line without its indentation.
type deep struct{ parser.BlockParser }

func (deep) CanAcceptIndentedLine() bool { return true }

func (d deep) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	r, columns := withoutIndent(r, 0)
	node, state := d.BlockParser.Open(parent, r, pc)
	if item, ok := node.(*ast.ListItem); ok {
		item.Offset += columns
		if state == parser.HasChildren { // no code begins behind a marker: all white space is the item's margin
			line, _ := r.PeekLine()
			width, n := util.IndentWidth(line, r.LineOffset())
			item.Offset += width
			r.Advance(n)
		}
	}
	return node, state
}

func (d deep) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	within := 0 // what belongs to the last item of a list keeps its indentation
	switch n := node.(type) {
	case *ast.List:
		if last, ok := n.LastChild().(*ast.ListItem); ok {
			within = last.Offset
		}
	case *ast.ListItem:
		within = n.Offset
	}
	r, _ = withoutIndent(r, within)
	return d.BlockParser.Continue(node, r, pc)
}

// withoutIndent returns a reader that shows the next line without its indentation, and how many columns that is. It
// returns r itself for a line of less than four columns, and for one that belongs to what begins at a column.
func withoutIndent(r text.Reader, within int) (text.Reader, int) {
	line, _ := r.PeekLine()
	columns, n := util.IndentWidth(line, r.LineOffset())
	if columns < 4 || n == len(line) || within > 0 && columns >= within {
		return r, 0
	}
	return &deepLine{r, n, columns}, columns
}

// A deepLine is a reader whose next line has no indentation, until something of it is read.
type deepLine struct {
	text.Reader
	n, columns int
}

func (d *deepLine) PeekLine() ([]byte, text.Segment) {
	line, s := d.Reader.PeekLine()
	return line[d.n:], s
}

func (d *deepLine) LineOffset() int { return d.Reader.LineOffset() + d.columns }

func (d *deepLine) Advance(n int) { d.AdvanceAndSetPadding(n, 0) }

func (d *deepLine) AdvanceAndSetPadding(n, padding int) {
	n, d.n, d.columns = n+d.n, 0, 0
	d.Reader.AdvanceAndSetPadding(n, padding)
}
