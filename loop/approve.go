package loop

import (
	"cmp"
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// begin lets a document go on as at the start of a run.
func (d *document) begin() {
	d.done, d.resumedAt = false, len(d.state.Iteration.History)
	d.limits.Thresholds.MaxIterations = max(d.limits.Thresholds.MaxIterations, d.state.Iteration.Current+1)
	d.state.Iteration.Max = d.limits.Thresholds.MaxIterations
	d.limits.Blockers = table.BlockersKnown
}

// obey applies an answer of the person, and lets the document go on.
func (d *document) obey(a engine.Resolution) {
	n := slices.IndexFunc(d.open, func(i track.Issue) bool { return string(i.Key) == a.Ask.Key })
	if n >= 0 {
		d.locate(&a, n)
	}
	d.state.Answered = append(d.state.Answered, a)
	if n >= 0 {
		for _, key := range d.otherSides(n) { // they are settled with it, for later runs too
			ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Line: a.Ask.Line}
			ask.SetAbout(&d.issue(key).Finding)
			ask.Identify("settled")
			d.state.Answered = append(d.state.Answered, engine.Resolution{Ask: ask, Effect: engine.EffectKeep})
		}
	}
	if a.Ask.Objection != "" { // the answers have it as settled
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
		d.wishes.edits[review.Key(a.Ask.Key)] = wish{any: true}
		d.salvage = d.salvage || d.regression != nil
	}
	for n := range d.open {
		d.open[n].TakenBack = false
	}
	d.begin()
}

// approved reports whether the person wants the fix as it is.
func (r *run) approved(a fixers.Applied) bool {
	return r.at(a.Finding.Path).wishes.approve(a.Finding.Key, track.NewText(&a))
}

func (r *run) item(p proposal, a *fixers.Applied) Item {
	d := r.at(a.Finding.Path)
	item := Item{Document: d.rev(), Finding: a.Finding, At: a.Finding.Span.Start}
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
		_, why := r.tried(p, a.Finding, span, text)
		return why
	}
	return item
}

// tried proves a text in place of a span as the fix of a finding, or says why it can't be one.
func (r *run) tried(p proposal, f *review.Finding, span source.Span, text string) (*fixers.Applied, string) {
	other := f.Worded(span, text)
	in := p.in
	in.Findings = []*review.Finding{&other}
	_, plan := fixers.Propose(in, r.sealed())
	if len(plan.Applied) == 0 {
		return nil, plan.Skipped[0].Detail
	}
	return &plan.Applied[0], ""
}

// follow applies a person's decision about a fix, and reports whether the plan has changed.
func (r *run) follow(p proposal, d *document, a *fixers.Applied, reply Reply) bool {
	key := a.Finding.Key
	n := slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == key })
	text := track.NewText(a)
	switch reply.Verb {
	case Unasked, Saved:
		return false
	case Make:
		d.wishes.edits[key] = wish{verb: Make, text: text}
		return false
	case Reject:
		d.state.Answered = append(d.state.Answered, d.rejection(a.Finding, text))
		if !d.silence(key) {
			d.rejectEdit(n)
		}
	case Write:
		if other, why := r.tried(p, a.Finding, reply.Span, reply.Text); why == "" {
			d.wishes.edits[key] = wish{verb: Make, text: track.NewText(other)}
			d.open[n].Finding = *other.Finding
			delete(d.texts.written, key)
			break
		}
		fallthrough
	default:
		d.wishes.edits[key] = wish{verb: Leave}
	}
	return true
}

// editedByPerson returns a proposal of a person's own edits of a document. It is a pass that only the person judges. It
// reports false if they changed nothing.
func (r *run) editedByPerson(p proposal, d *document, text string) (proposal, bool, error) {
	edits := source.BetweenWords(d.src(), []byte(text))
	if len(edits) == 0 {
		return p, false, nil
	}
	candidate, err := source.Apply(d.src(), edits)
	if err != nil {
		return p, false, err
	}
	f := &review.Finding{
		ID: "by-hand", Rule: "by-hand", Key: "by-hand", Path: d.path, Severity: rules.Suggestion,
		Category: rules.CategoryStyle,
		Source:   "by-hand", Message: "A person edited the document.", State: review.Located, Span: edits[0].Span,
	}
	p.plan = fixers.Plan{Applied: []fixers.Applied{{
		Finding: f, Contract: fixers.TextOnly, Change: fixers.Change{{Path: d.path, Edits: edits}},
		Section: d.rev().HeadingPath(edits[0].Start),
	}}}
	p.candidates, p.edited = map[string][]byte{d.path: candidate}, d
	return p, true, nil
}

// A pending is an edit or a question that waits for the person.
type pending struct {
	Item
	doc *document
	fix *fixers.Applied // nil for a question
}

// pending returns the edits of a proposal that the person has not approved, with the questions that no pass answers, in
// document order. Without such an edit there is nothing: the questions wait for the end.
func (r *run) pending(p proposal) (out []pending) {
	fixes := slices.DeleteFunc(slices.Clone(p.plan.Applied), r.approved)
	if len(fixes) == 0 {
		return nil
	}
	order := map[*document]int{}
	for n, d := range r.docs {
		order[d] = n
		asks := r.left(d)
		for n := range asks {
			if key := review.Key(asks[n].Key); key != "" && !d.issue(key).Attemptable() {
				out = append(out, pending{d.itemOf(&asks[n]), d, nil})
			}
		}
	}
	for n := range fixes {
		out = append(out, pending{r.item(p, &fixes[n]), r.at(fixes[n].Finding.Path), &fixes[n]})
	}
	slices.SortStableFunc(out, func(a, b pending) int {
		return cmp.Or(cmp.Compare(order[a.doc], order[b.doc]), cmp.Compare(a.At, b.At))
	})
	return out
}

// answered applies the person's reply to a question.
func (d *document) answered(ask *engine.Ask, reply Reply) {
	if reply.Verb == Unasked || reply.Verb == Saved {
		return
	}
	d.wishes.asked[ask.ID] = true
	if reply.Verb == Resolve {
		d.obey(reply.Answer)
	}
}

// approve lets the person decide about the fixes of a proposal until they have seen all. It returns what they left of
// it. It returns false if that is nothing; then the next step is decided again.
func (r *run) approve(ctx context.Context, p proposal) (_ proposal, goes bool, err error) {
	asked := false
	for r.job.Person != nil {
		waiting := r.pending(p)
		if len(waiting) == 0 {
			break
		}
		items := make([]Item, len(waiting))
		for n := range waiting {
			items[n] = waiting[n].Item
		}
		replies, err := r.job.Person.Decide(ctx, items)
		if err != nil {
			return p, false, err
		}
		asked = true
		changed := false
		for n, reply := range replies {
			if w := &waiting[n]; w.fix != nil {
				changed = r.follow(p, w.doc, w.fix, reply) || changed
			} else {
				w.doc.answered(w.Ask, reply)
				changed = changed || reply.Verb == Resolve
			}
		}
		if n := slices.IndexFunc(replies, Reply.IsSaved); n >= 0 {
			if edited, ok, err := r.editedByPerson(p, waiting[n].doc, replies[n].Text); ok || err != nil {
				return edited, ok, err
			}
		}
		if changed {
			p = r.propose()
		}
	}
	return p, !asked || len(p.plan.Applied) > 0, nil
}

func (d *document) itemOf(ask *engine.Ask) Item {
	item := Item{Document: d.rev(), Ask: ask}
	if ask.Key != "" {
		item.Finding = &d.issue(review.Key(ask.Key)).Finding
		item.At = item.Finding.Span.Start
		if c := item.Finding.Candidates; item.Finding.State != review.Located && len(c) > 0 {
			item.At = c[0].Span.Start
		}
	}
	return item
}

// left returns the questions about a document that the person was not asked yet in this run, in document order.
func (r *run) left(d *document) []engine.Ask {
	if d.state.Halted != "" {
		return nil
	}
	dr := r.result(d)
	if dr.Decision.Control != table.Escalate && dr.Counts.After == 0 {
		return nil
	}
	// others are the other sides of the conflicts that a question is about.
	conflicts, others := track.ConflictsOf(d.open, d.rev()), map[review.Key]bool{}
	asks := slices.DeleteFunc(d.asker().Questions(&dr), func(ask engine.Ask) bool {
		key := review.Key(ask.Key)
		if others[key] {
			return true
		}
		for _, other := range conflicts.Others(key) {
			others[other] = true
		}
		return d.wishes.asked[ask.ID] || d.wishes.postponed(key)
	})
	slices.SortStableFunc(asks, func(a, b engine.Ask) int { return cmp.Compare(a.Line, b.Line) })
	return asks
}

// question asks the person the questions that are left when no document goes on, and reports whether one goes on
// afterwards. It returns another proposal if the person edited a document.
func (r *run) question(ctx context.Context, p proposal) (_ proposal, more bool, err error) {
	var items []Item
	var docs []*document
	if r.job.Person == nil {
		return p, false, nil
	}
	for _, d := range r.docs {
		asks := r.left(d)
		for n := range asks {
			items, docs = append(items, d.itemOf(&asks[n])), append(docs, d)
		}
	}
	if len(items) == 0 {
		return p, false, nil
	}
	replies, err := r.job.Person.Decide(ctx, items)
	if err != nil {
		return p, false, err
	}
	for n, reply := range replies {
		docs[n].answered(items[n].Ask, reply)
	}
	if n := slices.IndexFunc(replies, Reply.IsSaved); n >= 0 {
		edited, ok, err := r.editedByPerson(p, docs[n], replies[n].Text)
		if err == nil && !ok {
			return r.question(ctx, p)
		}
		docs[n].done = false
		return edited, true, err
	}
	return p, len(r.active()) > 0, nil
}

// settleEdited closes the issues in places that a person edited, and lets the documents go on as if the edit had been
// there from the start.
func (r *run) settleEdited(edited *document) {
	var keys []review.Key
	for _, i := range edited.open {
		if i.Counts() && i.State == review.Outdated && i.Reason.Code == track.PlaceEdited {
			keys = append(keys, i.Key)
		}
	}
	edited.closeAll(keys, result.Outcome{Status: result.Outside, Reason: result.Answered,
		Detail: "A person edited this place."})
	for _, d := range r.active() {
		d.begin()
	}
}
