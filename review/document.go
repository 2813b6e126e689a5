package review

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/internal/scratch"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An MdDocument is one revision of one Markdown file. It is never modified; its
// parts beyond the tree are computed when first asked for, once, and it may be
// used by several goroutines.
type MdDocument struct {
	// Path names the document as the run does: slash-separated, relative to where
	// the run's documents are named from.
	Path string

	src   []byte
	front source.Span
	nodes []Node
	code  []source.Span // the lines of all code blocks, without container prefixes
	// regions is the parts that were parsed, in order.
	regions []source.Span
	// partial says that not all was; see Whole.
	partial bool
	// cuts is where the chunks begin that the document was cut into; nil when it was not.
	cuts   []int32
	parser *mdPartialParser // what made the document; nil when Parse did
	*derived
}

// derived is what a document may be asked for beyond its tree.
type derived struct {
	memory   Memory
	lines    lazy.Value[*source.Lines]
	valid    lazy.Value[int] // the length of the UTF-8 that the text begins with
	headings lazy.Value[[]Heading]
	named    lazy.Value[map[string][]source.Span] // fenced code blocks by their language
	beside   lazy.Value[map[int]uint8]            // the markers that lists beside others may have
	whole    lazy.Value[*MdDocument]              // of a partial one
}

// Memory is what the derived parts of documents are made in.
type Memory struct {
	headings scratch.Space[headingMemory]
	lines    *source.Lines // nil: new ones
}

// Parse reads src as GitHub flavoured Markdown with footnotes, its front matter
// left aside. Every sequence of bytes is a document. The caller must not change
// src afterwards.
func mdParse(path string, src []byte) *MdDocument {
	d := newDocument(path, src, frontMatter(src))
	d.parse()
	return d
}

// parse gives d the tree of the whole.
func (d *MdDocument) parse() {
	d.nodes, d.code = treeOf(nil, nil, d.src, d.front.End)
	d.regions = []source.Span{{Start: d.front.End, End: len(d.src)}}
}

// newDocument is a document without its tree.
func newDocument(path string, src []byte, front source.Span) *MdDocument {
	return &MdDocument{Path: path, src: src, front: front, derived: &derived{}}
}

// Whole is the document with the tree of all of it: d itself, unless it was
// parsed only as far as reviewers need it.
func (d *MdDocument) Whole() *MdDocument {
	if !d.partial {
		return d
	}
	return d.whole.Get(func() *MdDocument { return mdParse(d.Path, d.src) })
}

// Source is the document's bytes, which must not be changed.
func (d *MdDocument) Source() []byte { return d.src }

// Bytes is the part of the document that s covers.
func (d *MdDocument) Bytes(s source.Span) []byte { return d.src[s.Start:s.End] }

// Nodes is the document's tree in source order; the first node is the root.
func (d *MdDocument) Nodes() []Node { return d.nodes }

// Code is the text of the code block nodes[i], as it is rendered: without the
// prefixes of the containers around it.
func (d *MdDocument) Code(i int) []byte {
	var out []byte
	n := d.nodes[i]
	for _, s := range d.code[n.code.start:n.code.end] {
		out = append(out, d.src[s.Start:s.End]...)
	}
	return out
}

// CodeBlocks is where the fenced code blocks stand, in order, whose info string begins with
// this name and a space, or is it.
func (d *MdDocument) CodeBlocks(name string) []source.Span {
	return d.named.Get(func() map[string][]source.Span {
		blocks := map[string][]source.Span{}
		for i := range d.nodes {
			if n := &d.nodes[i]; n.Kind == FencedCode && !n.Content.Empty() {
				word, _, _ := strings.Cut(string(d.Bytes(n.Content)), " ")
				blocks[word] = append(blocks[word], n.Span)
			}
		}
		return blocks
	})[name]
}

// Lines converts between offsets and points of this revision.
func (d *MdDocument) Lines() *source.Lines {
	return d.lines.Get(func() *source.Lines {
		lines := d.memory.lines
		if lines == nil {
			return source.NewLines(d.src)
		}
		lines.Index(d.src)
		return lines
	})
}

// ValidPrefix is the length of the text before the first byte that is not UTF-8.
func (d *MdDocument) ValidPrefix() int {
	return d.valid.Get(func() int { return source.ValidPrefix(d.src) })
}

// loneReturn reports whether src has a carriage return that no line feed
// follows. CommonMark ends a line there and goldmark does not, so nothing that
// the tree says about such a document can be relied upon.
func loneReturn(src []byte) bool {
	for rest := src; ; {
		i := bytes.IndexByte(rest, '\r')
		if i < 0 {
			return false
		}
		if i+1 == len(rest) || rest[i+1] != '\n' {
			return true
		}
		rest = rest[i+1:]
	}
}

// FrontMatter is where the front matter stands with its delimiters.
func (d *MdDocument) FrontMatter() source.Span { return d.front }

// FromNodes returns a document whose tree is known.
func FromNodes(path string, src []byte, nodes []Node) *MdDocument {
	d := newDocument(path, src, source.Span{})
	d.nodes = nodes
	return d
}
