package fixers

import (
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// moved maps the slugs of doc that the edits alter to what they become: "" where that isn't
// known because the rules that may hold say different things.
func (l *inboundLinks) moved(doc *zone.Document, edits []source.Edit) map[string]string {
	ways := l.renaming(doc)
	var out map[string]string
	if len(ways) == 1 {
		out = ways[0].Moved(edits)
	} else {
		out = agreed(ways, edits)
	}
	if !l.rules[doc].Known {
		for old := range out {
			out[old] = ""
		}
	}
	return out
}

// agreed is what all of the ways say that the edits alter: "" where they differ.
func agreed(ways []*link.Renaming, edits []source.Edit) map[string]string {
	out := map[string]string{}
	moves := make([]map[string]string, len(ways))
	for n, r := range ways {
		moves[n] = r.Moved(edits)
		maps.Copy(out, moves[n])
	}
	for n, r := range ways {
		for old, slug := range out {
			if moves[n][old] != slug && (moves[n][old] != "" || slices.Contains(r.Slugs(), old)) {
				out[old] = ""
			}
		}
	}
	return out
}

// inOrder returns the slugs that moved, those of several in the order of the headings: links mostly stand in that
// order, too, and edits in order need no sorting.
func (l *inboundLinks) inOrder(doc *zone.Document, moved map[string]string) []string {
	if len(moved) < 2 {
		return slices.Collect(maps.Keys(moved))
	}
	out := make([]string, 0, len(moved))
	for _, r := range l.renaming(doc) {
		for _, slug := range r.Slugs() {
			if _, ok := moved[slug]; ok {
				out = append(out, slug)
			}
		}
	}
	if len(out) > len(moved) { // two headings have one slug, or two rules know it
		slices.Sort(out)
		out = slices.Compact(out)
	}
	return out
}

// renaming returns what knows how edits change the slugs of the headings of doc, by each of
// the rules that may hold.
func (l *inboundLinks) renaming(doc *zone.Document) []*link.Renaming {
	if l.renames[doc] == nil {
		var config *rules.References
		if l.in.Set != nil {
			config = l.in.Set.References
		}
		rule := l.site.SlugRule(config, doc.Path)
		l.rules[doc] = rule
		for _, style := range rule.Styles {
			l.renames[doc] = append(l.renames[doc], link.NewRenaming(doc, style))
		}
	}
	return l.renames[doc]
}
