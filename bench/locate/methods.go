package main

import (
	"bytes"

	"github.com/sergi/go-diff/diffmatchpatch"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A method is a way to locate a case.
type method struct {
	name string
	find func(testCase) (source.Span, bool)
}

func methods() []method {
	return []method{
		{"doc-iterate", ours},
		{"exact search", exactSearch},
		{"MatchMain", matchMain},
		{"line", lineOnly},
	}
}

func ours(c testCase) (source.Span, bool) {
	issues := append([]review.Issue{c.issue}, c.others...)
	for _, f := range locate.Locate(zone.Parse("doc.md", c.doc, markdown.Dialect{}), issues, c.opts) {
		if f.ID == c.issue.ID {
			return f.Span, f.State == review.Located
		}
	}
	return source.Span{}, false
}

// exactSearch takes the first place of the quote.
func exactSearch(c testCase) (source.Span, bool) {
	q := []byte(c.issue.Place.Quote)
	i := bytes.Index(c.doc, q)
	if i < 0 || len(q) == 0 {
		return source.Span{}, false
	}
	return source.Span{Start: i, End: i + len(q)}, true
}

// matchMain asks go-diff for the best place near the line.
func matchMain(c testCase) (source.Span, bool) {
	q := c.issue.Place.Quote
	if q == "" {
		return source.Span{}, false
	}
	near := 0
	if line, ok := source.NewLines(c.doc).Span(c.issue.Place.From.Line); ok {
		near = line.Start
	}
	dmp := diffmatchpatch.New()
	pattern := q
	if len(pattern) > dmp.MatchMaxBits {
		pattern = pattern[:dmp.MatchMaxBits]
	}
	i := dmp.MatchMain(string(c.doc), pattern, near)
	if i < 0 {
		return source.Span{}, false
	}
	return source.Span{Start: i, End: min(len(c.doc), i+len(q))}, true
}

// lineOnly takes the line for the place.
func lineOnly(c testCase) (source.Span, bool) {
	return source.NewLines(c.doc).Span(c.issue.Place.From.Line)
}
