package link

import (
	"bytes"
	slashpath "path"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An Outbound is a place where a document names a destination.
type Outbound struct {
	// Span is the destination as it is written.
	Span source.Span
	// ReadOnly says that it stands in a tag or in an admonition, where no fix may write.
	ReadOnly bool
}

// OutboundOf returns the destinations of d's links, images and reference definitions, and of the links and images that
// are written as HTML, in document order. Those in the bodies of admonitions come last.
func OutboundOf(d *zone.Document) []Outbound {
	const deepest = 5
	return append(LocalOf(d), inAdmonitions(d, deepest)...)
}

// LocalOf is OutboundOf without the bodies of admonitions.
func LocalOf(d *zone.Document) []Outbound {
	var out []Outbound
	nodes := d.Nodes()
	for i := range nodes {
		switch n := &nodes[i]; n.Kind {
		case markdown.Link, markdown.Image, markdown.LinkDefinition:
			out = append(out, Outbound{Span: n.Destination})
		case markdown.HTMLBlock, markdown.InlineHTML:
			for _, attr := range html.Attributes(d.Text(), n.Span) {
				if leads(attr) {
					out = append(out, Outbound{Span: attr.Value, ReadOnly: true})
				}
			}
		}
	}
	if bytes.Contains(d.Text(), []byte("{%")) {
		return slices.DeleteFunc(out, func(o Outbound) bool { return d.Verbatim(o.Span.Start) })
	}
	return out
}

// leads reports whether an attribute of HTML holds a destination.
func leads(a html.Attribute) bool {
	switch strings.ToLower(a.Tag + " " + a.Name) {
	case "a href", "img src":
		return true
	}
	return false
}

// Candidates returns the files that a link in the document at from may lead to, where it isn't known which there are:
// the path as it is written, and what site generators turn into it. root is the folder that a path with a leading slash
// begins at.
func Candidates(from string, dest Destination, root string) []string {
	if dest.File == "" {
		return []string{from}
	}
	literal := slashpath.Join(slashpath.Dir(from), dest.File)
	if strings.HasPrefix(dest.File, "/") {
		literal = slashpath.Join(root, dest.File)
	}
	return slices.Concat([]string{literal}, pages(from, literal, dest.File))
}
