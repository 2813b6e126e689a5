// Package plant puts known errors into Markdown documents, for the programs that measure what becomes of them.
package plant

import (
	"bytes"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// An original is a document before errors are planted in it.
type original struct {
	*zone.Document
	rng *rand.Rand
}

// A class is one kind of error. It makes the edits of one error, or of several that belong together, and returns none
// where the document has no place for it.
type class struct {
	name  string
	plant func(original) []source.Edit
}

// Classes names the kinds of errors.
func Classes() []string {
	var out []string
	for _, c := range classes() {
		out = append(out, c.name)
	}
	return out
}

func classes() []class {
	return []class{
		{"term", plantTerm},
		{"typo", plantTypo},
		{"number", plantNumber},
		{"date or version", plantVersion},
		{"heading case", plantHeadingCase},
		{"heading words", plantHeadingWords},
		{"fence language", plantFence},
		{"list marker", plantMarkers},
		{"link destination", plantDestination},
		{"doubled word", plantDoubled},
		{"extra word", plantExtraWord},
		{"extra sentence", plantExtraSentence},
		{"missing word", plantMissingWord},
		{"missing sentence", plantMissingSentence},
		{"front matter", plantFrontMatter},
		{"table cell", plantCell},
		{"whole line", plantLine},
		{"quote or nested list", plantNested},
	}
}

// An Error is one planted error. Old stands at Span of the damaged document, and New stood there.
type Error struct {
	Class    string
	Span     source.Span
	Old, New string
	Origin   source.Span // of New in the original
}

// Errors puts up to n errors into a document, each in a block of its own, and returns the damaged bytes.
func Errors(rng *rand.Rand, src []byte, n int) ([]byte, []Error) {
	d := original{zone.Parse("guide.md", src, markdown.Dialect{}), rng}
	var edits []source.Edit
	named := map[int]string{}
	kinds := classes()
	for round := 0; round < 3 && len(edits) < n; round++ {
		rng.Shuffle(len(kinds), func(i, j int) { kinds[i], kinds[j] = kinds[j], kinds[i] })
		for _, c := range kinds {
			more := c.plant(d)
			if len(more) == 0 || len(edits) >= n || d.near(edits, more) {
				continue
			}
			all, err := source.Merge(edits, more)
			if err != nil {
				continue
			}
			edits = all
			for _, e := range more {
				named[e.Start] = c.name
			}
		}
	}
	damaged, err := source.Apply(src, edits)
	if err != nil {
		return src, nil
	}
	var out []Error
	shift := 0
	for _, e := range edits {
		at := source.Span{Start: e.Start + shift, End: e.Start + shift + len(e.New)}
		out = append(out, Error{named[e.Start], at, e.New, string(src[e.Start:e.End]), e.Span})
		shift += len(e.New) - e.Len()
	}
	return damaged, out
}

// near reports whether an edit stands in a line or a block that another one is in.
func (d original) near(edits, more []source.Edit) bool {
	for _, e := range edits {
		for _, m := range more {
			if d.surroundings(e.Span).Overlaps(d.surroundings(m.Span)) {
				return true
			}
		}
	}
	return false
}

// surroundings is the lines of the innermost block around s.
func (d original) surroundings(s source.Span) source.Span {
	if i := d.leaf(s); i >= 0 {
		block := d.Nodes()[i].Span
		s = source.Span{Start: min(s.Start, block.Start), End: max(s.End, block.End)}
	}
	return Line(d.Source(), s)
}

// leaf is the paragraph, heading, fenced code or table row around s, -1 for none.
func (d original) leaf(s source.Span) int {
	for i, n := range d.Nodes() {
		switch n.Kind {
		case markdown.Paragraph, markdown.ATXHeading, markdown.SetextHeading, markdown.TableRow, markdown.FencedCode:
			if n.Span.Contains(s) {
				return i
			}
		}
	}
	return -1
}

// Line is the whole lines that s stands in, the last one without its end.
func Line(src []byte, s source.Span) source.Span {
	start := bytes.LastIndexAny(src[:s.Start], "\r\n") + 1
	end := len(src)
	if i := bytes.IndexAny(src[s.End:], "\r\n"); i >= 0 {
		end = s.End + i
	}
	return source.Span{Start: start, End: end}
}

// within reports whether a node has an ancestor of one of these kinds.
func (d original) within(i int, kinds ...markdown.Kind) bool {
	nodes := d.Nodes()
	for i != 0 {
		i = nodes[i].Parent
		if slices.Contains(kinds, nodes[i].Kind) {
			return true
		}
	}
	return false
}

// prose returns the stretches of plain text of the paragraphs for which use holds.
func (d original) prose(use func(node int) bool) []source.Span {
	var out []source.Span
	for _, z := range d.Zones() {
		if z.Zone != zone.Prose {
			continue
		}
		if i := d.leaf(z.Span); i >= 0 && use(i) {
			out = append(out, z.Span)
		}
	}
	return out
}

// paragraph reports whether a node is a paragraph.
func (d original) paragraph(i int) bool { return d.Nodes()[i].Kind == markdown.Paragraph }

// pick returns one of the matches of a pattern in the areas that stand apart from what is beside them.
func (d original) pick(areas []source.Span, pattern *regexp.Regexp) (source.Span, bool) {
	src := d.Source()
	for range 8 {
		if len(areas) == 0 {
			break
		}
		area := areas[d.rng.IntN(len(areas))]
		found := pattern.FindAllIndex(src[area.Start:area.End], -1)
		if len(found) == 0 {
			continue
		}
		m := found[d.rng.IntN(len(found))]
		s := source.Span{Start: area.Start + m[0], End: area.Start + m[1]}
		if apart(src, s) {
			return s, true
		}
	}
	return source.Span{}, false
}

// apart reports whether a space or a mark of a sentence stands on both sides of s.
func apart(src []byte, s source.Span) bool {
	before := s.Start == 0 || strings.IndexByte(" \n(", src[s.Start-1]) >= 0
	behind := s.End == len(src) || strings.IndexByte(" \n)", src[s.End]) >= 0 ||
		strings.IndexByte(".,;:!?", src[s.End]) >= 0 && (s.End+1 == len(src) || source.IsSpace(src[s.End+1]))
	return before && behind
}
