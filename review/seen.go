package review

import (
	"bytes"
	"iter"
	"slices"
	"sort"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
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
func seenHits(d *zone.Document, table *term.Table) iter.Seq[seenHit] {
	return func(yield func(seenHit) bool) {
		s := seenSearch{d: d, table: table, next: candidates(table), yield: yield}
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
	d     *zone.Document
	table *term.Table
	next  func(text []byte, from int) int
	yield func(seenHit) bool
	done  bool // nobody wants more
	html  html.TextReader
	seen  seenText
	hits  []term.Hit
}

// mayHold reports whether a part of the document may hold a term.
func (s *seenSearch) mayHold(span source.Span) bool {
	text := s.d.Text()[:span.End]
	return s.next(text, span.Start) < len(text)
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
	if !s.mayHold(span) {
		return
	}
	if !plain || !plainText(s.d.Bytes(span)) {
		s.seen.clear()
		s.seen.nodes(s.d, i, end)
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
	if !s.mayHold(n.Span) {
		s.html.Read(s.d.Text(), n.Span, func(source.Span, bool) {})
		return
	}
	s.seen.clear()
	s.html.Read(s.d.Text(), n.Span, func(stretch source.Span, apart bool) {
		if apart {
			s.seen.wall(stretch.Start)
		}
		s.seen.text(s.d.Text(), stretch, false)
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
	s.seen.clear()
	s.seen.text(s.d.Text(), span, true)
	s.search(Because("title", "It stands in a title or an alternative text; change it by hand."))
}

// search looks for terms in the text that was gathered.
func (s *seenSearch) search(reason Reason) {
	t := &s.seen
	s.hits = s.table.AppendHits(s.hits[:0], t.bytes, 0, len(t.bytes))
	for _, hit := range s.hits {
		span := source.Span{Start: t.written(hit.Start).Start, End: t.written(hit.WordEnd - 1).End}
		if s.done || inName(t.bytes, hit) || reason.Code == "markup" && shown(s.d, span, hit.WordEnd-hit.Start) {
			continue
		}
		found := seenHit{Hit: hit, span: span, reason: reason, old: unwrapped(string(t.bytes[hit.Start:hit.WordEnd]))}
		found.ending = string(t.bytes[hit.End:hit.WordEnd])
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
		if !isText(z.Zone) || z.Zone == zone.Identifier && !plainText(d.Bytes(z.Span)) {
			return false
		}
	}
	return true
}

// seenText is text as a reader sees it.
type seenText struct {
	bytes []byte
	parts []seenPart
}

// A seenPart is a part of a text that a reader sees, from an offset on, and what stands for it in the document:
// the same bytes, unless it is a reference or an escape.
type seenPart struct {
	at      int
	written source.Span
	same    bool
}

func (t *seenText) clear() { t.bytes, t.parts = t.bytes[:0], t.parts[:0] }

// add appends what a part of the document stands for.
func (t *seenText) add(seen []byte, start, end int, same bool) {
	if len(seen) > 0 {
		t.parts = append(t.parts, seenPart{len(t.bytes), source.Span{Start: start, End: end}, same})
		t.bytes = append(t.bytes, seen...)
	}
}

// written returns what stands for the byte at an offset.
func (t *seenText) written(at int) source.Span {
	i := sort.Search(len(t.parts), func(i int) bool { return t.parts[i].at > at }) - 1
	p := &t.parts[i]
	if !p.same {
		return p.written
	}
	return source.Span{Start: p.written.Start + at - p.at, End: p.written.Start + at - p.at + 1}
}

// wall appends what no term goes on over.
func (t *seenText) wall(at int) { t.add([]byte{0}, at, at, false) }

// nodes appends the text of inline nodes.
func (t *seenText) nodes(d *zone.Document, i, end int) {
	nodes := d.Nodes()
	image := 0      // where the last one ends
	opened := false // an element that holds code: what closes it parts words
	for ; i < end; i++ {
		n := &nodes[i]
		if image > 0 && n.Span.Start >= image {
			t.wall(image)
			image = 0
		}
		switch n.Kind {
		case markdown.Text:
			t.prose(d, i)
		case markdown.SoftBreak:
			t.add([]byte(" "), n.Span.Start, n.Span.End, false)
		case markdown.Emphasis, markdown.Strong, markdown.Strikethrough, markdown.Link:
		case markdown.InlineHTML:
			tag := d.Bytes(n.Span)
			if !html.WithinWords(tag) && (opened || !html.ClosesVerbatimElement(tag)) {
				t.wall(n.Span.Start)
			}
			opened = opened || html.VerbatimTag(tag[1:])
		case markdown.Image:
			t.wall(n.Span.Start)
			image = n.Span.End
		default:
			t.wall(n.Span.Start)
		}
	}
}

// prose appends a node of text, without what its zones say is no prose. Zones may part a
// character reference.
func (t *seenText) prose(d *zone.Document, i int) {
	n := &d.Nodes()[i]
	part := source.Span{Start: n.Span.Start, End: n.Span.Start} // the last part that is seen
	for _, z := range d.ZonesWithin(n.Span) {
		start, end := max(z.Start, n.Span.Start), min(z.End, n.Span.End)
		if start == end || !isText(z.Zone) && (z.Zone != zone.Destination || !inLabel(d, i)) {
			continue
		}
		if start > part.End {
			t.text(d.Text(), part, true)
			t.wall(part.End)
			part.Start = start
		}
		part.End = end
	}
	t.text(d.Text(), part, true)
	if part.End < n.Span.End {
		t.wall(part.End)
	}
}

// inLabel reports whether a node is in the text of a link that is its label too.
func inLabel(d *zone.Document, i int) bool {
	for n := &d.Nodes()[i]; n.Kind.Inline(); n = &d.Nodes()[n.Parent] {
		if (n.Kind == markdown.Link || n.Kind == markdown.Image) && !n.Reference.Empty() && n.Reference == n.Content {
			return true
		}
	}
	return false
}

// text appends a part of the document without what isn't seen in it. escapes says that a
// backslash may be an escape. One between letters is looked through too: other parsers drop it.
func (t *seenText) text(src []byte, s source.Span, escapes bool) {
	for at := s.Start; at < s.End; {
		n := 0
		for at+n < s.End && src[at+n] != '\\' && src[at+n] != '&' && src[at+n] < utf8.RuneSelf {
			n++
		}
		t.add(src[at:at+n], at, at+n, true)
		if at += n; at < s.End {
			at += t.special(src[:s.End], at, escapes && at > s.Start && source.IsLetter(src[at-1]), escapes)
		}
	}
}

// special appends what a reader sees of the backslash, the ampersand or the rune at an offset, and returns its length.
// within says that a letter stands before it.
func (t *seenText) special(src []byte, at int, within, escapes bool) int {
	rest := src[at:]
	n, seen := 1, rest[:1]
	switch c := rest[0]; {
	case c >= utf8.RuneSelf:
		var r rune
		if r, n = utf8.DecodeRune(rest); term.Invisible(r) {
			return n
		}
		seen = rest[:n]
	case c == '&':
		if n, seen = reference(rest); len(bytes.TrimFunc(seen, term.Invisible)) == 0 {
			return n
		}
	case escapes && len(rest) > 1 && isPunct(rest[1]):
		n, seen = 2, rest[1:2]
	case within && len(rest) > 1 && source.IsLetter(rest[1]):
		return 1
	}
	t.add(seen, at, at+n, len(seen) == n)
	return n
}

func isPunct(c byte) bool {
	return c < utf8.RuneSelf && c > ' ' && !source.IsLetter(c) && !source.IsDigit(c) && c != 0x7f
}

// longestReference is the length of the longest character reference of HTML.
const longestReference = 33

// reference returns the length of the character reference at the start of text and what a
// reader sees of it: the ampersand itself where it begins none.
func reference(text []byte) (int, []byte) {
	n := bytes.IndexByte(text[:min(len(text), longestReference)], ';') + 1
	if n < 3 {
		return 1, text[:1]
	}
	seen := markdown.AppendText(nil, text[:n])
	if bytes.Equal(seen, text[:n]) {
		return 1, text[:1]
	}
	return n, seen
}

// candidates returns the function that finds the next place where a term may begin for a reader,
// which is none within an address.
func candidates(table *term.Table) func([]byte, int) int {
	return func(text []byte, from int) int {
		at := table.Candidate(text, from)
		for at < len(text) && zone.InAddress(text, at) {
			at = table.Candidate(text, at+1)
		}
		for from < at {
			n := bytes.IndexByte(text[from:at], '&')
			if n < 0 {
				break
			}
			from += n
			if length, seen := reference(text[from:]); length > 1 {
				if r, _ := utf8.DecodeRune(seen); table.MayStart(r) {
					return from
				}
			}
			from++
		}
		return at
	}
}

// beside reports whether none of spans, which are in order, overlaps s.
func beside(spans []source.Span, s source.Span) bool {
	i, _ := slices.BinarySearchFunc(spans, s.Start, func(t source.Span, at int) int { return t.End - at - 1 })
	return i == len(spans) || spans[i].Start >= s.End
}
