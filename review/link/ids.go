package link

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// LostIDs returns the fragments that doc sets itself, by attributes of HTML and attribute lists, and that edits take
// away.
func LostIDs(doc *zone.Document, edits []source.Edit) []string {
	var lost []string
	for _, e := range edits {
		lines := wholeLines(doc, e.Span)
		if !doc.MayHoldIDs(lines) {
			continue
		}
		lost = append(lost, tagIDsAt(doc, e.Span)...)
		after := string(doc.Bytes(source.Span{Start: lines.Start, End: e.Start})) + e.New +
			string(doc.Bytes(source.Span{Start: e.End, End: lines.End}))
		kept := slices.AppendSeq(idsIn(after), listIDs([]byte(after)))
		lost = slices.AppendSeq(lost, listIDs(doc.Bytes(lines)))
		lost = slices.DeleteFunc(lost, func(id string) bool { return id == "" || slices.Contains(kept, id) })
	}
	slices.Sort(lost)
	return slices.Compact(lost)
}

// tagIDsAt returns the fragments that tags of HTML at a place set. Text, a bullet and the
// language of code are in no tag.
func tagIDsAt(doc *zone.Document, at source.Span) (ids []string) {
	outside := zone.SetOf(zone.InfoString)
	if !at.Empty() {
		outside = zone.SetOf(zone.InfoString, zone.ListMarker, zone.Prose, zone.HeadingText, zone.Identifier)
	}
	if _, ok := doc.Within(at, outside); ok {
		return nil
	}
	nodes := doc.Nodes()
	for i := range doc.Touching(at) {
		for _, value := range tagIDs(doc, &nodes[i]) {
			if at.Overlaps(value) || value.Contains(at) {
				ids = append(ids, string(doc.Bytes(value)))
			}
		}
	}
	return ids
}

// wholeLines returns s with the rest of its first and last line.
func wholeLines(doc *zone.Document, s source.Span) source.Span {
	first, _ := doc.Lines().Span(doc.Lines().Number(s.Start))
	if s.End <= first.End {
		return first
	}
	last, _ := doc.Lines().Span(doc.Lines().Number(s.End))
	return source.Span{Start: first.Start, End: max(s.End, last.End)}
}

// idsIn returns the identifiers in the tags of a text.
func idsIn(text string) []string {
	var out []string
	for _, attr := range html.Attributes([]byte(text), source.Span{End: len(text)}) {
		if namesAnchor(attr) {
			out = append(out, text[attr.Value.Start:attr.Value.End])
		}
	}
	return out
}

// tagIDs returns where the tags of a node have identifiers.
func tagIDs(d *zone.Document, n *markdown.Node) []source.Span {
	if n.Kind != markdown.HTMLBlock && n.Kind != markdown.InlineHTML {
		return nil
	}
	var out []source.Span
	for _, attr := range html.Attributes(d.Text(), n.Span) {
		if namesAnchor(attr) {
			out = append(out, attr.Value)
		}
	}
	for _, at := range directive.FindAllSubmatchIndex(d.Bytes(n.Span), -1) {
		out = append(out, source.Span{Start: n.Span.Start + at[2], End: n.Span.Start + at[3]})
	}
	return out
}

// directive matches a comment for the program that makes the pages. It may make an anchor of the last word, such as
// config.lang of <!-- md:setting config.lang -->.
var directive = regexp.MustCompile(`<!-- [a-z]+:[a-z-]+ (\S+) -->`)

func namesAnchor(a html.Attribute) bool {
	name := strings.ToLower(a.Name)
	return name == "id" || name == "name"
}

// listIDs yields the identifiers of {#id}, {: #id} and {id=id}, wherever they stand. GitHub prints them as text, but
// the link works where the page is published. What a template is called with an id may have its name before that:
// def-CA of {{% def id="CA" %}}. A list goes from the first brace that opens to the next one that closes,
// and another may open anywhere in it: no identifier has a brace.
func listIDs(src []byte) iter.Seq[string] {
	return func(yield func(string) bool) {
		for at := 0; ; {
			open := bytes.IndexByte(src[at:], '{')
			if open < 0 {
				return
			}
			at += open + 1
			end := bytes.IndexAny(src[at:], "}\n")
			if end < 0 {
				return
			}
			list := src[at : at+end]
			if at += end; src[at] != '}' {
				continue
			}
			call, called, _ := bytes.Cut(bytes.TrimLeft(list, "{%<- "), []byte(" "))
			called = bytes.TrimLeft(called, " ")
			for field := range bytes.FieldsSeq(list) {
				field = bytes.TrimLeft(field[bytes.LastIndexByte(field, '{')+1:], ":")
				if value, ok := bytes.CutPrefix(field, []byte("id=")); ok {
					value = bytes.Trim(value, `"'`)
					if bytes.HasPrefix(called, []byte("id=")) &&
						bytes.ContainsAny(list[:2], "%<") && !yield(string(call)+"-"+string(value)) {
						return
					}
					field = append([]byte("#"), value...)
				}
				if len(field) > 1 && field[0] == '#' && !yield(string(field[1:])) {
					return
				}
			}
		}
	}
}
