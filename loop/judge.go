package loop

import (
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// judged is what the reviewers say about a candidate of one document, compared
// with what they said about its base.
type judged struct {
	doc *review.Document
	// open is the issues that are left, raised those of them that are new,
	// resolved those that are gone.
	open     []issue
	raised   []issue
	resolved []shut
	// asked says that other programs had a say.
	asked bool
	// missed is the reviewers of every document that failed on it, or on a revision
	// that it comes from and have not been asked since.
	missed []string
}

// worse reports whether the candidate must be taken back.
func (j *judged) worse() bool { return worse(len(j.resolved), len(j.raised), j.newBlockers()) }

// worse is the rule of the first row of the decision table.
func worse(resolved, raised, newBlockers int) bool { return raised > resolved || newBlockers > 0 }

func (j *judged) newBlockers() int {
	n := 0
	for i := range j.raised {
		if j.raised[i].Severity == rules.Blocker {
			n++
		}
	}
	return n
}

// judge reviews a candidate of d that the applied fixes made, among the others of in, with the reviewers
// whose findings are open: the built-in ones, and those of the other programs
// that raised one of them. A finding of anyone else is judged by the text.
func (r *run) judge(ctx context.Context, d *document, in *review.Corpus, candidate *review.Document, applied []*fixers.Applied, pass int) (judged, error) {
	edits, err := editsOf(applied, d.path)
	if err != nil {
		return judged{}, err
	}
	c := comparison{d: d, after: candidate, edits: carry(edits), pass: pass, fate: make([]fate, len(d.open)), became: make([]*issue, len(d.open))}
	c.ask(review.BuiltIn, in.Review(candidate, r.job.Set, r.job.Reviewers))
	out := judged{doc: candidate, missed: slices.Clone(d.missed)}
	raisers := slices.DeleteFunc(slices.Clone(r.job.Externals), func(e External) bool {
		name := e.Program().Name
		return !slices.ContainsFunc(d.open, func(i issue) bool { return slices.Contains(i.sources, name) })
	})
	if out.asked = len(raisers) > 0; out.asked {
		answers, err := r.askAll(ctx, raisers, r.request(d, candidate, &c.edits, d.state.Iteration.Current+2))
		if err != nil {
			return judged{}, err
		}
		for n, rv := range answers {
			asked := raisers[n].Program()
			out.missed = slices.DeleteFunc(out.missed, func(name string) bool { return name == asked.Name })
			if rv != nil {
				c.ask(asked.Name, rv.Findings)
			} else if len(asked.For) == 0 {
				out.missed = append(out.missed, asked.Name)
			}
		}
	}
	c.text(applied)
	c.finish(&out, applied)
	return out, nil
}

// editsOf is everything that the fixes do to the document at path, sorted.
func editsOf(applied []*fixers.Applied, path string) ([]source.Edit, error) {
	var lists [][]source.Edit
	for _, a := range applied {
		lists = append(lists, a.Change.Of(path))
	}
	return source.Merge(lists...)
}

// fate is what the reviews of a candidate say about an issue of its base.
type fate uint8

const (
	unknown fate = iota // nobody who raised it was asked
	silent              // those who were asked do not raise it any more
	again               // someone raises it again
)

// A comparison follows the issues of a base into a candidate.
type comparison struct {
	d      *document
	after  *review.Document
	edits  carrier
	pass   int
	fate   []fate
	became []*issue // what an issue became, where its fate is again
	byEdit []bool
	fresh  []report
}

// report is what one reviewer raises that it did not raise before.
type report struct {
	reviewer string
	found    []review.Finding
}

// ask takes what a reviewer found in the candidate.
func (c *comparison) ask(reviewer string, found []review.Finding) {
	mine, at := make([]*issue, 0, len(c.d.open)), make([]int, 0, len(c.d.open))
	for n := range c.d.open {
		if i := &c.d.open[n]; slices.Contains(i.sources, reviewer) {
			mine, at = append(mine, i), append(at, n)
		}
	}
	for i := range found {
		found[i].Source = reviewer
		if found[i].Severity == 0 {
			found[i].Severity = rules.Warning
		}
	}
	m := match(mine, found, c.edits)
	for i, j := range m.pair {
		n := at[i]
		switch {
		case j >= 0:
			now := m.persisting(i, j, c.after.Source())
			c.fate[n], c.became[n] = again, &now
		case c.fate[n] == unknown:
			c.fate[n] = silent
		}
	}
	fresh := report{reviewer: reviewer}
	for j, f := range found {
		if !m.taken[j] {
			fresh.found = append(fresh.found, f)
		}
	}
	c.fresh = append(c.fresh, fresh)
}

// text judges the issues that nobody could be asked about: fixed is whose own
// edit stands where it was made; the rest is carried along.
func (c *comparison) text(applied []*fixers.Applied) {
	c.byEdit = make([]bool, len(c.d.open))
	if !slices.Contains(c.fate, unknown) {
		return
	}
	made := map[review.Key]*fixers.Applied{}
	for _, a := range applied {
		if a.Finding.Path == c.d.path {
			made[a.Finding.Key] = a
		}
	}
	for n := range c.d.open {
		i := &c.d.open[n]
		if c.fate[n] != unknown {
			continue
		}
		if a, ok := made[i.Key]; ok && c.stands(a.Change.Of(c.d.path)) || !ok && i.doneIn(c.after, c.edits) {
			c.fate[n], c.byEdit[n] = silent, true
			continue
		}
		now := i.carried(c.after.Source(), c.edits)
		c.fate[n], c.became[n] = again, &now
	}
}

// stands reports whether the old text of the edits is gone and the new text is
// there.
func (c *comparison) stands(edits []source.Edit) bool {
	for _, e := range edits {
		s, _ := c.edits.hull(e.Span)
		old, now := string(c.d.rev.Bytes(e.Span)), string(c.after.Bytes(s))
		if now != e.New || now == old {
			return false
		}
	}
	return true
}

// finish sorts the issues into those that are gone, left and new.
func (c *comparison) finish(out *judged, applied []*fixers.Applied) {
	fixed := map[review.Key]bool{}
	for _, a := range applied {
		if a.Finding.Path == c.d.path {
			fixed[a.Finding.Key] = true
		}
	}
	var left []issue
	gone := 0
	for _, f := range c.fate {
		if f != again {
			gone++
		}
	}
	out.resolved = make([]shut, 0, gone)
	for n := range c.d.open {
		i := &c.d.open[n]
		if c.fate[n] == again {
			now := *c.became[n]
			now.fixed = now.fixed || fixed[i.Key]
			left = append(left, now)
			continue
		}
		o := Outcome{Finding: &i.Finding, Status: Fixed, Reason: ByFix, Pass: c.pass, VerifiedBy: ByReviewer, Raised: !i.came()}
		switch {
		case c.byEdit[n]:
			o.VerifiedBy = ByEdit
		case !fixed[i.Key]:
			o.Reason = ByOtherFix
		}
		out.resolved = append(out.resolved, shut{i, o})
	}
	g := gather(c.after, left)
	for _, report := range c.fresh {
		g.admit(report.found, report.reviewer, raised, c.pass)
	}
	g.forgetRivals()
	c.reopen(g.issues[len(left):])
	c.lineage(g.issues[len(left):])
	out.raised = slices.Clone(g.issues[len(left):])
	out.open = g.issues
	slices.SortStableFunc(out.open, order)
}

// reopen lets a finding that was resolved earlier and is raised again be the one
// that it was.
func (c *comparison) reopen(raised []issue) {
	if len(raised) == 0 {
		return
	}
	earlier := map[review.Key]*shut{}
	for n := range c.d.shut {
		if s := &c.d.shut[n]; s.outcome.Status == Fixed {
			earlier[s.Key] = s
		}
	}
	for n := range raised {
		if s := earlier[raised[n].Key]; s != nil {
			i := &raised[n]
			i.ID, i.origin, i.twins, i.place, i.fixed = s.ID, s.origin, s.twins, s.place, true
		}
	}
}

// lineage gives a finding that is raised where the fix of another of its rule was
// made the place of that one, so that a place which is edited again and again
// can be told from many places that are edited once.
func (c *comparison) lineage(raised []issue) {
	if len(raised) == 0 {
		return
	}
	edited := ruleIndex{}
	for n := range c.d.open {
		i := &c.d.open[n]
		if c.fate[n] == again || i.State != review.Located {
			continue
		}
		if s, touched := c.edits.hull(i.Span); touched {
			edited.add(i.Rule, s, n)
		}
	}
	edited.sort()
	for n := range raised {
		if near := edited.touching(raised[n].Rule, raised[n].Span); len(near) > 0 {
			raised[n].place = c.d.open[near[0]].place
		}
	}
}
