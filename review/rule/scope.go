package rule

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/terms"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// scopesAt returns the scopes of the text at an offset.
func scopesAt(d *zone.Document, at int) rules.Scopes { return scopesOf(d, d.InnermostAt(at)) }

// scopesOf returns the scopes of the text that nodes[i] is or holds.
func scopesOf(d *zone.Document, i int) rules.Scopes {
	nodes := d.Nodes()
	var s rules.Scopes
	paragraph := false
	for ; i > 0; i = nodes[i].Parent {
		switch n := &nodes[i]; n.Kind {
		case markdown.Image:
			return rules.ScopesOf(rules.ScopeAltText)
		case markdown.Link:
			s |= rules.ScopesOf(rules.ScopeLinkText)
		case markdown.Paragraph:
			paragraph = true
		case markdown.ATXHeading, markdown.SetextHeading:
			s |= rules.ScopesOf(rules.ScopeHeading, rules.ScopeHeading+rules.Scope(n.Level))
		case markdown.TableCell:
			s |= rules.ScopesOf(rules.ScopeTableCell)
			if nodes[n.Parent].Kind == markdown.TableHeader || nodes[nodes[n.Parent].Parent].Kind == markdown.TableHeader {
				s |= rules.ScopesOf(rules.ScopeTableHeader)
			}
		case markdown.ListItem:
			s |= rules.ScopesOf(rules.ScopeListItem)
		case markdown.Blockquote:
			s |= rules.ScopesOf(rules.ScopeBlockQuote)
		}
	}
	if paragraph && !s.Has(rules.ScopesOf(rules.ScopeListItem, rules.ScopeBlockQuote)) {
		s |= rules.ScopesOf(rules.ScopeProse)
	}
	return s
}

// frontMatterValues returns where the simple values of the front matter stand: those that are in a line with their
// key or are an item of a list, without their quotes.
func frontMatterValues(d *zone.Document) []source.Span {
	front := d.FrontMatter()
	var out []source.Span
	for at := front.Start; at < front.End; {
		end := front.End
		if n := bytes.IndexByte(d.Text()[at:front.End], '\n'); n >= 0 {
			end = at + n
		}
		line := d.Text()[at:end]
		value := bytes.TrimSpace(line)
		if rest, item := bytes.CutPrefix(value, []byte("- ")); item {
			value = rest
		} else if n := bytes.IndexAny(line, ":="); n >= 0 {
			value = line[n+1:]
		} else {
			value = nil
		}
		if comment := bytes.Index(value, []byte(" #")); comment >= 0 {
			value = value[:comment]
		}
		value = bytes.Trim(value, " \t\r\"',")
		if n := bytes.LastIndex(line, value); len(value) > 0 && n >= 0 && strings.IndexByte("[{|>&*!", value[0]) < 0 {
			out = append(out, source.Span{Start: at + n, End: at + n + len(value)})
		}
		at = end + 1
	}
	return out
}

// topLevel reports whether a value of the front matter stands in a line with a key of the whole.
func topLevel(text []byte, value int) bool {
	line := text[bytes.LastIndexByte(text[:value], '\n')+1:]
	return strings.IndexByte(" \t-", line[0]) < 0
}

// reportFrontMatterTerms reports what a table finds in the values of the front matter, which a person changes. A term
// for all text holds in those of the top level where it was a rule of Vale, for which they are text too.
func reportFrontMatterTerms(p *review.Pass, table *term.Table) {
	d := p.Doc
	for _, value := range frontMatterValues(d) {
		for _, hit := range table.AppendHits(nil, d.Text(), value.Start, value.End) {
			ending, t := string(d.Text()[hit.End:hit.WordEnd]), &p.Set.Terminology[hit.Term]
			vale := t.Rule != "" && t.Rule != rules.Textlint
			if !inForm(t, string(d.Text()[hit.Start:hit.End]), ending) ||
				t.Scope == 0 && (!vale || !topLevel(d.Text(), value.Start)) {
				continue
			}
			span := source.Span{Start: hit.Start, End: hit.WordEnd}
			p.ReportAs(t.Rule, renderedTermFinding(d, p.Set, terms.RenderedHit{
				Hit: hit, Span: span, Old: string(d.Bytes(span)), Ending: ending, Place: terms.InFrontMatter,
			}))
		}
	}
}
