package fixers

import (
	"errors"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Replacement makes the edit that a finding itself brings. It is compare and swap: Old, if the reviewer gives it, must
// occur exactly once in the located span, byte for byte. The lines of the new text end as those of the document do.
var Replacement = Fixer{Rule: "replacement", Contract: SpanOnly, Fix: replace}

// FrontMatterValue makes the edit that a finding about front matter brings.
var FrontMatterValue = Fixer{Rule: "front-matter", Contract: ValueOnly, Fix: replaceValue}

func replaceValue(doc *zone.Document, set *rules.Set, f *review.Finding) (Change, error) {
	change, err := replace(doc, set, f)
	if err != nil || f.Remedy == review.Edits && f.Want == "" { // the edits of a program
		return change, err
	}
	for _, c := range change {
		for n, e := range c.Edits {
			edit, ok := markdown.WriteValue(doc.Text(), e)
			if strings.Count(e.New, `"`)%2 != strings.Count(string(doc.Bytes(e.Span)), `"`)%2 {
				return nil, abstain("A quotation mark of this value would be left without its partner.")
			}
			if !ok {
				return nil, abstain("In this value of the front matter the new text would be read as another one.")
			}
			c.Edits[n] = edit
		}
	}
	return change, nil
}

func replace(doc *zone.Document, _ *rules.Set, f *review.Finding) (Change, error) {
	if f.Remedy == review.Edits {
		edits := slices.Clone(f.Edits)
		for i := range edits {
			if f.Want != "" { // the words of a review, not the edits of a program
				edits[i].New = fit(doc, edits[i].Span, edits[i].New)
			}
			edits[i].New = doc.EndLines(edits[i].Start, edits[i].New)
			if f.Want != "" {
				edits[i] = marksAlone(doc, doc.KeepLabel(edits[i]))
			}
		}
		return Change{{f.Path, edits}}, nil
	}
	span, err := replaced(doc, f)
	if err != nil {
		return nil, err
	}
	if f.Want == "" {
		if emptiesLink(doc, span) {
			return nil, abstain("The link would be left without a text.")
		}
		all, ok := takeAlong(doc, span)
		if !ok {
			return nil, abstain("The list item has more in it than the text to delete.")
		}
		return Change{{f.Path, []source.Edit{{Span: all}}}}, nil
	}
	if in, ok := insertionOf(doc, span, string(doc.Bytes(span)), f.Want); ok {
		switch edit, err := in.edit(); {
		case err != nil:
			return nil, err
		case edit != nil:
			return Change{{f.Path, []source.Edit{*edit}}}, nil
		}
	}
	edit := doc.KeepLabel(shrink(doc, source.Edit{Span: span,
		New: doc.EndLines(span.Start, fit(doc, span, f.Want))}))
	if edit.Empty() && edit.New == "" {
		return nil, errors.New("the replacement is the text that is there")
	}
	return Change{{f.Path, phraseEdits(doc, marksAlone(doc, edit))}}, nil
}

// marksAlone returns an edit that puts marks at one side of its text as the insertion of the marks, so that another
// finding can put their partners at the other side.
func marksAlone(doc *zone.Document, e source.Edit) source.Edit {
	old := string(doc.Bytes(e.Span))
	before, ok := strings.CutSuffix(e.New, old)
	if ok && strings.Trim(before, "*_`[") == "" {
		return source.Edit{Span: source.Span{Start: e.Start, End: e.Start}, New: before}
	}
	behind, ok := strings.CutPrefix(e.New, old)
	if ok && strings.Trim(behind, "*_`]") == "" {
		return source.Edit{Span: source.Span{Start: e.End, End: e.End}, New: behind}
	}
	return e
}

// phraseEdits returns an edit in a paragraph as the edits of the phrases that differ, so that another finding can edit
// what stands between them.
func phraseEdits(doc *zone.Document, e source.Edit) []source.Edit {
	n := &doc.Nodes()[doc.Block(e.Start)]
	if n.Kind != markdown.Paragraph || !n.Span.Contains(e.Span) || strings.Contains(e.New, "\r") {
		return []source.Edit{e}
	}
	pieces := source.BetweenPhrases(doc.Bytes(e.Span), []byte(e.New))
	if len(pieces) < 2 {
		return []source.Edit{e}
	}
	for i := range pieces {
		pieces[i].Start, pieces[i].End = pieces[i].Start+e.Start, pieces[i].End+e.Start
	}
	return pieces
}

// replaced returns the place of the text that the replacement of f stands for.
func replaced(doc *zone.Document, f *review.Finding) (source.Span, error) {
	span := f.Span
	if old := f.Old; old != "" {
		text := string(doc.Bytes(span))
		if !strings.Contains(text, old) {
			old = doc.LinesAsRead(span.Start, old)
		}
		switch n := strings.Count(text, old); n {
		case 1:
			start := span.Start + strings.Index(text, old)
			span = source.Span{Start: start, End: start + len(old)}
		case 0:
			return span, abstain("The document does not have %q at the place of the finding.", f.Old)
		default:
			return span, abstain("The place of the finding has %q %d times.", f.Old, n)
		}
	}
	return span, nil
}

// shrink removes from an edit the whole words that its old and new text share at both ends, so that the smallest part
// of the document changes.
func shrink(doc *zone.Document, e source.Edit) source.Edit {
	old := string(doc.Bytes(e.Span))
	pre := commonWords(old, e.New)
	old, e.New, e.Start = old[pre:], e.New[pre:], e.Start+pre
	post := 0
	for post < len(old) && post < len(e.New) && old[len(old)-1-post] == e.New[len(e.New)-1-post] {
		post++
	}
	for post > 0 && !boundary(old, len(old)-post) || post > 0 && !boundary(e.New, len(e.New)-post) {
		post--
	}
	e.New, e.End = e.New[:len(e.New)-post], e.End-post
	return e
}

// commonWords returns the length of the words that a and b both begin with, with the space behind the last one.
func commonWords(a, b string) int {
	n := 0
	for i := 0; i < len(a) && i < len(b) && a[i] == b[i]; i++ {
		if a[i] == ' ' {
			n = i + 1
		}
	}
	return n
}

// boundary reports whether a space stands at offset i of s.
func boundary(s string, i int) bool { return i < len(s) && s[i] == ' ' }
