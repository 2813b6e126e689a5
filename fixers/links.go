package fixers

import (
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// headingLinks keeps the links to headings right while a plan grows. It knows which links lead to the headings of the
// documents, and what the plan makes of these headings so far.
type headingLinks struct {
	in      Input
	site    *link.Site
	inbound *link.InboundIndex
	slugs   map[string]*documentSlugs   // by document
	planned map[string]*plannedHeadings // by document
}

func newHeadingLinks(in Input) *headingLinks {
	site := in.Site
	if site == nil {
		doc := in.Docs.Document
		site = link.NewSite(func(path string) bool { return doc(path) != nil }, doc, func() *link.Files { return nil })
	}
	return &headingLinks{
		in: in, site: site, inbound: link.NewInboundIndex(in.Docs, site, in.Inbound),
		slugs: map[string]*documentSlugs{}, planned: map[string]*plannedHeadings{},
	}
}

// documentSlugs is how edits change the slugs of one document.
type documentSlugs struct {
	ways   []*link.Renaming // by each of the rules that may make the slugs
	known  int              // one of the first so many ways is the right one
	linked bool             // a link leads to a heading
}

// slugsOf returns the slugs of a document.
func (l *headingLinks) slugsOf(doc *zone.Document) *documentSlugs {
	if s := l.slugs[doc.Path]; s != nil {
		return s
	}
	s := &documentSlugs{}
	l.slugs[doc.Path] = s
	if !l.inbound.Any(doc.Path) {
		return s // how slugs are made may take long to find out
	}
	var config *rules.References
	if set := l.in.setOf(doc.Path); set != nil {
		config = set.References
	}
	rule := l.site.SlugRule(config, doc.Path)
	if rule.Known {
		s.known = len(rule.Styles)
	}
	linked := l.inbound.Fragments(doc.Path)
	add := func(style rules.SlugStyle) {
		r := link.NewRenaming(doc, style)
		s.ways = append(s.ways, r)
		s.linked = s.linked || slices.ContainsFunc(linked, r.Names)
	}
	for _, style := range rule.Styles {
		add(style)
	}
	if link.Explain(s.ways, linked) || config != nil && config.SlugNamed {
		return s
	}
	for _, style := range rules.SlugStyles() {
		if !slices.Contains(rule.Styles, style) {
			add(style)
		}
	}
	return s
}

// A headingMove is what the edits of one document make of its headings.
type headingMove struct {
	DocumentEdits
	slugs *documentSlugs
	// reworded is the headings that change, by each of the ways. It is empty where the edits change other headings than
	// they touch: then the contract does not hold, and says so better.
	reworded []link.Rewording
}

// A reach is the part of a document's edits that links may notice.
type reach struct {
	DocumentEdits
	headings bool     // they change more of a heading than its letter case
	ids      []string // the fragments that they take away
}

// reachesOf returns the reach of a change in each document where it has one.
func reachesOf(docs zone.Documents, change Change) (out []reach) {
	for _, c := range change {
		doc := docs.Document(c.Path)
		r := reach{c, link.ChangesSlugs(doc, c.Edits), link.LostIDs(doc, c.Edits)}
		if r.headings || len(r.ids) > 0 {
			out = append(out, r)
		}
	}
	return out
}

// moves returns what a change makes of headings, for each document in which that may change where a link leads.
func (l *headingLinks) moves(reaches []reach) []headingMove {
	var out []headingMove
	for _, c := range reaches {
		if !c.headings {
			continue
		}
		slugs := l.slugsOf(l.in.Docs.Document(c.Path))
		if !slugs.linked {
			continue
		}
		m := headingMove{DocumentEdits: c.DocumentEdits, slugs: slugs}
		for _, r := range m.slugs.ways {
			reworded, _ := r.Reworded(c.Edits)
			m.reworded = append(m.reworded, reworded)
		}
		out = append(out, m)
	}
	return out
}

// movedBy maps the slugs that the edits alter to what they become, by one of the ways.
func (m *headingMove) movedBy(way int) map[string]string {
	if len(m.reworded[way]) == 0 {
		return nil
	}
	return m.slugs.ways[way].MovedBy(m.reworded[way])
}

// moved maps the slugs that the edits alter to what they become; see link.Moved.
func (m *headingMove) moved() map[string]string {
	moves := make([]map[string]string, len(m.slugs.ways))
	for n := range moves {
		moves[n] = m.movedBy(n)
	}
	return link.Moved(m.slugs.ways, m.slugs.known, moves)
}

// carry adds to a change the edits of all links to headings whose slugs the change alters, in the documents of the run.
// It returns the documents with links that it can't edit, or whose anchors are gone. If there are any, the change must
// not be made.
func (l *headingLinks) carry(change Change, reaches []reach, moves []headingMove) (Change, []string) {
	var broken []string
	carried := map[string][]source.Edit{}
	for _, m := range moves {
		moved := m.moved()
		for old, slug := range moved {
			broken = l.carryTo(slug, old, m.DocumentEdits, carried, broken, moved)
		}
	}
	for _, c := range reaches {
		for _, id := range c.ids {
			broken = l.carryTo("", id, c.DocumentEdits, carried, broken, nil)
		}
	}
	if len(carried) > 0 {
		for _, edits := range carried {
			slices.SortStableFunc(edits, func(a, b source.Edit) int { return source.Compare(a.Span, b.Span) })
		}
		change = change.with(carried)
	}
	slices.Sort(broken)
	return change, slices.Compact(broken)
}

// carryTo adds to carried the edits of all links to a fragment of the document of c so that they name another one. It
// returns broken with the documents added that have links which it can't edit: all links where the other fragment is
// "". A link to a fragment that is also among the others, in its own letter case, is left to that one.
func (l *headingLinks) carryTo(
	fragment, old string, c DocumentEdits, carried map[string][]source.Edit, broken []string, others map[string]string,
) []string {
	for _, i := range l.inbound.To(c.Path, old) {
		_, exact := others[i.Fragment]
		switch {
		case exact && i.Fragment != old:
		case i.From == c.Path && !i.Span.Empty() && rewrites(c.Edits, i):
		case i.Fixed || fragment == "":
			broken = append(broken, i.From)
		default:
			written := string(l.in.Docs.Document(i.From).Bytes(i.Span))
			edit := source.Edit{Span: i.Span, New: link.WriteFragment(fragment, written)}
			carried[i.From] = append(carried[i.From], edit)
		}
	}
	return broken
}

// rewrites reports whether edits replace a link by text that does not name its fragment.
func rewrites(edits []source.Edit, i link.Inbound) bool {
	return slices.ContainsFunc(edits, func(e source.Edit) bool {
		return e.Contains(i.Span) && !strings.Contains(strings.ToLower(e.New), "#"+strings.ToLower(i.Fragment))
	})
}

// takesLinks reports whether headings that a review words anew get the slug of another heading, and so take its links
// over. What such a link means then, a person decides.
func (l *headingLinks) takesLinks(moves []headingMove) bool {
	for _, m := range moves {
		for n, r := range m.slugs.ways {
			if l.takesBy(r.Slugs(), m.movedBy(n), m.DocumentEdits) {
				return true
			}
		}
	}
	return false
}

// takesBy is takesLinks by one of the rules for slugs.
func (l *headingLinks) takesBy(slugs []string, moved map[string]string, c DocumentEdits) bool {
	own := map[string]bool{}
	for _, e := range c.Edits {
		for _, i := range link.HeadingsIn(l.in.Docs.Document(c.Path), e) {
			own[slugs[i]] = true
		}
	}
	for slug := range own {
		lost := moved[slug]
		if _, moves := moved[lost]; moves && !own[lost] && len(l.inbound.To(c.Path, lost)) > 0 {
			return true
		}
	}
	return false
}

// plannedHeadings is what the plan makes of the headings of one document so far.
type plannedHeadings struct {
	edits []source.Edit
	by    []plannedBy // by each of the ways
}

// plannedBy is plannedHeadings by one rule for slugs.
type plannedBy struct {
	reworded link.Rewording
	stems    map[string][]int // the reworded headings, by stem; see link.Renaming.Stems
}

// meetsPlan reports whether links lead elsewhere when the plan and a change are made together than each of both
// expects. The slug of a heading may depend on how others are worded, so that what each makes of the links can be wrong
// for both.
func (l *headingLinks) meetsPlan(moves []headingMove) bool {
	return slices.ContainsFunc(moves, func(m headingMove) bool {
		plan := l.planned[m.Path]
		for n := range m.slugs.ways {
			if plan != nil && l.meetsBy(&m, plan, n) {
				return true
			}
		}
		return false
	})
}

// meetsBy is meetsPlan by one of the rules for slugs.
func (l *headingLinks) meetsBy(m *headingMove, plan *plannedHeadings, way int) bool {
	r, planned, reworded := m.slugs.ways[way], plan.by[way], m.reworded[way]
	shared := link.Rewording{} // what is planned of the other headings has no part in the slugs of these
	for _, stem := range r.Stems(reworded) {
		for _, i := range planned.stems[stem] {
			shared[i] = planned.reworded[i]
		}
	}
	if len(shared) == 0 {
		return false
	}
	both := shared.And(reworded)
	if shared.Meets(reworded) {
		shared = planned.reworded
		all, err := source.Merge(plan.edits, m.Edits)
		if err != nil {
			return false // Build says so better
		}
		both, _ = r.Reworded(all)
	}
	together, expected := r.MovedBy(both), r.MovedBy(shared)
	maps.Copy(expected, r.MovedBy(reworded))
	for _, slugs := range []map[string]string{together, expected} {
		for old := range slugs {
			slug, moves := together[old]
			want, known := expected[old]
			if (slug != want || moves != known) && len(l.inbound.To(m.Path, old)) > 0 {
				return true
			}
		}
	}
	return false
}

// note adds to the plan what a change makes of headings.
func (l *headingLinks) note(moves []headingMove) {
	for _, m := range moves {
		plan := l.planned[m.Path]
		if plan == nil {
			plan = &plannedHeadings{by: make([]plannedBy, len(m.slugs.ways))}
			l.planned[m.Path] = plan
		}
		plan.edits = source.Add(plan.edits, m.Edits)
		for n, r := range m.slugs.ways {
			plan.by[n].add(r, m.reworded[n], plan.edits)
		}
	}
}

// add adds a rewording to the plan. all is all edits that are planned then.
func (p *plannedBy) add(r *link.Renaming, reworded link.Rewording, all []source.Edit) {
	if p.stems == nil {
		p.reworded, p.stems = link.Rewording{}, map[string][]int{}
	}
	meets := p.reworded.Meets(reworded)
	maps.Copy(p.reworded, reworded)
	if meets {
		if together, ok := r.Reworded(all); ok {
			p.reworded = together
		}
	}
	for i := range reworded {
		for _, stem := range r.Stems(link.Rewording{i: p.reworded[i]}) {
			p.stems[stem] = append(p.stems[stem], i)
		}
	}
}
