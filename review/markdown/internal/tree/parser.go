package tree

import (
	"bytes"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// markdown is the one parser of the program. It has no state of its own, so any
// number of goroutines may use it; making one costs as much as parsing a page.
var markdown = sync.OnceValue(func() parser.Parser { return newParser(bareLinks{extension.NewLinkifyParser()}) })

// mdx is the parser of MDX.
var mdx = sync.OnceValue(func() parser.Parser { return parser.NewParser(append(mdxOptions(), transformers()...)...) })

// newParser returns goldmark for GitHub flavoured Markdown with footnotes. addresses reads those without brackets.
//
// goldmark's own footnote extension moves the definitions to the end of the document and drops those that nothing
// refers to; then no node would say what stands in their place. Here they stay where they are written.
func newParser(addresses parser.InlineParser) parser.Parser {
	return parser.NewParser(append(transformers(), parser.WithBlockParsers(blockParsers()...),
		parser.WithInlineParsers(inlineParsers(addresses)...))...)
}

func inlineParsers(addresses parser.InlineParser) []util.PrioritizedValue {
	return append(parser.DefaultInlineParsers(),
		util.Prioritized(footnoteReferences{}, 101),
		util.Prioritized(taskMarks{extension.NewTaskCheckBoxParser()}, 0),
		util.Prioritized(extension.NewStrikethroughParser(), 500),
		util.Prioritized(addresses, 999))
}

func blockParsers() []util.PrioritizedValue {
	blocks := append(parser.DefaultBlockParsers(), util.Prioritized(newFootnotes(), 999),
		util.Prioritized(overlayBlocks{}, 10), util.Prioritized(bodies{}, 15))
	for i, b := range blocks {
		if b.Value == parser.NewListParser() || b.Value == parser.NewListItemParser() {
			blocks[i].Value = listBlocks{b.Value.(parser.BlockParser)}
		}
	}
	return blocks
}

func transformers() []parser.Option {
	return []parser.Option{
		parser.WithASTTransformers(util.Prioritized(extension.NewTableASTTransformer(), 0)),
		parser.WithParagraphTransformers(util.Prioritized(linkDefinitions{parser.LinkReferenceParagraphTransformer},
			100),
			util.Prioritized(tableParagraphs{extension.NewTableParagraphTransformer()}, 200)),
	}
}

// linkDefinitions is goldmark's parser of reference definitions. It leaves paragraphs alone that begin with none, for
// which goldmark makes a reader each.
type linkDefinitions struct{ parser.ParagraphTransformer }

func (l linkDefinitions) Transform(paragraph *ast.Paragraph, r text.Reader, pc parser.Context) {
	if lines := paragraph.Lines(); lines.Len() > 0 {
		first := lines.At(0)
		if !bytes.HasPrefix(util.TrimLeftSpace(first.Value(r.Source())), []byte("[")) {
			return
		}
	}
	for l.takePart(paragraph, r, pc) {
	}
	if paragraph.Parent() != nil {
		l.ParagraphTransformer.Transform(paragraph, r, pc)
	}
}

// DefinitionPart is about how many lines of definitions are read at a time: goldmark's time grows with their square.
const DefinitionPart = 256

// takePart reads the first definitions of a long paragraph, and takes their lines out of it. It reports whether more
// may follow.
func (l linkDefinitions) takePart(paragraph *ast.Paragraph, r text.Reader, pc parser.Context) bool {
	lines, n := paragraph.Lines(), DefinitionPart
	for ; n < lines.Len(); n++ {
		last, next := lines.At(n-1), lines.At(n)
		if IsWholeDefinition(last.Value(r.Source())) && bytes.HasPrefix(next.Value(r.Source()), []byte("[")) {
			break
		}
	}
	if n >= lines.Len() {
		return false
	}
	rest := text.NewSegments()
	rest.AppendAll(lines.Sliced(n, lines.Len()))
	part, head := ast.NewParagraph(), text.NewSegments()
	head.AppendAll(lines.Sliced(0, n))
	part.SetLines(head)
	part.SetBlankPreviousLines(paragraph.HasBlankPreviousLines())
	parent := paragraph.Parent()
	parent.InsertBefore(parent, paragraph, part)
	l.ParagraphTransformer.Transform(part, r, pc)
	if part.Parent() == nil {
		paragraph.SetLines(rest)
		paragraph.SetBlankPreviousLines(false)
		return true
	}
	left := text.NewSegments() // text stands among the definitions
	left.AppendAll(part.Lines().Sliced(0, part.Lines().Len()))
	left.AppendAll(rest.Sliced(0, rest.Len()))
	if left.Len() < lines.Len() {
		paragraph.SetBlankPreviousLines(false)
	}
	paragraph.SetLines(left)
	parent.RemoveChild(parent, part)
	return false
}

// IsWholeDefinition reports whether a line is a definition without a title, behind which another one may begin.
func IsWholeDefinition(line []byte) bool {
	label, rest, ok := bytes.Cut(bytes.TrimRight(line, " \r\n"), []byte("]:"))
	destination := bytes.TrimLeft(rest, " ")
	return ok && len(label) > 1 && label[0] == '[' && !bytes.ContainsAny(label[1:], "[]\\") && len(destination) > 0 &&
		!bytes.ContainsAny(destination, " \t<(\"'")
}

// footnoteLabels holds the labels that are defined, for the inline parser.
var footnoteLabels = parser.NewContextKey()

// footnoteBlocks is goldmark's parser of footnote definitions. It differs in what it does with a definition that is
// complete.
type footnoteBlocks struct{ parser.BlockParser }

func newFootnotes() parser.BlockParser { return footnoteBlocks{extension.NewFootnoteBlockParser()} }

func (footnoteBlocks) Close(node ast.Node, _ text.Reader, pc parser.Context) {
	labels, _ := pc.Get(footnoteLabels).(map[string]bool)
	if labels == nil {
		labels = map[string]bool{}
		pc.Set(footnoteLabels, labels)
	}
	labels[string(node.(*extast.Footnote).Ref)] = true
}

// listBlocks is goldmark's parser of lists or of their items. It also reads an item without text whose line ends with a
// carriage return and a line feed: goldmark takes its marker for text.
type listBlocks struct{ parser.BlockParser }

func (b listBlocks) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	return b.BlockParser.Open(parent, withoutReturn(r), pc)
}

func (b listBlocks) Continue(node ast.Node, r text.Reader, pc parser.Context) parser.State {
	return b.BlockParser.Continue(node, withoutReturn(r), pc)
}

// withoutReturn returns a reader of the same text that shows a space for the carriage return behind a marker.
func withoutReturn(r text.Reader) text.Reader {
	line, _ := r.PeekLine()
	marker, ok := bytes.CutSuffix(line, []byte("\r\n"))
	if !ok {
		return r
	}
	if marker = bytes.TrimLeft(marker, " "); len(marker) == 0 || ItemMarker(marker) != len(marker) {
		return r
	}
	return markerLine{r, append(bytes.Clone(line[:len(line)-len("\r\n")]), " \n"...)}
}

// A markerLine is a reader whose next line reads otherwise.
type markerLine struct {
	text.Reader
	line []byte
}

func (m markerLine) PeekLine() ([]byte, text.Segment) {
	_, s := m.Reader.PeekLine()
	return m.line, s
}

// taskMarks is goldmark's parser of the marks of tasks. It leaves a link with such a text alone:
// white space stands behind a mark.
type taskMarks struct{ parser.InlineParser }

func (t taskMarks) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if line, _ := block.PeekLine(); len(line) > 3 && line[2] == ']' && !source.IsSpace(line[3]) {
		return nil
	}
	return t.InlineParser.Parse(parent, block, pc)
}

// footnoteReferences makes [^label] a footnote reference where label is defined.
type footnoteReferences struct{}

func (footnoteReferences) Trigger() []byte { return []byte{'['} }

func (footnoteReferences) Parse(_ ast.Node, block text.Reader, pc parser.Context) ast.Node {
	line, _ := block.PeekLine()
	if len(line) < 2 || line[1] != '^' {
		return nil
	}
	labels, _ := pc.Get(footnoteLabels).(map[string]bool)
	if labels == nil {
		return nil
	}
	end := bytes.IndexByte(line, ']')
	if end < 0 || !labels[string(line[2:end])] {
		return nil
	}
	block.Advance(end + 1)
	return extast.NewFootnoteLink(0)
}
