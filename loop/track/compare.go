package track

import (
	"fmt"
	"iter"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Comparison follows the issues of a base into a candidate that fixes made of it.
type Comparison struct {
	// Edits maps the base to the candidate.
	Edits       source.Mapping
	base, after *zone.Document
	open        []Issue
	fixes       map[review.Key]*fixers.Applied // by the finding of base that they fix
	pass        int
	built       []review.Finding // of the built-in rules in after
	fates       []fate
	became      []*Issue // what an issue became, where its fate is again
	byEdit      []bool
	reports     []report
}

// A fate is what the reviews of a candidate say about an issue of its base.
type fate uint8

const (
	unknown fate = iota // nobody who raised it was asked
	silent              // those who were asked do not raise it any more
	again               // someone raises it again
)

// A report is what one reviewer raises that it did not raise before.
type report struct {
	reviewer string
	found    []review.Finding
}

// A Difference is what became of the issues of a base.
type Difference struct {
	// Open holds the issues that are left, by place; Raised those of them that are new.
	Open, Raised []Issue
	Resolved     []Resolved
}

// A Resolved issue is not raised any more.
type Resolved struct {
	*Issue
	// ByEdit says that nobody was asked about it: the text shows that it is resolved.
	ByEdit bool
	// OwnFix says that one of the fixes was made for it.
	OwnFix bool
}

// NewComparison begins with nobody asked. The applied fixes change base or resolve a
// finding of it. An error says that their edits conflict.
func NewComparison(base, after *zone.Document, open []Issue, applied []*fixers.Applied, pass int) (*Comparison, error) {
	c := &Comparison{
		base: base, after: after, open: open, fixes: map[review.Key]*fixers.Applied{}, pass: pass,
		fates: make([]fate, len(open)), became: make([]*Issue, len(open)), byEdit: make([]bool, len(open)),
	}
	var lists [][]source.Edit
	for _, a := range applied {
		lists = append(lists, a.Change.Of(base.Path))
		if a.Finding.Path == base.Path {
			c.fixes[a.Finding.Key] = a
		}
	}
	edits, err := source.Merge(lists...)
	c.Edits = source.NewMapping(edits)
	return c, err
}

// Add enters what a reviewer found in the candidate.
func (c *Comparison) Add(reviewer string, found []review.Finding) {
	mine, at := make([]*Issue, 0, len(c.open)), make([]int, 0, len(c.open))
	for n := range c.open {
		if i := &c.open[n]; slices.Contains(i.Sources, reviewer) {
			mine, at = append(mine, i), append(at, n)
		}
	}
	for i := range found {
		found[i].Source = reviewer
		if found[i].Severity == 0 {
			found[i].Severity = rules.Warning
		}
	}
	if reviewer == review.BuiltIn {
		c.built = found
	}
	m := Match(mine, found, c.Edits)
	c.matchEdited(&m)
	for i, j := range m.Became {
		n := at[i]
		switch {
		case j >= 0:
			now := m.Persisting(i, j, c.after.Text())
			c.fates[n], c.became[n] = again, &now
		case c.fates[n] == unknown:
			c.fates[n] = silent
		}
	}
	fresh := report{reviewer: reviewer}
	for j, f := range found {
		if !m.Taken[j] {
			fresh.found = append(fresh.found, f)
		}
	}
	c.reports = append(c.reports, fresh)
}

// matchEdited pairs what a rule found in the original with what that rule finds where
// that stood, if an edit for another finding changed the text there. The Key is
// another one then, and the finding is not new.
func (c *Comparison) matchEdited(m *Pairs) {
	near := RuleIndex{}
	for j, f := range m.found {
		if !m.Taken[j] && f.State == review.Located && f.Rule != "" {
			near.Add(f.Rule, f.Span, j)
		}
	}
	near.Sort()
	for i, issue := range m.issues {
		if issue.Origin != Baseline || m.Became[i] >= 0 || issue.State != review.Located {
			continue
		}
		span, touched := Carry(c.Edits, issue.Span)
		if !touched {
			continue
		}
		for _, j := range near.Touching(issue.Rule, span) {
			if !m.Taken[j] {
				m.take(i, j)
				break
			}
		}
	}
}

// WordedByReviewer is the code of the Reason of an Issue of a built-in rule whose place a
// reviewer worded in this run: no rule edits that.
const WordedByReviewer = "worded-by-reviewer"

// worded returns where the text now stands that a reviewer worded in this pass.
func (c *Comparison) worded() []source.Span {
	var out []source.Span
	for n := range c.open {
		i := &c.open[n]
		a := c.fixes[i.Key]
		if a != nil && a.Contract == fixers.SpanOnly && i.Came() && i.Source != review.BuiltIn && i.State == review.Located {
			s, _ := c.Edits.Span(i.Span, source.Wide)
			out = append(out, s)
		}
	}
	return out
}

// respect keeps the built-in rules from editing what a reviewer worded in this pass.
func (c *Comparison) respect(issues []Issue) {
	worded := c.worded()
	for n := range issues {
		i := &issues[n]
		if i.Source != review.BuiltIn || i.Origin == CameIn && len(i.Sources) > 1 || i.State != review.Located {
			continue
		}
		if slices.ContainsFunc(worded, func(s source.Span) bool { return Touches(s, i.Span) }) {
			i.AutoFix, i.Reason = review.AutoFixNo, review.Because(WordedByReviewer,
				"A reviewer worded this place in this run.")
		}
	}
}

// judgeByText judges the issues that nobody was asked about: one is resolved if its own
// edit stands where it was made, or another edit did the same, or what it wants.
func (c *Comparison) judgeByText() {
	for n := range c.open {
		i := &c.open[n]
		if c.fates[n] != unknown {
			continue
		}
		if a, ok := c.fixes[i.Key]; ok && c.stands(a.Change.Of(c.base.Path)) ||
			!ok && (i.DoneIn(c.after, c.Edits) || c.doneByOther(i)) {
			c.fates[n], c.byEdit[n] = silent, true
			continue
		}
		now := i.Carried(c.after.Text(), c.Edits)
		c.fates[n], c.became[n] = again, &now
	}
}

// judgeByRules keeps an issue of a reviewer open whose text was changed, where a built-in rule finds the same in the new one.
func (c *Comparison) judgeByRules() {
	for n := range c.open {
		i := &c.open[n]
		a := c.fixes[i.Key]
		outside := slices.ContainsFunc(i.Sources, func(s string) bool { return s != review.BuiltIn })
		if _, touched := Carry(c.Edits, i.Span); c.fates[n] != silent || !outside || a == nil && !touched {
			continue
		}
		edits := []source.Edit{{Span: i.Span}}
		if a != nil {
			edits = a.Change.Of(c.base.Path)
		}
		if f := c.foundIn(i, edits); f != nil {
			now := i.Carried(c.after.Text(), c.Edits)
			now.Span, now.State, now.Severity = f.Span, review.Outdated, max(i.Severity, f.Severity)
			now.Reason = review.Because(StillFound, fmt.Sprintf("Its text was changed, and %s still finds this: %s",
				f.Rule, f.Message))
			c.fates[n], c.became[n] = again, &now
		}
	}
}

// StillFound is the code of the Reason of an Issue whose text was changed and has what a built-in rule finds.
const StillFound = "still-found"

// foundIn returns what a built-in rule finds, of the same kind as i, in the text that the edits wrote. What only a person
// can mend, and a blocker, is of every kind. A category of several rules says too little.
func (c *Comparison) foundIn(i *Issue, edits []source.Edit) *review.Finding {
	for _, e := range edits {
		written, _ := Carry(c.Edits, e.Span)
		for n := range c.built {
			f := &c.built[n]
			same := i.Rule == f.Rule || i.Category == f.Category && f.Category != rules.CategoryStyle
			at := written.Overlaps(f.Span) || f.Span.Start < written.Start && written.End < f.Span.End
			if f.State == review.Located && at && (same || f.RequiresHuman || f.Severity == rules.Blocker) {
				return f
			}
		}
	}
	return nil
}

// stands reports whether the old text of the edits is gone and the new text is there.
func (c *Comparison) stands(edits []source.Edit) bool {
	for _, e := range edits {
		s, _ := Carry(c.Edits, e.Span)
		old, now := string(c.base.Source()[e.Start:e.End]), string(c.after.Source()[s.Start:s.End])
		if now != e.New || now == old {
			return false
		}
	}
	return true
}

// Finish sorts the issues into those that are gone, left and new. Of the new ones, those
// that were fixed earlier are the issues that they were.
func (c *Comparison) Finish(fixed iter.Seq[*Issue]) Difference {
	c.judgeByText()
	c.judgeByRules()
	var out Difference
	var left []Issue
	for n := range c.open {
		i := &c.open[n]
		_, ownFix := c.fixes[i.Key]
		if c.fates[n] == again {
			now := *c.became[n]
			now.Fixed = now.Fixed || ownFix
			left = append(left, now)
		} else {
			out.Resolved = append(out.Resolved, Resolved{i, c.byEdit[n], ownFix})
		}
	}
	g := Gather(c.after, left)
	for _, r := range c.reports {
		elsewhere, raised := c.elsewhere(r)
		g.Admit(elsewhere, r.reviewer, Baseline, 0)
		g.Admit(raised, r.reviewer, Raised, c.pass)
	}
	g.ForgetRivals()
	if raised := g.Issues[len(left):]; len(raised) > 0 {
		reopen(raised, fixed)
		c.inheritPlaces(raised)
	}
	c.respect(g.Issues)
	out.Raised = slices.Clone(g.Issues[len(left):])
	out.Open = g.Issues
	slices.SortStableFunc(out.Open, ByPlace)
	return out
}

// elsewhere takes from what a reviewer raises what a built-in rule finds in text that no edit changed, where reviews
// alone are resolved: words elsewhere changed what the rule goes by. A link is broken by an edit of what it leads to.
func (c *Comparison) elsewhere(r report) (elsewhere, raised []review.Finding) {
	ofRules := func(i Issue) bool { return i.Came() && i.Source == review.BuiltIn }
	if r.reviewer != review.BuiltIn || slices.ContainsFunc(c.open, ofRules) || len(c.worded()) == 0 {
		return nil, r.found
	}
	for _, f := range r.found {
		edited := f.State != review.Located || f.Rule == review.Reference.Rule.ID
		for i := 0; i < len(c.Edits.Edits()) && !edited; i++ {
			edited = Touches(c.Edits.Written(i), f.Span)
		}
		if edited {
			raised = append(raised, f)
		} else {
			elsewhere = append(elsewhere, f)
		}
	}
	return elsewhere, raised
}

// reopen makes issues that were fixed earlier, and are raised again, what they were.
func reopen(raised []Issue, fixed iter.Seq[*Issue]) {
	earlier := map[review.Key]*Issue{}
	for i := range fixed {
		earlier[i.Key] = i
	}
	for n := range raised {
		i := &raised[n]
		if was := earlier[i.Key]; was != nil {
			i.ID, i.Origin, i.Duplicates, i.Place, i.Fixed = was.ID, was.Origin, was.Duplicates, was.Place, true
		}
	}
}

// inheritPlaces gives an issue that is raised where the fix of another of its rule was
// made the Place of that one. So one place that is edited again and again can be told from
// many places that are edited once.
func (c *Comparison) inheritPlaces(raised []Issue) {
	edited := RuleIndex{}
	for n := range c.open {
		i := &c.open[n]
		if c.fates[n] == again || i.State != review.Located {
			continue
		}
		if s, touched := Carry(c.Edits, i.Span); touched {
			edited.Add(i.Rule, s, n)
		}
	}
	edited.Sort()
	for n := range raised {
		if near := edited.Touching(raised[n].Rule, raised[n].Span); len(near) > 0 {
			raised[n].Place = c.open[near[0]].Place
		}
	}
}
