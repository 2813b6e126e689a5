package fixers

import (
	"bytes"
	"regexp"
	"sort"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/html"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// fit returns the new text for span written so that it means there what it says: signs that Markdown would take for its
// own are escaped, and lines begin as the container asks.
func fit(doc *zone.Document, span source.Span, want string) string {
	if want == "" || doc.FrontMatter().Contains(span) {
		return want
	}
	old := string(doc.Bytes(span))
	at := around(doc, span)
	switch {
	case at.code || at.html:
	case at.cell:
		if strings.Count(want, "|") != doc.MissingPipes(span.Start) { // else they part the cells that the row lacks
			want = escapeEach(want, old, '|', "|", false)
		}
		fallthrough
	default:
		if at.destination {
			break // which has no tags
		}
		want = escapeTags(want, old)
		if doc.Dialect.MDX {
			want = escapeEach(want, old, '{', "{", true)
			want = escapeEach(want, old, '}', "}", true)
		}
	}
	return prefixLines(doc, span, old, want)
}

// A setting is what a place lies in.
type setting struct{ cell, code, html, destination bool }

// around returns the setting of a span.
func around(doc *zone.Document, span source.Span) setting {
	var out setting
	nodes := doc.Nodes()
	last := sort.Search(len(nodes), func(i int) bool { return nodes[i].Span.Start > span.Start })
	for i := last - 1; i > 0; i-- {
		if nodes[i].Kind == markdown.CodeSpan && nodes[i].Content.Start <= span.Start && span.Start < nodes[i].Content.End {
			out.code = true // the text may go on behind it
		}
		if !nodes[i].Span.Contains(span) {
			continue
		}
		switch nodes[i].Kind {
		case markdown.TableCell:
			out.cell = true
		case markdown.FencedCode, markdown.IndentedCode:
			out.code = true
		case markdown.HTMLBlock, markdown.InlineHTML:
			out.html = true
		case markdown.Link, markdown.Image:
			out.destination = out.destination || nodes[i].Destination.Contains(span)
		}
		if !nodes[i].Kind.Inline() && nodes[i].Kind != markdown.TableCell {
			break
		}
	}
	return out
}

// escapeEach escapes a sign in want that has no backslash before it, unless old has it as well. Outside code alone is
// set where a code span keeps the sign.
func escapeEach(want, old string, sign byte, escape string, outsideCode bool) string {
	if strings.IndexByte(want, sign) < 0 || strings.IndexByte(unescaped(old), sign) >= 0 {
		return want
	}
	var b strings.Builder
	code := false
	for i := 0; i < len(want); i++ {
		switch c := want[i]; {
		case c == '\\' && i+1 < len(want) && !code:
			b.WriteByte(c)
			i++
			b.WriteByte(want[i])
			continue
		case c == '`':
			code = !code
		case c == sign && !(outsideCode && code):
			b.WriteString(`\` + escape)
			continue
		}
		b.WriteByte(want[i])
	}
	return b.String()
}

// unescaped returns s without its escapes.
func unescaped(s string) string {
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] == '\\' {
			i++
			continue
		}
		b.WriteByte(s[i])
	}
	return b.String()
}

// tagStart matches the start of what Markdown may take for a tag.
var tagStart = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`</?([A-Za-z][A-Za-z0-9-]*)([^<>]*)>?`) })

// escapeTags escapes the < of what would vanish as a tag that no page knows. What old has
// as well stays, and so does code.
func escapeTags(want, old string) string {
	if strings.IndexByte(want, '<') < 0 {
		return want
	}
	var b strings.Builder
	last := 0
	for _, m := range tagStart().FindAllStringSubmatchIndex(want, -1) {
		name := strings.ToLower(want[m[2]:m[3]])
		rest := want[m[4]:m[5]]
		address := strings.HasPrefix(rest, ":") || strings.Contains(rest, "@")
		switch {
		case html.TextElement(name), address, inDestination(want[:m[0]]), strings.Contains(old, want[m[0]:m[1]]):
			continue
		case strings.HasSuffix(want[:m[0]], "{{"), strings.ContainsAny(rest, `"'`): // of a template; meant as a tag
			continue
		case strings.Count(want[:m[0]], "`")%2 == 1, m[0] > 0 && want[m[0]-1] == '\\':
			continue
		}
		b.WriteString(want[last:m[0]] + `\`)
		last = m[0]
	}
	b.WriteString(want[last:])
	return b.String()
}

// inDestination reports whether a text ends within the destination of a link.
func inDestination(text string) bool {
	i := strings.LastIndex(text, "](")
	return i >= 0 && !strings.ContainsAny(text[i+2:], " \t\r\n()")
}

// prefixLines begins every line of want but the first as a line at span has to begin: with the marks of the block
// quotes and the indentation of the items that it stands in.
func prefixLines(doc *zone.Document, span source.Span, old, want string) string {
	if !strings.Contains(want, "\n") {
		return want
	}
	first, item := linePrefix(doc, span.Start)
	if first == "" && item == "" {
		return want
	}
	outside := codePrefix(doc, span)
	lines, was := strings.SplitAfter(want, "\n"), strings.SplitAfter(old, "\n")
	given := map[string]bool{}
	for _, line := range was[1:] {
		given[strings.TrimRight(line, "\r\n")] = true
	}
	for i, line := range lines {
		if i == 0 || line == "" {
			continue
		}
		if len(was) == len(lines) && beginning(was[i]) == beginning(line) {
			continue // the line that it replaces begins so
		}
		text := strings.TrimRight(line, "\r\n")
		prefix := first
		if markdown.ItemMarker([]byte(strings.TrimLeft(text, " \t>"))) > 0 && item != first {
			prefix = item
		}
		switch {
		case given[text] || strings.TrimRight(prefix, " ") != "" && strings.HasPrefix(text, strings.TrimRight(prefix, " ")):
			continue // it begins as it has to already
		case strings.TrimSpace(text) == "":
			lines[i] = strings.TrimRight(prefix, " \t") + line
		case strings.TrimSpace(prefix) == "" && strings.HasPrefix(text, prefix):
			continue
		case len(outside) < len(prefix) && strings.HasPrefix(text, prefix[len(outside):]):
			lines[i] = outside + line // it is indented as the code is
		default:
			lines[i] = prefix + line
		}
	}
	return strings.Join(lines, "")
}

// codePrefix returns what the lines of the fenced code at a place begin with outside of the code; "" where there is no
// fenced code.
func codePrefix(doc *zone.Document, span source.Span) string {
	for i := range doc.Touching(span) {
		if n := &doc.Nodes()[i]; n.Kind == markdown.FencedCode && n.Span.Contains(span) {
			prefix, _ := linePrefix(doc, n.Span.Start)
			return prefix
		}
	}
	return ""
}

// beginning returns what stands in a line before its text.
func beginning(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t>"))] }

// linePrefix returns what a further line of the text at offset at begins with, and what a further item next to the one
// that at stands in begins with.
func linePrefix(doc *zone.Document, at int) (text, item string) {
	src := doc.Source()
	start := bytes.LastIndexByte(src[:at], '\n') + 1
	head := src[start:at]
	n := 0
	for n < len(head) && (head[n] == ' ' || head[n] == '\t' || head[n] == '>') {
		n++
	}
	text, item = string(head[:n]), string(head[:n])
	for n < len(head) {
		m := markdown.ItemMarker(bytes.TrimRight(src[start+n:lineEnd(src, start)], " \t\r"))
		if m == 0 || n+m > len(head) {
			break
		}
		item = text
		for n < len(head) && (m > 0 || head[n] == ' ') {
			text += " "
			n++
			m--
		}
	}
	return text, item
}

func lineEnd(src []byte, at int) int {
	if i := bytes.IndexByte(src[at:], '\n'); i >= 0 {
		return at + i
	}
	return len(src)
}

// relabelled returns the edit of a reference as the review writes it where another finding gives its definition the
// same new label, nil elsewhere, and where a review has so many findings that to compare each with all takes long.
func relabelled(in Input, doc *zone.Document, f *review.Finding) Change {
	const many = 1000
	if f.Source == review.BuiltIn || len(in.Findings) > many {
		return nil
	}
	span, err := replaced(doc, f)
	shorthand := doc.Shorthand(span)
	if err != nil || shorthand == nil || f.Remedy != review.Replace {
		return nil
	}
	text := source.Edit{Span: span, New: f.Want}
	for _, g := range in.Findings {
		if at, err := replaced(doc, g); err == nil && g.Path == f.Path && g.Remedy == review.Replace &&
			doc.Relabels(shorthand, text, source.Edit{Span: at, New: g.Want}) {
			return Change{{f.Path, []source.Edit{text}}}
		}
	}
	return nil
}
