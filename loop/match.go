package loop

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A matcher pairs the issues that a reviewer raised before an edit with what it
// finds after it.
type matcher struct {
	issues []*issue
	found  []review.Finding
	edits  carrier
	// pair holds, by issue, the index of the finding that it became, or -1; taken
	// says which findings are paired.
	pair  []int
	taken []bool
}

// match pairs in three steps, each with what the one before left: the place that
// an edit elsewhere has moved, exactly; such a place, overlapping; the Key. A
// place that was itself edited counts by its Key alone.
func match(issues []*issue, found []review.Finding, edits carrier) matcher {
	m := matcher{issues: issues, found: found, edits: edits, pair: make([]int, len(issues)), taken: make([]bool, len(found))}
	for i := range m.pair {
		m.pair[i] = -1
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

func (m *matcher) byPlace() {
	at := map[placeKey][]int{}
	for j, f := range m.found {
		if f.State == review.Located {
			k := placeKey{f.Rule, f.Span}
			at[k] = append(at[k], j)
		}
	}
	for i := range m.issues {
		span, touched := m.edits.hull(m.issues[i].Span)
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

func (m *matcher) take(i, j int) { m.pair[i], m.taken[j] = j, true }

// byOverlap is for reviewers that quote a little more or less each time. It needs
// the rule's name: without one, two findings about one sentence may be anything.
func (m *matcher) byOverlap() {
	near := ruleIndex{}
	for j, f := range m.found {
		if !m.taken[j] && f.State == review.Located && f.Rule != "" {
			near.add(f.Rule, f.Span, j)
		}
	}
	near.sort()
	for i := range m.issues {
		if m.pair[i] >= 0 || m.issues[i].State != review.Located {
			continue
		}
		span, touched := m.edits.hull(m.issues[i].Span)
		if touched {
			continue
		}
		for _, j := range near.touching(m.issues[i].Rule, span) {
			if !m.taken[j] {
				m.take(i, j)
				break
			}
		}
	}
}

func (m *matcher) byKey() {
	at := map[review.Key][]int{}
	for j, f := range m.found {
		if !m.taken[j] {
			at[f.Key] = append(at[f.Key], j)
		}
	}
	for i := range m.issues {
		if m.pair[i] >= 0 {
			continue
		}
		for _, k := range []review.Key{m.issues[i].now, m.issues[i].Key} {
			if js := at[k]; len(js) > 0 {
				m.take(i, js[0])
				at[k] = js[1:]
				break
			}
		}
	}
}

// persisting is issue i as its reviewer raises it again, as finding j, in the
// bytes after the edits. Where several raise it, what the first of them said
// stands, at the new place.
func (m *matcher) persisting(i, j int, after []byte) issue {
	out, f := *m.issues[i], m.found[j]
	out.now = f.Key
	if f.Source != out.Source && f.State == review.Located {
		out = out.carried(after, m.edits)
		out.Span, out.State, out.Why = f.Span, f.State, f.Why
		return out
	}
	f.ID, f.Key, f.Source = out.ID, out.Key, out.Source
	f.Confidence, f.Citations = max(f.Confidence, out.Confidence), out.Citations
	if len(out.sources) > 1 { // the others may have failed, or not be asked: what they said holds
		f.Severity, f.RequiresHuman, f.AutoFix = max(f.Severity, out.Severity), f.RequiresHuman || out.RequiresHuman, max(f.AutoFix, out.AutoFix)
	}
	out.Finding = f
	return out
}
