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

// An outliner walks over the tokens of a document, as they are once the edits are made in its values, and leaves out
// those that lie in free spans. It holds one node's tokens at a time: all of a large document take many times its
// bytes.
type outliner struct {
	d     *Document
	edits []source.Edit
	free  []source.Span

	at   int   // the node that begins next
	open []int // the nodes that began and did not end
	left bool  // the node that began last lies in a free span

	ready []Token // the tokens of the last step
	given int     // how many of them next has returned
}

// outline returns the walk over the meaning of d, before its first token.
func outline(d *Document, edits []source.Edit, free []source.Span) *outliner {
	return &outliner{d: d, edits: edits, free: free}
}

// all returns the tokens that are left.
func (w *outliner) all() []Token {
	var out []Token
	for t, ok := w.next(); ok; t, ok = w.next() {
		out = append(out, t)
	}
	return out
}

// next returns the next token, and false behind the last one.
func (w *outliner) next() (Token, bool) {
	for w.given == len(w.ready) {
		if w.ready, w.given = w.ready[:0], 0; !w.step() {
			return Token{}, false
		}
	}
	w.given++
	return w.ready[w.given-1], true
}

// step makes the tokens ready that the next node begins or ends with. It reports false behind the last one.
func (w *outliner) step() bool {
	nodes := w.d.tree.Nodes
	if n := len(w.open) - 1; n >= 0 && w.at == nodes[w.open[n]].End {
		last := &nodes[w.open[n]]
		w.mark(Token{Kind: last.Kind, Step: End, Span: last.Span})
		w.open = w.open[:n]
		return true
	}
	if w.at == len(nodes) {
		return false
	}
	n := &nodes[w.at]
	if w.at == 0 {
		w.value(tree.Root, w.d.front)
	}
	if n.Kind == tree.Text {
		w.value(tree.Text, n.Span)
		w.at = n.End
		return true
	}
	w.mark(Token{n.Kind, Begin, attributes(n), n.Span})
	for _, s := range n.Values() {
		w.value(n.Kind, s)
	}
	w.open = append(w.open, w.at)
	w.at++
	return true
}

// mark makes a token ready that begins or ends a node.
func (w *outliner) mark(t Token) {
	if w.left = inside(t.Span, w.free); !w.left {
		w.ready = append(w.ready, t)
	}
}

// value makes ready what stays of a value, edited. Empty values are kept too, so that an edit may fill them.
func (w *outliner) value(kind tree.Kind, s source.Span) {
	t := Token{kind, Value, string(w.d.Bytes(s)), s}
	if len(w.edits) == 0 && len(w.free) == 0 {
		w.ready = append(w.ready, t)
		return
	}
	if w.left && s == (source.Span{}) {
		return // what the node does not have is written nowhere
	}
	for _, p := range pieces(t, w.edits, w.free) {
		// A text that an edit takes away whole leaves no node behind. (A text that
		// was empty before is one that the parser made, and it makes it again.)
		if p.Kind != tree.Text || p.Value != "" || t.Value == "" {
			w.ready = append(w.ready, p)
		}
	}
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
