package markdown

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/lazy"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/fastpath"
	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// An Document is one revision of one Markdown file. It is never modified; its
// parts beyond the tree are computed when first asked for, once, and it may be
// used by several goroutines.
type Document struct {
	// Path names the document within the corpus: slash-separated, relative to the folder
	// from which all its documents are named.
	Path    string
	Dialect Dialect

	src    []byte // as it is stored
	text   []byte // src with a line feed for each lone carriage return
	front  source.Span
	valid  *lazy.Value[int] // the length of the UTF-8 that the text begins with
	parser *PartialParser   // what made the document; nil when Parse did
	of     *revision        // what it was made from, whose edits are parsed too; nil for none
	memory derivedMemory
	now    *reading      // nil where the tree is read later
	later  *laterReading // nil where the tree was read at once
}

// Parse reads src in a dialect, its front matter left aside. Every sequence of bytes is a document. The caller must not
// change src afterwards.
func Parse(path string, src []byte, dialect Dialect) *Document {
	d := newDocument(path, src, dialect)
	d.now = &reading{}
	d.parse(&d.now.tree)
	return d
}

// parse makes t the tree of the whole. goldmark reads all of it: what an edit changes is proved by such trees.
func (d *Document) parse(t *tree.Tree) {
	if !new(fastpath.Reader).ReadInPieces(t, d.text, d.front.End) {
		t.ReadAll(d.text, d.front.End)
	}
}

// read makes t the tree of d as far as n asks. Of a revision, what its edits touched is parsed too.
func (d *Document) read(t *tree.Tree, r *fastpath.Reader, n fastpath.Needs) {
	n.Everything = n.Everything || d.Dialect.MDX
	var change *fastpath.Change
	if d.of != nil {
		change = &fastpath.Change{Touched: func(cuts []int32) ([]source.Span, bool) { return d.of.touched(d, cuts) },
			Edited: written(d.of.edits)}
	}
	if !r.Read(t, d.text, d.front.End, n, change) {
		t.ReadAll(d.text, d.front.End)
	}
}

// tree returns the tree of d.
func (d *Document) tree() *tree.Tree { return &d.reading().tree }

// ReadAtOnce reports whether d has had its tree from the start, and has it until the end: d is not what Later made, nor
// a revision of such a document.
func (d *Document) ReadAtOnce() bool { return d.later == nil }

// Beside returns what another package keeps beside the tree of d, for as long as that is kept. The first call makes it.
func (d *Document) Beside(make func() any) any { return d.reading().above.Get(make) }

// newDocument is a document without its tree.
func newDocument(path string, src []byte, dialect Dialect) *Document {
	text := source.WithLineFeeds(src)
	return &Document{Path: path, Dialect: dialect, src: src, text: text, front: FrontMatter(text), valid: new(lazy.Value[int])}
}

// Partial reports whether the document was parsed only as far as reviewers need it.
func (d *Document) Partial() bool { return d.tree().Partial }

// Whole returns the document with the tree of all of it: d itself, unless it was
// parsed only as far as reviewers need it.
func (d *Document) Whole() *Document {
	if !d.Partial() {
		return d
	}
	return d.reading().whole.Get(func() *Document { return Parse(d.Path, d.src, d.Dialect) })
}

// WithLinks returns the document with all that may lead within the repository: d itself, unless it was parsed for
// reviewers that need no links.
func (d *Document) WithLinks() *Document {
	if d.tree().Links {
		return d
	}
	return d.Whole()
}

// Source is the document's bytes as they are stored, which must not be changed. Edits
// apply to them.
func (d *Document) Source() []byte {
	d.reads()
	return d.src
}

// Text is the document's bytes as they are read, which must not be changed. A line feed
// stands for each carriage return that no line feed follows, because CommonMark ends a line
// there. Offsets are those of Source.
func (d *Document) Text() []byte {
	d.reads()
	return d.text
}

// Bytes is the part of Text that s covers.
func (d *Document) Bytes(s source.Span) []byte { return d.Text()[s.Start:s.End] }

// Nodes returns the document's tree in source order; the first node is the root.
func (d *Document) Nodes() []tree.Node { return d.tree().Nodes }

// Code returns the text of the code block nodes[i], as it is rendered: without the
// prefixes of the containers around it.
func (d *Document) Code(i int) []byte {
	var out []byte
	n := d.tree().Nodes[i]
	for _, s := range d.tree().Code[n.Lines.Start:n.Lines.End] {
		out = append(out, d.text[s.Start:s.End]...)
	}
	return out
}

// CodeBlocks returns where the fenced code blocks stand, in order, whose info string begins with
// this name and a space, or is it.
func (d *Document) CodeBlocks(name string) []source.Span {
	return d.reading().named.Get(func() map[string][]source.Span {
		blocks := map[string][]source.Span{}
		for i := range d.tree().Nodes {
			if n := &d.tree().Nodes[i]; n.Kind == tree.FencedCode && !n.Content.Empty() {
				word, _, _ := strings.Cut(string(d.Bytes(n.Content)), " ")
				blocks[word] = append(blocks[word], n.Span)
			}
		}
		return blocks
	})[name]
}

// Lines converts between offsets and points of this revision.
func (d *Document) Lines() *source.Lines {
	if d.later != nil {
		return d.later.linesOf(d)
	}
	return d.now.lines.Get(func() *source.Lines {
		lines := d.memory.lines
		if lines == nil {
			return source.NewLines(d.src)
		}
		lines.Index(d.src)
		return lines
	})
}

// ValidPrefix returns the length of the text before the first byte that is not UTF-8.
func (d *Document) ValidPrefix() int {
	return d.valid.Get(func() int { return source.ValidPrefix(d.src) })
}

// FrontMatter returns where the front matter stands with its delimiters.
func (d *Document) FrontMatter() source.Span { return d.front }

// FromNodes returns a document whose tree is known.
func FromNodes(path string, src []byte, nodes []tree.Node) *Document {
	d := newDocument(path, src, Dialect{})
	d.front = source.Span{}
	d.now = &reading{tree: tree.Tree{Nodes: nodes}}
	return d
}

// Regions returns the parts of the document that were parsed, in order.
func (d *Document) Regions() []source.Span { return d.tree().Regions }

// CodeLines returns where the lines of the code block nodes[i] stand, without the prefixes of
// the containers around it.
func (d *Document) CodeLines(i int) []source.Span {
	n := &d.tree().Nodes[i]
	return d.tree().Code[n.Lines.Start:n.Lines.End]
}
