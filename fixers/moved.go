package fixers

import (
	"maps"
	"net/url"
	"slices"
	"strings"

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
		if set := l.in.setOf(doc.Path); set != nil {
			config = set.References
		}
		rule := l.site.SlugRule(config, doc.Path)
		l.rules[doc] = rule
		for _, style := range rule.Styles {
			l.renames[doc] = append(l.renames[doc], link.NewRenaming(doc, style))
		}
	}
	return l.renames[doc]
}

// collides reports whether a change of one heading moves a link to it that the plan moves elsewhere already, and no
// other link is in the way. It knows that without the other links that the change moves: of equal headings each moves
// those of all behind it, which takes the square of their number.
func (b *builder) collides(t *try) bool {
	if len(t.change) != 1 || t.fixer.Contract == SpanOnly || len(b.added) > 0 {
		return false
	}
	path, edits := t.change[0].Path, t.change[0].Edits
	doc := b.docs[path]
	if !b.links.movable(doc) || caseOnly(doc, edits) {
		return false
	}
	old, stem, ok := b.links.renaming(doc)[0].Own(edits)
	return ok && isASCII(stem) && url.PathEscape(stem) == stem &&
		slices.ContainsFunc(b.links.linksTo(path, old), func(i fragmentLink) bool {
			taken := b.taken[i.From]
			n, known := slices.BinarySearchFunc(taken, i.span, func(e source.Edit, at source.Span) int {
				return source.Compare(e.Span, at)
			})
			return known && !strings.HasPrefix(taken[n].New, stem)
		})
}

// collided counts a change that conflicts with the plan, if links were carried along with it.
func (l *inboundLinks) collided(change, carried Change) {
	for n, c := range change {
		links := len(carried) > len(change) || len(carried[n].Edits) > len(c.Edits)
		if a := l.headings[c.Path]; a != nil && links {
			a.conflicts++
		}
	}
}

// movable reports whether every link to a heading of doc can be edited. It answers false until several changes have
// conflicted: to know it, all links of the run are read.
func (l *inboundLinks) movable(doc *zone.Document) bool {
	const several = 8
	a := l.headings[doc.Path]
	if a == nil || a.conflicts < several {
		return false
	}
	if !a.judged {
		l.index(l.fragments.all)
		a.judged = true
		a.movable = len(l.renaming(doc)) == 1 && l.rules[doc].Known
		a.movable = a.movable && len(l.linksFromOutside(doc.Path)) == 0
		for _, links := range l.inRun[doc.Path] {
			fixed := slices.ContainsFunc(links, func(i fragmentLink) bool { return i.fixed })
			a.movable = a.movable && !fixed
		}
	}
	return a.movable
}
