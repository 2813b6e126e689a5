package main

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/bench/plant"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A damaged document is what a review is about. Whole is the document without the errors.
type damaged struct {
	*zone.Document
	whole *zone.Document
}

// A phrase is what a review quotes for a finding, and what it wants there.
type phrase struct {
	source.Span
	old, new string
	// origin is where new stands in the whole document.
	origin source.Span
}

// phraseOf is the text of the damaged document at outer, and the same without the error of f.
func (d damaged) phraseOf(f plant.Error, outer source.Span) phrase {
	origin := source.Span{
		Start: f.Origin.Start - (f.Span.Start - outer.Start),
		End:   f.Origin.End + (outer.End - f.Span.End),
	}
	return phrase{outer, string(d.Source()[outer.Start:outer.End]), string(d.whole.Source()[origin.Start:origin.End]), origin}
}

// shortest is the finding in whole words: an error that is no text at all has its neighbour with it.
func (d damaged) shortest(f plant.Error) phrase {
	src, s := d.Source(), f.Span
	grow := func(stop string) {
		for s.Start > 0 && strings.IndexByte(stop, src[s.Start-1]) < 0 {
			s.Start--
		}
		for s.End < len(src) && strings.IndexByte(stop, src[s.End]) < 0 {
			s.End++
		}
	}
	switch f.Class {
	case "link destination", "list marker":
	case "fence language":
		s = plant.Line(src, s)
		for s.Start < f.Span.Start && src[s.Start] != '`' && src[s.Start] != '~' {
			s.Start++
		}
	case "front matter", "heading words", "heading case", "whole line":
		s = plant.Line(src, s)
		for s.Start < f.Span.Start && strings.IndexByte("# ->*", src[s.Start]) >= 0 {
			s.Start++
		}
		if f.Class == "whole line" {
			s = f.Span
		}
	case "extra sentence", "missing sentence":
	default:
		if f.Old == "" || f.New == "" {
			grow(" \r\n")
		}
	}
	return d.phraseOf(f, s)
}

// around is the finding with up to n words on both sides, all in its line and its text.
func (d damaged) around(f plant.Error, n int) phrase {
	p := d.shortest(f)
	if !textual(f) {
		return p
	}
	src, line := d.Source(), d.text(p.Span)
	s := p.Span
	for range n {
		if i := bytes.LastIndexByte(src[line.Start:max(line.Start, s.Start-1)], ' '); i >= 0 {
			s.Start = line.Start + i + 1
		} else {
			s.Start = line.Start
		}
		from := min(line.End, s.End+1)
		if i := bytes.IndexByte(src[from:line.End], ' '); i >= 0 {
			s.End = from + i
		} else {
			s.End = line.End
		}
	}
	return d.phraseOf(f, s)
}

// textual reports whether an error is in text that the reader of a page sees.
func textual(f plant.Error) bool {
	switch f.Class {
	case "link destination", "list marker", "fence language", "front matter":
		return false
	}
	return true
}

// text is the part of the line of s that its paragraph, heading or cell has.
func (d damaged) text(s source.Span) source.Span {
	line := plant.Line(d.Source(), s)
	for _, n := range d.Nodes() {
		area := n.Span
		switch n.Kind {
		case markdown.ATXHeading, markdown.TableCell:
			area = n.Content
		case markdown.Paragraph:
		default:
			continue
		}
		if area.Contains(s) {
			line.Start, line.End = max(line.Start, area.Start), min(line.End, area.End)
		}
	}
	return line
}

// sentence is the sentence around a finding, over all of its lines.
func (d damaged) sentence(f plant.Error) phrase {
	p := d.shortest(f)
	if !textual(f) {
		return p
	}
	src, s := d.Source(), p.Span
	area := d.text(s)
	for _, n := range d.Nodes() {
		if n.Kind == markdown.Paragraph && n.Span.Contains(s) {
			area = n.Span
		}
	}
	if area.Contains(s) {
		for s.Start > area.Start && !endsSentence(src, s.Start, area.Start) {
			s.Start--
		}
		for s.End < area.End && !endsSentence(src, s.End+1, area.Start) {
			s.End++
		}
		s.End = min(area.End, s.End)
		for s.End > p.End && source.IsSpace(src[s.End-1]) {
			s.End--
		}
	}
	return d.phraseOf(f, s)
}

// endsSentence reports whether a sentence ends before the space in front of at.
func endsSentence(src []byte, at, start int) bool {
	return at-2 >= start && at <= len(src) && source.IsSpace(src[at-1]) && strings.IndexByte(".!?", src[at-2]) >= 0
}

// line is the whole line of a finding.
func (d damaged) line(f plant.Error) phrase { return d.phraseOf(f, plant.Line(d.Source(), f.Span)) }

// rendered is a phrase as a reader of the page sees it.
func (d damaged) rendered(p phrase) phrase {
	p.old, p.new = renderedAt(d.Document, p.Span), renderedAt(d.whole, p.origin)
	return p
}

// renderedAt is the text of the page that stands at s.
func renderedAt(d *zone.Document, s source.Span) string {
	var out []byte
	for _, n := range d.Nodes() {
		cut := source.Span{Start: max(n.Span.Start, s.Start), End: min(n.Span.End, s.End)}
		if cut.Start >= cut.End {
			continue
		}
		switch n.Kind {
		case markdown.Text:
			out = markdown.AppendText(out, d.Bytes(cut))
		case markdown.CodeSpan, markdown.AutoLink:
			out = append(out, d.Bytes(n.Content)...)
		case markdown.SoftBreak, markdown.HardBreak:
			out = append(out, ' ')
		}
	}
	return strings.Join(strings.Fields(string(out)), " ")
}
