package link

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Renaming says which fragments of a document change when headings of it are rewritten. It serves many questions
// about one document: to parse all of it for each heading would take the square of its length.
type Renaming struct {
	doc   *zone.Document
	style rules.SlugStyle
	texts []slugText
	slugs []string         // of the document as it is
	given map[string]int   // how many headings have a slug
	bases map[string]int   // how many headings would like to have a slug
	stems map[string][]int // the headings with slugs of a stem, in order; see Stems
}

// NewRenaming prepares for questions about d, whose slugs are of the given style.
func NewRenaming(d *zone.Document, style rules.SlugStyle) *Renaming {
	r := &Renaming{
		doc: d, style: style, texts: slugTexts(d, style),
		given: map[string]int{}, bases: map[string]int{}, stems: map[string][]int{},
	}
	r.slugs = slugsOf(r.texts, style)
	for i, slug := range r.slugs {
		r.given[slug]++
		r.bases[Slug(r.texts[i].text, style)]++
		stem := r.stem(r.texts[i])
		r.stems[stem] = append(r.stems[stem], i)
	}
	return r
}

// Slugs returns the slugs of the headings as they are, in order.
func (r *Renaming) Slugs() []string { return r.slugs }

// Names reports whether a fragment is that of a heading, in any letter case.
func (r *Renaming) Names(fragment string) bool {
	return r.given[fragment] > 0 ||
		slices.ContainsFunc(r.slugs, func(s string) bool { return strings.EqualFold(s, fragment) })
}

// MovedBy maps each slug that a rewording changes to the new one, and the slug of a heading that is gone to "". Where
// equal headings are numbered, the slugs of headings that were not edited may change too.
func (r *Renaming) MovedBy(reworded Rewording) map[string]string {
	out := map[string]string{}
	note := func(i int, after string) {
		if before := r.slugs[i]; before != after {
			out[before] = after
		}
	}
	if len(reworded) == 1 {
		for i, h := range reworded {
			if i >= 0 && !h.gone && len(h.added) == 0 && r.isIndependent(i, h.text) {
				note(i, Slug(h.text.text, r.style))
				return out
			}
		}
	}
	r.slugsAfter(reworded, note)
	return out
}

// isIndependent reports whether heading i can change its slug to that of text without another heading: no other one has
// or wants the old slug or the new one.
func (r *Renaming) isIndependent(i int, text slugText) bool {
	if text.id != "" || r.texts[i].id != "" {
		return false
	}
	base, slug := Slug(r.texts[i].text, r.style), Slug(text.text, r.style)
	stem := strings.TrimRight(base, "0123456789")
	numbered := len(stem) < len(base) && len(stem) > 1 && (stem[len(stem)-1] == '-' || stem[len(stem)-1] == '_')
	return r.slugs[i] == base && r.bases[base] == 1 && slug != "" && r.given[slug] == 0 &&
		!(numbered && r.bases[stem[:len(stem)-1]] > 1)
}
