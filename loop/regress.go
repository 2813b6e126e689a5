package loop

import (
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
)

// A rejection is fixes that fell together, with who is to blame and what was
// saved.
type rejection struct {
	applied  []fixers.Applied
	culprits []fixers.Applied
	// salvaged is landed after all, judged by verdicts.
	salvaged []fixers.Applied
	verdicts map[string]judged
	// fell is what the reviewers said of the whole.
	fell map[string]judged
}

// lost is the fixes that stay taken back.
func (x *rejection) lost() []fixers.Applied { return without(x.applied, x.salvaged) }

// because names the document that took the one at path back with it; "" where
// that got worse itself.
func (x *rejection) because(path string) string {
	if j := x.fell[path]; j.worse() {
		return ""
	}
	for _, other := range pathsOf(x.applied) {
		if j := x.fell[other]; j.worse() {
			return other
		}
	}
	return ""
}

// sums is what the pass would have resolved and raised in the document at path.
func (x *rejection) sums(path string) (resolved, raised, newBlockers int) {
	j := x.fell[path]
	return len(j.resolved), len(j.raised), j.newBlockers()
}

// report is the rejection as d's result shows it.
func (x *rejection) report(r *run, d *document, because string) *Regression {
	j := x.fell[d.path]
	out := &Regression{Pass: r.pass, Because: because}
	for _, s := range j.resolved {
		out.Resolved = append(out.Resolved, s.Finding)
	}
	for _, i := range j.raised {
		out.Raised = append(out.Raised, i.Finding)
	}
	base := r.next.in.Docs
	for _, a := range x.culprits {
		out.Culprits = append(out.Culprits, fixOf(base[a.Finding.Path], a, r.pass))
	}
	for _, a := range x.salvaged {
		if a.Finding.Path == d.path {
			out.Salvaged = append(out.Salvaged, fixOf(base[d.path], a, r.pass))
		}
	}
	return out
}

// reject finds who is to blame for fixes that made things worse, and, where the
// job asks for it, the largest part of them that does not.
func (r *run) reject(ctx context.Context, in fixers.Input, applied []fixers.Applied, verdicts map[string]judged) (rejection, error) {
	x := rejection{applied: applied, fell: map[string]judged{}}
	asked := false
	for _, path := range pathsOf(applied) {
		x.fell[path] = verdicts[path]
		asked = asked || verdicts[path].asked
		r.report(r.pass, path, "blame")
	}
	t := &trial{ctx: ctx, run: r, in: in, left: 64}
	if asked {
		t.left = 12 // each of them runs other programs
	}
	culprits := minimal(applied, t.worse)
	x.culprits = culprits
	if !slices.ContainsFunc(pathsOf(applied), func(path string) bool { return r.byPath[path].salvage }) {
		return x, t.err
	}
	rest := without(applied, culprits)
	for len(rest) > 0 && t.left > 0 && t.worse(rest) {
		culprits = minimal(rest, t.worse)
		x.culprits = append(x.culprits, culprits...)
		rest = without(rest, culprits)
	}
	x.save(t, rest)
	return x, t.err
}

// save tries to land rest, and beside it as many of the culprits as go along:
// of two fixes that clash, one can stay.
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
			return !sameFix(a, c) && !contains(rest, a)
		})
		if t.better(more) {
			rest, x.salvaged, x.verdicts = more, t.applied, t.verdicts
		}
	}
}

// A trial judges parts of a pass, a bounded number of times.
type trial struct {
	ctx  context.Context
	run  *run
	in   fixers.Input
	left int
	err  error
	// applied and verdicts are those of the last part that was judged.
	applied  []fixers.Applied
	verdicts map[string]judged
}

// worse reports whether some fixes make things worse by themselves; false when
// no trial is left, so that a search ends with what it has.
func (t *trial) worse(applied []fixers.Applied) bool {
	if t.left == 0 || t.err != nil {
		return false
	}
	t.left--
	candidates, plan := fixers.Prove(t.in, fixers.Plan{Applied: applied})
	t.applied = plan.Applied
	t.verdicts, t.err = t.run.judgeAll(t.ctx, t.in.Docs, candidates, concerning(plan.Applied))
	for _, j := range t.verdicts {
		if j.worse() {
			return true
		}
	}
	return false
}

// better reports whether some fixes do some good by themselves and no harm; false
// when no trial is left.
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

// minimal is a part of the fixes that is worse and of which, within the trials
// that worse allows, no smaller part is: delta debugging by halves and their
// complements. The fixes as a whole must be worse.
func minimal(applied []fixers.Applied, worse func([]fixers.Applied) bool) []fixers.Applied {
	parts := 2
	for len(applied) > 1 {
		smaller := smallerPart(applied, parts, worse)
		switch {
		case smaller != nil:
			applied, parts = smaller, max(2, parts-1)
		case parts >= len(applied):
			return applied
		default:
			parts = min(len(applied), 2*parts)
		}
	}
	return applied
}

func smallerPart(applied []fixers.Applied, parts int, worse func([]fixers.Applied) bool) []fixers.Applied {
	size := (len(applied) + parts - 1) / parts
	for chunk := range slices.Chunk(applied, size) {
		if worse(chunk) {
			return chunk
		}
	}
	if parts == 2 {
		return nil // the complements are the halves
	}
	for chunk := range slices.Chunk(applied, size) {
		if rest := without(applied, chunk); worse(rest) {
			return rest
		}
	}
	return nil
}

func without(applied, some []fixers.Applied) []fixers.Applied {
	return slices.DeleteFunc(slices.Clone(applied), func(a fixers.Applied) bool { return contains(some, a) })
}

func contains(some []fixers.Applied, a fixers.Applied) bool {
	return slices.ContainsFunc(some, func(b fixers.Applied) bool { return sameFix(a, b) })
}

func sameFix(a, b fixers.Applied) bool { return fixKey(a) == fixKey(b) }

type pathKey struct {
	path string
	key  review.Key
}

func fixKey(a fixers.Applied) pathKey { return pathKey{a.Finding.Path, a.Finding.Key} }
