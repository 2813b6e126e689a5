package zone

import (
	"bytes"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// findOverlays finds the syntax of other programs that Markdown's tree does not know: templates, math, wikilinks,
// attribute lists, admonitions, MDX. Such syntax may span several nodes. So it searches the bytes, with code, HTML and
// front matter blanked out.
//
// Every search for a closer remembers its result. So many openers without a closer take linear time.
func findOverlays(d *Document, zones []Span) []Span {
	o := overlays{src: d.Text(), text: blankOut(d.Text(), zones)}
	if d.FrontMatter().Empty() {
		if broken := markdown.BrokenFrontMatter(d.Text()); !broken.Empty() {
			o.add(broken.Start, broken.End, Disputed)
		}
	}
	o.foreign(d)
	o.elements(d)
	o.disputes(d)
	o.scan()
	return sortOverlays(o.found)
}

// foreign adds the foreign blocks. Lines right above columns are their header.
func (o *overlays) foreign(d *Document) {
	nodes := d.Nodes()
	for i := range nodes {
		n := &nodes[i]
		if n.Kind != markdown.Foreign {
			continue
		}
		start := n.Span.Start
		if above := d.Previous(i); d.Inside(i) == markdown.Columns && above >= 0 &&
			d.Lines().End(nodes[above].Span.End)+1 == d.Lines().Start(start) {
			start = nodes[above].Span.Start
		}
		o.add(start, n.Span.End, foreignZones[d.Inside(i)])
	}
}

// blankOut returns a copy of src in which spaces replace all bytes that are neither text nor markup. It keeps line
// endings.
func blankOut(src []byte, zones []Span) []byte {
	text := slices.Clone(src)
	for _, z := range zones {
		switch z.Zone {
		case CodeSpan, CodeBlock, InfoString, HTML, FrontMatter, AutoLink, Template, Math:
			for line := range bytes.Lines(text[z.Start:z.End]) {
				line = bytes.TrimRight(line, "\r\n")
				for i := range line {
					line[i] = ' '
				}
			}
		}
	}
	return text
}

// overlays finds the overlays of a document.
type overlays struct {
	src    []byte
	text   []byte // src with code, HTML and front matter blanked out
	found  []Span
	next   []closer
	blanks place       // the last result of blank
	braces map[int]int // the ends of pairs of braces by their starts, once they are asked for
}

// A closer remembers the last search for one string. There are only a few such strings.
type closer struct {
	text string
	place
}

// A place is the result of a search that began at from: at is the offset of the first match, or the length of the
// text for none.
type place struct{ from, at int }

func (p place) knows(from int) bool { return p.from <= from && from <= p.at && p.at > 0 }

func (o *overlays) add(start, end int, zone Zone) {
	o.found = append(o.found, Span{source.Span{Start: start, End: end}, zone})
}

// openers are the bytes with which an overlay within a line begins.
var openers = bytesOf(`{$[\:<%`)

// nextOpener returns the offset of the first opener in text[at:end], or end for none.
func nextOpener(text []byte, at, end int) int {
	for at < end && !openers[text[at]] {
		at++
	}
	return at
}

// scan finds overlays line by line.
func (o *overlays) scan() {
	for at := 0; at < len(o.text); {
		end := o.find(o.text, "\n", at)
		if stop, zone := o.line(at, end); stop > at {
			o.add(at, stop, zone)
			at = stop
		}
		for at < end {
			if at = nextOpener(o.text, at, end); at == end {
				break
			}
			stop, zone := o.construct(at)
			if stop <= at {
				at++
				if o.text[at-1] == '\\' {
					at++ // an escaped character opens nothing
				}
				continue
			}
			o.add(at, stop, zone)
			at = stop
		}
		at = max(at, end+1)
	}
}

// line returns the end and the zone of an overlay that can only open at the start of a line; 0 for none.
func (o *overlays) line(at, end int) (int, Zone) {
	i := at
	for i < end && (o.text[i] == ' ' || o.text[i] == '\t' || o.text[i] == '>') {
		i++
	}
	rest := o.text[i:end]
	if len(rest) < 2 {
		return 0, 0
	}
	switch rest[0] {
	case ':', '!', '?', '=', '-', '<', '+':
		for _, mark := range WholeLines {
			if bytes.HasPrefix(rest, []byte(mark)) {
				return end, Template
			}
		}
	case '[':
		if rest[1] == '!' { // > [!NOTE], [!INCLUDE [text](file.md)]
			return o.until(i, 2, "]", sameLine), Template
		}
	case '\\':
		if rest[1] == '[' {
			return o.until(i, 2, `\]`, paragraph), Math
		}
	}
	return 0, 0
}

// WholeLines are the prefixes of lines that belong entirely to a generator: containers and admonitions, tabs, included
// files.
var WholeLines = []string{":::", "!!!", "???", `=== "`, "--8<--", "<<<", "!include"}

// construct returns the end and the zone of the overlay that opens at i; 0 for none.
func (o *overlays) construct(i int) (int, Zone) {
	rest := o.text[i:]
	if len(rest) < 2 {
		return 0, 0
	}
	switch rest[0] {
	case '{':
		return o.brace(i), Template
	case '$':
		return o.dollar(i), Math
	case '[':
		switch {
		case rest[1] == '[':
			return o.until(i, 2, "]]", sameLine), WikiLink
		case i > 0 && o.text[i-1] == ']':
			return o.until(i, 1, "]", sameLine), Destination // a reference whose label is defined in another file
		}
	case '\\':
		return o.backslash(i), Math
	case ':':
		return o.emoji(i), Template
	case '<':
		if rest[1] == '%' {
			return o.until(i, 2, "%>", paragraph), Template
		}
		return o.jsx(i), Template
	case '%':
		if rest[1] == '%' {
			return o.until(i, 2, "%%", paragraph), Template
		}
	}
	return 0, 0
}

// A closerRange says where the closer of an overlay may be.
type closerRange uint8

const (
	sameLine closerRange = iota
	paragraph
	anywhere
)

// until returns the offset behind the next closer within the range, or 0. Only closers of templates count inside code
// and HTML too.
func (o *overlays) until(i, skip int, closer string, where closerRange) int {
	in := o.text
	if closer == "}}" || closer == "%}" || closer == "%>" {
		in = o.src
	}
	from := min(i+skip, len(in))
	n := o.find(in, closer, from)
	if n == len(in) {
		return 0
	}
	switch where {
	case sameLine:
		if o.find(o.text, "\n", from) < n {
			return 0
		}
	case paragraph:
		if o.blank(from) < n {
			return 0
		}
	}
	return n + len(closer)
}

// find returns the offset of the next s in the text, or the length of the text. in must be the same text in all calls
// with the same s.
func (o *overlays) find(in []byte, s string, from int) int {
	i := slices.IndexFunc(o.next, func(c closer) bool { return c.text == s })
	if i < 0 {
		i = len(o.next)
		o.next = append(o.next, closer{text: s})
	} else if p := o.next[i]; p.knows(from) {
		return p.at
	}
	at := len(in)
	if n := bytes.Index(in[from:], []byte(s)); n >= 0 {
		at = from + n
	}
	o.next[i].place = place{from, at}
	return at
}

// blank returns the end of the last line before the next blank line.
func (o *overlays) blank(from int) int {
	if o.blanks.knows(from) {
		return o.blanks.at
	}
	at := from
	for {
		n := bytes.IndexByte(o.text[at:], '\n')
		if n < 0 {
			at = len(o.text)
			break
		}
		at += n
		next := at + 1
		for next < len(o.text) && strings.IndexByte(" \t\r>", o.text[next]) >= 0 {
			next++
		}
		if next == len(o.text) || o.text[next] == '\n' {
			break
		}
		at = next
	}
	o.blanks = place{from, at}
	return at
}

// sortOverlays sorts overlays and cuts off the start of one that overlaps the one before.
func sortOverlays(over []Span) []Span {
	sortZones(over)
	out := over[:0]
	end := 0
	for _, o := range over {
		if o.Start = max(o.Start, end); o.Start < o.End {
			out = append(out, o)
			end = o.End
		}
	}
	return out
}
