package review

import (
	"bytes"
	"iter"
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rendered"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// A seenHit is a hit in the text that a reader sees, where the bytes of the document don't show it or are no prose for
// those who edit.
type seenHit struct {
	term.Hit             // its offsets are those of the text that a reader sees
	span     source.Span // where the document has it
	old      string      // what a reader sees
	ending   string      // of that
	reason   Reason      // why nobody but a person may change it
}

// seenHits is what the table finds in rendered text and hits doesn't.
func seenHits(d *zone.Document, table *term.Table, starts *rendered.Starts) iter.Seq[seenHit] {
	return func(yield func(seenHit) bool) {
		if starts.None() {
			return
		}
		s := seenSearch{d: d, table: table, starts: starts, yield: yield}
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
				s.line(i, end)
				i = end - 1
			}
		}
	}
}

// seenSearch looks at the blocks of a document one after another.
type seenSearch struct {
	d      *zone.Document
	table  *term.Table
	starts *rendered.Starts
	yield  func(seenHit) bool
	done   bool // nobody wants more
	html   html.TextReader
	seen   rendered.Text
	hits   []term.Hit
}

// line looks at the inline nodes [i,end) of one block.
func (s *seenSearch) line(i, end int) {
	nodes := s.d.Nodes()
	plain := true
	for k := i; k < end; k++ {
		if nodes[k].Kind == markdown.InlineHTML {
			s.html.Tag(s.d.Bytes(nodes[k].Span))
		}
		plain = plain && nodes[k].Kind == markdown.Text
	}
	span := source.Span{Start: nodes[i].Span.Start, End: nodes[nodes[i].Parent].Span.End}
	if !s.starts.Within(span) {
		return
	}
	if !plain || !plainText(s.d.Bytes(span)) {
		s.seen.Clear()
		s.seen.AddNodes(s.d, i, end)
		s.search(Because("markup", "Markup, an escape or an invisible character is in it or beside it; change it by hand."))
	}
	s.titles(i, end)
}

// plainText reports whether a text is rendered as it is written.
func plainText(text []byte) bool {
	return bytes.IndexByte(text, '\\') < 0 && bytes.IndexByte(text, '&') < 0 && !bytes.ContainsFunc(text, term.Invisible)
}

// htmlBlock looks at a block of raw HTML.
func (s *seenSearch) htmlBlock(n *markdown.Node) {
	if !s.starts.Within(n.Span) {
		s.html.Read(s.d.Text(), n.Span, func(source.Span, bool) {})
		return
	}
	s.seen.Clear()
	s.html.Read(s.d.Text(), n.Span, func(stretch source.Span, apart bool) {
		if apart {
			s.seen.Wall(stretch.Start)
		}
		s.seen.Add(s.d.Text(), stretch, false)
	})
	s.search(Because("html", "It stands in raw HTML; change it by hand."))
	s.attributes(n.Span)
}

// titles looks at the titles of links, admonitions and tags, and at the alternative texts of tags, in nodes [i,end).
func (s *seenSearch) titles(i, end int) {
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

func (s *seenSearch) attributes(span source.Span) {
	for _, a := range html.Attributes(s.d.Text(), span) {
		if name := string(bytes.ToLower([]byte(a.Name))); name == "alt" || name == "title" {
			s.title(a.Value)
		}
	}
}

func (s *seenSearch) title(span source.Span) {
	if span.Empty() {
		return
	}
	s.seen.Clear()
	s.seen.Add(s.d.Text(), span, true)
	s.search(Because("title", "It stands in a title or an alternative text; change it by hand."))
}

// search looks for terms in the text that was gathered.
func (s *seenSearch) search(reason Reason) {
	t := &s.seen
	s.hits = s.table.AppendHits(s.hits[:0], t.Bytes, 0, len(t.Bytes))
	for _, hit := range s.hits {
		span := source.Span{Start: t.Written(hit.Start).Start, End: t.Written(hit.WordEnd - 1).End}
		if s.done || inName(t.Bytes, hit) || reason.Code == "markup" && shown(s.d, span, hit.WordEnd-hit.Start) {
			continue
		}
		found := seenHit{Hit: hit, span: span, reason: reason, old: unwrapped(string(t.Bytes[hit.Start:hit.WordEnd]))}
		found.ending = string(t.Bytes[hit.End:hit.WordEnd])
		if reason.Code == "markup" && s.d.ZoneAt(span.Start) == zone.Destination {
			found.reason = Because("label", "It is the label of a link too, which its definition has; change it by hand.")
		}
		s.done = !s.yield(found)
	}
}

// inName reports whether a hit is a part of what is no prose: an identifier, an address.
func inName(text []byte, hit term.Hit) bool {
	parts := func(r rune) bool { return r == 0 || unicode.IsSpace(r) }
	run := source.Span{Start: bytes.LastIndexFunc(text[:hit.Start], parts) + 1, End: len(text)}
	if n := bytes.IndexFunc(text[hit.WordEnd:], parts); n >= 0 {
		run.End = hit.WordEnd + n
	}
	core, z := zone.Classify(text, run)
	return z != zone.Prose && !(source.Span{Start: hit.Start, End: hit.WordEnd}).Contains(core)
}

// shown reports whether the bytes at a place are prose, and the very text that a reader sees. Then
// hits has judged it.
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
		if !z.Zone.IsText() || z.Zone == zone.Identifier && !plainText(d.Bytes(z.Span)) {
			return false
		}
	}
	return true
}

// beside reports whether none of spans, which are in order, overlaps s.
func beside(spans []source.Span, s source.Span) bool {
	i, _ := slices.BinarySearchFunc(spans, s.Start, func(t source.Span, at int) int { return t.End - at - 1 })
	return i == len(spans) || spans[i].Start >= s.End
}
