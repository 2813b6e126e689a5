package zone

import (
	"bytes"
	"sort"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

const definition = "It is right below a definition: some kinds of Markdown see more items of the same list there."

// Unsettled says why an edit of form at an offset is left: other kinds of Markdown read the place differently, and it
// is not known that the document is of none of them. It is "" where nothing speaks against the edit.
func (d *Document) Unsettled(at int) string {
	known := d.Dialect.Program.CommonMark() || d.Dialect.MDX
	nodes := d.Nodes()
	emphasis, item, fence := 0, false, false
	for i := d.InnermostAt(at); i > 0; i = nodes[i].Parent {
		switch nodes[i].Kind {
		case markdown.Emphasis, markdown.Strong:
			emphasis += 1 + d.emphasisWithin(i)
		case markdown.FencedCode:
			fence = d.Lines().Start(at) == d.Lines().Start(nodes[i].Span.Start)
			if fence && !d.FenceCounted(i) {
				return "Counted line by line, another fence opens the code or closes it."
			}
		case markdown.BulletList, markdown.OrderedList:
			if !known && d.BelowParagraph(i) {
				return "It is in a list right below a paragraph: some kinds of Markdown see no list there."
			}
			if d.belowDefinition(i) {
				return definition
			}
		case markdown.ListItem:
			item = true
		}
	}
	below := d.startsBelow(at)
	switch {
	case below >= 0 && d.belowDefinition(below):
		return definition
	case known:
		return ""
	case emphasis > 1 && d.emphasisMark(at):
		return "Other emphasis stands in it or around it: some kinds of Markdown pair the delimiters differently."
	case emphasis > 0 && d.emphasisMark(at) && d.besideStray(at):
		return "A mark alone stands in the same text: some kinds of Markdown pair this one with it."
	case item && fence && d.Dialect.Program != markdown.AnyProgram:
		return "Some kinds of Markdown see no fenced code in the item of a list."
	case d.Dialect.Program != markdown.AnyProgram && d.joined(below):
		return "Without a blank line above it, some kinds of Markdown see a part of the paragraph or of the item there."
	case d.inRawBody(at):
		return "It is between tags of HTML: some kinds of Markdown leave all of that as it is."
	}
	return ""
}

// belowDefinition reports whether a list stands right below the definition of a term, which may begin with an item.
func (d *Document) belowDefinition(list int) bool {
	above := d.Previous(list)
	if above < 0 || !d.BelowParagraph(list) {
		return false
	}
	text := bytes.TrimRight(d.Bytes(d.Nodes()[above].Span), " \t\n")
	line := bytes.TrimLeft(text[bytes.LastIndexByte(text, '\n')+1:], " \t>")
	return bytes.HasPrefix(line, []byte(": ")) || bytes.HasPrefix(line, []byte(":\t"))
}

// startsBelow returns the outermost node that begins on the line below an offset at the end of a line, -1 elsewhere.
func (d *Document) startsBelow(at int) int {
	if at+1 >= len(d.Text()) || d.Text()[at] != '\n' {
		return -1
	}
	below := d.Text()[at+1:]
	nodes, i := d.Nodes(), d.InnermostAt(at+1+len(below)-len(bytes.TrimLeft(below, " \t>")))
	for nodes[i].Parent > 0 && nodes[nodes[i].Parent].Span.Start > at {
		i = nodes[i].Parent
	}
	return i
}

// joined reports whether node i is a list, or code right below a list.
func (d *Document) joined(i int) bool {
	if i < 0 {
		return false
	}
	nodes := d.Nodes()
	switch nodes[i].Kind {
	case markdown.BulletList, markdown.OrderedList:
		return true
	case markdown.FencedCode:
		above := d.Previous(i)
		return above >= 0 && (nodes[above].Kind == markdown.BulletList || nodes[above].Kind == markdown.OrderedList)
	}
	return false
}

// emphasisWithin counts the emphasis in the node nodes[i].
func (d *Document) emphasisWithin(i int) int {
	n := 0
	for j := i + 1; j < d.Nodes()[i].End; j++ {
		if k := d.Nodes()[j].Kind; k == markdown.Emphasis || k == markdown.Strong {
			n++
		}
	}
	return n
}

// emphasisMark reports whether a mark of emphasis stands at an offset.
func (d *Document) emphasisMark(at int) bool {
	return at < len(d.Text()) && (d.Text()[at] == '*' || d.Text()[at] == '_')
}

// besideStray reports whether a mark of emphasis stands as text in the block around an offset.
func (d *Document) besideStray(at int) bool {
	nodes, i := d.Nodes(), d.InnermostAt(at)
	for nodes[i].Kind.Inline() {
		i = nodes[i].Parent
	}
	strays := d.strayMarks()
	n := sort.SearchInts(strays, nodes[i].Span.Start)
	return n < len(strays) && strays[n] < nodes[i].Span.End
}

// findStrayMarks returns where marks of emphasis stand as text, next to other text. One within a name is none.
func (d *Document) findStrayMarks() (out []int) {
	text := d.Text()
	name := func(at int) bool {
		return at >= 0 && at < len(text) &&
			(source.IsLetter(text[at]) || source.IsDigit(text[at]) || text[at] >= utf8.RuneSelf)
	}
	space := func(at int) bool { return at < 0 || at >= len(text) || source.IsSpace(text[at]) }
	for at := range text {
		switch {
		case !d.emphasisMark(at) || !d.ZoneAt(at).IsText() || at > 0 && text[at-1] == '\\':
		case text[at] == '_' && name(at-1) && name(at+1), space(at-1) && space(at+1):
		default:
			out = append(out, at)
		}
	}
	return out
}

// inRawBody reports whether an offset is between a tag of a block that opens and the one that closes it.
func (d *Document) inRawBody(at int) bool {
	bodies := d.rawBodies()
	n := sort.Search(len(bodies), func(n int) bool { return bodies[n].End > at })
	return n < len(bodies) && bodies[n].Start <= at
}

// findRawBodies returns what stands between the tags of blocks, the outermost ones. An attribute that says that the
// body is Markdown makes it text. What nothing closes, such as <img>, has no body.
func (d *Document) findRawBodies() (out []source.Span) {
	type element struct {
		name  string
		start int
	}
	var open []element
	nodes := d.Nodes()
	for i := range nodes {
		if nodes[i].Kind != markdown.HTMLBlock {
			continue
		}
		for t := range html.Tags(d.Text(), nodes[i].Span) {
			switch {
			case d.Dialect.Program == markdown.AnyProgram && component(d.Bytes(t.Span)):
			case t.Kind == html.OpeningTag && !bytes.Contains(d.Bytes(t.Span), []byte("markdown")):
				open = append(open, element{t.Name, nodes[i].Span.Start})
			case t.Kind == html.ClosingTag:
				last := len(open) - 1
				for last >= 0 && open[last].name != t.Name {
					last--
				}
				if last < 0 {
					continue
				}
				body := source.Span{Start: open[last].start, End: t.End}
				for open = open[:last]; len(out) > 0 && out[len(out)-1].Start >= body.Start; {
					out = out[:len(out)-1]
				}
				out = append(out, body)
			}
		}
	}
	return out
}

// component reports whether a tag has a name such as Listing, which is none of HTML. Programs that have such tags read
// what stands between them.
func component(tag []byte) bool {
	name := bytes.TrimLeft(tag, "</")
	return len(name) > 1 && 'A' <= name[0] && name[0] <= 'Z' && 'a' <= name[1] && name[1] <= 'z'
}
