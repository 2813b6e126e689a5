package tree

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// A Syntax is what a document is read by, beyond GitHub Flavored Markdown.
type Syntax struct {
	// JSX says that the document is MDX.
	JSX bool
	// Bodies says that indented lines below !!! note, ??? note and === "Tab" are text.
	Bodies   bool
	Overlays []Overlay
}

// An Overlay is lines that are no Markdown, although they look like it. It is read before all other blocks: what
// stands in it is one node of the kind Foreign.
type Overlay struct {
	// First are the bytes that an opening line may begin with, behind its indentation.
	First string
	// Opens reports whether a line opens the overlay. A line has no indentation, and white space at its end is cut off.
	// below is the text from the next line on.
	Opens func(line, below []byte) bool
	// Closes reports whether a line is the last one. Without it and without Until the opening line is the only one.
	Closes func(line, below []byte) bool
	// Until is set where lines that a blank one ends belong to the overlay, up to that line.
	Until End
	Where Where
	// Interrupts says that no blank line need stand above.
	Interrupts bool
	// Inside says what the lines are.
	Inside Inside
}

// An End says where an overlay ends whose last line is missing.
type End uint8

const (
	// Closed overlays end at their last line. An opening line that no last line follows opens nothing.
	Closed End = iota
	// ClosedOrBlank overlays must close before a blank line.
	ClosedBeforeBlank
	// Blank overlays end before a blank line, or at their last line.
	Blank
)

// Where says which lines may open an overlay.
type Where uint8

const (
	Anywhere Where = iota
	// TopLevel lines stand in no list and in no quote.
	TopLevel
	// LaterLine is any line but that of the document's start.
	LaterLine
)

// Inside says what the lines of an overlay are.
type Inside uint8

const (
	Data Inside = iota
	Code
	Formula
	// Columns are text that no edit may touch: each letter has its column.
	Columns
	// JSX is tags, modules and expressions.
	JSX
)

var syntaxKey = parser.NewContextKey()

// overlayState is what a parse knows of its overlays.
type overlayState struct {
	syntax Syntax
	// unclosed has, for each overlay, that no line closes it from some line on.
	unclosed []bool
}

func newContext(s Syntax) parser.Context {
	pc := parser.NewContext()
	pc.Set(syntaxKey, &overlayState{syntax: s, unclosed: make([]bool, len(s.Overlays))})
	return pc
}

// kindForeign is the kind of goldmark's nodes for overlays.
var kindForeign = ast.NewNodeKind("Foreign")

// A foreign node is an overlay.
type foreign struct {
	ast.BaseBlock
	as     Kind
	inside Inside
	end    int // where the line behind the last one begins
}

func (*foreign) Kind() ast.NodeKind              { return kindForeign }
func (*foreign) IsRaw() bool                     { return true }
func (f *foreign) Dump(source []byte, level int) { ast.DumpHelper(f, source, level, nil, nil) }

// overlayBlocks is the parser of overlays.
type overlayBlocks struct{}

func (overlayBlocks) Trigger() []byte             { return []byte(`$\-+:@{%[(*#/`) }
func (overlayBlocks) CanInterruptParagraph() bool { return true }
func (overlayBlocks) CanAcceptIndentedLine() bool { return false }

func (overlayBlocks) Close(ast.Node, text.Reader, parser.Context) {}

func (overlayBlocks) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	at := pc.BlockOffset()
	state, _ := pc.Get(syntaxKey).(*overlayState)
	if at < 0 || state == nil {
		return nil, parser.NoChildren
	}
	line, segment := r.PeekLine()
	opening := trimEnd(line[at:])
	if len(opening) == 0 {
		return nil, parser.NoChildren
	}
	below := r.Source()[segment.Stop:]
	for i := range state.syntax.Overlays {
		o := &state.syntax.Overlays[i]
		if strings.IndexByte(o.First, opening[0]) < 0 || state.unclosed[i] || !o.allowed(parent, segment, pc) ||
			!o.Opens(opening, below) {
			continue
		}
		n, ok := o.length(below)
		if !ok {
			state.unclosed[i] = o.Until == Closed
			continue
		}
		node := &foreign{as: Foreign, inside: o.Inside, end: segment.Stop + n}
		node.Lines().Append(segment)
		r.AdvanceToEOL()
		return node, parser.NoChildren
	}
	return nil, parser.NoChildren
}

// allowed reports whether the overlay may open at a line.
func (o *Overlay) allowed(parent ast.Node, line text.Segment, pc parser.Context) bool {
	if last := pc.LastOpenedBlock().Node; !o.Interrupts && last != nil && ast.IsParagraph(last) &&
		last.Parent() == parent {
		return false
	}
	switch o.Where {
	case LaterLine:
		return line.Start > 0
	case TopLevel:
		return parent.Kind() == ast.KindDocument
	}
	return true
}

// length returns how many bytes of the text below its opening line an overlay has.
func (o *Overlay) length(below []byte) (int, bool) {
	if o.Closes == nil && o.Until != Blank {
		return 0, true
	}
	n := 0
	for line := range bytes.Lines(below) {
		content := trimEnd(bytes.TrimLeft(line, " \t>"))
		if o.Until != Closed && len(content) == 0 {
			return n, o.Until == Blank
		}
		n += len(line)
		if o.Closes != nil && o.Closes(content, below[n:]) {
			return n, true
		}
	}
	return n, o.Until == Blank
}

func (overlayBlocks) Continue(node ast.Node, r text.Reader, _ parser.Context) parser.State {
	_, segment := r.PeekLine()
	if segment.Start >= node.(*foreign).end {
		return parser.Close
	}
	node.Lines().Append(segment)
	r.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}
