package loop

import (
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// outside returns the reason for which an issue is out of scope of any run.
func (d *document) outside(i *track.Issue) (result.StatusReason, string) {
	switch {
	case i.Path != d.path:
		return result.OtherDocument, "It is about " + i.Path + "."
	case i.Reason.Code == review.ClosedRemark, i.Reason.Code == review.SettledIssue:
		return result.StatusReason(i.Reason.Code), i.Reason.Text
	case i.State == review.Located && d.rev().Suppressed(i.Source, i.Rule, i.Span.Start):
		return result.SwitchedOff, "A comment in the document switches the rule off here."
	}
	return "", ""
}

// inOriginal returns the findings of issues at their places in the original bytes: these decide what is in scope.
func (d *document) inOriginal(issues []track.Issue) []review.Finding {
	out := make([]review.Finding, len(issues))
	for n := range issues {
		out[n] = issues[n].Finding
	}
	if d.state.Revision != d.state.Original {
		back := source.NewMapping(source.Between(d.src(), d.original.Bytes()))
		for n := range out {
			out[n].Span, _ = track.Carry(back, out[n].Span)
		}
	}
	return out
}

// exclude closes the open issues that are out of scope, from the given one on; those before it were asked about. The
// issues that the caller left out stay in the baseline: their reviewer raises them again, and that is nothing new.
func (d *document) exclude(outOfScope func([]review.Finding) []string, from int) {
	open := d.open[:from]
	for n := from; n < len(d.open); n++ {
		i := &d.open[n]
		if reason, detail := d.outside(i); reason != "" {
			d.closeOut(i, reason, detail)
		} else {
			open = append(open, *i)
		}
	}
	d.open = open
	if outOfScope == nil || len(open) == from {
		return
	}
	for n, detail := range outOfScope(d.inOriginal(open)) {
		if n >= from && detail != "" {
			d.closeOut(&open[n], result.Deselected, detail)
			open[n].Origin = track.Baseline
		}
	}
}

// closeOut closes an issue that is out of scope.
func (d *document) closeOut(i *track.Issue, reason result.StatusReason, detail string) {
	if i.Counts() {
		d.closed = append(d.closed, result.Closed(*i, result.Outcome{Status: result.Outside, Reason: reason,
			Detail: detail}))
	}
}

// otherSides returns the Keys of the issues that are in conflict with issue n.
func (d *document) otherSides(n int) []review.Key {
	return track.ConflictsOf(d.open, d.rev()).Others(d.open[n].Key)
}

// closeAll closes the issues with these Keys. An issue that a person decided about stays in the baseline, unless it is
// a side of a conflict: its reviewer raises it again after every pass, and that is nothing new.
func (d *document) closeAll(keys []review.Key, o result.Outcome) {
	open := d.open[:0:0]
	for _, i := range d.open {
		if i.Counts() && slices.Contains(keys, i.Key) {
			d.closed = append(d.closed, result.Closed(i, o))
			if o.Reason != result.Answered || len(i.Against) > 0 {
				continue
			}
			i.Origin = track.Baseline
		}
		open = append(open, i)
	}
	d.open = open
	d.recount()
}

// recount brings the last entry of the history up to date after a person has settled issues.
func (d *document) recount() {
	if n := len(d.state.Iteration.History); n > 0 {
		d.state.Iteration.History = slices.Clone(d.state.Iteration.History)
		e := &d.state.Iteration.History[n-1]
		e.Open = track.Counted(d.open)
		e.IssuesOut = track.CountOf(d.open)
	}
}

// settleByAnswer closes issue n. If it is one side of a conflict, it closes the others too: they want other text in the
// same place.
func (d *document) settleByAnswer(n int, why string) {
	d.closeAll(append(d.otherSides(n), d.open[n].Key),
		result.Outcome{Status: result.Outside, Reason: result.Answered, Detail: why})
}

// overrule settles the findings that want another text than issue n, for which a person decided.
func (d *document) overrule(n int) {
	others := d.otherSides(n)
	d.open[n].Settle()
	d.closeAll(others, result.Outcome{Status: result.Refused, Reason: result.Overruled,
		Detail: "A person chose another text."})
}

// takeBack marks the issues whose fixes were taken back with their pass.
func (d *document) takeBack(applied []fixers.Applied) {
	back := map[review.Key]bool{}
	for _, a := range applied {
		if a.Finding.Path == d.path {
			back[a.Finding.Key] = true
		}
	}
	d.open = slices.Clone(d.open)
	for n := range d.open {
		d.open[n].TakenBack = d.open[n].TakenBack || back[d.open[n].Key]
	}
}

// carriedOut marks the answers whose findings are fixed now.
func (d *document) carriedOut() {
	for n := range d.state.Answered {
		a := &d.state.Answered[n]
		a.Applied = a.Applied || slices.ContainsFunc(d.closed, func(s result.Outcome) bool {
			return s.Status == result.Fixed && string(s.Key) == a.Ask.Key
		})
	}
}
