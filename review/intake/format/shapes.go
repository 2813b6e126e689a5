package format

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A shape is a format that is a list of findings whose fields have names of their own. Names with dots lead into
// objects.
type shape struct {
	program, list                           string // list "" is the value itself
	has                                     string // fields that tell it from other formats
	path, line, quote, wants, message, rule string
	context, offset, length                 string // an excerpt, and what it is about in there
}

// shapes are the formats that differ in the names of their fields alone.
func shapes() []shape {
	return []shape{
		{program: "cspell", list: "issues", has: "text row uri", path: "uri", line: "row", quote: "text",
			wants: "suggestionsEx"},
		{program: "typos", has: "typo corrections", path: "path", line: "line_num", quote: "typo",
			wants: "corrections"},
		{program: "languagetool", list: "matches", has: "context replacements", wants: "replacements",
			message: "message",
			rule:    "rule.id", context: "context.text", offset: "context.offset", length: "context.length"},
		{program: "problems", has: "resource startLineNumber", path: "resource", line: "startLineNumber",
			message: "message",
			rule:    "source"},
	}
}

func shapeOf(n jsontree.Node) (s shape, list jsontree.Node, found bool) {
	for _, s := range shapes() {
		list := n
		if s.list != "" {
			list = n.Get(s.list)
		}
		if list.First().Has(strings.Fields(s.has)...) {
			return s, list, true
		}
	}
	return shape{}, jsontree.Node{}, false
}

// IsShape recognises a list of findings of a program.
func IsShape(n jsontree.Node) bool {
	_, _, found := shapeOf(n)
	return found
}

// Shape reads a list of findings of a program. What stands at the place is named, so that columns are not needed.
func (r *Reader) Shape(n jsontree.Node) {
	s, list, found := shapeOf(n)
	if !found {
		r.Fail(n.Offset(), nil, "is no list of findings of a program that is known")
		return
	}
	r.Review.Reviewer.Name = s.program
	for f := range r.Objects(list, nil, s.program) {
		at := func(name string) jsontree.Node {
			if name == "" {
				return jsontree.Node{}
			}
			return f.of.Get(strings.Split(name, ".")...)
		}
		path := strings.TrimPrefix(at(s.path).Text(), "file://")
		message := at(s.message).Text()
		if message == "" {
			message = at(s.quote).Text() + " may be misspelled"
		}
		issue := finding(path, at(s.rule).Text(), message, severityOf("warning"))
		if line := Atoi(Clip(at(s.line).Text(), 9)); line > 0 {
			issue.Place.Range = span(source.CodePoint, source.Point{Line: line}, source.Point{})
		}
		issue.Place.Quote = at(s.quote).Text()
		if s.context != "" {
			inContext(&issue, at(s.context).Text(), at(s.offset).Text(), at(s.length).Text())
		}
		var wants []string
		for _, want := range at(s.wants).Items() {
			text := strings.Join(TextsIn(want), "")
			if text == "" {
				text = want.Get("word").Text()
			}
			if want.Get("isPreferred").Text() == "true" {
				text += "*"
			}
			wants = append(wants, text)
		}
		Suggest(&issue, slices.Clip(wants))
		Worded(&issue)
		r.Add(issue)
	}
}

// inContext takes what stands at the place, and what stands around it, from an excerpt. Offsets count UTF-16 code
// units.
func inContext(issue *review.Issue, text, offset, length string) {
	lines := source.NewLines([]byte(text))
	at := func(units int) int {
		i, ok := lines.Offset(source.Point{Line: 1, Column: units + 1}, source.UTF16)
		if !ok {
			return len(text)
		}
		return i
	}
	start := at(Atoi(Clip(offset, 9)))
	end := max(start, at(Atoi(Clip(offset, 9))+Atoi(Clip(length, 9))))
	issue.Place.Quote = text[start:end]
	issue.Place.Prefix, issue.Place.Suffix = strings.TrimLeft(text[:start], "."), strings.TrimRight(text[end:], ".")
}
