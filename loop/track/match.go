package track

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/identity"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Pairs says which finding after an edit is which issue from before.
type Pairs struct {
	issues []*Issue
	found  []review.Finding
	edits  source.Mapping
	// Became holds, for each issue, the index of its finding, or -1. Taken says for each finding whether it is paired.
	Became []int
	Taken  []bool
}

// Match pairs the issues of a reviewer from before the edits with its findings after them, in three steps: by the same
// place, by an overlapping place, by the same Key. An issue whose place was edited is matched by its Key only.
func Match(issues []*Issue, found []review.Finding, edits source.Mapping) Pairs {
	m := Pairs{
		issues: issues, found: found, edits: edits, Became: make([]int, len(issues)), Taken: make([]bool, len(found)),
	}
	for i := range m.Became {
		m.Became[i] = -1
	}
	m.byPlace()
	m.byOverlap()
	m.byKey()
	return m
}

type placeKey struct {
	rule string
	span source.Span
}

func (m *Pairs) byPlace() {
	at := map[placeKey][]int{}
	for j, f := range m.found {
		if f.State == review.Located {
			k := placeKey{f.Rule, f.Span}
			at[k] = append(at[k], j)
		}
	}
	for i := range m.issues {
		span, touched := Carry(m.edits, m.issues[i].Span)
		if touched || m.issues[i].State != review.Located {
			continue
		}
		k := placeKey{m.issues[i].Rule, span}
		if js := at[k]; len(js) > 0 {
			m.take(i, js[0])
			at[k] = js[1:]
		}
	}
}

func (m *Pairs) take(i, j int) { m.Became[i], m.Taken[j] = j, true }

// byOverlap pairs findings of a reviewer that quotes a little more or less each time.
func (m *Pairs) byOverlap() {
	m.near(func(_ *Issue, touched bool) bool { return !touched })
}

// near pairs issues with what the same rule finds at an overlapping place, where may allows it; touched says that the
// edits changed the place of the issue. Without a rule, two findings about one sentence may be anything.
func (m *Pairs) near(may func(i *Issue, touched bool) bool) {
	index := RuleIndex{}
	for j, f := range m.found {
		if !m.Taken[j] && f.State == review.Located && f.Rule != "" {
			index.Add(f.Rule, f.Span, j)
		}
	}
	index.Sort()
	for i, issue := range m.issues {
		if m.Became[i] >= 0 || issue.State != review.Located {
			continue
		}
		span, touched := Carry(m.edits, issue.Span)
		if !may(issue, touched) {
			continue
		}
		for _, j := range index.Touching(issue.Rule, span) {
			if !m.Taken[j] {
				m.take(i, j)
				break
			}
		}
	}
}

// byKey pairs what is left by the Keys that the last reviews gave.
func (m *Pairs) byKey() {
	var was, is []review.Key
	var issues, found []int
	for i, j := range m.Became {
		if j < 0 {
			was, issues = append(was, m.issues[i].Now), append(issues, i)
		}
	}
	for j, taken := range m.Taken {
		if !taken {
			is, found = append(is, m.found[j].Key), append(found, j)
		}
	}
	for n, i := range identity.Assign(was, is) {
		if i >= 0 {
			m.take(issues[i], found[n])
		}
	}
}

// Persisting returns issue i as its reviewer raises it again in finding j. If several reviewers raise it, the words of
// the first remain, at the new place.
func (m *Pairs) Persisting(i, j int, after []byte) Issue {
	out, f := *m.issues[i], m.found[j]
	out.Now = f.Key
	if f.Source != out.Source && f.State == review.Located {
		out = out.Carried(after, m.edits)
		out.Span, out.State, out.Reason = f.Span, f.State, f.Reason
		return out
	}
	f.ID, f.Key, f.Source = out.ID, out.Key, out.Source
	if out.Reason.Code == WordedByReviewer {
		f.AutoFix, f.Reason = out.AutoFix, out.Reason
	}
	f.Confidence, f.Citations = max(f.Confidence, out.Confidence), out.Citations
	if len(out.Sources) > 1 { // the other reviewers may have failed or not been asked
		f.Severity, f.AutoFix = max(f.Severity, out.Severity), max(f.AutoFix, out.AutoFix)
		f.RequiresHuman = f.RequiresHuman || out.RequiresHuman
	}
	if out.Remedy == review.Silence { // a person said so
		f = f.Silenced()
	}
	out.Finding = f
	return out
}
