package layout

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var bareURL = Rule{
	Rule: rules.Rule{
		ID:       "bare-url",
		Category: rules.CategoryStyle,
		Title:    "Address that is not marked as a link",
		Aliases:  []string{"MD034"},
		Doc: rules.Doc{
			What:    "An address of the web or of mail stands in text without angle brackets and outside of a link.",
			Why:     "Some parsers of Markdown make no link of it, and where they do they disagree of where it ends.",
			Example: "    See https://example.com for more.        See <https://example.com> for more.",
			Fix:     "Puts the address in angle brackets, where the link leads to the same place then.",
			Leaves: "Addresses in code, HTML, templates and link texts, those without a scheme, which are no link " +
				"in angle " +
				"brackets, and all of an MDX document, where angle brackets are tags.",
		},
	},
	Fixed: true,
	Find:  findBareURLs,
}

func findBareURLs(p *Page) {
	rule := p.Rules.BareURL
	if rule == nil || strings.HasSuffix(strings.ToLower(p.Doc.Path), ".mdx") {
		return
	}
	nodes := p.Doc.Nodes()
	linked := 0 // up to there an HTML tag makes a link of the text
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == markdown.InlineHTML && bytes.HasPrefix(p.Doc.Bytes(n.Span), []byte("<a ")) {
			linked = p.closing(i)
		}
		bare := n.Kind == markdown.AutoLink && n.Span == n.Content && n.Span.Start >= linked
		if !bare || p.within(i, markdown.Link) || p.Doc.Overlaid(n.Span) {
			continue
		}
		mark := Mark{
			Severity: rule.Severity, Span: n.Span, Message: "Put the address in angle brackets, or make a link of it.",
		}
		if mark.Reason = p.unfit(n.Span); mark.Reason == "" {
			before := source.Span{Start: n.Span.Start, End: n.Span.Start}
			after := source.Span{Start: n.Span.End, End: n.Span.End}
			mark.Edits = []source.Edit{{Span: before, New: "<"}, {Span: after, New: ">"}}
		}
		p.Report(mark)
	}
}

// unfit returns why an address can't simply be put in angle brackets, "" where it can.
func (p *Page) unfit(s source.Span) string {
	address := p.Doc.Bytes(s)
	if bytes.HasSuffix(bytes.TrimRight(p.Doc.Text()[:s.Start], " \t\r\n"), []byte("]:")) {
		return "Some parsers of Markdown take the line for a reference definition."
	}
	if !p.ends(s) {
		return "Parsers of Markdown disagree of where the address ends."
	}
	scheme, _, ok := bytes.Cut(address, []byte("://"))
	local, _, mail := bytes.Cut(address, []byte("@"))
	switch {
	case bytes.ContainsAny(address, "<> \\"):
	case ok && len(scheme) >= 2 && len(bytes.Trim(scheme, letters)) == 0:
		return ""
	case !ok && mail && len(bytes.Trim(local, letters+"0123456789.+-_")) == 0:
		return ""
	case ok || mail:
		return "Parsers of Markdown disagree of where the address begins."
	}
	return "In angle brackets, an address without a scheme is no link: say which scheme it has."
}

// ends reports whether nobody doubts where an address ends: white space or a tag is behind it, with nothing before that
// but marks that are no part of an address.
func (p *Page) ends(s source.Span) bool {
	text := p.Doc.Text()
	if bytes.IndexByte([]byte(`;&?!.,:*_~'"`), text[s.End-1]) >= 0 {
		return false
	}
	behind := text[s.End:]
	behind = behind[len(behind)-len(bytes.TrimLeft(behind, `?!.,:*_~'")`)):]
	if len(behind) == 0 || source.IsSpace(behind[0]) || behind[0] == '<' {
		return true
	}
	return behind[0] == '|' && p.within(p.Doc.InnermostAt(s.Start), markdown.TableCell)
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// closing returns where the link ends that the tag nodes[i] opens, at most that of the block.
func (p *Page) closing(i int) int {
	nodes := p.Doc.Nodes()
	for j := i + 1; j < len(nodes) && nodes[j].Kind.Inline(); j++ {
		if nodes[j].Kind == markdown.InlineHTML && bytes.HasPrefix(p.Doc.Bytes(nodes[j].Span), []byte("</a")) {
			return nodes[j].Span.Start
		}
		i = j
	}
	return nodes[i].Span.End
}

// within reports whether nodes[i] stands in one of this kind.
func (p *Page) within(i int, kind markdown.Kind) bool {
	nodes := p.Doc.Nodes()
	for i > 0 {
		if i = nodes[i].Parent; nodes[i].Kind == kind {
			return true
		}
	}
	return false
}
