package loop

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/replacement"
	"github.com/doc-iterate/doc-iterate/review/rule"
)

// A proposal is the plan for the next pass.
type proposal struct {
	number     int // of the pass
	in         fixers.Input
	plan       fixers.Plan
	candidates map[string][]byte
	edited     *document // by a person, nil if the plan is ours
}

// written returns the finding of an issue for the plan: with the text of an external fixer as its replacement, if there
// is one.
func (d *document) written(i *track.Issue) *review.Finding {
	text, ok := d.texts.written[i.Key]
	if !ok {
		return &i.Finding
	}
	f := i.Finding
	f.Remedy, f.Old, f.Want = review.Replace, "", replacement.Block(d.rev(), f.Span, text)
	f.RequiresHuman, f.AutoFix = false, review.AutoFixYes
	return &f
}

// rewriter returns the external fixer to ask about an issue that the plan leaves, nil for none. An issue that its
// reviewer reserves for people is left to them. One that a built-in rule reserves, because only a person knows the
// text, is not.
func (r *run) rewriter(d *document, i *track.Issue) Rewriter {
	if i.State != review.Located || i.Skip == nil || d.texts.refused[i.Key] {
		return nil
	}
	switch i.Skip.Reason {
	case fixers.NoFixer, fixers.Abstained:
	case fixers.NeedsHuman, fixers.NotFixable:
		wantsText := i.Rule == rule.Placeholder.Rule.ID || i.Rule == rule.RequiredSection.Rule.ID
		if !wantsText || i.RequiresHuman && i.Source != review.BuiltIn {
			return nil
		}
	default:
		return nil
	}
	for _, w := range r.job.Rewriters {
		p := w.Program()
		if (len(p.Rules) == 0 || slices.Contains(p.Rules, i.Rule)) &&
			(len(p.Sections) == 0 || coverage.Within(d.rev(), nil, p.Sections)(i.Span.Start)) {
			return w
		}
	}
	return nil
}

// rejects reports whether a person rejected an edit.
func (r *run) rejects(a *fixers.Applied) bool {
	return slices.ContainsFunc(r.at(a.Finding.Path).state.Answered, func(was engine.Resolution) bool {
		return was.Effect == engine.EffectReject && a.Finding.Remedy != review.Silence &&
			was.Ask.Key == string(a.Finding.Key) && was.Text == track.NewText(a)
	})
}

// sealed returns a function that refuses changes that edit a document that was escalated before any edit, also if they
// only edit its links.
func (r *run) sealed() func(*fixers.Applied) (refused bool, why *fixers.Skip) {
	sealed := make(map[string]bool, len(r.docs))
	for _, d := range r.docs {
		sealed[d.path] = d.done && len(d.state.Iteration.History) == 0 && d.state.Decision.Control == table.Escalate
	}
	return func(a *fixers.Applied) (bool, *fixers.Skip) {
		linking := ""
		for _, c := range a.Change {
			if sealed[c.Path] {
				linking = c.Path
			}
		}
		if linking == "" {
			return false, nil
		}
		return true, &fixers.Skip{
			Finding: a.Finding, Reason: fixers.BreaksLinks,
			Detail: "Refused: this edit would break links from " + linking + ", which waits for a person.",
		}
	}
}

// propose plans and proves the next pass of the documents that go on. It notes in each issue why the plan leaves it.
func (r *run) propose() proposal {
	p := proposal{number: r.passes + 1, in: fixers.Input{
		Docs: r.corpus, Set: r.job.Set, Sets: r.job.Sets, Fixers: r.job.Fixers,
		Site: r.corpus.Site, Inbound: r.job.Inbound, Stop: r.outOfTime,
	}}
	most := 0
	for _, d := range r.active() {
		most += len(d.open)
	}
	p.in.Findings = make([]*review.Finding, 0, most)
	for _, d := range r.active() {
		for n := range d.open {
			i := &d.open[n]
			if i.Origin != track.Baseline && len(i.Against) == 0 && d.state.Halted == "" &&
				!d.wishes.postponed(i.Key) {
				p.in.Findings = append(p.in.Findings, d.written(i))
			}
		}
	}
	sealed, rejected := r.sealed(), map[*review.Finding]bool{}
	p.candidates, p.plan = fixers.Propose(p.in, func(a *fixers.Applied) (bool, *fixers.Skip) {
		refused, why := sealed(a)
		if !refused && r.rejects(a) {
			refused, rejected[a.Finding] = true, true
		}
		return refused, why
	})
	for _, f := range p.in.Findings {
		if rejected[f] {
			d := r.at(f.Path)
			d.rejectEdit(slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == f.Key }))
		}
	}
	skipped := map[string]map[review.Key]*fixers.Skip{}
	for n := range p.plan.Skipped {
		s := &p.plan.Skipped[n]
		if skipped[s.Finding.Path] == nil {
			skipped[s.Finding.Path] = map[review.Key]*fixers.Skip{}
		}
		skipped[s.Finding.Path][s.Finding.Key] = s
	}
	for _, d := range r.active() {
		for n := range d.open {
			i := &d.open[n]
			i.Skip = skipped[d.path][i.Key]
			if d.state.Halted != "" || d.wishes.postponed(i.Key) {
				f := i.Finding
				i.Skip = &fixers.Skip{Finding: &f, Reason: fixers.Reason(result.Halted),
					Detail: d.state.Halted.LeftAlone()}
			}
			if text, ok := d.texts.proposed[i.Key]; ok {
				i.Remedy, i.Choices = review.Choose, []string{text}
			}
			i.Promised = i.Counts() && r.rewriter(d, i) != nil
		}
		d.settleUnsilenced()
	}
	return p
}
