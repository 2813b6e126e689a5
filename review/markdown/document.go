package markdown

import (
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Document is one revision of one Markdown file. It is never modified; what is derived from its tree is computed when
// it is first asked for. Several goroutines may use it.
type Document struct {
	// Path names the document within the corpus: slash-separated, relative to the folder
	// from which all its documents are named.
	Path    string
	Dialect Dialect

	src   []byte // as it is stored
	text  []byte // src with a line feed for each lone carriage return
	front source.Span
	tree  tree.Tree

	lines       func() *source.Lines
	validPrefix func() int
	headings    func() []Heading
	codeBlocks  func() map[string][]source.Span // by their language
	bullets     func() map[int]uint8            // see MarkerAllowed

	countedFences func() map[int]int
	below         func() []bool // see BelowParagraph
}

// Parse reads src in a dialect, its front matter left aside. Every sequence of bytes is a document. The caller must not
// change src afterwards.
func Parse(path string, src []byte, dialect Dialect) *Document {
	text := source.WithLineFeeds(src)
	front := FrontMatter(text)
	return newDocument(path, src, dialect, text, front, tree.Read(withoutTags(text), front.End, dialect.syntax()))
}

// FromNodes returns a document whose tree is known.
func FromNodes(path string, src []byte, dialect Dialect, nodes []tree.Node) *Document {
	return newDocument(path, src, dialect, source.WithLineFeeds(src), source.Span{}, tree.Tree{Nodes: nodes})
}

func newDocument(path string, src []byte, dialect Dialect, text []byte, front source.Span, t tree.Tree) *Document {
	d := &Document{Path: path, Dialect: dialect, src: src, text: text, front: front, tree: t}
	d.lines = sync.OnceValue(func() *source.Lines { return source.NewLines(src) })
	d.validPrefix = sync.OnceValue(func() int { return source.ValidPrefix(src) })
	d.headings = sync.OnceValue(d.findHeadings)
	d.codeBlocks = sync.OnceValue(d.findCodeBlocks)
	d.bullets = sync.OnceValue(d.findBullets)
	d.countedFences = sync.OnceValue(d.countFences)
	d.below = sync.OnceValue(d.findBelow)
	return d
}

// Revise returns d with the edits applied, under the conditions of source.Apply.
func (d *Document) Revise(edits []source.Edit) (*Document, error) {
	src, err := source.Apply(d.src, edits)
	if err != nil {
		return nil, err
	}
	return Parse(d.Path, src, d.Dialect), nil
}

// Source is the document's bytes as they are stored, which must not be changed. Edits apply to them.
func (d *Document) Source() []byte { return d.src }

// Text is the document's bytes as they are read, which must not be changed. A line feed stands for each carriage return
// that no line feed follows, because CommonMark ends a line there. Offsets are those of Source.
func (d *Document) Text() []byte { return d.text }

// Bytes is the part of Text that s covers.
func (d *Document) Bytes(s source.Span) []byte { return d.Text()[s.Start:s.End] }

// Nodes returns the document's tree in source order; the first node is the root.
func (d *Document) Nodes() []tree.Node { return d.tree.Nodes }

// Code returns the text of the code block nodes[i], as it is rendered: without the
// prefixes of the containers around it.
func (d *Document) Code(i int) []byte {
	var out []byte
	for _, s := range d.CodeLines(i) {
		out = append(out, d.text[s.Start:s.End]...)
	}
	return out
}

// CodeLines returns where the lines of the code block nodes[i] stand, without the prefixes of the containers around it.
func (d *Document) CodeLines(i int) []source.Span {
	n := &d.tree.Nodes[i]
	return d.tree.Code[n.Lines.Start:n.Lines.End]
}

// CodeBlocks returns where the fenced code blocks stand, in order, whose info string begins with
// this name and a space, or is it.
func (d *Document) CodeBlocks(name string) []source.Span { return d.codeBlocks()[name] }

func (d *Document) findCodeBlocks() map[string][]source.Span {
	blocks := map[string][]source.Span{}
	for i := range d.tree.Nodes {
		if n := &d.tree.Nodes[i]; n.Kind == tree.FencedCode && !n.Content.Empty() {
			word, _, _ := strings.Cut(string(d.Bytes(n.Content)), " ")
			blocks[word] = append(blocks[word], n.Span)
		}
	}
	return blocks
}

// Lines converts between offsets and points of this revision.
func (d *Document) Lines() *source.Lines { return d.lines() }

// ValidPrefix returns the length of the text before the first byte that is not UTF-8.
func (d *Document) ValidPrefix() int { return d.validPrefix() }

// FrontMatter returns where the front matter stands with its delimiters.
func (d *Document) FrontMatter() source.Span { return d.front }
