package locate

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// partial says that the place of f is a part of a destination, an attribute, code or raw HTML. It is "" if the place
// covers the whole of it, and if the review says that it is about that: by the category reference, by coordinates
// inside it, or by quoting whole lines of code around the place.
func (l *locator) partial(f *review.Finding, issue *review.Issue, quoted source.Span) string {
	if issue.Category == rules.CategoryReference {
		return ""
	}
	other, text := l.d.MayHoldText(f.Span.Start)
	if other.Contains(f.Span) && !text && !f.Span.Contains(l.trimmedBoth(other)) && !l.pointsInto(issue, other, false) {
		return "The text to replace is only part of a template, a formula or a wikilink."
	}
	nodes := l.d.Nodes()
	for i := range l.d.Touching(f.Span) {
		n := &nodes[i]
		if n.Span.Start >= f.Span.End || n.Span.End <= f.Span.Start {
			continue
		}
		for _, p := range l.units(n, f.Span) {
			if p.block && quoted.Contains(p.span) {
				continue
			}
			if p.span.Overlaps(f.Span) && !f.Span.Contains(p.span) && !l.pointsInto(issue, p.span, p.block) {
				return "The text to replace is only part of " + p.name + "."
			}
		}
	}
	return ""
}

// A unit is a part of the document that is replaced as a whole, if at all.
type unit struct {
	name string
	span source.Span
	// block is set for what has lines of its own, so that a line is a place inside it.
	block bool
}

// units returns the units of a node that s may cut.
func (l *locator) units(n *markdown.Node, s source.Span) []unit {
	switch n.Kind {
	case markdown.CodeSpan:
		return []unit{{"code", l.trimmedBoth(n.Content), false}}
	case markdown.FencedCode:
		return []unit{{"an info string", n.Content, false}, {"code", l.codeLines(n.Body, s), true}}
	case markdown.IndentedCode:
		return []unit{{"code", l.codeLines(n.Span, s), true}}
	case markdown.Link, markdown.Image, markdown.LinkDefinition:
		out := []unit{{"a destination", n.Destination, false}, {"a title", l.unquotedTitle(n.Title), false}}
		if n.Kind == markdown.LinkDefinition {
			out = append(out, unit{"a reference", n.Content, false})
		} else if n.Reference != n.Content {
			out = append(out, unit{"a reference", n.Reference, false})
		}
		return out
	case markdown.AutoLink:
		return []unit{{"a URL", n.Content, false}}
	case markdown.InlineHTML, markdown.HTMLBlock:
		part, inTag := l.htmlPart(n.Span, s)
		return []unit{{"HTML", part, !inTag && n.Kind == markdown.HTMLBlock}}
	}
	return nil
}

// pointsInto reports whether the coordinates of an issue lie inside a unit. For a block, its line is enough.
func (l *locator) pointsInto(issue *review.Issue, s source.Span, block bool) bool {
	p := &issue.Place
	if p.Form == review.NoRange || p.Form == review.Points && p.From.Column == 0 && !block {
		return false
	}
	at, why := resolve(l.d, &p.Range)
	if why != "" {
		return false
	}
	if block && p.Form == review.Points && p.From.Column == 0 {
		return at.Overlaps(s)
	}
	return s.Start <= at.Start && at.Start < s.End
}

// codeLines returns the lines of code that s has parts of, without the white space around them.
func (l *locator) codeLines(code, s source.Span) source.Span {
	if !code.Overlaps(s) {
		return source.Span{}
	}
	src := l.d.Source()
	start, end := max(code.Start, s.Start), min(code.End, s.End)
	for start > code.Start && src[start-1] != '\n' {
		start--
	}
	for end < code.End && src[end] != '\n' {
		end++
	}
	return l.trimmedBoth(source.Span{Start: start, End: end})
}

// trimmedBoth returns s without white space and block quote marks at its start, and without white space at its end.
func (l *locator) trimmedBoth(s source.Span) source.Span {
	s = l.trimmed(s)
	for s.Start < s.End && strings.IndexByte(" \t\r\n>", l.d.Source()[s.Start]) >= 0 {
		s.Start++
	}
	return s
}

// unquotedTitle returns a title without its quotation marks.
func (l *locator) unquotedTitle(s source.Span) source.Span {
	if s.Len() < 2 {
		return s
	}
	return source.Span{Start: s.Start + 1, End: s.End - 1}
}

// attribute matches an attribute with its value.
var attribute = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[A-Za-z][\w:-]*\s*=\s*(?:"[^"]*"|'[^']*')`)
})

// htmlPart returns the smallest part of raw HTML around the start of s that may be replaced by itself: an attribute
// with its value, or all text between two tags. Without one it is all of html. inTag says that it lies in a tag.
func (l *locator) htmlPart(html, s source.Span) (part source.Span, inTag bool) {
	src := l.d.Bytes(html)
	at := max(0, s.Start-html.Start)
	open := bytes.LastIndexByte(src[:at], '<')
	inTag = open >= 0 && bytes.IndexByte(src[open:at], '>') < 0
	if inTag {
		for _, m := range attribute().FindAllIndex(src[open:], -1) {
			whole := source.Span{Start: html.Start + open + m[0], End: html.Start + open + m[1]}
			if whole.Start <= s.Start && s.Start < whole.End {
				return whole, true
			}
		}
		return html, true
	}
	start := bytes.LastIndexByte(src[:at], '>') + 1
	end := bytes.IndexByte(src[at:], '<')
	if start == 0 || end < 0 {
		return html, false
	}
	return l.trimmedBoth(source.Span{Start: html.Start + start, End: html.Start + at + end}), false
}
