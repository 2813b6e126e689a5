package markdown

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown/internal/tree"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// FenceCounted reports whether a count of fences, line by line, finds that the fenced code nodes[i] opens and closes
// where the parser says. Where they differ, another parser may see other code there.
func (d *Document) FenceCounted(i int) bool {
	n := &d.Nodes()[i]
	closing, opens := d.countedFences()[d.Lines().Start(n.Span.Start)]
	if last := d.Lines().Start(n.Span.End); last > n.Span.Start && n.Body.End < n.Span.End {
		return opens && closing == last
	}
	return opens && closing < 0
}

// countFences returns the lines of the fences that close code, by the lines of those that open it: -1 for code that
// nothing closes. It knows no containers.
func (d *Document) countFences() map[int]int {
	pairs := map[int]int{}
	var open tree.Fence
	opened, at := 0, d.front.End
	for line := range bytes.Lines(d.text[at:]) {
		content := bytes.TrimRight(bytes.TrimLeft(line, " \t>"), "\r\n")
		if open == (tree.Fence{}) {
			for marker := tree.ItemMarker(content); marker > 0; marker = tree.ItemMarker(content) {
				content = bytes.TrimLeft(content[marker:], " \t>")
			}
			if open = tree.OpeningFence(content); open != (tree.Fence{}) {
				opened = at
				pairs[opened] = -1
			}
		} else if open.ClosedBy(content) {
			pairs[opened], open = at, tree.Fence{}
		}
		at += len(line)
	}
	return pairs
}

// BelowParagraph reports whether a list begins on the line right below a paragraph, the outermost one around
// nodes[list]. Some parsers see a part of the paragraph there.
func (d *Document) BelowParagraph(list int) bool { return d.below()[list] }

// findBelow returns for each node what BelowParagraph says.
func (d *Document) findBelow() []bool {
	nodes := d.Nodes()
	below := make([]bool, len(nodes))
	for i := 1; i < len(nodes); i++ {
		if below[i] = below[nodes[i].Parent]; below[i] ||
			nodes[i].Kind != tree.BulletList && nodes[i].Kind != tree.OrderedList {
			continue
		}
		if above := d.Previous(i); above >= 0 && nodes[above].Kind == tree.Paragraph {
			between := source.Span{Start: nodes[above].Span.End, End: nodes[i].Span.Start}
			below[i] = bytes.Count(d.Bytes(between), []byte("\n")) == 1
		}
	}
	return below
}
