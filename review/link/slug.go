package link

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Slugs returns the fragments that a generator gives to the headings of d, one for
// each of Headings and in their order. An identifier that the heading brings
// itself, {#like-this}, counts where the generator reads it.
func Slugs(d *zone.Document, style rules.SlugStyle) []string {
	return slugsOf(slugTexts(d, style), style)
}

// A slugText is what a generator makes the fragment of a heading from: the
// identifier that the heading brings, or else a text.
type slugText struct{ id, text string }

func slugTexts(d *zone.Document, style rules.SlugStyle) []slugText {
	out := make([]slugText, 0, len(d.Headings()))
	for _, h := range d.Headings() {
		out = append(out, headingSlugText(d, h, style))
	}
	return out
}

func headingSlugText(d *zone.Document, h markdown.Heading, style rules.SlugStyle) slugText {
	if style == rules.SlugGitHub || style == rules.SlugGitLab {
		return slugText{text: h.Text}
	}
	id, raw := explicitID(d.Bytes(h.Span))
	switch {
	case id != "":
		return slugText{id: id}
	case style == rules.SlugHugo:
		// Hugo names a heading before it parses it, by its last line.
		return slugText{text: string(raw[bytes.LastIndexByte(raw, '\n')+1:])}
	case style == rules.SlugDocusaurus:
		return slugText{text: string(d.AppendVisible(nil, h.Node, true))}
	}
	return slugText{text: h.Text}
}

func slugsOf(headings []slugText, style rules.SlugStyle) []string {
	slugger := NewSlugger(style)
	if style == rules.SlugMkDocs {
		// Python-Markdown numbers around the identifiers of the whole page.
		for _, h := range headings {
			if h.id != "" {
				slugger.given[h.id] = 0
			}
		}
	}
	out := make([]string, len(headings))
	for i, h := range headings {
		if out[i] = h.id; h.id == "" {
			out[i] = slugger.Next(h.text)
		}
	}
	return out
}

// explicitID returns the identifier in the attribute list that ends a heading, as in
// {#install}, {: #install .wide} or {#install .wide}; rest is the heading
// without that list.
func explicitID(heading []byte) (id string, rest []byte) {
	text := bytes.TrimRight(heading, " \t\r\n")
	open := bytes.LastIndexByte(text, '{')
	if open < 0 || text[len(text)-1] != '}' {
		return "", heading
	}
	for _, field := range bytes.Fields(text[open+1 : len(text)-1]) {
		if len(field) > 1 && field[0] == '#' {
			return string(field[1:]), bytes.TrimRight(text[:open], " \t")
		}
	}
	return "", heading
}

// A Slugger gives the headings of one document their fragments.
type Slugger struct {
	style rules.SlugStyle
	// given holds what was given out, with the number that the next heading of the
	// same text counts on from.
	given map[string]int
	// later leads from what was given out to what comes later by countUp, with nothing
	// between them that is free. Without it n equal headings would be n² tries.
	later map[string]string
}

// NewSlugger starts on a document.
func NewSlugger(style rules.SlugStyle) *Slugger {
	return &Slugger{style: style, given: map[string]int{}, later: map[string]string{}}
}

// Next returns the fragment of the next heading, whose text it takes.
func (s *Slugger) Next(text string) string {
	base := Slug(text, s.style)
	slug := base
	switch s.style {
	case rules.SlugGitLab:
		// GitLab counts equal headings and does not look whether the number is taken.
		if n := s.given[base]; n > 0 {
			slug = base + "-" + strconv.Itoa(n)
		}
		s.given[base]++
		return slug
	case rules.SlugMkDocs:
		slug = s.countUp(slug)
	default:
		if slug == "" && s.style == rules.SlugHugo {
			slug, base = "heading", "heading"
		}
		for s.taken(slug) {
			s.given[base]++
			slug = base + "-" + strconv.Itoa(s.given[base])
		}
	}
	s.given[slug] = 0
	return slug
}

func (s *Slugger) taken(slug string) bool {
	_, ok := s.given[slug]
	return ok
}

// countUp returns the first name from slug on that is free, by Python-Markdown's order of
// tries. Several slugs lead to the same tries: a, a_1 and a_01 to a_2.
func (s *Slugger) countUp(slug string) string {
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

// countUp returns Python-Markdown's next try for a name that is taken: a number behind
// an underscore counts on, anything else gets _1.
func countUp(slug string) string {
	if i := strings.LastIndexByte(slug, '_'); i >= 0 {
		if n, err := strconv.ParseInt(slug[i+1:], 10, 64); err == nil && source.IsDigit(slug[i+1]) {
			return slug[:i+1] + strconv.FormatInt(n+1, 10)
		}
	}
	return slug + "_1"
}

// Slug returns the fragment of a heading with this text by the rules of one generator,
// without the suffix that tells equal headings of a page apart.
//
// The rules are those of html-pipeline (GitHub), Gitlab::Utils::Markdown,
// github-slugger (Docusaurus), the toc extension of Python-Markdown (MkDocs) and
// Hugo's autoHeadingIDType "github".
func Slug(text string, style rules.SlugStyle) string {
	switch style {
	case rules.SlugMkDocs:
		return slugMkDocs(text)
	case rules.SlugHugo:
		return keep(text, func(r rune) bool { return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) })
	}
	slug := keep(text, func(r rune) bool { return unicode.In(r, unicode.L, unicode.M, unicode.N, unicode.Pc) })
	if style != rules.SlugGitLab {
		return slug
	}
	slug = squeeze(slug)
	if slug != "" && strings.Trim(slug, "0123456789") == "" {
		return "anchor-" + slug
	}
	return slug
}

// keep lowers the letters that pass, turns spaces into hyphens, keeps hyphens and
// drops the rest.
func keep(text string, pass func(rune) bool) string {
	var out strings.Builder
	for _, r := range strings.TrimSpace(text) {
		switch {
		case r == ' ' || r == '-':
			out.WriteByte('-')
		case pass(r):
			out.WriteRune(unicode.ToLower(r))
		}
	}
	return out.String()
}

// squeeze makes one hyphen of several in a row.
func squeeze(s string) string {
	var out strings.Builder
	for i := range len(s) {
		if s[i] != '-' || i == 0 || s[i-1] != '-' {
			out.WriteByte(s[i])
		}
	}
	return out.String()
}

func slugMkDocs(text string) string {
	var out strings.Builder
	for _, r := range norm.NFKD.String(text) {
		switch {
		case r >= utf8.RuneSelf:
		case source.IsLetter(byte(r)) || source.IsDigit(byte(r)) || r == '_' || r == '-' || source.IsSpace(byte(r)):
			out.WriteRune(unicode.ToLower(r))
		}
	}
	slug := strings.Map(func(r rune) rune {
		if source.IsSpace(byte(r)) {
			return '-'
		}
		return r
	}, strings.TrimSpace(out.String()))
	return squeeze(slug)
}
