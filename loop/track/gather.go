package track

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Gathering unites what several reviewers say about one revision: the same
// from two of them becomes one issue, and what contradicts is marked on both
// sides.
type Gathering struct {
	rev    *zone.Document
	Issues []Issue
	keys   map[review.Key]bool
	// index finds the issues that may say the same: by place, or by Key where
	// there is no place.
	index map[any][]int
	ids   map[string]bool
}

// Gather begins with issues of the revision that are united already.
func Gather(rev *zone.Document, issues []Issue) *Gathering {
	g := &Gathering{rev: rev, keys: map[review.Key]bool{}, index: map[any][]int{}, ids: map[string]bool{}}
	g.Issues = make([]Issue, 0, len(issues))
	for _, i := range issues {
		g.put(i)
	}
	return g
}

// put adds an issue as it is, but for a Key or an id that is taken: two findings
// with the same text under the same heading have one each.
func (g *Gathering) put(i Issue) *Issue {
	for g.keys[i.Key] {
		i.Key += "+"
	}
	g.keys[i.Key] = true
	i.ID = g.free(i.ID)
	at := g.At(&i.Finding)
	g.index[at] = append(g.index[at], len(g.Issues))
	g.Issues = append(g.Issues, i)
	return &g.Issues[len(g.Issues)-1]
}

// free returns an id that no issue here has: id itself, or with a number behind it.
func (g *Gathering) free(id string) string {
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

// At returns what issues that may say the same have in common.
func (g *Gathering) At(f *review.Finding) any {
	if f.State != review.Located {
		return f.Key
	}
	return engine.Place(g.rev, f)
}

// Admit adds what a reviewer found, all of one origin.
func (g *Gathering) Admit(found []review.Finding, reviewer string, from Origin, pass int) {
	g.Issues = slices.Grow(g.Issues, len(found))
	for _, f := range found {
		f.Source = reviewer
		if f.Severity == 0 {
			f.Severity = rules.Warning
		}
		if !g.merged(f, from) {
			g.put(newIssue(f, from, pass))
		}
	}
}

// merged makes f part of an issue that says the same. A contradiction is not
// merged, but both sides learn of it; what the built-in reviewers say of the
// original contradicts nobody, it is only what must not grow, and their rules don't
// contradict each other: a heading of one term is spelled, and has its case, in turn.
// Nor does what a comment in the document switches off.
func (g *Gathering) merged(f review.Finding, from Origin) bool {
	rival := -1
	for _, n := range g.index[g.At(&f)] {
		have := &g.Issues[n]
		switch engine.Relate(g.rev, &have.Finding, &f) {
		case engine.Duplicate:
			have.repeat(f, from)
			return true
		case engine.Enhances:
			if slices.Contains(have.Sources, f.Source) {
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
func (g *Gathering) opposed(have *Issue, f *review.Finding, from Origin) bool {
	ownRules := f.Source == review.BuiltIn && have.Source == review.BuiltIn
	return from != Baseline && have.Origin != Baseline && !ownRules && !g.switchedOff(f) && !g.switchedOff(&have.Finding)
}

func (g *Gathering) switchedOff(f *review.Finding) bool {
	return g.rev.Suppressed(f.Source, f.Rule, f.Span.Start)
}

// contradict adds an issue that wants something else than issue n.
func (g *Gathering) contradict(n int, other Issue) {
	other.Against, other.Rival = []string{g.Issues[n].Want}, g.Issues[n].Key
	key := g.put(other).Key
	have := &g.Issues[n]
	have.Against = append(have.Against, other.Want)
	if have.Rival == "" {
		have.Rival = key
	}
}

// repeat takes what a reviewer says about i once more: it is no more certain for
// that, but the reviewer may have become surer.
func (i *Issue) repeat(f review.Finding, from Origin) {
	i.Confidence = max(i.Confidence, f.Confidence)
	i.unite(f, from)
}

// ForgetRivals ends the conflicts of which only one side is left. Where a third one
// wants something else still, that is the rival now.
func (g *Gathering) ForgetRivals() {
	var left []*Issue
	for n := range g.Issues {
		if i := &g.Issues[n]; i.Rival != "" && !g.keys[i.Rival] {
			i.Against, i.Rival = nil, ""
			left = append(left, i)
		}
	}
	for _, i := range left {
		for _, n := range g.index[g.At(&i.Finding)] {
			other := &g.Issues[n]
			if engine.Relate(g.rev, &other.Finding, &i.Finding) == engine.Contradicts && g.opposed(other, &i.Finding, i.Origin) {
				i.Against, i.Rival = append(i.Against, other.Want), cmp.Or(i.Rival, other.Key)
			}
		}
	}
}

// join makes one issue of i and what another reviewer says about the same.
func (i *Issue) join(f review.Finding, from Origin) {
	i.Confidence = engine.Combined(i.Confidence, f.Confidence)
	i.Sources = engine.Cited(i.Sources, []string{f.Source})
	i.unite(f, from)
}

// unite gives i what else f says of the same: it is as grave as the graver of the
// two, and what either keeps from being fixed without a person is kept. A built-in rule that
// does not know the text keeps nothing from a reviewer that gives one, or lets a program write it.
func (i *Issue) unite(f review.Finding, from Origin) {
	i.Citations = engine.Cited(i.Citations, f.Citations)
	i.Severity = max(i.Severity, f.Severity)
	switch {
	case f.Source == review.BuiltIn && knowsText(&i.Finding):
	case i.Source == review.BuiltIn && knowsText(&f):
		i.RequiresHuman, i.AutoFix = false, f.AutoFix
	default:
		i.RequiresHuman = i.RequiresHuman || f.RequiresHuman
		i.AutoFix = max(i.AutoFix, f.AutoFix) // AutoFixNo is the last
	}
	if i.Remedy == review.NoRemedy && i.Want == "" {
		i.Span, i.Old, i.Want, i.Remedy, i.Choices, i.Edits = f.Span, f.Old, f.Want, f.Remedy, f.Choices, f.Edits
	}
	if from == CameIn && f.Source != review.BuiltIn { // the closed ledger has a line for each that a review brings
		i.Duplicates = append(i.Duplicates, f)
	}
}

// knowsText reports whether a reviewer gives the text for a finding, or says that a program can write it.
func knowsText(f *review.Finding) bool {
	return f.Source != review.BuiltIn && !f.RequiresHuman && f.AutoFix != review.AutoFixNo &&
		(f.AutoFix == review.AutoFixYes || f.Remedy == review.Replace || f.Remedy == review.Edits)
}
