package loop

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A gathering unites what several reviewers say about one revision: the same
// from two of them becomes one issue, and what contradicts is marked on both
// sides.
type gathering struct {
	rev    *review.Document
	issues []issue
	keys   map[review.Key]bool
	// index finds the issues that may say the same: by place, or by Key where
	// there is no place.
	index map[any][]int
	ids   map[string]bool
}

func gather(rev *review.Document, issues []issue) *gathering {
	g := &gathering{rev: rev, keys: map[review.Key]bool{}, index: map[any][]int{}, ids: map[string]bool{}}
	g.issues = make([]issue, 0, len(issues))
	for _, i := range issues {
		g.put(i)
	}
	return g
}

// put adds an issue as it is, but for a Key or an id that is taken: two findings
// with the same text under the same heading have one each.
func (g *gathering) put(i issue) *issue {
	for g.keys[i.Key] {
		i.Key += "+"
	}
	g.keys[i.Key] = true
	i.ID = g.free(i.ID)
	at := g.at(&i.Finding)
	g.index[at] = append(g.index[at], len(g.issues))
	g.issues = append(g.issues, i)
	return &g.issues[len(g.issues)-1]
}

// free is an id that no issue here has: id itself, or with a number behind it.
func (g *gathering) free(id string) string {
	if id == "" {
		return "" // named when the revision is adopted
	}
	out := id
	for n := 2; g.ids[out]; n++ {
		out = fmt.Sprintf("%s#%d", id, n)
	}
	g.ids[out] = true
	return out
}

func (g *gathering) at(f *review.Finding) any {
	if f.State != review.Located {
		return f.Key
	}
	return engine.Place(g.rev, f)
}

// admit adds what a reviewer found, all of one origin. It returns the number of
// issues that are new.
func (g *gathering) admit(found []review.Finding, reviewer string, from origin, pass int) int {
	before := len(g.issues)
	g.issues = slices.Grow(g.issues, len(found))
	for _, f := range found {
		f.Source = reviewer
		if f.Severity == 0 {
			f.Severity = rules.Warning
		}
		if !g.merged(f, from) {
			g.put(newIssue(f, from, pass))
		}
	}
	return len(g.issues) - before
}

// merged makes f part of an issue that says the same. A contradiction is not
// merged, but both sides learn of it; what the built-in reviewers say of the
// original contradicts nobody, it is only what must not grow, and their rules don't
// contradict each other: a heading of one term is spelled, and has its case, in turn.
// Nor does what a comment in the document switches off.
func (g *gathering) merged(f review.Finding, from origin) bool {
	rival := -1
	for _, n := range g.index[g.at(&f)] {
		have := &g.issues[n]
		switch engine.Relate(g.rev, &have.Finding, &f) {
		case engine.Duplicate:
			have.repeat(f, from)
			return true
		case engine.Enhances:
			if slices.Contains(have.sources, f.Source) {
				have.repeat(f, from) // no more certain for being said again
			} else {
				have.join(f, from)
			}
			return true
		case engine.Contradicts:
			if rival < 0 && g.opposed(have, &f, from) {
				rival = n
			}
		}
	}
	if rival >= 0 {
		g.contradict(rival, newIssue(f, from, 0))
	}
	return rival >= 0
}

// opposed reports whether have and f, of another text for the same place, are the two
// sides of a conflict.
func (g *gathering) opposed(have *issue, f *review.Finding, from origin) bool {
	ownRules := f.Source == review.BuiltIn && have.Source == review.BuiltIn
	return from != baseline && have.origin != baseline && !ownRules && !g.switchedOff(f) && !g.switchedOff(&have.Finding)
}

func (g *gathering) switchedOff(f *review.Finding) bool {
	return g.rev.Suppressed(f.Rule, f.Span.Start)
}

// contradict adds an issue that wants something else than issue n.
func (g *gathering) contradict(n int, other issue) {
	other.against, other.rival = []string{g.issues[n].Want}, g.issues[n].Key
	key := g.put(other).Key
	have := &g.issues[n]
	have.against = append(have.against, other.Want)
	if have.rival == "" {
		have.rival = key
	}
}

// repeat takes what a reviewer says about i once more: it is no more certain for
// that, but the reviewer may have become surer.
func (i *issue) repeat(f review.Finding, from origin) {
	i.Confidence = max(i.Confidence, f.Confidence)
	i.unite(f, from)
}

// forgetRivals ends the conflicts of which only one side is left. Where a third one
// wants something else still, that is the rival now.
func (g *gathering) forgetRivals() {
	var left []*issue
	for n := range g.issues {
		if i := &g.issues[n]; i.rival != "" && !g.keys[i.rival] {
			i.against, i.rival = nil, ""
			left = append(left, i)
		}
	}
	for _, i := range left {
		for _, n := range g.index[g.at(&i.Finding)] {
			other := &g.issues[n]
			if engine.Relate(g.rev, &other.Finding, &i.Finding) == engine.Contradicts && g.opposed(other, &i.Finding, i.origin) {
				i.against, i.rival = append(i.against, other.Want), cmp.Or(i.rival, other.Key)
			}
		}
	}
}

// join makes one issue of i and what another reviewer says about the same.
func (i *issue) join(f review.Finding, from origin) {
	i.Confidence = engine.Combined(i.Confidence, f.Confidence)
	i.sources = engine.Cited(i.sources, []string{f.Source})
	i.unite(f, from)
}

// unite gives i what else f says of the same: it is as grave as the graver of the
// two, and what either keeps from being fixed without a person is kept.
func (i *issue) unite(f review.Finding, from origin) {
	i.Citations = engine.Cited(i.Citations, f.Citations)
	i.Severity = max(i.Severity, f.Severity)
	i.RequiresHuman = i.RequiresHuman || f.RequiresHuman
	i.AutoFix = max(i.AutoFix, f.AutoFix) // AutoFixNo is the last
	if i.Remedy == review.NoRemedy && i.Want == "" {
		i.Span, i.Old, i.Want, i.Remedy, i.Choices, i.Edits = f.Span, f.Old, f.Want, f.Remedy, f.Choices, f.Edits
	}
	i.twin(f, from)
}

// twin remembers a finding that came in and is one with i, for the closed ledger.
func (i *issue) twin(f review.Finding, from origin) {
	if from == cameIn {
		i.twins = append(i.twins, f)
	}
}

// absorb gives the findings of a review that name a built-in rule, and no
// replacement, the exact place and the replacement that the rule's own reviewer
// knows: people quote a heading with its marks, or a fence with its first line.
func (g *gathering) absorb(built []review.Finding) {
	near := ruleIndex{}
	for j := range built {
		near.add(built[j].Rule, built[j].Span, j)
	}
	near.sort()
	for i := range g.issues {
		f := &g.issues[i].Finding
		if f.Remedy != review.NoRemedy || f.State != review.Located || f.Want != "" || f.Source == review.BuiltIn {
			continue
		}
		if same := near.touching(f.Rule, f.Span); len(same) == 1 {
			b := built[same[0]]
			f.Span, f.Old, f.Want, f.Remedy, f.Choices, f.Edits = b.Span, b.Old, b.Want, b.Remedy, b.Choices, b.Edits
		}
	}
}
