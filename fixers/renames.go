package fixers

import (
	"maps"
	"slices"

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
	moved    map[string]string // see link.Renaming.Moved
	stems    map[string]bool   // see link.Renaming.Stems
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
		for n, r := range l.renaming(doc) {
			if reworded, ok := r.Reworded(c.Edits); ok && l.meet(doc, r, &plan.by[n], plan.edits, reworded, c.Edits) {
				return true
			}
		}
		return false
	})
}

// meet reports whether links lead elsewhere by the plan and one more rewording of headings than by each alone.
func (l *inboundLinks) meet(
	doc *zone.Document, r *link.Renaming, plan *renamesBy, planned []source.Edit, reworded link.Rewording,
	edits []source.Edit,
) bool {
	if !slices.ContainsFunc(r.Stems(reworded), func(stem string) bool { return plan.stems[stem] }) {
		return false
	}
	both := plan.reworded.And(reworded)
	if plan.reworded.Meets(reworded) {
		all, err := source.Merge(planned, edits)
		if err != nil {
			return false // Build says so better
		}
		both, _ = r.Reworded(all)
	}
	alone, together := r.MovedBy(reworded), r.MovedBy(both)
	expected := maps.Clone(plan.moved)
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
		plan.edits, _ = source.Add(plan.edits, c.Edits...) // they fit
		for n, r := range ways {
			plan.by[n].add(r, c.Edits, plan.edits)
		}
	}
}

// add adds edits of headings to the plan, all of which is planned then.
func (p *renamesBy) add(r *link.Renaming, edits, planned []source.Edit) {
	reworded, ok := r.Reworded(edits)
	if !ok {
		return
	}
	if p.stems == nil {
		p.reworded, p.moved, p.stems = link.Rewording{}, map[string]string{}, map[string]bool{}
	}
	meets, alone := p.reworded.Meets(reworded), true
	maps.Copy(p.reworded, reworded)
	if meets {
		if all, ok := r.Reworded(planned); ok {
			p.reworded = all
		}
	}
	for _, stem := range r.Stems(reworded) {
		alone = alone && !p.stems[stem]
		p.stems[stem] = true
	}
	if alone && !meets {
		maps.Copy(p.moved, r.MovedBy(reworded))
	} else {
		p.moved = r.MovedBy(p.reworded)
	}
}
