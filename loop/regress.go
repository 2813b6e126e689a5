package loop

import (
	"context"
	"errors"
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/culprit"
	"github.com/doc-iterate/doc-iterate/loop/result"
)

// A rejection is fixes that fell together, with the culprits and the fixes that were saved.
type rejection struct {
	applied  []fixers.Applied
	culprits []fixers.Applied
	// salvaged are made after all, judged by verdicts.
	salvaged []fixers.Applied
	verdicts map[string]judged
	// fell is the judgement of all fixes together.
	fell map[string]judged
}

// lost returns the fixes that stay taken back.
func (x *rejection) lost() []fixers.Applied { return culprit.Without(x.applied, x.salvaged) }

// because names the document whose regression took back the one at path; "" if that got worse itself.
func (x *rejection) because(path string) string {
	if j := x.fell[path]; j.worse() {
		return ""
	}
	for _, other := range culprit.Paths(x.applied) {
		if j := x.fell[other]; j.worse() {
			return other
		}
	}
	return ""
}

// sums returns what the pass would have resolved and raised in the document at path.
func (x *rejection) sums(path string) (resolved, raised, newBlockers int) {
	j := x.fell[path]
	return len(j.resolved), len(j.raised), j.newBlockers()
}

// report returns the rejection as d's result shows it.
func (x *rejection) report(p proposal, d *document, because string) *result.Regression {
	j := x.fell[d.path]
	out := &result.Regression{Pass: p.number, Because: because}
	for _, o := range j.resolved {
		out.Resolved = append(out.Resolved, o.Finding)
	}
	for _, i := range j.raised {
		out.Raised = append(out.Raised, i.Finding)
	}
	fixOf := func(a fixers.Applied) result.Fix {
		base := p.in.Docs.Document(a.Finding.Path)
		return result.FixOf(base.Source(), base.Lines(), a, p.number)
	}
	for _, a := range x.culprits {
		out.Culprits = append(out.Culprits, fixOf(a))
	}
	for _, a := range x.salvaged {
		if a.Finding.Path == d.path {
			out.Salvaged = append(out.Salvaged, fixOf(a))
		}
	}
	return out
}

// split divides the fixes into those that stand and those that fall. Documents that share a change stand or fall
// together.
func split(applied []fixers.Applied, verdicts map[string]judged) (good, bad []fixers.Applied) {
	fell := false
	for _, j := range verdicts {
		fell = fell || j.worse()
	}
	if !fell {
		return applied, nil
	}
	for _, group := range culprit.Groups(applied) {
		fell := slices.ContainsFunc(culprit.Paths(group), func(path string) bool {
			j := verdicts[path]
			return j.worse()
		})
		if fell {
			bad = append(bad, group...)
		} else {
			good = append(good, group...)
		}
	}
	return good, bad
}

// A trial judges parts of a pass, a bounded number of times.
type trial struct {
	ctx  context.Context
	run  *run
	of   proposal
	left int
	err  error
	// applied and verdicts are those of the last part that was judged.
	applied  []fixers.Applied
	verdicts map[string]judged
}

// worse reports whether some fixes alone make a document worse. It is false when no trial is left, so that a search
// ends with its present result.
func (t *trial) worse(applied []fixers.Applied) bool {
	if t.left == 0 || t.err != nil || t.run.outOfTime() {
		return false
	}
	t.left--
	candidates, plan := fixers.Prove(t.of.in, fixers.Plan{Applied: applied})
	t.applied = plan.Applied
	t.verdicts, t.err = t.run.judgeAll(t.ctx, t.of, candidates, culprit.ByDocument(plan.Applied))
	if errors.Is(t.err, errOutOfTime) {
		t.left, t.err = 0, nil
		return false
	}
	for _, j := range t.verdicts {
		if j.worse() {
			return true
		}
	}
	return false
}

// better reports whether some fixes alone do good and no harm. It is false when no trial is left.
func (t *trial) better(applied []fixers.Applied) bool {
	if t.left == 0 || t.worse(applied) || t.err != nil {
		return false
	}
	for _, j := range t.verdicts {
		if len(j.resolved) > 0 {
			return true
		}
	}
	return false
}

// save tries to make rest, and with it as many of the culprits as do no harm: one of two fixes that clash can stay.
func (x *rejection) save(t *trial, rest []fixers.Applied) {
	if len(rest) > 0 && t.better(rest) {
		x.salvaged, x.verdicts = t.applied, t.verdicts
	} else if len(rest) > 0 {
		return
	}
	if len(x.culprits) < 2 {
		return
	}
	for _, c := range x.culprits {
		more := slices.DeleteFunc(slices.Clone(x.applied), func(a fixers.Applied) bool {
			return !culprit.Same(a, c) && !culprit.Contains(rest, a)
		})
		if t.better(more) {
			rest, x.salvaged, x.verdicts = more, t.applied, t.verdicts
		}
	}
}

// reject finds the culprits among fixes that made a document worse, and, if the job asks for it, the largest part of
// them that does no harm.
func (r *run) reject(
	ctx context.Context, p proposal, applied []fixers.Applied, verdicts map[string]judged,
) (rejection, error) {
	x := rejection{applied: applied, fell: map[string]judged{}}
	asked := false
	for _, path := range culprit.Paths(applied) {
		x.fell[path] = verdicts[path]
		asked = asked || verdicts[path].asked
		r.report(p.number, path, "blame")
	}
	t := &trial{ctx: ctx, run: r, of: p, left: 64}
	if asked {
		t.left = 12 // each of them runs other programs
	}
	culprits := culprit.Minimal(applied, t.worse)
	x.culprits = culprits
	if !slices.ContainsFunc(culprit.Paths(applied), func(path string) bool { return r.at(path).salvage }) {
		return x, t.err
	}
	rest := culprit.Without(applied, culprits)
	for len(rest) > 0 && t.left > 0 && t.worse(rest) {
		culprits = culprit.Minimal(rest, t.worse)
		x.culprits = append(x.culprits, culprits...)
		rest = culprit.Without(rest, culprits)
	}
	x.save(t, rest)
	return x, t.err
}

// A verdict says which fixes of a proposal stand and which fall.
type verdict struct {
	stand, fell []fixers.Applied
	tried       map[string][]byte    // the candidates with all fixes
	judged      map[string]judged    // by document, the candidates with the fixes that stand
	rejected    map[string]rejection // by document
}

// verdict judges the candidates of a proposal, takes back fixes that made a document worse, and saves what it can of
// them. mine are the fixes of the proposal by document.
func (r *run) verdict(ctx context.Context, p proposal, mine map[string][]*fixers.Applied) (verdict, error) {
	judged, err := r.judgeAll(ctx, p, p.candidates, mine)
	if err != nil {
		return verdict{}, err
	}
	v := verdict{stand: p.plan.Applied, tried: docsOf(judged), judged: judged, rejected: map[string]rejection{}}
	if p.edited == nil { // a person's edit is never rolled back
		v.stand, v.fell = split(p.plan.Applied, judged)
	}
	for _, group := range culprit.Groups(v.fell) {
		x, err := r.reject(ctx, p, group, judged)
		if err != nil {
			return verdict{}, err
		}
		for _, path := range culprit.Paths(group) {
			v.rejected[path] = x
		}
		v.stand = append(v.stand, x.salvaged...)
		maps.Copy(judged, x.verdicts)
	}
	return v, nil
}
