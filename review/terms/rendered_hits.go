package terms

import (
	"bytes"
	"iter"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A RenderedHit is a hit in rendered text that only a person can change.
type RenderedHit struct {
	term.Hit             // its offsets are those of the rendered text
	Span     source.Span // in the document
	Old      string      // the word as a reader sees it
	Ending   string      // of Old
	Place    Place
}

// A Place says where a rendered hit stands, and so why no program changes it.
type Place uint8

const (
	InMarkup      Place = iota // markup, an escape or an invisible character is in the word or next to it
	InHTML                     // raw HTML
	InTitle                    // a title or an alternative text
	InLabel                    // the text of a link that is also its label
	InFrontMatter              // the front matter; RenderedHits does not look there
)

// RenderedHits yields what the table finds in rendered text and Hits does not find.
func RenderedHits(d *zone.Document, table *term.Table) iter.Seq[RenderedHit] {
	return func(yield func(RenderedHit) bool) {
		s := renderedSearch{d: d, table: table, yield: yield}
		nodes := d.Nodes()
		for i := 1; i < len(nodes) && !s.done; i++ {
			n := &nodes[i]
			switch {
			case n.Kind == markdown.HTMLBlock:
				s.htmlBlock(n)
			case n.Kind == markdown.LinkDefinition:
				s.titles(i, i+1)
			case n.Kind.Inline():
				end := i + 1
				for end < len(nodes) && nodes[end].Kind.Inline() {
					end++
				}
				s.block(i, end)
				i = end - 1
			}
		}
	}
}

// renderedSearch searches the blocks of a document one after another.
type renderedSearch struct {
	d     *zone.Document
	table *term.Table
	yield func(RenderedHit) bool
	done  bool // the caller wants no more
	html  html.TextReader
	text  Rendered
	hits  []term.Hit
}

// block searches the inline nodes [i,end) of one block.
func (s *renderedSearch) block(i, end int) {
	nodes := s.d.Nodes()
	plain := true
	for k := i; k < end; k++ {
		if nodes[k].Kind == markdown.InlineHTML {
			s.html.Tag(s.d.Bytes(nodes[k].Span))
		}
		plain = plain && nodes[k].Kind == markdown.Text
	}
	span := source.Span{Start: nodes[i].Span.Start, End: nodes[nodes[i].Parent].Span.End}
	if !plain || !isPlain(s.d.Bytes(span)) {
		s.text.Clear()
		s.text.AddNodes(s.d, i, end)
		s.search(InMarkup)
	}
	s.titles(i, end)
}

// withoutCommand returns an identifier without the backslash before the name of a command, which is no escape:
// \param x.
func withoutCommand(identifier []byte) []byte {
	if len(identifier) > 1 && identifier[0] == '\\' && source.IsLetter(identifier[1]) {
		return identifier[1:]
	}
	return identifier
}

// isPlain reports whether a text is rendered as it is written.
func isPlain(text []byte) bool {
	return bytes.IndexByte(text, '\\') < 0 && bytes.IndexByte(text, '&') < 0 && !bytes.ContainsFunc(text, term.Invisible)
}

// htmlBlock searches a block of raw HTML.
func (s *renderedSearch) htmlBlock(n *markdown.Node) {
	s.text.Clear()
	s.html.Read(s.d.Text(), n.Span, func(stretch source.Span, apart bool) {
		if apart {
			s.text.Wall(stretch.Start)
		}
		s.text.Add(s.d.Text(), stretch, false)
	})
	s.search(InHTML)
	s.attributes(n.Span)
}

// titles searches the titles of links, admonitions and tags, and the alternative texts of tags, in nodes [i,end).
func (s *renderedSearch) titles(i, end int) {
	for ; i < end; i++ {
		switch n := &s.d.Nodes()[i]; n.Kind {
		case markdown.Link, markdown.Image, markdown.LinkDefinition:
			s.title(n.Title)
		case markdown.Text:
			s.title(s.d.AdmonitionTitle(n.Span.Start))
		case markdown.InlineHTML:
			s.attributes(n.Span)
		}
	}
}

func (s *renderedSearch) attributes(span source.Span) {
	for _, a := range html.Attributes(s.d.Text(), span) {
		if name := string(bytes.ToLower([]byte(a.Name))); name == "alt" || name == "title" {
			s.title(a.Value)
		}
	}
}

func (s *renderedSearch) title(span source.Span) {
	if span.Empty() {
		return
	}
	s.text.Clear()
	s.text.Add(s.d.Text(), span, true)
	s.search(InTitle)
}

// search searches the text that was collected.
func (s *renderedSearch) search(place Place) {
	t := &s.text
	s.hits = s.table.AppendHits(s.hits[:0], t.Bytes, 0, len(t.Bytes))
	for _, hit := range s.hits {
		span := source.Span{Start: t.Written(hit.Start).Start, End: t.Written(hit.WordEnd - 1).End}
		if s.done || !s.table.InNames(hit.Term) && InName(t.Bytes, hit) ||
			place == InMarkup && shown(s.d, span, hit.WordEnd-hit.Start) {
			continue
		}
		found := RenderedHit{
			Hit: hit, Span: span, Place: place,
			Old: Unwrapped(string(t.Bytes[hit.Start:hit.WordEnd])), Ending: string(t.Bytes[hit.End:hit.WordEnd]),
		}
		if place == InMarkup && s.d.ZoneAt(span.Start) == zone.Destination {
			found.Place = InLabel
		}
		s.done = !s.yield(found)
	}
}

// InName reports whether a hit is a part of an identifier or an address.
func InName(text []byte, hit term.Hit) bool {
	parts := func(r rune) bool { return r == 0 || unicode.IsSpace(r) }
	run := source.Span{Start: bytes.LastIndexFunc(text[:hit.Start], parts) + 1, End: len(text)}
	if n := bytes.IndexFunc(text[hit.WordEnd:], parts); n >= 0 {
		run.End = hit.WordEnd + n
	}
	core, z := zone.Classify(text, run)
	return z != zone.Prose && !(source.Span{Start: hit.Start, End: hit.WordEnd}).Contains(core)
}

// shown reports whether the bytes at a place are prose and a reader sees just them. Hits has searched them then.
func shown(d *zone.Document, span source.Span, length int) bool {
	if span.Len() != length {
		return false
	}
	before, _ := utf8.DecodeLastRune(d.Text()[:span.Start])
	after, _ := utf8.DecodeRune(d.Text()[span.End:])
	if term.Invisible(before) || term.Invisible(after) {
		return false
	}
	for _, z := range d.ZonesWithin(span) {
		if !z.Zone.IsText() || z.Zone == zone.Identifier && !isPlain(withoutCommand(d.Bytes(z.Span))) {
			return false
		}
	}
	return true
}
