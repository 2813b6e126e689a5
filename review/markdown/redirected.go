package markdown

import (
	"bytes"

	"github.com/yuin/goldmark/util"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// redirected returns a difference where edits have another definition of a label come first, or take away the one that
// did: all that refer to the label lead elsewhere then. An edit within a definition is no such one.
func redirected(base, candidate *Document, edits []source.Edit) *Difference {
	moved := source.NewMapping(edits)
	if !touchesDefinition(base, candidate, moved) {
		return nil
	}
	now := firstDefinitions(candidate)
	for label, i := range firstDefinitions(base) {
		j, ok := now[label]
		if !ok {
			continue // what refers to it is text now, which the tokens say, unless nothing does
		}
		was, is := &base.Nodes()[i], &candidate.Nodes()[j]
		place, _ := moved.Span(was.Span, source.Tight)
		if !place.Overlaps(is.Span) && !bytes.Equal(base.Bytes(was.Span), candidate.Bytes(is.Span)) {
			return &Difference{
				At: was.Span.Start, Line: base.Lines().Number(was.Span.Start),
				Effect: "lead links away from the definition",
			}
		}
	}
	return nil
}

// touchesDefinition reports whether a definition may stand in the lines that edits touch.
func touchesDefinition(base, candidate *Document, moved source.Mapping) bool {
	was, is := plainLines{d: base}, plainLines{d: candidate}
	for i, e := range moved.Edits() {
		if was.mayDefine(e.Span) || is.mayDefine(moved.Written(i)) {
			return true
		}
	}
	return false
}

// plainLines are lines that hold no definition: thousands of edits may stand in the same.
type plainLines struct {
	d     *Document
	known source.Span
}

func (p *plainLines) mayDefine(s source.Span) bool {
	if p.known.Start < p.known.End && p.known.Contains(s) {
		return false
	}
	first, _ := p.d.Lines().Span(p.d.Lines().Number(s.Start))
	last, _ := p.d.Lines().Span(p.d.Lines().Number(s.End))
	p.known = source.Span{Start: first.Start, End: max(s.End, last.End)}
	return bytes.Contains(p.d.Bytes(p.known), []byte("]:"))
}

// firstDefinitions returns the nodes that define labels, of each label the first one.
func firstDefinitions(d *Document) map[string]int {
	out := map[string]int{}
	for i := range d.Nodes() {
		label := ""
		switch n := &d.Nodes()[i]; n.Kind {
		case tree.LinkDefinition:
			label = util.ToLinkReference(d.Bytes(n.Content))
		case tree.FootnoteDefinition:
			label = "^" + string(d.Bytes(n.Content))
		default:
			continue
		}
		if _, known := out[label]; !known {
			out[label] = i
		}
	}
	return out
}
