package layout

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// HeadingPunctuation is the ID of the only rule whose fix changes what a page says.
const HeadingPunctuation = "heading-punctuation"

var headingPunctuation = Rule{
	Rule: rules.Rule{
		ID:       HeadingPunctuation,
		Category: rules.CategoryStyle,
		Title:    "Punctuation at the end of a heading",
		Doc: rules.Doc{
			What: "A heading ends with one of the configured characters: full stops, commas, colons, semicolons " +
				"and exclamation marks.",
			Why:     "A heading is no sentence, and in a table of contents the mark stands for nothing.",
			Example: "    ## Before you start:        ## Before you start",
			Fix:     "Deletes the character. Links to the heading are carried along.",
			Leaves: "What may be an abbreviation (\"etc.\", \"e.g.\"), several marks in a row (\"…\", \"?!\"), the " +
				"mark of a macro (\"println!\"), one that another opens (\"¡\"), and marks in code, links and emphasis.",
		},
	},
	Fixed: true,
	Find:  on(func(l *rules.Style) *rules.HeadingPunctuation { return l.HeadingPunctuation }, findHeadingPunctuation),
}

func findHeadingPunctuation(p *Page, rule *rules.HeadingPunctuation) {
	for _, h := range p.Doc.Headings() {
		text := bytes.TrimRight(p.Doc.Bytes(h.Span), " \t\r\n")
		last, width := utf8.DecodeLastRune(text)
		if width == 0 || last == utf8.RuneError || !strings.ContainsRune(rule.Punctuation, last) {
			continue
		}
		mark := source.Span{Start: h.Span.Start + len(text) - width, End: h.Span.Start + len(text)}
		if p.Doc.ZoneAt(mark.Start) != zone.HeadingText || p.overlaid(mark) || last == ';' && (reference(text) ||
			bytes.ContainsFunc(text, greek)) || source.Signature(string(text)) {
			continue
		}
		m := Mark{
			Severity: rule.Severity, Span: mark,
			Message: fmt.Sprintf("Take the %q at the end of the heading away.", last),
		}
		if m.Reason = p.keeps(text[:len(text)-width], last); m.Reason == "" && p.referred(text) {
			m.Reason = "Another place of the document refers to the heading with the mark."
		}
		if m.Reason == "" {
			m.Edits = []source.Edit{{Span: mark}}
		}
		p.Report(m)
	}
}

// greek reports whether a letter is one of the language whose question mark looks like a semicolon.
func greek(r rune) bool { return unicode.Is(unicode.Greek, r) }

// referred reports whether the text of a heading stands in brackets, or as the fragment of a link with its last mark.
func (p *Page) referred(heading []byte) bool {
	if bytes.Contains(p.Doc.Text(), slices.Concat([]byte("["), heading, []byte("]"))) {
		return true
	}
	word := heading[bytes.LastIndexAny(heading, " \t")+1:]
	for at := range bytes.SplitSeq(p.Doc.Text(), []byte("#")) {
		if end := bytes.IndexAny(at, ")> \n"); end > 0 && bytes.HasSuffix(at[:end], bytes.ToLower(word)) {
			return true
		}
	}
	return false
}

// reference reports whether text ends with a reference to a character, such as &amp;.
func reference(text []byte) bool {
	i := bytes.LastIndexByte(text, '&')
	return i >= 0 && len(text)-i > 2 && bytes.IndexFunc(text[i+1:len(text)-1], func(r rune) bool {
		return r != '#' && !unicode.IsLetter(r) && !unicode.IsDigit(r)
	}) < 0
}

// abbreviations are words that end with a full stop which is their own.
const abbreviations = " etc inc ltd co corp jr sr st vs no dr mr ms mrs prof al approx ca cf dept est fig vol "

// keeps returns why the mark behind the text of a heading may mean something, "" where it doesn't.
func (p *Page) keeps(text []byte, mark rune) string {
	before, _ := utf8.DecodeLastRune(text)
	word := text[bytes.LastIndexAny(text, " \t\n")+1:]
	switch {
	case mark == '!' && bytes.Contains(text, []byte("¡")):
		return "The mark has another one that opens the exclamation."
	case mark == '!' && p.Doc.Macro(text):
		return "The mark belongs to the name of a macro."
	case len(text) == 0:
		return "The heading would be empty."
	case unicode.IsSpace(before):
		return "White space stands before the mark."
	case unicode.IsPunct(before) && !strings.ContainsRune(")\"'”’`*_]>", before):
		return "Several marks stand in a row."
	case mark == '.' && (bytes.IndexByte(word, '.') >= 0 || utf8.RuneCount(word) == 1 ||
		strings.Contains(abbreviations, " "+strings.ToLower(string(word))+" ")):
		return "The full stop may be that of an abbreviation."
	}
	return ""
}
