package review

import (
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

	src    []byte
	front  source.Span
	tree   Tree
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
func (d *MdDocument) parse() { d.read(&chunkReader{}, Needs{Everything: true}, nil) }

// read gives d its tree as far as n asks. Of a revision, what its edits touched is
// parsed too.
func (d *MdDocument) read(r *chunkReader, n Needs, of *revision) {
	n.Everything = n.Everything || strings.HasSuffix(d.Path, ".mdx")
	var change *Change
	if of != nil {
		change = &Change{Touched: func(cuts []int32) ([]source.Span, bool) { return of.touched(d, cuts) }}
		_, change.Edited = placesOf(of.edits)
	}
	if !r.Read(&d.tree, d.src, d.front.End, n, change) {
		d.tree.ReadAll(d.src, d.front.End)
	}
}

// newDocument is a document without its tree.
func newDocument(path string, src []byte, front source.Span) *MdDocument {
	return &MdDocument{Path: path, src: src, front: front, derived: &derived{}}
}

// Whole is the document with the tree of all of it: d itself, unless it was
// parsed only as far as reviewers need it.
func (d *MdDocument) Whole() *MdDocument {
	if !d.tree.Partial {
		return d
	}
	return d.whole.Get(func() *MdDocument { return mdParse(d.Path, d.src) })
}

// Source is the document's bytes, which must not be changed.
func (d *MdDocument) Source() []byte { return d.src }

// Bytes is the part of the document that s covers.
func (d *MdDocument) Bytes(s source.Span) []byte { return d.src[s.Start:s.End] }

// Nodes is the document's tree in source order; the first node is the root.
func (d *MdDocument) Nodes() []Node { return d.tree.Nodes }

// Code is the text of the code block nodes[i], as it is rendered: without the
// prefixes of the containers around it.
func (d *MdDocument) Code(i int) []byte {
	var out []byte
	n := d.tree.Nodes[i]
	for _, s := range d.tree.Code[n.Lines.Start:n.Lines.End] {
		out = append(out, d.src[s.Start:s.End]...)
	}
	return out
}

// CodeBlocks is where the fenced code blocks stand, in order, whose info string begins with
// this name and a space, or is it.
func (d *MdDocument) CodeBlocks(name string) []source.Span {
	return d.named.Get(func() map[string][]source.Span {
		blocks := map[string][]source.Span{}
		for i := range d.tree.Nodes {
			if n := &d.tree.Nodes[i]; n.Kind == FencedCode && !n.Content.Empty() {
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

// FrontMatter is where the front matter stands with its delimiters.
func (d *MdDocument) FrontMatter() source.Span { return d.front }

// FromNodes returns a document whose tree is known.
func FromNodes(path string, src []byte, nodes []Node) *MdDocument {
	d := newDocument(path, src, source.Span{})
	d.tree.Nodes = nodes
	return d
}

// Regions is the parts of the document that were parsed, in order.
func (d *MdDocument) Regions() []source.Span { return d.tree.Regions }

// CodeLines is where the lines of the code block nodes[i] stand, without the prefixes of
// the containers around it.
func (d *MdDocument) CodeLines(i int) []source.Span {
	n := &d.tree.Nodes[i]
	return d.tree.Code[n.Lines.Start:n.Lines.End]
}
