package lsp

import (
	"cmp"
	"context"
	"sync"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A document is one that the client has open.
type document struct {
	uri  uri.URI
	path string // as the command line would name it here
	now  *revision
	// reviews are the reviews of the document, with places in the present text.
	reviews []followed
	links   *links
	leave   context.CancelFunc // ends the programs that review it; nil for none
}

// A revision is one version of a document. It never changes, and is judged once.
type revision struct {
	document workspace.Document // with the text of the client as its bytes
	uri      uri.URI
	version  int32
	serial   int // counts the revisions of all documents; it also changes when only something around the text did
	unit     source.Unit
	lines    func() *source.Lines
	judged   func() *judged
}

// text is the bytes of the revision.
func (r *revision) text() []byte { return r.document.Source }

// revise gives a document a new revision with this text. The caller holds s.mu.
func (s *server) revise(d *document, version int32, text []byte) {
	s.serial++
	r := &revision{
		document: workspace.Document{Path: d.path, Source: text, Size: int64(len(text))}, uri: d.uri, version: version,
		serial: s.serial, unit: s.unit,
	}
	var err error
	if d.uri.IsFile() && !s.Documents.Has(d.path) {
		err = errIgnored
	} else if r.document.Config, r.document.Rules, err = s.configs.For(d.path); err == nil && s.ignored(r) {
		err = errIgnored
	}
	r.document.Dialect = s.dialects.Of(d.path, r.document.Rules)
	r.lines = sync.OnceValue(func() *source.Lines { return source.NewLines(text) })
	reviews, links := live(d.reviews), d.links
	r.judged = sync.OnceValue(func() *judged { return s.judge(r, reviews, links, err) })
	d.now = r
	s.wait(d.uri)
}

// position returns the place of a byte offset as the client counts.
func (r *revision) position(offset int) protocol.Position {
	p := r.lines().Point(offset, r.unit)
	return protocol.Position{Line: uint32(p.Line - 1), Character: uint32(p.Column - 1)}
}

func (r *revision) area(s source.Span) protocol.Range {
	return protocol.Range{Start: r.position(s.Start), End: r.position(s.End)}
}

func (r *revision) offset(p protocol.Position) int { return offset(r.text(), r.lines(), p, r.unit) }

func (r *revision) span(p protocol.Range) source.Span { return spanOf(r.text(), r.lines(), p, r.unit) }

// spanOf returns the bytes of a range, whichever of its ends comes first.
func spanOf(text []byte, lines *source.Lines, p protocol.Range, unit source.Unit) source.Span {
	a, b := offset(text, lines, p.Start, unit), offset(text, lines, p.End, unit)
	return source.Span{Start: min(a, b), End: max(a, b)}
}

// offset returns the byte offset of a position. A position behind the end of a line or of the text is that end; one
// within a character is its start.
func offset(text []byte, lines *source.Lines, p protocol.Position, unit source.Unit) int {
	if p.Line >= uint32(lines.Count()) {
		return len(text)
	}
	line, _ := lines.Span(int(p.Line) + 1)
	if int64(p.Character) > int64(line.Len()) {
		return line.End
	}
	point := source.Point{Line: int(p.Line) + 1, Column: int(p.Character) + 1}
	at, ok := lines.Offset(point, unit)
	switch {
	case unit == source.Byte:
		for at > line.Start && at < line.End && !utf8.RuneStart(text[at]) {
			at--
		}
	case !ok && point.Column > lines.Point(line.End, unit).Column:
		at = line.End
	case !ok:
		point.Column-- // the second half of a pair
		at, _ = lines.Offset(point, unit)
	}
	return at
}

// compare orders positions.
func compare(a, b protocol.Position) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Character, b.Character))
}
