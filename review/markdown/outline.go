package markdown

import (
	"strconv"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Token is one step of a walk over a document's tree: a node that begins, a node that ends, or a value. Two documents
// with equal tokens are rendered alike, except for attributes that no token carries on purpose: how wide a list is
// indented, whether emphasis is written with * or _, where a line of code ends.
type Token struct {
	Kind tree.Kind
	Step Step
	// Value is what the step adds: a node's attributes when it begins, the bytes of a value as they are written.
	Value string
	// Span is where the value is written, or, for the begin and the end of a node, where that node stands.
	Span source.Span
}

// A Step says what a Token is.
type Step uint8

const (
	// Begin opens a node; the Value holds its attributes.
	Begin Step = iota
	// End closes it.
	End
	// Value is something that is written in the document and means itself: text, code, a destination.
	Value
)

// Outline returns the document's meaning in tokens.
func Outline(d *Document) []Token {
	w := outliner{d: d, out: make([]Token, 0, 2*len(d.tree.Nodes))}
	w.value(tree.Root, d.front)
	w.node(0)
	return w.out
}

type outliner struct {
	d   *Document
	out []Token
}

func (w *outliner) node(i int) {
	n := &w.d.tree.Nodes[i]
	if n.Kind == tree.Text {
		w.value(tree.Text, n.Span)
		return
	}
	w.out = append(w.out, Token{n.Kind, Begin, attributes(n), n.Span})
	for _, s := range n.Values() {
		w.value(n.Kind, s)
	}
	for j := i + 1; j < n.End; j = w.d.tree.Nodes[j].End {
		w.node(j)
	}
	w.out = append(w.out, Token{Kind: n.Kind, Step: End, Span: n.Span})
}

func attributes(n *tree.Node) string {
	switch n.Kind {
	case tree.ATXHeading, tree.SetextHeading:
		return "level " + strconv.Itoa(int(n.Level))
	case tree.BulletList:
		return tightness(n)
	case tree.OrderedList:
		return tightness(n) + ", from " + strconv.Itoa(int(n.Start))
	case tree.TaskMark:
		if n.Marker == 'x' {
			return "done"
		}
		return "open"
	}
	return ""
}

// tightness says whether the items of a list are rendered without paragraphs.
func tightness(n *tree.Node) string {
	if n.Tight {
		return "tight"
	}
	return "loose"
}

// value keeps empty values too, so that an edit may fill them.
func (w *outliner) value(kind tree.Kind, s source.Span) {
	w.out = append(w.out, Token{kind, Value, string(w.d.Bytes(s)), s})
}
