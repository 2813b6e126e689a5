package fixers

import (
	"cmp"
	"math"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers/language"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// FencedCodeLanguage adds an info string to a fenced code block.
var FencedCodeLanguage = Fixer{Rule: "fenced-code-language", Contract: InfoOnly, Fix: fixFencedCode}

func fixFencedCode(doc *zone.Document, set *rules.Set, f *review.Finding) (Change, error) {
	i, ok := doc.NodeAt(markdown.FencedCode, f.Span.Start)
	if !ok {
		return nil, abstain("There is no fenced code block here any more.")
	}
	info := set.Style.FencedCodeLanguage.Default
	if set.Style.FencedCodeLanguage.Infer {
		if name, ok := language.Infer(doc.Code(i)); ok {
			info = spelled(doc, i, name)
		}
	}
	if info == "" {
		return nil, abstain("The code does not show its language. Add one, or configure a default.")
	}
	return Change{{f.Path, []source.Edit{{Span: doc.Nodes()[i].Content, New: info}}}}, nil
}

// spelled returns the info string for a language in the place of nodes[i]: the one that
// most fenced code of the document has, the nearest one where there are as many of
// either, and the language's usual name where no other code shows one.
func spelled(doc *zone.Document, i int, name string) string {
	for _, names := range language.Spellings(name) {
		best, most, nearest := "", 0, 0
		for _, name := range names {
			blocks := doc.CodeBlocks(name)
			if len(blocks) == 0 || len(blocks) < most {
				continue
			}
			if near := nearestOf(doc.Nodes()[i].Span, blocks); len(blocks) > most || near < nearest {
				best, most, nearest = name, len(blocks), near
			}
		}
		if best != "" {
			return best
		}
	}
	return name
}

// nearestOf returns how far the nearest of the spans, which are in order, is from at.
func nearestOf(at source.Span, spans []source.Span) int {
	behind, _ := slices.BinarySearchFunc(spans, at.Start, func(s source.Span, start int) int {
		return cmp.Compare(s.Start, start)
	})
	least := math.MaxInt
	for _, s := range spans[max(0, behind-1):min(len(spans), behind+1)] {
		least = min(least, max(s.Start-at.End, at.Start-s.End))
	}
	return least
}
