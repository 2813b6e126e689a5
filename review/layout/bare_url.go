package layout

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var bareURL = Rule{
	Rule: rules.Rule{
		ID:       "bare-url",
		Category: rules.CategoryStyle,
		Title:    "Address that is not marked as a link",
		Doc: rules.Doc{
			What:    "An address of the web or of mail stands in text without angle brackets and outside of a link.",
			Why:     "Some parsers of Markdown make no link of it, and where they do they disagree of where it ends.",
			Example: "    See https://example.com for more.        See <https://example.com> for more.",
			Fix:     "Puts the address in angle brackets, where the link leads to the same place then.",
			Leaves: "Addresses in code, HTML, templates and link texts, packages with a version (`react@18.2.0`), " +
				"those without a scheme, which are no link in angle brackets, and all of an MDX document, where " +
				"angle brackets are tags.",
		},
	},
	Fixed: true,
	Find:  plain("bare-url", findBareURLs),
}

func findBareURLs(p *Page, rule rules.Plain) {
	if p.Doc.Dialect.MDX {
		return
	}
	nodes := p.Doc.Nodes()
	linked := 0 // the end of the text that an HTML tag makes a link
	for i := range nodes {
		n := &nodes[i]
		if n.Kind == markdown.InlineHTML && bytes.HasPrefix(p.Doc.Bytes(n.Span), []byte("<a ")) {
			linked = p.closing(i)
		}
		bare := n.Kind == markdown.AutoLink && n.Span == n.Content && n.Span.Start >= linked
		if !bare || versioned(p.Doc.Bytes(n.Span)) || p.isInside(i, markdown.Link) || p.overlaid(n.Span) {
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

// versioned reports whether a mail address, as goldmark reads it, is a package with its version: react@18.2.0.
func versioned(address []byte) bool {
	top := address[bytes.LastIndexAny(address, ".@")+1:]
	mail := !bytes.Contains(address, []byte("://")) && bytes.IndexByte(address, '@') > 0
	return mail && len(bytes.Trim(top, letters)) > 0
}

// unfit returns why an address can't simply be put in angle brackets, "" if it can.
func (p *Page) unfit(s source.Span) string {
	address := p.Doc.Bytes(s)
	if bytes.HasSuffix(bytes.TrimRight(p.Doc.Text()[:s.Start], " \t\r\n"), []byte("]:")) {
		return "Some parsers of Markdown take the line for a reference definition."
	}
	const near = 300 // bytes, so that a line of addresses takes no time
	before := p.Doc.Text()[max(p.Doc.Lines().Start(s.Start), s.Start-near):s.Start]
	if at := bytes.LastIndex(before, []byte("](")); at >= 0 && bytes.IndexByte(before[at:], ')') < 0 {
		return "Some parsers of Markdown take it for the destination of a link."
	}
	if known := p.Doc.Dialect.Program; (known == markdown.AnyProgram || known == markdown.OtherProgram) &&
		p.aloneOnLine(s) {
		return "An address that has its line for itself is a preview on some pages."
	}
	if !p.ends(s) || bytes.IndexByte(address, '{') >= 0 {
		return "Parsers of Markdown disagree of where the address ends."
	}
	if p.inAddress(s.Start) {
		return "Parsers of Markdown disagree of where the address before it ends."
	}
	if characterReference().Match(address) {
		return "In angle brackets, the character reference in the address would be decoded."
	}
	if flankedBySymbols(p.Doc.Text(), p.withDelimiters(s)) {
		return "Parsers of Markdown disagree of whether the delimiters beside the address are any."
	}
	scheme, _, ok := bytes.Cut(address, []byte("://"))
	local, _, mail := bytes.Cut(address, []byte("@"))
	switch {
	case bytes.ContainsAny(address, "<> \\"):
	case ok && len(scheme) >= 2 && len(bytes.Trim(scheme, letters)) == 0:
		return ""
	case !ok && mail && len(bytes.Trim(local, localLetters)) == 0 && !p.begun(s.Start):
		return ""
	case ok || mail:
		return "Parsers of Markdown disagree of where the address begins."
	}
	return "In angle brackets, an address without a scheme is no link: say which scheme it has."
}

var characterReference = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`&#?[0-9A-Za-z]+;`) })

// withDelimiters returns a span with the delimiters of emphasis right before and behind it.
func (p *Page) withDelimiters(s source.Span) source.Span {
	text := p.Doc.Text()
	s.Start = len(bytes.TrimRight(text[:s.Start], "*_~"))
	s.End = len(text) - len(bytes.TrimLeft(text[s.End:], "*_~"))
	return s
}

// begun reports whether the text before a mail address may be a part of it, or another scheme.
func (p *Page) begun(start int) bool {
	return start > 0 && strings.IndexByte(localLetters+":/", p.Doc.Text()[start-1]) >= 0
}

// ends reports whether it is certain where an address ends. White space or a tag follows, after nothing but marks that
// can't be part of an address, and its brackets come in pairs.
func (p *Page) ends(s source.Span) bool {
	text, address := p.Doc.Text(), p.Doc.Bytes(s)
	if bytes.IndexByte([]byte(`;&?!.,:*_~'"`), text[s.End-1]) >= 0 || bytes.ContainsAny(address, "[]") ||
		bytes.Count(address, []byte("(")) != bytes.Count(address, []byte(")")) {
		return false
	}
	behind := text[s.End:]
	if len(behind) > 0 && bytes.IndexByte([]byte("_{"), behind[0]) >= 0 {
		return false // linkify takes them for a part of the address
	}
	behind = behind[len(behind)-len(bytes.TrimLeft(behind, `?!.,:*_~'")`)):]
	if len(behind) == 0 || bytes.IndexByte([]byte(" \t\r\n"), behind[0]) >= 0 {
		return true
	}
	if behind[0] == '<' {
		return bytes.HasPrefix(behind, []byte("</")) || bytes.HasPrefix(behind, []byte("<br")) // no place for a name
	}
	return behind[0] == '|' && p.isInside(p.Doc.InnermostAt(s.Start), markdown.TableCell)
}

// aloneOnLine reports whether nothing else stands on the line of an address.
func (p *Page) aloneOnLine(s source.Span) bool {
	lines := p.Doc.Lines()
	return lines.Start(s.Start) == s.Start && source.OnlySpace(p.Doc.Text()[s.End:lines.End(s.End)])
}

const (
	letters      = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
	localLetters = letters + "0123456789.+-_" // of an address of mail, before the @
)

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

// isInside reports whether nodes[i] stands in one of this kind.
func (p *Page) isInside(i int, kind markdown.Kind) bool {
	nodes := p.Doc.Nodes()
	for i > 0 {
		if i = nodes[i].Parent; nodes[i].Kind == kind {
			return true
		}
	}
	return false
}
