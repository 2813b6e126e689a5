package table

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop/engine"
)

func rowObjections(f facts) (Reason, string) {
	if unfinished := f.unfinished(); unfinished != "" {
		return "", unfinished
	}
	switch n := len(f.Objections); {
	case n == 0:
		return "", "no review objects"
	case f.Halted == engine.EffectAbort:
		return "", "a person said to leave the document as it is"
	case f.Gaps.Configured && f.Gaps.Actionable > 0:
		return "", fmt.Sprintf("%s can be worked on", wording.Count(f.Gaps.Actionable, "gap"))
	case n > 1:
		all := wording.Count(n, "objection")
		return ReasonNeedsHuman, fmt.Sprintf("%s There is more: %s in all.", f.Objections[0].Text, all)
	}
	return ReasonNeedsHuman, f.Objections[0].Text
}

// unfinished says which findings that count are left, "" for none.
func (f facts) unfinished() string {
	switch {
	case f.gated > 0:
		return fmt.Sprintf("%s at or above %v", areLeft(f.gated), f.limits.Gate)
	case f.attemptable > f.late, f.late > 0 && f.n <= f.limits.Thresholds.MaxIterations:
		return fmt.Sprintf("%s to be fixed", areLeft(f.attemptable))
	}
	return ""
}

func rowClean(f facts) (Reason, string) {
	unfinished := f.unfinished()
	switch {
	case unfinished != "":
		return "", unfinished
	case f.Spent.Refused > 0:
		return "", "a program was not asked, for want of tokens"
	case len(f.Objections) > 0:
		return "", "a review objects"
	case !f.Gaps.Configured:
		return ReasonClean, "Nothing is left to fix" + below(f) + "."
	case !f.Gaps.Converged:
		return "", "the review has not converged"
	}
	return ReasonConverged, "Nothing is left to fix" + below(f) + ", and the review has converged."
}

// below mentions the findings that are left below the gate.
func below(f facts) string {
	if n := len(f.Remaining); n > 0 {
		return fmt.Sprintf("; %s below the gate", areLeft(n))
	}
	return ""
}

func rowAborted(f facts) (Reason, string) {
	switch {
	case f.Halted == engine.EffectAbort:
		return ReasonAborted, "A person said to leave the document as it is."
	case f.Assessment.Recommendation != engine.RecommendAbort:
		return "", "another pass could fix something, or the budget allows one"
	case f.attemptable > 0:
		return "", fmt.Sprintf("%s to be fixed", areLeft(f.attemptable))
	case len(f.Remaining) == 0:
		return "", "no finding is left"
	}
	return ReasonAborted, "Nothing that is left can be fixed, and the budget allows no other pass. " +
		wording.NeedsYou(len(f.Remaining), "finding") + "."
}

func rowAccepted(f facts) (Reason, string) {
	a := f.Assessment
	switch {
	case f.gated > 0:
		return "", fmt.Sprintf("%s at or above %v", areLeft(f.gated), f.limits.Gate)
	case len(f.Objections) > 0:
		return "", "a review objects"
	case f.Gaps.Configured && !f.Gaps.Converged:
		return "", "the review has not converged"
	case !a.DiminishingReturns || a.Recommendation != engine.RecommendAccept:
		return "", "another pass may be worth it"
	}
	return ReasonAccepted, fmt.Sprintf("The last passes brought little, and what is left is below the gate: %s.",
		wording.Count(len(f.Remaining), "finding"))
}
