package runs

import (
	"cmp"

	"github.com/doc-iterate/doc-iterate/loop/report"
	"github.com/doc-iterate/doc-iterate/loop/result"
)

// Statistics counts the findings of a run by rule, most frequent first.
func Statistics(r *result.Run) []report.RuleCount {
	t := report.Tally{}
	for n := range r.Documents {
		d := &r.Documents[n]
		for j := range d.Findings {
			o := &d.Findings[j]
			c := t.At(cmp.Or(o.Finding.Rule, report.Unnamed), d.Path)
			c.Findings++
			if o.Status == result.Fixed {
				c.Fixed++
			}
		}
	}
	return t.Counts()
}
