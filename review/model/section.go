// Package model makes the requests to language models that review or fix documents, and reads their answers. It sends
// nothing: package server does.
//
// A document is asked about in sections. The answer about each is kept by the hash of all that it depends on, so that
// no section is asked about twice. One request has as many sections as fit.
//
// What each file holds:
//
//	section.go   the sections of a document, and which of them one request has
//	prompt.go    what a model is told
//	answer.go    what it answers
//	api.go       how the three APIs say that
package model

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Section is a heading and what stands below it up to the next one. A long one is several, each of whole blocks.
type Section struct {
	Span source.Span
	Line int      // the number of its first line, from 1
	Path []string // the headings above it
	Text string
}

// most returns how many bytes of text one request has at most: about as many tokens as the answer may have.
func most(m rules.Model) int {
	const bytesPerToken, least, largest = 4, 4 << 10, 64 << 10
	return min(max(m.MaxOutput*bytesPerToken, least), largest)
}

// Sections returns the sections of a document that are not blank.
func Sections(d *zone.Document, m rules.Model) []Section {
	var out []Section
	open := Section{}
	nodes := d.Nodes()
	for i := 1; i < len(nodes); i = nodes[i].End {
		n := &nodes[i]
		heading := n.Kind == markdown.ATXHeading || n.Kind == markdown.SetextHeading
		at := bytes.LastIndexByte(d.Text()[:n.Span.Start], '\n') + 1
		if heading || n.Span.End-open.Span.Start > most(m) {
			out = append(out, open.until(d, at))
			open = Section{Span: source.Span{Start: at}, Path: d.HeadingPath(n.Span.Start)}
			if heading {
				open.Path = open.Path[:len(open.Path)-1]
			}
		}
	}
	out = append(out, open.until(d, len(d.Text())))
	return slices.DeleteFunc(out, func(s Section) bool { return strings.TrimSpace(s.Text) == "" })
}

// until returns s with its end and what follows from it.
func (s Section) until(d *zone.Document, end int) Section {
	s.Span.End = end
	s.Line, s.Text = d.Lines().Number(s.Span.Start), string(d.Bytes(s.Span))
	return s
}

// Packs returns the sections of each request.
func Packs(sections []Section, m rules.Model) [][]Section {
	var out [][]Section
	size := 0
	for _, s := range sections {
		if len(out) == 0 || size+len(s.Text) > most(m) {
			out, size = append(out, nil), 0
		}
		out[len(out)-1] = append(out[len(out)-1], s)
		size += len(s.Text)
	}
	return out
}

// Alone returns d with blanks for all but one section, so that what is quoted is looked for in that alone. Offsets and
// lines are those of d.
func Alone(d *zone.Document, s Section) *zone.Document {
	text := slices.Clone(d.Source())
	for i, c := range text {
		if (i < s.Span.Start || i >= s.Span.End) && c != '\n' && c != '\r' {
			text[i] = ' '
		}
	}
	return zone.Parse(d.Path, text, d.Dialect)
}
