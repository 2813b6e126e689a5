package track

import (
	"fmt"
	"iter"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Comparison follows the issues of a base document into a candidate.
type Comparison struct {
	// Edits maps the base to the candidate.
	Edits    source.Mapping
	path     string
	base     []byte // of the document before
	text     []byte // base, as markdown.Document.Text has it
	after    *zone.Document
	open     []Issue
	fixes    map[review.Key]*fixers.Applied // by the key of the finding that they fix
	pass     int
	built    []review.Finding // findings of the built-in rules in after
	statuses []status
	became   []*Issue // what each issue became, if its status is again
	byEdit   []bool
	reports  []report
}

// A status says what the reviews of a candidate show about an issue of its base.
type status uint8

const (
	unasked status = iota // no reviewer that raised it was asked
	silent                // the reviewers that were asked no longer raise it
	again                 // a reviewer raises it again
)

// A report holds the new findings of one reviewer, which may vary: answer differently each time.
type report struct {
	reviewer string
	varies   bool
	found    []review.Finding
}

// A Difference says what became of the issues of a base.
type Difference struct {
	// Open holds the remaining issues by place, Raised the new ones among them.
	Open, Raised []Issue
	Resolved     []Resolved
}

// A Resolved issue is no longer raised.
type Resolved struct {
	*Issue
	// ByEdit says that nobody was asked: the text shows that it is resolved.
	ByEdit bool
	// OwnFix says that one of the fixes was made for it.
	OwnFix bool
}

// NewComparison returns a comparison in which no reviewer was asked yet. The applied fixes change base, the bytes of
// the document before, or resolve a finding of it. The error says that their edits conflict.
func NewComparison(
	base []byte, after *zone.Document, open []Issue, applied []*fixers.Applied, pass int,
) (*Comparison, error) {
	c := &Comparison{
		path: after.Path, base: base, text: source.WithLineFeeds(base), after: after, open: open, pass: pass,
		fixes:    map[review.Key]*fixers.Applied{},
		statuses: make([]status, len(open)), became: make([]*Issue, len(open)), byEdit: make([]bool, len(open)),
	}
	var lists [][]source.Edit
	for _, a := range applied {
		lists = append(lists, a.Change.Of(c.path))
		if a.Finding.Path == c.path {
			c.fixes[a.Finding.Key] = a
		}
	}
	edits, err := source.Merge(lists...)
	c.Edits = source.NewMapping(edits)
	return c, err
}

// Add records what a reviewer found in the candidate. One that varies answers differently each time.
func (c *Comparison) Add(reviewer string, varies bool, found []review.Finding) {
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
	matchEdited(&m)
	for i, j := range m.Became {
		n := at[i]
		switch {
		case j >= 0:
			now := m.Persisting(i, j, c.after.Text())
			c.statuses[n], c.became[n] = again, &now
		case c.statuses[n] == unasked:
			c.statuses[n] = silent
		}
	}
	fresh := report{reviewer: reviewer, varies: varies}
	for j, f := range found {
		if !m.Taken[j] {
			fresh.found = append(fresh.found, f)
		}
	}
	c.reports = append(c.reports, fresh)
}

// matchEdited pairs findings whose text changed by the edit for another finding of the same place: the Key differs
// then, but the finding is not new. It pairs what a rule found in the original with what the same rule finds there now.
func matchEdited(m *Pairs) {
	m.near(func(i *Issue, touched bool) bool { return touched && i.Origin == Baseline })
}

// WordedByReviewer is the Reason of an Issue of a built-in rule at a place that a reviewer worded in this run. Rules do
// not edit such text.
const WordedByReviewer = "worded-by-reviewer"

// worded returns the places that a reviewer worded in this pass.
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

// respect stops the built-in rules from editing text that a reviewer worded in this pass.
func (c *Comparison) respect(issues []Issue) {
	worded := c.worded()
	for n := range issues {
		i := &issues[n]
		if i.Source != review.BuiltIn || i.Origin == CameIn && len(i.Sources) > 1 || i.State != review.Located {
			continue
		}
		if slices.ContainsFunc(worded, func(s source.Span) bool { return s.Touches(i.Span) }) {
			i.AutoFix, i.Reason = review.AutoFixNo, review.Because(WordedByReviewer,
				"A reviewer worded this place in this run.")
		}
	}
}

// judgeByText decides about issues whose reviewers were not asked. An issue is resolved if its own edit was made, or if
// another edit did the same or wrote what the issue wants.
func (c *Comparison) judgeByText() {
	for n := range c.open {
		i := &c.open[n]
		if c.statuses[n] != unasked {
			continue
		}
		if a, ok := c.fixes[i.Key]; ok && c.stands(a.Change.Of(c.path)) ||
			!ok && (i.DoneIn(c.after, c.Edits) || c.doneByOther(i)) {
			c.statuses[n], c.byEdit[n] = silent, true
			continue
		}
		now := i.Carried(c.after.Text(), c.Edits)
		c.statuses[n], c.became[n] = again, &now
	}
}

// judgeByRules keeps an issue of a reviewer open if its text was changed and a built-in rule finds the same in the new
// text.
func (c *Comparison) judgeByRules() {
	for n := range c.open {
		i := &c.open[n]
		a := c.fixes[i.Key]
		outside := slices.ContainsFunc(i.Sources, func(s string) bool { return s != review.BuiltIn })
		if _, touched := Carry(c.Edits, i.Span); c.statuses[n] != silent || !outside || a == nil && !touched {
			continue
		}
		edits := []source.Edit{{Span: i.Span}}
		if a != nil {
			edits = a.Change.Of(c.path)
		}
		if f := c.foundIn(i, edits); f != nil {
			now := i.Carried(c.after.Text(), c.Edits)
			now.Span, now.State, now.Severity = f.Span, review.Outdated, max(i.Severity, f.Severity)
			now.Reason = review.Because(StillFound, fmt.Sprintf("Its text was changed, and %s still finds this: %s",
				f.Rule, f.Message))
			c.statuses[n], c.became[n] = again, &now
		}
	}
}

// StillFound is the Reason of an Issue whose text was changed and still has what a built-in rule finds.
const StillFound = "still-found"

// foundIn returns what a built-in rule finds, of the same kind as i, in the text that the edits wrote. A blocker, and a
// finding that only a person can resolve, is of every kind. A category of several rules does not identify a kind.
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

// stands reports whether the old text of the edits is gone and their new text is there.
func (c *Comparison) stands(edits []source.Edit) bool {
	for _, e := range edits {
		s, _ := Carry(c.Edits, e.Span)
		old, now := string(c.base[e.Start:e.End]), string(c.after.Source()[s.Start:s.End])
		if now != e.New || now == old {
			return false
		}
	}
	return true
}

// Finish sorts the issues into resolved, open and raised ones. A raised issue that was fixed earlier keeps its
// identity.
func (c *Comparison) Finish(fixed iter.Seq[*Issue]) Difference {
	c.judgeByText()
	c.judgeByRules()
	var out Difference
	var left []Issue
	for n := range c.open {
		i := &c.open[n]
		_, ownFix := c.fixes[i.Key]
		if c.statuses[n] == again {
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
		if r.varies {
			g.Admit(elsewhere, r.reviewer, Late, c.pass)
		} else {
			g.Admit(elsewhere, r.reviewer, Baseline, 0)
		}
		g.Admit(raised, r.reviewer, Raised, c.pass)
	}
	g.ForgetRivals()
	if raised := g.Issues[len(left):]; len(raised) > 0 {
		reopen(raised, fixed)
		c.inheritPlaces(raised)
	}
	c.respect(g.Issues)
	out.Raised = slices.DeleteFunc(slices.Clone(g.Issues[len(left):]), func(i Issue) bool { return i.Origin == Late })
	out.Open = g.Issues
	slices.SortStableFunc(out.Open, ByPlace)
	return out
}

// elsewhere splits what a reviewer raises. The first part is what a built-in rule finds in text that no edit changed,
// in a run that resolves only reviews: words in other places changed the basis of the rule. Broken links are not among
// it, as an edit of their target breaks them. Of a reviewer that varies, it is all that it finds in such text.
func (c *Comparison) elsewhere(r report) (elsewhere, raised []review.Finding) {
	ofRules := func(i Issue) bool { return i.Came() && i.Source == review.BuiltIn }
	if !r.varies && (r.reviewer != review.BuiltIn || slices.ContainsFunc(c.open, ofRules) || len(c.worded()) == 0) {
		return nil, r.found
	}
	for _, f := range r.found {
		edited := !r.varies && (f.State != review.Located || f.Rule == rule.Reference.Rule.ID)
		for i := 0; i < len(c.Edits.Edits()) && !edited; i++ {
			edited = f.State == review.Located && c.Edits.Written(i).Touches(f.Span)
		}
		if edited {
			raised = append(raised, f)
		} else {
			elsewhere = append(elsewhere, f)
		}
	}
	return elsewhere, raised
}

// reopen gives raised issues that were fixed earlier their old identity.
func reopen(raised []Issue, fixed iter.Seq[*Issue]) {
	earlier := map[review.Key]*Issue{}
	for i := range fixed {
		earlier[i.Key] = i
	}
	for n := range raised {
		i := &raised[n]
		if was := earlier[i.Key]; was != nil {
			i.ID, i.Origin, i.Fixed = was.ID, was.Origin, true
			i.Duplicates, i.Place = was.Duplicates, was.Place
		}
	}
}

// inheritPlaces gives an issue the Place of the issue of its rule whose fix raised it. This tells one place that is
// edited again and again from many places that are edited once.
func (c *Comparison) inheritPlaces(raised []Issue) {
	edited := RuleIndex{}
	for n := range c.open {
		i := &c.open[n]
		if c.statuses[n] == again || i.State != review.Located {
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
