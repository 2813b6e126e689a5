package loop

import (
	"cmp"
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/person"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// approve has the person decide about the fixes of the next pass until there is none that they have not seen. It reports
// false where they left none of them, so that what comes next is to be decided anew.
func (r *run) approve(ctx context.Context) (bool, error) {
	asked := false
	for r.job.Person != nil {
		fixes := slices.DeleteFunc(slices.Clone(r.next.plan.Applied), r.approved)
		if len(fixes) == 0 {
			break
		}
		items := make([]person.Item, len(fixes))
		for n := range fixes {
			items[n] = r.item(&fixes[n])
		}
		replies, err := r.job.Person.Decide(ctx, items)
		if err != nil {
			return false, err
		}
		asked = true
		changed := false
		for n, reply := range replies {
			changed = r.heed(r.at(fixes[n].Finding.Path), &fixes[n], reply) || changed
		}
		if n := slices.IndexFunc(replies, person.Reply.IsSaved); n >= 0 {
			if edited, err := r.byHand(r.at(fixes[n].Finding.Path), replies[n].Text); edited || err != nil {
				return edited, err
			}
		}
		if changed {
			r.next = r.propose()
		}
	}
	return !asked || len(r.next.plan.Applied) > 0, nil
}

// approved reports whether the person wants the fix as it is.
func (r *run) approved(a fixers.Applied) bool {
	d := r.at(a.Finding.Path)
	was := d.said[a.Finding.Key]
	if was.whatever { // once
		was = said{verb: person.Make, text: track.NewText(&a)}
		d.said[a.Finding.Key] = was
	}
	return was.verb == person.Make && was.text == track.NewText(&a)
}

func (r *run) item(a *fixers.Applied) person.Item {
	d := r.at(a.Finding.Path)
	item := person.Item{Document: d.rev, Finding: a.Finding, At: a.Finding.Span.Start}
	item.Edits, _ = source.Merge(a.Change.Of(d.path))
	for _, path := range a.Change.Paths() {
		if path != d.path {
			item.Also = append(item.Also, path)
		}
	}
	if own := slices.IndexFunc(item.Edits, func(e source.Edit) bool { return e.Touches(a.Finding.Span) }); own >= 0 {
		item.At = item.Edits[own].Start
	}
	item.Try = func(span source.Span, text string) string {
		_, why := r.tried(a.Finding, span, text)
		return why
	}
	return item
}

// tried proves a text in place of a span as the fix of a finding, and says why it can't be one.
func (r *run) tried(f *review.Finding, span source.Span, text string) (*fixers.Applied, string) {
	other := f.Worded(span, text)
	in := r.next.in
	in.Findings = []*review.Finding{&other}
	_, plan := fixers.Propose(in, r.sealed())
	if len(plan.Applied) == 0 {
		return nil, plan.Skipped[0].Detail
	}
	return &plan.Applied[0], ""
}

// heed does what a person decided about a fix, and reports whether the plan is another one now.
func (r *run) heed(d *document, a *fixers.Applied, reply person.Reply) bool {
	key := a.Finding.Key
	n := slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == key })
	text := track.NewText(a)
	switch reply.Verb {
	case person.Unasked, person.Saved:
		return false
	case person.Make:
		d.said[key] = said{verb: person.Make, text: text}
		return false
	case person.Reject:
		d.state.Answered = append(d.state.Answered, d.rejection(a.Finding, text))
		if !d.silence(key) {
			d.rejectEdit(n)
		}
	case person.Write:
		if other, why := r.tried(a.Finding, reply.Span, reply.Text); why == "" {
			d.said[key] = said{verb: person.Make, text: track.NewText(other)}
			d.open[n].Finding = *other.Finding
			delete(d.texts, key)
			break
		}
		fallthrough
	default:
		d.said[key] = said{verb: person.Leave}
	}
	return true
}

// question has the person answer what is left when no document goes on, and reports whether one goes on then.
func (r *run) question(ctx context.Context) (bool, error) {
	var items []person.Item
	var docs []*document
	if r.job.Person == nil {
		return false, nil
	}
	for _, d := range r.docs {
		asks := r.left(d)
		for n := range asks {
			items, docs = append(items, d.itemOf(&asks[n])), append(docs, d)
		}
	}
	if len(items) == 0 {
		return false, nil
	}
	replies, err := r.job.Person.Decide(ctx, items)
	if err != nil {
		return false, err
	}
	for n, reply := range replies {
		d := docs[n]
		switch reply.Verb {
		case person.Unasked, person.Saved:
			continue
		case person.Resolve:
			d.obey(reply.Answer)
		}
		d.asked[items[n].Ask.ID] = true
	}
	if n := slices.IndexFunc(replies, person.Reply.IsSaved); n >= 0 {
		edited, err := r.byHand(docs[n], replies[n].Text)
		if err == nil && !edited {
			return r.question(ctx)
		}
		docs[n].done = false
		return true, err
	}
	return len(r.active()) > 0, nil
}

// left returns the questions about a document that the person of this run was not asked yet, from its top down.
func (r *run) left(d *document) []engine.Ask {
	if d.state.Halted != "" {
		return nil
	}
	dr := r.result(d)
	if dr.Decision.Control != table.Escalate && dr.Counts.After == 0 {
		return nil
	}
	// told is the other sides of what a question is about.
	conflicts, told := track.ConflictsOf(d.open, d.rev), map[review.Key]bool{}
	asks := slices.DeleteFunc(d.questions(&dr).Made(), func(ask engine.Ask) bool {
		key := review.Key(ask.Key)
		if told[key] {
			return true
		}
		for _, other := range conflicts.Others(key) {
			told[other] = true
		}
		return d.asked[ask.ID] || d.put(key)
	})
	slices.SortStableFunc(asks, func(a, b engine.Ask) int { return cmp.Compare(a.Line, b.Line) })
	return asks
}

func (d *document) itemOf(ask *engine.Ask) person.Item {
	item := person.Item{Document: d.rev, Ask: ask}
	if ask.Key != "" {
		item.Finding = &d.issue(review.Key(ask.Key)).Finding
		item.At = item.Finding.Span.Start
	}
	return item
}

// obey does what the person answered, and lets the document go on.
func (d *document) obey(a engine.Resolution) {
	d.state.Answered = append(d.state.Answered, a)
	if n := slices.IndexFunc(d.open, func(i track.Issue) bool { return string(i.Key) == a.Ask.Key }); n >= 0 {
		for _, key := range d.otherSides(n) { // is settled with it, for later runs too
			ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Line: a.Ask.Line}
			ask.SetAbout(&d.issue(key).Finding)
			ask.Identify("settled")
			d.state.Answered = append(d.state.Answered, engine.Resolution{Ask: ask, Effect: engine.EffectKeep})
		}
	}
	if a.Ask.Objection != "" { // the answers tell that it is settled
		if a.Effect == engine.EffectAnswer {
			d.reviews.answer(a.Ask.About)
		}
		d.done = false
		return
	}
	switch a.Effect {
	case engine.EffectAbort, engine.EffectPause:
		d.state.Halted = a.Effect
		return
	case engine.EffectKeep:
		if d.silence(review.Key(a.Ask.Key)) {
			d.begin()
			return
		}
		d.apply(a)
		d.done = false
		return
	case engine.EffectMore:
		d.limits.Thresholds.MaxIterations += a.Iterations
	case engine.EffectSalvage:
		d.salvage = true
	default:
		d.apply(a)
		d.said[review.Key(a.Ask.Key)] = said{whatever: true}
		d.salvage = d.salvage || d.regression != nil
	}
	for n := range d.open {
		d.open[n].TakenBack = false
	}
	d.begin()
}

// begin lets a document go on as a run would that begins with it.
func (d *document) begin() {
	d.done, d.since = false, len(d.state.Iteration.History)
	d.limits.Thresholds.MaxIterations = max(d.limits.Thresholds.MaxIterations, d.state.Iteration.Current+1)
	d.state.Iteration.Max = d.limits.Thresholds.MaxIterations
	d.limits.Blockers = table.BlockersKnown
}

// byHand makes a document that a person edited the next proposal: a pass of its own that nothing but the person judges.
// It reports false where they changed nothing.
func (r *run) byHand(d *document, text string) (bool, error) {
	edits := source.BetweenWords(d.rev.Source(), []byte(text))
	if len(edits) == 0 {
		return false, nil
	}
	candidate, err := d.rev.Revise(edits)
	if err != nil {
		return false, err
	}
	f := &review.Finding{
		ID: "by-hand", Rule: "by-hand", Key: "by-hand", Path: d.path, Severity: rules.Suggestion, Category: rules.CategoryStyle,
		Source: "by-hand", Message: "A person edited the document.", State: review.Located, Span: edits[0].Span,
	}
	r.next.plan = fixers.Plan{Applied: []fixers.Applied{{
		Finding: f, Contract: fixers.TextOnly, Change: fixers.Change{{Path: d.path, Edits: edits}},
		Section: d.rev.HeadingPath(edits[0].Start),
	}}}
	r.next.candidates, r.next.hand = map[string]*zone.Document{d.path: candidate}, d
	return true, nil
}

// settleEdited closes what stood where a person edited the document, and lets the documents go on as if the edit had
// been there from the start.
func (r *run) settleEdited() {
	var keys []review.Key
	for _, i := range r.next.hand.open {
		if i.Counts() && i.State == review.Outdated && i.Reason.Code == track.PlaceEdited {
			keys = append(keys, i.Key)
		}
	}
	r.next.hand.closeAll(keys, Outcome{Status: Outside, Reason: Answered, Detail: "A person edited this place."})
	for _, d := range r.active() {
		d.begin()
	}
}
