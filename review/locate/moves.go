package locate

import (
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
)

// bindMoves leaves half a move to a person: words that a finding deletes and one beside it adds, as those do that go to
// the next line. Where the text has the place of the other half otherwise, they would be lost or stand twice.
func bindMoves(issues []review.Issue, out []review.Finding) {
	gone := map[string][]int{}
	for i := range issues {
		words := strings.TrimSpace(cmp.Or(issues[i].Old, issues[i].Place.Quote))
		deletes := issues[i].Remedy == review.Replace && issues[i].Want == ""
		if deletes && words != "" && len(gone[words]) < maxPlaces {
			gone[words] = append(gone[words], i)
		}
	}
	otherwise := []string{NotFound, Roughly, NoChange, review.SettledIssue}
	for i := range issues {
		want, old := issues[i].Want, cmp.Or(issues[i].Old, issues[i].Place.Quote)
		added := strings.TrimSuffix(strings.TrimPrefix(want, old), old)
		if added == want {
			continue
		}
		for _, n := range gone[strings.TrimSpace(added)] {
			a, b := &issues[i].Place, &issues[n].Place
			apart := max(a.From.Line-b.From.Line, b.From.Line-a.From.Line)
			if givesLine(a) && givesLine(b) && apart > 2*closeBy {
				continue
			}
			for _, f := range [][2]*review.Finding{{&out[i], &out[n]}, {&out[n], &out[i]}} {
				r := f[0].Remedy
				if f[0].State == review.Located && (r == review.Replace || r == review.Edits) &&
					slices.Contains(otherwise, f[1].Reason.Code) {
					withhold(f[0], Doubted, "Of this move the text has the other half otherwise.")
				}
			}
		}
	}
}
