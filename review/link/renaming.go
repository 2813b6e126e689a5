package link

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Renaming says which fragments of a document change when headings of it are
// rewritten. It serves many questions about one document: parsing the whole of
// it for each heading would be quadratic.
type Renaming struct {
	doc   *zone.Document
	style rules.SlugStyle
	texts []slugText
	slugs []string       // of the document as it is
	given map[string]int // how many headings have a slug
	bases map[string]int // how many headings would like to have a slug
}

// NewRenaming prepares for questions about d, whose slugs are of the given style.
func NewRenaming(d *zone.Document, style rules.SlugStyle) *Renaming {
	r := &Renaming{doc: d, style: style, texts: slugTexts(d, style), given: map[string]int{}, bases: map[string]int{}}
	r.slugs = slugsOf(r.texts, style)
	for i, slug := range r.slugs {
		r.given[slug]++
		r.bases[Slug(r.texts[i].text, style)]++
	}
	return r
}

// Slugs returns the slugs of the headings as they are, in order.
func (r *Renaming) Slugs() []string { return r.slugs }

// Moved maps the slugs that the edits alter to what they become. Where equal
// headings are numbered, the slugs of others than the edited ones may change. It
// is nil where the edits change no heading, or the number of headings.
func (r *Renaming) Moved(edits []source.Edit) map[string]string {
	headings := r.doc.Headings()
	var after []slugText
	touched := -1
	for _, e := range edits {
		i := r.doc.HeadingAt(e.Start)
		if i < 0 || !headings[i].Span.Contains(e.Span) || i == touched {
			continue
		}
		text, ok := r.rewritten(headings[i], edits)
		if !ok {
			return r.reparsed(edits)
		}
		if touched < 0 && r.alone(i, text) && onlyIn(headings[i].Span, edits) {
			return moved(r.slugs[i:i+1], []string{Slug(text.text, r.style)})
		}
		if after == nil {
			after = slices.Clone(r.texts)
		}
		touched, after[i] = i, text
	}
	if after == nil {
		return nil
	}
	return moved(r.slugs, slugsOf(after, r.style))
}

// Own returns the slug of the only heading that the edits change, and what the one that Moved gives it begins with,
// without a look at the other headings. It reports false where that takes one, or where the slug may stay.
func (r *Renaming) Own(edits []source.Edit) (slug, stem string, ok bool) {
	i := -1
	if len(edits) > 0 {
		i = r.doc.HeadingAt(edits[0].Start)
	}
	if i < 0 || !onlyIn(r.doc.Headings()[i].Span, edits) || slugRules[r.style].numbers == newName {
		return "", "", false
	}
	slug = r.slugs[i]
	if r.texts[i].id != "" || r.texts[i].base == "" || slug == "" || r.given[slug] != 1 {
		return "", "", false
	}
	text, ok := r.rewritten(r.doc.Headings()[i], edits)
	stem = strings.TrimRight(text.base, "0123456789") // a number may count on
	return slug, stem, ok && text.id == "" && stem != "" && !strings.HasPrefix(slug, stem)
}

func moved(before, after []string) map[string]string {
	out := map[string]string{}
	for i, slug := range before {
		if slug != after[i] {
			out[slug] = after[i]
		}
	}
	return out
}

func onlyIn(span source.Span, edits []source.Edit) bool {
	return !slices.ContainsFunc(edits, func(e source.Edit) bool { return !span.Contains(e.Span) })
}

// rewritten returns what the slug of a heading is made from after the edits. It reads
// the heading by itself, and reports false where that may be misleading, because
// it leads to something else already as the heading is: a heading of several
// lines, or with a link whose definition stands elsewhere.
func (r *Renaming) rewritten(h markdown.Heading, edits []source.Edit) (slugText, bool) {
	old := r.doc.Bytes(h.Span)
	var inside []source.Edit
	for _, e := range edits {
		if h.Span.Contains(e.Span) {
			inside = append(inside, source.Edit{Span: source.Span{Start: e.Start - h.Span.Start, End: e.End - h.Span.Start},
				New: e.New})
		}
	}
	content, err := source.Apply(old, inside)
	if err != nil {
		return slugText{}, false
	}
	if before, ok := r.byItself(old); !ok || before != headingSlugText(r.doc, h, r.style) {
		return slugText{}, false
	}
	return r.byItself(content)
}

func (r *Renaming) byItself(content []byte) (slugText, bool) {
	const mark = "# "
	d := zone.Parse("", append([]byte(mark), content...))
	headings := d.Headings()
	if len(headings) != 1 || headings[0].Span != (source.Span{Start: len(mark), End: len(mark) + len(content)}) {
		return slugText{}, false
	}
	return headingSlugText(d, headings[0], r.style), true
}

// alone reports whether heading i can change its slug to that of text, and no
// other heading is concerned: nobody has or wants the old slug or the new one.
func (r *Renaming) alone(i int, text slugText) bool {
	if text.id != "" || r.texts[i].id != "" {
		return false
	}
	base, slug := Slug(r.texts[i].text, r.style), Slug(text.text, r.style)
	stem := strings.TrimRight(base, "0123456789")
	numbered := len(stem) < len(base) && len(stem) > 1 && (stem[len(stem)-1] == '-' || stem[len(stem)-1] == '_')
	return r.slugs[i] == base && r.bases[base] == 1 && slug != "" && r.given[slug] == 0 &&
		!(numbered && r.bases[stem[:len(stem)-1]] > 1)
}

// reparsed answers by making the edits and parsing the whole document.
func (r *Renaming) reparsed(edits []source.Edit) map[string]string {
	after, err := source.Apply(r.doc.Source(), edits)
	if err != nil {
		return nil
	}
	slugs := Slugs(zone.Parse(r.doc.Path, after), r.style)
	if len(slugs) != len(r.slugs) {
		return nil // the contract will not hold, and says so better
	}
	return moved(r.slugs, slugs)
}
