package loop

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Person decides, while the run waits, about every edit before its pass is made, and about the questions that are left
// when no document goes on.
type Person interface {
	// Decide returns a reply to every item, in their order. All items are edits or all are questions. Where a
	// document was Saved the person may be asked about some items later. An error ends the run: nothing of the pass is made.
	Decide(ctx context.Context, items []Item) ([]Reply, error)
}

// An Item is what a person decides about: an edit that was proved, or a question.
type Item struct {
	Document *zone.Document
	Finding  *review.Finding // nil for a question about the document as a whole
	At       int             // the byte of Document where it stands
	Edits    []source.Edit   // of Document, in order; none for a question
	Also     []string        // the other documents that the edit changes
	Ask      *engine.Ask     // nil for an edit
	// Try proves the edit with another text in place of a span. The text that it returns says why that can't be.
	Try func(span source.Span, text string) string
}

// A Reply is what a person says to an item.
type Reply struct {
	Verb Verb
	Span source.Span // of Write
	// Text is what Write puts in place of the span, or the document as the person saved it.
	Text   string
	Answer engine.Resolution // of Resolve
}

// A Verb says what a Reply does.
type Verb uint8

// The verbs.
const (
	Unasked Verb = iota // behind one that is Saved
	Leave               // open, to be asked the next time
	Make                // the edit
	Reject              // the edit, now and in later runs
	Write               // another text than that of the edit
	Resolve             // the question
	Saved               // the document was edited
)

func (r Reply) saved() bool { return r.Verb == Saved }

// said is what a person decided about the edit of an issue.
type said struct {
	verb Verb
	text string // of the edit, for Make
	// whatever says that the edit follows from an answer, so that it is made whatever it is.
	whatever bool
}

// put reports whether the person put the edit of an issue off.
func (d *document) put(key review.Key) bool {
	was, decided := d.said[key]
	return decided && was.verb == Leave && !was.whatever
}

// approve has the person decide about the fixes of the next pass until there is none that they have not seen. It reports
// false where they left none of them, so that what comes next is to be decided anew.
func (r *run) approve(ctx context.Context) (bool, error) {
	asked := false
	for r.job.Person != nil {
		fixes := slices.DeleteFunc(slices.Clone(r.next.plan.Applied), r.approved)
		if len(fixes) == 0 {
			break
		}
		items := make([]Item, len(fixes))
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
			changed = r.heed(r.byPath[fixes[n].Finding.Path], &fixes[n], reply) || changed
		}
		if n := slices.IndexFunc(replies, Reply.saved); n >= 0 {
			if edited, err := r.byHand(r.byPath[fixes[n].Finding.Path], replies[n].Text); edited || err != nil {
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
	d := r.byPath[a.Finding.Path]
	was := d.said[a.Finding.Key]
	if was.whatever { // once
		was = said{verb: Make, text: newText(d.rev, &a)}
		d.said[a.Finding.Key] = was
	}
	return was.verb == Make && was.text == newText(d.rev, &a)
}

// newText is what a fix writes, as it is compared and remembered.
func newText(base *zone.Document, a *fixers.Applied) string { return fixOf(base, *a, 0).New }

func (r *run) item(a *fixers.Applied) Item {
	d := r.byPath[a.Finding.Path]
	item := Item{Document: d.rev, Finding: a.Finding, At: a.Finding.Span.Start}
	item.Edits, _ = source.Merge(a.Change.Of(d.path))
	for _, path := range a.Change.Paths() {
		if path != d.path {
			item.Also = append(item.Also, path)
		}
	}
	if own := slices.IndexFunc(item.Edits, func(e source.Edit) bool { return track.Touches(e.Span, a.Finding.Span) }); own >= 0 {
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
	if strings.ContainsFunc(text, source.NotWritten) {
		return nil, "The text holds a control character."
	}
	other := worded(f, span, text)
	in := r.next.in
	in.Findings = []*review.Finding{&other}
	_, plan := fixers.Prove(in, r.unsealed(fixers.Build(in)))
	if len(plan.Applied) == 0 {
		return nil, plan.Skipped[0].Detail
	}
	return &plan.Applied[0], ""
}

// worded returns the finding with a text of a person as its replacement.
func worded(f *review.Finding, span source.Span, text string) review.Finding {
	out := *f
	out.Remedy, out.Old, out.Want, out.Choices = review.Edits, "", "", nil
	out.Edits = []source.Edit{{Span: span, New: text}}
	out.Span = source.Span{Start: min(f.Span.Start, span.Start), End: max(f.Span.End, span.End)}
	out.RequiresHuman, out.AutoFix = false, review.AutoFixYes
	return out
}

// heed does what a person decided about a fix, and reports whether the plan is another one now.
func (r *run) heed(d *document, a *fixers.Applied, reply Reply) bool {
	key := a.Finding.Key
	n := slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == key })
	text := newText(d.rev, a)
	switch reply.Verb {
	case Unasked, Saved:
		return false
	case Make:
		d.said[key] = said{verb: Make, text: text}
		return false
	case Reject:
		d.state.Answered = append(d.state.Answered, d.rejection(a.Finding, text))
		d.rejectEdit(n)
	case Write:
		if other, why := r.tried(a.Finding, reply.Span, reply.Text); why == "" {
			d.said[key] = said{verb: Make, text: newText(d.rev, other)}
			d.open[n].Finding = *other.Finding
			delete(d.texts, key)
			break
		}
		fallthrough
	default:
		d.said[key] = said{verb: Leave}
	}
	return true
}

// rejection is what is remembered of an edit that a person rejected.
func (d *document) rejection(f *review.Finding, text string) engine.Resolution {
	ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Finding: f.ID, Key: string(f.Key), Line: d.line(f.Span.Start), Choices: []engine.Choice{}}
	ask.Identify("edit " + text)
	return engine.Resolution{Ask: ask, Effect: engine.EffectReject, Text: text}
}

func (d *document) rejectEdit(n int) { d.settleByAnswer(n, "A person rejected this edit.") }

// rename adds, for what a person left or rejected, the Keys that later runs know it by: passes may have edited the headings
// above it, and what is like it.
func (d *document) rename() {
	bySource := map[string][]review.Finding{}
	was := map[string][]review.Key{}
	for _, i := range d.open {
		if i.State == review.Located {
			bySource[i.Source] = append(bySource[i.Source], i.Finding)
			was[i.Source] = append(was[i.Source], i.Key)
		}
	}
	for source, findings := range bySource {
		review.Identify(d.rev, findings)
		for n := range findings {
			d.alsoKnown(was[source][n], findings[n].Key)
		}
	}
	for _, i := range d.open {
		d.alsoKnown(i.Key, i.Now)
	}
}

// alsoKnown adds what a person decided about a finding under another Key of it.
func (d *document) alsoKnown(was, is review.Key) {
	for _, a := range d.state.Answered {
		if is == was || string(was) != a.Ask.Key || a.Effect != engine.EffectKeep && a.Effect != engine.EffectReject {
			continue
		}
		a.Ask.Key, a.Recalled = string(is), false
		a.Ask.Identify("edit " + a.Text)
		if !slices.ContainsFunc(d.state.Answered, func(b engine.Resolution) bool { return a.Ask.ID == b.Ask.ID }) {
			d.state.Answered = append(d.state.Answered, a)
		}
	}
}

// unwanted takes the edits out of a plan that a person rejected, and settles their issues.
func (r *run) unwanted(plan fixers.Plan) fixers.Plan {
	plan.Applied = slices.DeleteFunc(plan.Applied, func(a fixers.Applied) bool {
		d := r.byPath[a.Finding.Path]
		rejected := slices.ContainsFunc(d.state.Answered, func(was engine.Resolution) bool {
			return was.Effect == engine.EffectReject && was.Ask.Key == string(a.Finding.Key) && was.Text == newText(d.rev, &a)
		})
		if rejected {
			d.rejectEdit(slices.IndexFunc(d.open, func(i track.Issue) bool { return i.Key == a.Finding.Key }))
		}
		return rejected
	})
	return plan
}

// recount brings the last entry of the history up to date where a person settled something since.
func (d *document) recount() {
	if n := len(d.state.Iteration.History); n > 0 {
		d.state.Iteration.History = slices.Clone(d.state.Iteration.History)
		e := &d.state.Iteration.History[n-1]
		e.Open = d.keys()
		e.IssuesOut = len(e.Open)
	}
}

// question has the person answer what is left when no document goes on, and reports whether one goes on then.
func (r *run) question(ctx context.Context) (bool, error) {
	var items []Item
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
		case Unasked, Saved:
			continue
		case Resolve:
			d.obey(reply.Answer)
		}
		d.asked[items[n].Ask.ID] = true
	}
	if n := slices.IndexFunc(replies, Reply.saved); n >= 0 {
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
	if dr.Decision.Control != table.Escalate && d.count() == 0 {
		return nil
	}
	var told []review.Key // the other sides of a conflict: one question is about all of them
	asks := slices.DeleteFunc(d.questions(&dr), func(ask engine.Ask) bool {
		if slices.Contains(told, review.Key(ask.Key)) {
			return true
		}
		if ask.Key != "" {
			told = append(told, d.otherSides(slices.IndexFunc(d.open, func(i track.Issue) bool { return string(i.Key) == ask.Key }))...)
		}
		return d.asked[ask.ID] || d.put(review.Key(ask.Key))
	})
	slices.SortStableFunc(asks, func(a, b engine.Ask) int { return cmp.Compare(a.Line, b.Line) })
	return asks
}

func (d *document) itemOf(ask *engine.Ask) Item {
	item := Item{Document: d.rev, Ask: ask}
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
			ask := engine.Ask{Document: d.path, Revision: d.state.Revision, Finding: d.issue(key).ID, Key: string(key), Line: a.Ask.Line}
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
}

// byHand makes a document that a person edited the next proposal: a pass of its own that nothing but the person judges.
// It reports false where they changed nothing.
func (r *run) byHand(d *document, text string) (bool, error) {
	edits := source.Between(d.rev.Source(), []byte(text))
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
	r.next.plan = fixers.Plan{Applied: []fixers.Applied{{Finding: f, Contract: fixers.TextOnly, Change: fixers.Change{{Path: d.path, Edits: edits}}}}}
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
