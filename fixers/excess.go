package fixers

import (
	"bytes"
	"strings"
	"unicode"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Runs of words that a text for one place may not share with what stands around that place.
const (
	sharedInBlock    = 4
	sharedInDocument = 8
)

// Excess says why the text that a program wrote for the place of a finding is more than that place, "" where it is not.
// A program that was asked for one place and rewrites more of the document gives itself away: its text has headings or
// code blocks that the place has not, or it repeats what stands around the place. A missing section is asked for with
// its headings.
func Excess(doc *zone.Document, f review.Finding, text string) string {
	if f.Rule == rule.RequiredSection.Rule.ID {
		return ""
	}
	whole := doc
	before := counted(whole, f.Span)
	written := zone.Parse("text.md", []byte(text), markdown.Dialect{})
	after := counted(written, source.Span{End: len(written.Text())})
	for _, k := range []markdown.Kind{markdown.ATXHeading, markdown.SetextHeading, markdown.FencedCode,
		markdown.ThematicBreak} {
		if after[k] > before[k] && !around(whole, f.Span).code {
			return "it has a " + k.String() + ", and the place has none"
		}
	}
	src := whole.Source()
	block := blockAround(whole, f.Span)
	if repeats(text, sharedInBlock, src[block.Start:max(block.Start, f.Span.Start)],
		src[min(f.Span.End, block.End):block.End]) ||
		repeats(text, sharedInDocument, src[:f.Span.Start], src[f.Span.End:]) {
		return "it repeats the text around the place"
	}
	return ""
}

// blockAround returns the innermost block that has s, or the document.
func blockAround(doc *zone.Document, s source.Span) source.Span {
	out := source.Span{End: len(doc.Source())}
	for _, n := range doc.Nodes() {
		if n.Span.Start > s.Start {
			break
		}
		if !n.Kind.Inline() && n.Span.Contains(s) {
			out = n.Span
		}
	}
	return out
}

// repeats reports whether text has n words in a row that stand so in one of the parts.
func repeats(text string, n int, parts ...[]byte) bool {
	runs := map[string]bool{}
	for run := range wordRuns([]byte(text), n) {
		runs[run] = true
	}
	if len(runs) == 0 {
		return false
	}
	for _, part := range parts {
		for run := range wordRuns(part, n) {
			if runs[run] {
				return true
			}
		}
	}
	return false
}

// wordRuns yields every n words in a row of text, with one space between them.
func wordRuns(text []byte, n int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var last [][]byte
		for word := range bytes.FieldsFuncSeq(text,
			func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
			if last = append(last, word); len(last) > n {
				last = last[1:]
			}
			if len(last) == n && !yield(strings.ToLower(string(bytes.Join(last, []byte(" "))))) {
				return
			}
		}
	}
}
