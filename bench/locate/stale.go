package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// witnesses says what a review tells about the place of a short quote.
type witnesses uint16

const (
	theLine    witnesses = 1 << iota // of a person or a model
	measured                         // a line that a program counted
	theColumns                       // with the line
	theOffsets
	theSection
	thePrefix
	theSuffix
	theHash // of the reviewed revision, which is not at hand
)

var witnessNames = []string{"line", "counted line", "columns", "offsets", "section", "prefix", "suffix", "hash"}

func (w witnesses) String() string {
	var names []string
	for i, name := range witnessNames {
		if w&(1<<i) != 0 {
			names = append(names, name)
		}
	}
	if names == nil {
		return "nothing"
	}
	return strings.Join(names, " and ")
}

// maxStale is the share of findings about a word that is gone that may be located, where it stands once elsewhere.
const maxStale = 0.02

// shortPerDocument is how many short quotes a document gives to a class: there are many classes of them.
const shortPerDocument = 2

// staleClasses returns three classes for each set of witnesses of a short quote: the word that is meant was deleted and
// stands once elsewhere; it is still there, and other things were edited; nothing was edited.
func staleClasses() []class {
	var out []class
	for _, w := range []witnesses{
		0, theLine, measured, theColumns, theOffsets, theSection, thePrefix, theSuffix, theHash, thePrefix | theSuffix,
		theLine | theSection, theColumns | theSection, theLine | theHash, theLine | theSection | theSuffix,
	} {
		out = append(out,
			class{name: fmt.Sprintf("stale, %v", w), make: w.deleted(0), most: maxStale},
			class{name: fmt.Sprintf("short, 5 edits, %v", w), make: w.kept(5)},
			class{name: fmt.Sprintf("short, %v", w), make: w.kept(0)})
	}
	for n, most := range []float64{0.06, 0.04, 0.02, 0.02} {
		out = append(out, class{name: fmt.Sprintf("of %d, stale, line", n+1), make: theLine.deleted(n), most: most})
	}
	return out
}

// deleted deletes the one of two equal words that is meant: alone, with its line, or among other edits. What is left
// stands once, and is not it.
// The review has so many other short quotes with their lines, which stand.
func (w witnesses) deleted(others int) func(*rand.Rand, []byte) []testCase {
	return func(rng *rand.Rand, src []byte) []testCase {
		var out []testCase
		for _, s := range passages(rng, src, 1, 2, shortPerDocument, twice) {
			issue := w.issue(src, s)
			gone := s
			if rng.IntN(4) == 0 {
				lines := source.NewLines(src)
				line, _ := lines.Span(lines.Number(s.Start))
				gone = source.Span{Start: line.Start, End: min(line.End+1, len(src))}
			}
			after, edits := src, []source.Edit(nil)
			if rng.IntN(2) == 0 {
				after, edits = scatter(rng, src, gone, 1+rng.IntN(5))
			}
			gone, _ = source.NewMapping(edits).Span(gone, source.Tight)
			moved := bytes.Count(after[:gone.Start], []byte("\n")) // where the line is that it is gone from
			after, err := source.Apply(after, []source.Edit{{Span: gone}})
			if err != nil || standing(after, src[s.Start:s.End]) != 1 {
				continue
			}
			c := testCase{doc: after, issue: issue, opts: w.options()}
			for _, o := range passages(rng, src, 1, 4, others, once) {
				other := w.issue(src, o)
				other.ID = fmt.Sprintf("b%d", len(c.others))
				c.others = append(c.others, other)
			}
			twin := bytes.Index(after, src[s.Start:s.End])
			line := bytes.Count(after[:twin], []byte("\n"))
			sameLine := line == moved || line == bytes.Count(src[:s.Start], []byte("\n"))
			if len(c.others) == others && !(others > 0 && sameLine) {
				out = append(out, c)
			}
		}
		return out
	}
}

// kept makes cases of words that stand once, before and after n edits elsewhere.
func (w witnesses) kept(n int) func(*rand.Rand, []byte) []testCase {
	return func(rng *rand.Rand, src []byte) []testCase {
		var out []testCase
		for _, s := range passages(rng, src, 1, 2, shortPerDocument, once) {
			after, edits := src, []source.Edit(nil)
			if n > 0 {
				after, edits = scatter(rng, src, s, n)
			}
			truth, touch := source.NewMapping(edits).Span(s, source.Tight)
			if touch != source.Untouched {
				continue
			}
			opts := w.options()
			if n == 0 && w&theHash != 0 {
				opts = options(src, true)
			}
			out = append(out, testCase{doc: after, issue: w.issue(src, s), opts: opts, truth: &truth})
		}
		return out
	}
}

// options names a revision that is not at hand, if the review has its hash.
func (w witnesses) options() locate.Options {
	if w&theHash == 0 {
		return locate.Options{}
	}
	return locate.Options{DocumentSHA256: strings.Repeat("0", 64)}
}

// issue is one about s that tells what w says.
func (w witnesses) issue(src []byte, s source.Span) review.Issue {
	issue := located(review.Issue{ID: "a"}, src, s, source.CodePoint)
	p := &issue.Place
	switch {
	case w&theOffsets != 0:
		p.Range = review.Range{Form: review.Offsets, Unit: source.Byte, Start: s.Start, End: s.End}
	case w&theColumns != 0:
	case w&(theLine|measured) != 0:
		p.Range.From.Column, p.Range.To = 0, source.Point{}
		p.Measured = w&measured != 0
	default:
		p.Range = review.Range{}
	}
	if w&theSection != 0 {
		d := zone.Parse("doc.md", src, markdown.Dialect{})
		p.Section = strings.Join(d.HeadingPath(s.Start), " > ")
	}
	prefix, suffix := around(src, s)
	if w&thePrefix != 0 {
		p.Prefix = prefix
	}
	if w&theSuffix != 0 {
		p.Suffix = suffix
	}
	p.Quote = string(src[s.Start:s.End])
	return issue
}
