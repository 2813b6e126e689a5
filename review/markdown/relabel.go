package markdown

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// Shorthand returns the reference whose text is its label, as [text] and [text][], that s lies in; nil for none.
func (d *Document) Shorthand(s source.Span) *Node {
	for i := range d.Touching(s) {
		n := &d.Nodes()[i]
		if (n.Kind == Link || n.Kind == Image) && n.Span.Contains(s) && !n.Reference.Empty() &&
			n.Reference == n.Content {
			return n
		}
	}
	return nil
}

// Relabels reports whether an edit of a shorthand and an edit of its definition give both the same new label.
func (d *Document) Relabels(shorthand *Node, text, definition source.Edit) bool {
	for i := range d.Touching(definition.Span) {
		n := &d.Nodes()[i]
		if n.Kind == LinkDefinition && n.Span.Contains(definition.Span) && shorthand.Span.Contains(text.Span) &&
			strings.EqualFold(string(d.Bytes(n.Content)), string(d.Bytes(shorthand.Content))) {
			label, _, ok := strings.Cut(d.edited(n, definition), "]:")
			return ok && strings.EqualFold(label+"]", strings.TrimSuffix(d.edited(shorthand, text), "[]"))
		}
	}
	return false
}

// edited returns what an edit makes of a node that it lies in.
func (d *Document) edited(n *Node, e source.Edit) string {
	return string(d.src[n.Span.Start:e.Start]) + e.New + string(d.src[e.End:n.Span.End])
}

// KeepLabel returns the edit that keeps the link of a shorthand: a new text that is no label of the document gets the
// old one behind it. The span of the edit grows by that label.
func (d *Document) KeepLabel(e source.Edit) source.Edit {
	n := d.Shorthand(e.Span)
	if n == nil {
		return e
	}
	label := "[" + string(d.Bytes(n.Reference)) + "]"
	became := strings.TrimSuffix(d.edited(n, e), "[]")
	defines := func(other Node) bool {
		return other.Kind == LinkDefinition && strings.EqualFold("["+string(d.Bytes(other.Content))+"]", became)
	}
	if !strings.HasSuffix(became, "]") || strings.HasSuffix(became, label) || slices.ContainsFunc(d.Nodes(), defines) {
		return e
	}
	return source.Edit{Span: n.Span, New: became + label}
}
