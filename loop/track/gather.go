package track

import (
	"cmp"
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Gathering merges what several reviewers say about one revision. The same finding of two reviewers becomes one
// issue. Contradicting findings know of each other.
type Gathering struct {
	rev    *zone.Document
	Issues []Issue
	ids    map[string]bool
	keys   map[review.Key]int    // the number of the issue of each Key
	places map[source.Span][]int // the numbers of the issues at each place
}

// Gather returns a Gathering of issues that are merged already.
func Gather(rev *zone.Document, issues []Issue) *Gathering {
	g := &Gathering{rev: rev, ids: map[string]bool{}, keys: map[review.Key]int{}, places: map[source.Span][]int{}}
	g.Issues = make([]Issue, 0, len(issues))
	for _, i := range issues {
		g.put(i)
	}
	return g
}

// put adds an issue unchanged, except for a Key or an id that is taken. Two findings of the same text under one heading
// differ in both.
func (g *Gathering) put(i Issue) *Issue {
	if k := i.Key; g.knows(k) {
		for g.knows(k) {
			k += "+"
		}
		i.Key = k
	}
	n := len(g.Issues)
	g.keys[i.Key] = n
	i.ID = g.free(i.ID)
	g.Issues = append(g.Issues, i)
	g.place(n)
	return &g.Issues[n]
}

// knows reports whether an issue has this Key.
func (g *Gathering) knows(k review.Key) bool {
	_, taken := g.keys[k]
	return taken
}

// place enters the place of issue n, if it has one. The issues before it are entered.
func (g *Gathering) place(n int) {
	if i := &g.Issues[n]; i.State == review.Located {
		at := engine.Place(g.rev, &i.Finding)
		g.places[at] = append(g.places[at], n)
	}
}

// replace enters the places of all issues anew.
func (g *Gathering) replace() {
	clear(g.places)
	for n := range g.Issues {
		g.place(n)
	}
}

// alike returns the numbers of the issues that may say the same as f: those at its place. If f has no place, it is the
// issue of its Key, if that has none either.
func (g *Gathering) alike(f *review.Finding) []int {
	if f.State == review.Located {
		return g.places[engine.Place(g.rev, f)]
	}
	if n, found := g.keys[f.Key]; found && g.Issues[n].State != review.Located {
		return []int{n}
	}
	return nil
}

// free returns an id that no issue has: id itself, or id with a number.
func (g *Gathering) free(id string) string {
	if id == "" {
		return "" // it gets a name when the revision is adopted
	}
	out := id
	for n := 2; g.ids[out]; n++ {
		out = fmt.Sprintf("%s#%d", id, n)
	}
	g.ids[out] = true
	return out
}

// Admit adds the findings of a reviewer, all of one origin.
func (g *Gathering) Admit(found []review.Finding, reviewer string, from Origin, pass int) {
	g.Issues = slices.Grow(g.Issues, len(found))
	for _, f := range found {
		f.Source = reviewer
		if f.Severity == 0 {
			f.Severity = rules.Warning
		}
		if i := NewIssue(f, from, pass); !g.merged(&i) {
			g.put(i)
		}
	}
}

// merged adds i to an issue that says the same. If i contradicts an issue, both are kept and marked. Two kinds of
// findings contradict nothing: what a comment switches off, and what built-in rules find in the original, which only
// must not grow. Built-in rules do not contradict one another either: a term in a heading gets its spelling and then
// its case.
func (g *Gathering) merged(i *Issue) bool {
	f, from, rival := &i.Finding, i.Origin, -1
	for _, n := range g.alike(f) {
		have := &g.Issues[n]
		switch engine.Relate(g.rev, &have.Finding, f) {
		case engine.Duplicate:
			have.repeat(f, from)
			return true
		case engine.Enhances:
			if slices.Contains(have.Sources, f.Source) {
				have.repeat(f, from) // saying it twice makes it no more certain
			} else {
				have.join(f, from)
			}
			return true
		case engine.Contradicts:
			if rival < 0 && g.opposed(have, f, from) {
				rival = n
			}
		}
	}
	if rival >= 0 {
		i.Pass = 0
		g.contradict(rival, *i)
	}
	return rival >= 0
}

// opposed reports whether have and f are the two sides of a conflict: they want different text for the same place.
func (g *Gathering) opposed(have *Issue, f *review.Finding, from Origin) bool {
	ownRules := f.Source == review.BuiltIn && have.Source == review.BuiltIn
	return from != Baseline && have.Origin != Baseline && !ownRules && !g.switchedOff(f) && !g.switchedOff(&have.Finding)
}

func (g *Gathering) switchedOff(f *review.Finding) bool {
	return g.rev.Suppressed(f.Source, f.Rule, f.Span.Start)
}

// contradict adds an issue that contradicts issue n.
func (g *Gathering) contradict(n int, other Issue) {
	other.Against, other.Rival = []string{g.Issues[n].Want}, g.Issues[n].Key
	key := g.put(other).Key
	g.Issues[n].contradict(other.Want, key)
}

// contradict notes that the finding of a Key wants another text.
func (i *Issue) contradict(want string, key review.Key) {
	i.Against, i.Rival = append(i.Against, want), cmp.Or(i.Rival, key)
}

// repeat records that a reviewer says i again. It becomes more certain only if the reviewer does.
func (i *Issue) repeat(f *review.Finding, from Origin) {
	i.Confidence = max(i.Confidence, f.Confidence)
	i.unite(f, from)
}

// ForgetRivals ends conflicts with only one side left. If a third finding still wants other text, that becomes the
// rival.
func (g *Gathering) ForgetRivals() {
	var left []*Issue
	for n := range g.Issues {
		if i := &g.Issues[n]; i.Rival != "" && !g.knows(i.Rival) {
			i.Settle()
			left = append(left, i)
		}
	}
	for _, i := range left {
		for _, n := range g.alike(&i.Finding) {
			other := &g.Issues[n]
			if engine.Relate(g.rev, &other.Finding, &i.Finding) == engine.Contradicts && g.opposed(other, &i.Finding, i.Origin) {
				i.contradict(other.Want, other.Key)
			}
		}
	}
}

// join merges what another reviewer says about the same into i.
func (i *Issue) join(f *review.Finding, from Origin) {
	i.Confidence = engine.Combined(i.Confidence, f.Confidence)
	i.Sources = engine.Cited(i.Sources, []string{f.Source})
	i.unite(f, from)
}

// unite merges the details of f into i. It takes the higher severity, and whatever keeps either of them from being
// fixed without a person. A built-in rule that does not know the text does not keep a reviewer's text, or a program's,
// from being used.
func (i *Issue) unite(f *review.Finding, from Origin) {
	i.Citations = engine.Cited(i.Citations, f.Citations)
	i.Severity = max(i.Severity, f.Severity)
	switch {
	case f.Source == review.BuiltIn && knowsText(&i.Finding):
	case i.Source == review.BuiltIn && knowsText(f):
		i.RequiresHuman, i.AutoFix = false, f.AutoFix
	default:
		i.RequiresHuman = i.RequiresHuman || f.RequiresHuman
		i.AutoFix = max(i.AutoFix, f.AutoFix) // AutoFixNo is the highest
	}
	if i.Remedy == review.NoRemedy && i.Want == "" {
		i.Span, i.Old, i.Want, i.Remedy, i.Choices, i.Edits = f.Span, f.Old, f.Want, f.Remedy, f.Choices, f.Edits
	}
	if from == CameIn && f.Source != review.BuiltIn { // the ledger has a line for each finding of a review
		i.Duplicates = append(i.Duplicates, *f)
	}
}

// knowsText reports whether a reviewer gives the text for a finding, or says that a program can write it.
func knowsText(f *review.Finding) bool {
	return f.Source != review.BuiltIn && !f.RequiresHuman && f.AutoFix != review.AutoFixNo &&
		(f.AutoFix == review.AutoFixYes || f.Remedy == review.Replace || f.Remedy == review.Edits)
}
