package link

import (
	"bytes"
	"cmp"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Slugs returns the fragments that a generator gives to the headings of d, one for each of Headings and in their order.
// An identifier that the heading brings itself, {#like-this}, counts where the generator reads it.
func Slugs(d *zone.Document, style rules.SlugStyle) []string {
	return slugsOf(slugTexts(d, style), style)
}

// A slugText is the source of the fragment of a heading: the identifier in the heading, or else a text. base is the
// fragment of that text if no other heading wants it.
type slugText struct{ id, text, base string }

func slugTexts(d *zone.Document, style rules.SlugStyle) []slugText {
	out := make([]slugText, 0, len(d.Headings()))
	for _, h := range d.Headings() {
		out = append(out, headingSlugText(d, h, style))
	}
	return out
}

func headingSlugText(d *zone.Document, h markdown.Heading, style rules.SlugStyle) slugText {
	out := slugSourceOf(d, h, slugRules[style])
	if out.id == "" {
		out.base = base(out.text, style)
	}
	return out
}

// base returns the fragment of a heading with this text if no other heading wants it.
func base(text string, style rules.SlugStyle) string {
	return cmp.Or(slugRules[style].slug(text), slugRules[style].empty)
}

// slugSourceOf returns the identifier or the text of a heading, without its base.
func slugSourceOf(d *zone.Document, h markdown.Heading, rule slugRule) slugText {
	id, raw := "", d.Bytes(h.Span)
	switch rule.ids {
	case ownIDs, countedIDs:
		id, raw = explicitID(raw)
	case colonIDs:
		id = colonID(raw)
	}
	switch {
	case id != "":
		return slugText{id: id}
	case rule.from == rawLine:
		// Hugo and kramdown name a heading before they parse it, Hugo by its last line.
		return slugText{text: string(raw[bytes.LastIndexByte(raw, '\n')+1:])}
	case rule.from == textAndImages:
		return slugText{text: string(d.AppendVisible(nil, h.Node, true))}
	case rule.from == typesetText || rule.from == textAndTrimmedCode:
		return slugText{text: ownText(d, h, rule.from)}
	}
	return slugText{text: h.Text}
}

// ownText returns the text of a heading for generators that read it in their own way.
func ownText(d *zone.Document, h markdown.Heading, from slugSource) string {
	var out []byte
	for i := h.Node + 1; i < d.Nodes()[h.Node].End; i++ {
		switch n := &d.Nodes()[i]; {
		case n.Kind == markdown.Text && from == typesetText:
			text := string(markdown.AppendText(nil, d.Bytes(n.Span)))
			out = append(out, strings.ReplaceAll(strings.ReplaceAll(text, "---", ""), "--", "")...)
		case n.Kind == markdown.Text:
			out = markdown.AppendText(out, d.Bytes(n.Span))
		case n.Kind == markdown.CodeSpan && from == textAndTrimmedCode:
			out = append(out, bytes.TrimSpace(d.Bytes(n.Content))...)
		case n.Kind == markdown.CodeSpan || n.Kind == markdown.AutoLink:
			out = append(out, d.Bytes(n.Content)...)
		case n.Kind == markdown.SoftBreak || n.Kind == markdown.HardBreak:
			out = append(out, ' ')
		case n.Kind == markdown.Image:
			i = n.End - 1
		}
	}
	if list := bytes.LastIndex(out, []byte(" {:")); list >= 0 && from == textAndTrimmedCode && out[len(out)-1] == '}' {
		out = out[:list] // without an identifier
	}
	return string(out)
}

func slugsOf(headings []slugText, style rules.SlugStyle) []string {
	s := slugger{style: style, given: make(map[string]int, len(headings)), later: map[string]string{}}
	if style == rules.SlugMkDocs {
		// Python-Markdown numbers around the identifiers of the whole page.
		for _, h := range headings {
			if h.id != "" {
				s.given[h.id] = 0
			}
		}
	}
	out := make([]string, len(headings))
	for i, h := range headings {
		if out[i] = h.id; h.id == "" {
			out[i] = s.next(h.base)
		} else if slugRules[style].ids == countedIDs {
			s.given[h.id] = 0
		}
	}
	return out
}

// explicitID returns the identifier in the attribute list that ends a heading, as in {#install}, {: #install .wide} or
// {#install .wide}; rest is the heading without that list.
func explicitID(heading []byte) (id string, rest []byte) {
	text := bytes.TrimRight(heading, " \t\r\n")
	open := bytes.LastIndexByte(text, '{')
	if open < 0 || text[len(text)-1] != '}' {
		return "", heading
	}
	for field := range bytes.FieldsSeq(text[open+1 : len(text)-1]) {
		if len(field) > 1 && field[0] == '#' {
			return string(field[1:]), bytes.TrimRight(text[:open], " \t")
		}
	}
	return "", heading
}

// colonID returns the identifier of a heading of Docsify, as in "## Install :id=setup".
func colonID(heading []byte) string {
	for field := range bytes.FieldsSeq(heading) {
		if id, ok := bytes.CutPrefix(field, []byte(":id=")); ok {
			return string(id)
		}
	}
	return ""
}

// A slugger gives the headings of one document their fragments.
type slugger struct {
	style rules.SlugStyle
	// given has the fragments that are taken, with the number from which the next heading of the same text counts on.
	given map[string]int
	// later leads from a taken fragment to a later one by countUp, without a free one between. Without it n equal
	// headings would take n² tries.
	later map[string]string
}

// next returns the fragment of the next heading, whose base it takes.
func (s *slugger) next(base string) string {
	slug := base
	switch slugRules[s.style].numbers {
	case withoutLooking:
		if n := s.given[base]; n > 0 {
			slug = base + "-" + strconv.Itoa(n)
		}
		s.given[base]++
		return slug
	case afterUnderscore:
		slug = s.countUp(slug)
	case newName:
		if slug == "" || s.taken(slug) {
			s.given[""]++
			return "id" + strconv.Itoa(s.given[""])
		}
	default:
		for s.taken(slug) {
			s.given[base]++
			slug = base + "-" + strconv.Itoa(s.given[base])
		}
	}
	s.given[slug] = 0
	return slug
}

func (s *slugger) taken(slug string) bool {
	_, ok := s.given[slug]
	return ok
}

// countUp returns the first name from slug on that is free, by Python-Markdown's order of tries. Several slugs lead to
// the same tries: a, a_1 and a_01 to a_2.
func (s *slugger) countUp(slug string) string {
	free := slug
	for s.taken(free) || free == "" {
		if next, ok := s.later[free]; ok {
			free = next
		} else {
			free = countUp(free)
		}
	}
	for slug != free {
		next, ok := s.later[slug]
		if !ok {
			next = countUp(slug)
		}
		s.later[slug] = free
		slug = next
	}
	return free
}

// countUp returns Python-Markdown's next try for a name that is taken: a number behind an underscore counts on,
// anything else gets _1.
func countUp(slug string) string {
	if i := strings.LastIndexByte(slug, '_'); i >= 0 {
		if n, err := strconv.ParseInt(slug[i+1:], 10, 64); err == nil && source.IsDigit(slug[i+1]) {
			return slug[:i+1] + strconv.FormatInt(n+1, 10)
		}
	}
	return slug + "_1"
}
