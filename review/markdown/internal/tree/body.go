package tree

import (
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// kindBody is the kind of goldmark's nodes for blocks of Python-Markdown whose body is indented.
var kindBody = ast.NewNodeKind("Body")

// A body is a note, details or a tab: a line of its own, and below it text that is indented by four columns.
type body struct {
	ast.BaseBlock
	start int
}

func (*body) Kind() ast.NodeKind              { return kindBody }
func (b *body) Dump(source []byte, level int) { ast.DumpHelper(b, source, level, nil, nil) }

var opensBody = regexp.MustCompile(`^(?:!!!|\?\?\?\+?) ?[A-Za-z]|^===[!+]* ?"`)

// bodies is the parser of such blocks. The opening line is the begin of the first paragraph: its title is text.
type bodies struct{}

func (bodies) Trigger() []byte             { return []byte("!?=") }
func (bodies) CanInterruptParagraph() bool { return true }
func (bodies) CanAcceptIndentedLine() bool { return false }

func (bodies) Close(ast.Node, text.Reader, parser.Context) {}

func (bodies) Open(parent ast.Node, r text.Reader, pc parser.Context) (ast.Node, parser.State) {
	at := pc.BlockOffset()
	state, _ := pc.Get(syntaxKey).(*overlayState)
	if at < 0 || state == nil || !state.syntax.Bodies {
		return nil, parser.NoChildren
	}
	line, segment := r.PeekLine()
	if around, ok := parent.(*body); ok && around.start == segment.Start || !opensBody.Match(line[at:]) {
		return nil, parser.NoChildren
	}
	return &body{start: segment.Start}, parser.HasChildren
}

func (bodies) Continue(_ ast.Node, r text.Reader, _ parser.Context) parser.State {
	line, _ := r.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	at, padding := util.IndentPosition(line, r.LineOffset(), 4)
	if at < 0 {
		return parser.Close
	}
	r.AdvanceAndSetPadding(at, padding)
	return parser.Continue | parser.HasChildren
}
