package report

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// A RuleCount is how many findings a rule has. Fixed of them were fixed; Fixable could be, if no fix was made.
type RuleCount struct {
	Rule      string `json:"rule"`
	Findings  int    `json:"findings"`
	Documents int    `json:"documents"`
	Fixable   int    `json:"fixable"`
	Fixed     int    `json:"fixed"`
}

// Statistics counts the findings of a review by rule, most frequent first.
func Statistics(r *Report) []RuleCount {
	t := tailOf(r)
	t.shown.add(t.folded)
	return t.shown.Counts()
}

// add adds what another Tally has counted.
func (t Tally) add(other Tally) {
	for rule, o := range other {
		for path := range o.paths {
			t.At(rule, path)
		}
		c := t[rule]
		c.Findings, c.Fixable, c.Fixed = c.Findings+o.Findings, c.Fixable+o.Fixable, c.Fixed+o.Fixed
	}
}

// A Tally counts by rule.
type Tally map[string]*tallied

type tallied struct {
	RuleCount
	paths map[string]bool
}

// At returns the count of a rule, which counts a document at path.
func (t Tally) At(rule, path string) *tallied {
	c := t[rule]
	if c == nil {
		c = &tallied{RuleCount{Rule: rule}, map[string]bool{}}
		t[rule] = c
	}
	c.paths[path] = true
	return c
}

// Counts returns the counts, most frequent first.
func (t Tally) Counts() []RuleCount {
	var out []RuleCount
	for _, c := range t {
		c.Documents = len(c.paths)
		out = append(out, c.RuleCount)
	}
	slices.SortFunc(out, func(a, b RuleCount) int {
		return cmp.Or(cmp.Compare(b.Findings, a.Findings), strings.Compare(a.Rule, b.Rule))
	})
	return out
}

// WriteStatistics writes counts by rule: text, json or yaml; any other format is text.
func WriteStatistics(w io.Writer, f Format, counts []RuleCount, s Style) error {
	switch f {
	case JSON, YAML:
		return Encode(w, f, append([]RuleCount{}, counts...)) // an empty list, not null
	}
	out := bufio.NewWriter(w)
	writeCounts(out, counts, s)
	return out.Flush()
}

// writeCounts writes a line for each rule.
func writeCounts(out *bufio.Writer, counts []RuleCount, s Style) {
	width := 0
	for _, c := range counts {
		width = max(width, len(wording.Visible(c.Rule)))
	}
	for _, c := range counts {
		fmt.Fprintf(out, "%7d  %s%s  in %s", c.Findings, s.Paint(Bold, wording.Visible(c.Rule)),
			strings.Repeat(" ", width-len(wording.Visible(c.Rule))), wording.Count(c.Documents, "document"))
		if c.Fixed > 0 {
			fmt.Fprintf(out, ", %d fixed", c.Fixed)
		}
		if c.Fixable > 0 {
			fmt.Fprintf(out, ", %d fixable", c.Fixable)
		}
		out.WriteByte('\n')
	}
}
