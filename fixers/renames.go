package fixers

import (
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// renames is what the plan makes of the headings of one document so far.
type renames struct {
	edits []source.Edit
	by    []renamesBy // each of the rules that may make the slugs
}

// renamesBy is renames by one rule for slugs.
type renamesBy struct {
	reworded link.Rewording
	stems    map[string]bool   // see link.Renaming.Stems
	known    map[string]string // see moved
	apart    []link.Rewording  // what is not in known yet: each concerns slugs that no other does
	anew     bool              // known says nothing
}

// independent reports whether the links that a change carries along lead to the same headings where it is made together
// with the plan so far. The slug of a heading may go by how others are worded, so that what each of two changes makes
// of the links by itself can be wrong for both.
func (l *inboundLinks) independent(change Change) bool {
	return !slices.ContainsFunc(change, func(c DocumentEdits) bool {
		plan, doc := l.plan[c.Path], l.in.Docs[c.Path]
		if plan == nil || !l.mayMoveLinks(doc, c.Edits) {
			return false
		}
		for n, w := range l.rewordings(doc, c.Edits) {
			if w.ok && l.meet(doc, l.renaming(doc)[n], plan, n, w, c.Edits) {
				return true
			}
		}
		return false
	})
}

// meet reports whether links lead elsewhere by the plan and one more rewording of headings than by each alone, by rule
// n for slugs.
func (l *inboundLinks) meet(
	doc *zone.Document, r *link.Renaming, planned *renames, n int, w rewording, edits []source.Edit,
) bool {
	plan, reworded := &planned.by[n], w.headings
	if !slices.ContainsFunc(w.stems, func(stem string) bool { return plan.stems[stem] }) {
		return false
	}
	both, linked := plan.reworded.And(reworded), l.linked(doc, n, w.stems)
	if plan.reworded.Meets(reworded) {
		all, err := source.Merge(planned.edits, edits)
		if err != nil {
			return false // Build says so better
		}
		var ok bool
		both, ok = r.Reworded(all)
		linked = linked || !ok || l.linked(doc, n, r.Stems(both)) ||
			l.linked(doc, n, slices.Collect(maps.Keys(plan.stems)))
	}
	if !linked {
		return false
	}
	alone, together := r.MovedBy(reworded), r.MovedBy(both)
	expected := maps.Clone(plan.moved(r))
	maps.Copy(expected, alone)
	for _, slugs := range []map[string]string{together, expected} {
		for old := range slugs {
			slug, moves := together[old]
			want, known := expected[old]
			if (slug != want || moves != known) && l.anyTo(doc.Path, old) {
				return true
			}
		}
	}
	return false
}

// renamed notes what a change of the plan makes of headings.
func (l *inboundLinks) renamed(change Change) {
	for _, c := range change {
		doc := l.in.Docs[c.Path]
		if !l.mayMoveLinks(doc, c.Edits) {
			continue
		}
		plan, ways := l.plan[c.Path], l.renaming(doc)
		if plan == nil {
			plan = &renames{by: make([]renamesBy, len(ways))}
			l.plan[c.Path] = plan
		}
		plan.edits = source.Add(plan.edits, c.Edits)
		for n, w := range l.rewordings(doc, c.Edits) {
			plan.by[n].add(ways[n], w, plan.edits)
		}
	}
}

// add adds a rewording to the plan, all edits of which are planned then.
func (p *renamesBy) add(r *link.Renaming, w rewording, planned []source.Edit) {
	if !w.ok {
		return
	}
	if p.stems == nil {
		p.reworded, p.known, p.stems = link.Rewording{}, map[string]string{}, map[string]bool{}
	}
	meets, alone := p.reworded.Meets(w.headings), true
	maps.Copy(p.reworded, w.headings)
	if meets {
		if all, ok := r.Reworded(planned); ok {
			p.reworded = all
		}
	}
	for _, stem := range w.stems {
		alone = alone && !p.stems[stem]
		p.stems[stem] = true
	}
	p.anew = p.anew || meets || !alone
	p.apart = append(p.apart, w.headings)
}

// moved is what link.Renaming.Moved says of the plan. It is asked of few plans.
func (p *renamesBy) moved(r *link.Renaming) map[string]string {
	if p.anew {
		p.known = r.MovedBy(p.reworded)
	} else {
		for _, reworded := range p.apart {
			maps.Copy(p.known, r.MovedBy(reworded))
		}
	}
	p.anew, p.apart = false, nil
	return p.known
}

// A rewording is what edits make of the headings of a document by one rule for slugs; ok is false where they change
// others than they touch.
type rewording struct {
	headings link.Rewording
	stems    []string // see link.Renaming.Stems
	ok       bool
}

// rewordings returns what edits make of the headings by each of the rules that may make the slugs of doc.
func (l *inboundLinks) rewordings(doc *zone.Document, edits []source.Edit) []rewording {
	last := &l.asked
	if last.doc == doc && len(last.edits) == len(edits) && &last.edits[0] == &edits[0] {
		return last.rewordings
	}
	ways := l.renaming(doc)
	out := make([]rewording, len(ways))
	for n, r := range ways {
		headings, ok := r.Reworded(edits)
		if ok {
			out[n] = rewording{headings, r.Stems(headings), true}
		}
	}
	last.doc, last.edits, last.rewordings = doc, edits, out
	return out
}

// linked reports whether links may lead to a heading of doc with one of these stems by rule n for slugs.
func (l *inboundLinks) linked(doc *zone.Document, n int, stems []string) bool {
	linked := l.linkedStems(doc)[n]
	return slices.ContainsFunc(stems, func(stem string) bool { return linked[stem] })
}

// linkedStems returns the stems of the headings of doc that the bytes of the run, or links from outside, may name, by
// each of the rules that may make its slugs.
func (l *inboundLinks) linkedStems(doc *zone.Document) []map[string]bool {
	a := l.headings[doc.Path]
	if a.stems != nil {
		return a.stems
	}
	l.readFragments()
	outside := l.linksFromOutside(doc.Path)
	for _, r := range l.renaming(doc) {
		stems := map[string]bool{}
		for i, slug := range r.Slugs() {
			named := func(i Inbound) bool { return strings.EqualFold(i.Fragment, slug) }
			if l.fragments.names(slug) || slices.ContainsFunc(outside, named) {
				stems[r.Stem(i)] = true
			}
		}
		a.stems = append(a.stems, stems)
	}
	return a.stems
}
