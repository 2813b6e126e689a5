package zone

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// lazyTag reports whether a line of nodes[list] is nothing but a tag and goes on with the paragraph of an item without
// its indentation. The specification takes the tag for a part of the paragraph. The parser of GitHub ends the list
// there and takes all up to the next blank line for HTML.
func (d *Document) lazyTag(list int) bool {
	nodes, text := d.Nodes(), d.Text()
	span := nodes[list].Span
	item := list
	for at := span.Start; at < span.End; {
		n := bytes.IndexByte(text[at:span.End], '<')
		if n < 0 {
			return false
		}
		at += n
		start, end := d.Lines().Start(at), d.Lines().End(at)
		if start > span.Start && aloneTag(text[start:end]) &&
			len(bytes.TrimSpace(text[d.Lines().Start(start-1):start])) > 0 {
			for i := item + 1; i < nodes[list].End && nodes[i].Span.Start < at; i++ {
				if nodes[i].Kind == markdown.ListItem {
					item = i
				}
			}
			if item > list && d.column(at) <= d.column(nodes[item].Content.End) {
				return true
			}
		}
		at = end
	}
	return false
}

// lazyTagInQuote reports the same of a block quote or a footnote: the line goes on with its text without a mark.
func (d *Document) lazyTagInQuote(quote source.Span) bool {
	for at := d.Lines().End(quote.Start) + 1; at < quote.End; at = d.Lines().End(at) + 1 {
		if aloneTag(d.Text()[at:d.Lines().End(at)]) {
			return true
		}
	}
	return false
}

// aloneTag reports whether a line is nothing but one tag.
func aloneTag(line []byte) bool {
	line = bytes.TrimSpace(line)
	if len(line) < 3 || line[0] != '<' || line[len(line)-1] != '>' {
		return false
	}
	name := bytes.TrimPrefix(line[1:], []byte("/"))
	n := 0
	for source.IsLetter(name[n]) || n > 0 && (source.IsDigit(name[n]) || name[n] == '-') {
		n++
	}
	return n > 0 && bytes.IndexByte([]byte(" \t/>"), name[n]) >= 0 && bytes.IndexByte(line[1:], '<') < 0
}
