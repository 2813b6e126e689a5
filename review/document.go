package review

import (
	"bytes"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Document is one revision of one Markdown file. It is never modified; its
// parts beyond the tree are computed when first asked for, once, and it may be
// used by several goroutines.
type Document struct {
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
	cuts []int32
	by   *Sketches // what made the document; nil when Parse did
	of   *Run      // the run that the document belongs to; nil where it is alone
	*derived
}

// derived is what a document may be asked for beyond its tree.
type derived struct {
	desk     *Desk // whose memory is used; nil for a document that is kept
	lines    lazy[*source.Lines]
	valid    lazy[int] // the length of the UTF-8 that the text begins with
	headings lazy[[]Heading]
	named    lazy[map[string][]source.Span] // fenced code blocks by their language
	beside   lazy[map[int]uint8]            // the markers that lists beside others may have
	zones    lazy[[]ZoneSpan]
	suppress lazy[suppressions]
	alone    lazy[*Run]
	whole    lazy[*Document] // of a partial one
}

// A lazy value is made when it is first asked for, once.
type lazy[T any] struct {
	once  sync.Once
	made  bool
	value T
}

// get has the value made by the first call. A panic in make is a mistake in this
// program and goes on there; for later calls there is no value, and none may be taken
// for one.
func (l *lazy[T]) get(make func() T) T {
	l.once.Do(func() { l.value, l.made = make(), true })
	if !l.made {
		panic("a value is asked for that could not be made before")
	}
	return l.value
}

// Parse reads src as GitHub flavoured Markdown with footnotes, its front matter
// left aside. Every sequence of bytes is a document. The caller must not change
// src afterwards.
func Parse(path string, src []byte) *Document {
	d := newDocument(path, src, frontMatter(src))
	d.parse()
	return d
}

// parse gives d the tree of the whole.
func (d *Document) parse() {
	d.nodes, d.code = treeOf(nil, nil, d.src, d.front.End)
	d.regions = []source.Span{{Start: d.front.End, End: len(d.src)}}
}

// newDocument is a document without its tree.
func newDocument(path string, src []byte, front source.Span) *Document {
	return &Document{Path: path, src: src, front: front, derived: &derived{}}
}

// Whole is the document with the tree of all of it: d itself, unless it was
// parsed only as far as reviewers need it.
func (d *Document) Whole() *Document {
	if !d.partial {
		return d
	}
	other := *d.whole.get(func() *Document { return Parse(d.Path, d.src) })
	other.of = d.Run()
	return &other
}

// Source is the document's bytes, which must not be changed.
func (d *Document) Source() []byte { return d.src }

// Bytes is the part of the document that s covers.
func (d *Document) Bytes(s source.Span) []byte { return d.src[s.Start:s.End] }

// Nodes is the document's tree in source order; the first node is the root.
func (d *Document) Nodes() []Node { return d.nodes }

// Code is the text of the code block nodes[i], as it is rendered: without the
// prefixes of the containers around it.
func (d *Document) Code(i int) []byte {
	var out []byte
	n := d.nodes[i]
	for _, s := range d.code[n.code.start:n.code.end] {
		out = append(out, d.src[s.Start:s.End]...)
	}
	return out
}

// CodeBlocks is where the fenced code blocks stand, in order, whose info string begins with
// this name and a space, or is it.
func (d *Document) CodeBlocks(name string) []source.Span {
	return d.named.get(func() map[string][]source.Span {
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
func (d *Document) Lines() *source.Lines {
	return d.lines.get(func() *source.Lines {
		if d.desk == nil {
			return source.NewLines(d.src)
		}
		d.desk.lines.Index(d.src)
		return &d.desk.lines
	})
}

// ValidPrefix is the length of the text before the first byte that is not UTF-8.
func (d *Document) ValidPrefix() int {
	return d.valid.get(func() int { return source.ValidPrefix(d.src) })
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
