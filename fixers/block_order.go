package fixers

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A freedom is the part of a document that the proof of a SpanOnly change leaves out. The smallest is tried first: the
// less is left out, the more is proved.
type freedom uint8

const (
	// editFree proofs leave out the bytes of the edits.
	editFree freedom = iota
	// findingFree proofs leave out the whole span of the finding.
	findingFree
	// blockFree proofs leave out the blocks that the finding lies in. Within them, heldInBlocks says what may differ.
	blockFree
)

// mostFree returns the greatest freedom of a finding's change. A reviewer who gives the text that stands there and
// the text that is to stand there means what the new text says: another level, a link, code, a mark.
func mostFree(f *review.Finding) freedom {
	if (f.Remedy == review.Replace || f.Remedy == review.Edits && f.Want != "") && f.Old != "" {
		return blockFree
	}
	return findingFree
}

// blocksOf returns the spans of the blocks that a finding touches: of a list where it touches a marker, of a block
// quote where it touches the mark.
func blocksOf(doc *zone.Document, s source.Span) []source.Span {
	nodes := doc.Nodes()
	var out []source.Span
	for i := range doc.Touching(s) {
		n := &nodes[i]
		switch {
		case n.Kind.Inline() || n.Kind == markdown.Root || !n.Span.Touches(s):
		case n.Kind == markdown.ListItem && n.Content.Overlaps(s):
			out = append(out, nodes[n.Parent].Span)
		case n.Kind == markdown.Blockquote && s.Start <= n.Span.Start:
			out = append(out, n.Span)
		case !n.Kind.HoldsBlocks():
			out = append(out, n.Span)
		}
	}
	return union(append(out, s))
}

// heldInBlocks proves that in the blocks of a change only what begins or ends in the bytes of an edit differs.
// Everything outside of the blocks was compared before.
func heldInBlocks(base, candidate *zone.Document, f *review.Finding, m source.Mapping) *markdown.Difference {
	differs := func(at int, effect string) *markdown.Difference {
		return &markdown.Difference{At: at, Line: base.Lines().Number(at), Effect: effect}
	}
	edits := m.Edits()
	whole, _ := m.Span(f.Span, source.Wide)
	var replaced, written []source.Span
	for i := range edits {
		replaced = append(replaced, widened(base, edits[i].Span))
		written = append(written, widened(candidate, m.Written(i)))
	}
	if !strings.Contains(f.Want, f.Old) { // else the old text stays, and only what is added may differ
		replaced, written = append(replaced, widened(base, f.Span)), append(written, widened(candidate, whole))
	}
	for _, block := range blocksOf(base, f.Span) {
		now, _ := m.Span(block, source.Wide)
		was, is := nodesIn(base, block), nodesIn(candidate, now)
		mended := candidate.Unpaired(now) < base.Unpaired(block) // a delimiter that got its partner delimits other text
		left, begun := map[nodeAt]int{}, map[nodeAt]bool{}
		for _, n := range is {
			left[n]++
			begun[n.start()] = true
		}
		for _, n := range was {
			moved := n
			moved.span, _ = m.Span(n.span, source.Tight)
			switch {
			case editedAt(n, replaced) || mended && n.kind.Inline():
			case !n.kind.Inline() && !n.kind.HoldsBlocks() && isLine(base, n.span, f):
			case !n.kind.Inline() && n.span.Contains(f.Span) && begun[moved.start()]:
				// What stands behind the edit may have become a block of its own.
			case left[moved] == 0:
				return differs(n.span.Start, "change the "+n.kind.String())
			}
			left[moved]--
		}
		for _, n := range is {
			around := !n.kind.Inline() && n.span.Start <= whole.Start ||
				n.kind == markdown.Paragraph && n.span.End == now.End && len(was) > 0 && editedAt(was[0], replaced)
			if left[n] > 0 && !around && !editedAt(n, written) && !joined(n, f.Want, whole) &&
				!(mended && n.kind.Inline()) {
				return differs(min(block.Start, len(base.Source())), "add a "+n.kind.String())
			}
		}
	}
	return nil
}

// joined reports whether a node is the link whose text and destination the new text joins.
func joined(n nodeAt, want string, written source.Span) bool {
	return n.kind == markdown.Link && strings.Contains(want, "](") && n.span.Contains(written)
}

// isLine reports whether a block is one line, has all of a finding and stays one line: it may become a block of another
// kind.
func isLine(doc *zone.Document, block source.Span, f *review.Finding) bool {
	return block.Contains(f.Span) && !bytes.Contains(bytes.TrimSpace(doc.Bytes(block)), []byte("\n")) &&
		!strings.Contains(f.Want, "\n")
}

// start returns a node without its end.
func (n nodeAt) start() nodeAt {
	n.span.End = n.span.Start
	return n
}

// leavesStray reports whether the blocks of a change have more delimiters without a partner after it.
func leavesStray(base, candidate *zone.Document, f *review.Finding, m source.Mapping) bool {
	return slices.ContainsFunc(blocksOf(base, f.Span), func(block source.Span) bool {
		now, _ := m.Span(block, source.Wide)
		return candidate.Unpaired(now) > base.Unpaired(block)
	})
}

// A nodeAt is a node by what it is and where it stands.
type nodeAt struct {
	kind   markdown.Kind
	level  uint8
	marker byte
	span   source.Span
}

// nodesIn returns the nodes within a span, without texts and line breaks.
func nodesIn(doc *zone.Document, s source.Span) []nodeAt {
	var out []nodeAt
	nodes := doc.Nodes()
	for i := range doc.Touching(s) {
		switch n := &nodes[i]; n.Kind {
		case markdown.Text, markdown.SoftBreak, markdown.HardBreak:
		default:
			if s.Contains(n.Span) && !n.Span.Empty() {
				out = append(out, nodeAt{n.Kind, n.Level, n.Marker, n.Span})
			}
		}
	}
	return out
}

// editedAt reports whether a node begins or ends in one of the spans, or lies in it. A block must begin there: one that
// only ends there stays what it is.
func editedAt(n nodeAt, spans []source.Span) bool {
	return slices.ContainsFunc(spans, func(s source.Span) bool {
		begins := s.Start <= n.span.Start && n.span.Start <= s.End
		ends := s.Start <= n.span.End && n.span.End <= s.End
		return begins || ends && n.kind.Inline()
	})
}

// widened returns a span with the marks beside it that delimit emphasis, code, links and tags, and spaces behind it.
func widened(doc *zone.Document, s source.Span) source.Span {
	src := doc.Text()
	for s.Start > 0 && strings.IndexByte("*_`<[(!", src[s.Start-1]) >= 0 {
		s.Start--
	}
	for s.End < len(src) && strings.IndexByte("*_`>]) ", src[s.End]) >= 0 {
		s.End++
	}
	return s
}
