package table

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Counts is the sums over a document's findings. Before = Fixed + Remaining +
// Escalated + Rejected + OutOfScope counts what came in; After counts what is
// open at the end: Remaining + Escalated + Rejected + Raised, without the rejected
// findings that another reviewer overruled.
type Counts struct {
	Before     int `json:"-"`
	After      int `json:"-"`
	Fixed      int `json:"fixed"`
	Remaining  int `json:"remaining"`
	Escalated  int `json:"escalated"`
	Rejected   int `json:"rejected"`
	OutOfScope int `json:"out_of_scope"`
	Silenced   int `json:"silenced,omitzero"` // by comments in the document: those out of scope, and what did not come in
	Raised     int `json:"raised"`            // by the run's own passes, and left open
	Settled    int `json:"-"`                 // what came in and a person or another reviewer rejected
	Dropped    int `json:"-"`                 // what came in and a person rejected: it is out of scope, too
}

// Elsewhere counts the findings that are out of scope and not rejected.
func (c Counts) Elsewhere() int { return c.OutOfScope - c.Dropped }

// Add adds the sums of another document.
func (c *Counts) Add(o Counts) {
	c.Before, c.After, c.Fixed, c.Remaining = c.Before+o.Before, c.After+o.After, c.Fixed+o.Fixed, c.Remaining+o.Remaining
	c.Escalated, c.Rejected, c.OutOfScope = c.Escalated+o.Escalated, c.Rejected+o.Rejected, c.OutOfScope+o.OutOfScope
	c.Silenced, c.Raised, c.Settled = c.Silenced+o.Silenced, c.Raised+o.Raised, c.Settled+o.Settled
	c.Dropped += o.Dropped
}

// Sums are the outcomes of the findings for a reader: Found = Fixed + Left + Rejected. Findings out of scope are not
// counted.
type Sums struct {
	Found int `json:"found"`
	Fixed int `json:"fixed"`
	Left  int `json:"left"`
	// Rejected are the findings that a person or another reviewer rejected.
	Rejected int `json:"rejected"`
}

// Sums returns the sums of the counts.
func (c Counts) Sums() Sums {
	return Sums{Found: c.Fixed + c.After + c.Settled, Fixed: c.Fixed, Left: c.After, Rejected: c.Settled}
}

// String returns the sums in the words of every report: "Fixed 9 of 16, 5 need you, 2 rejected."
func (s Sums) String() string {
	if s.Found == 0 {
		return "Nothing to fix."
	}
	text := fmt.Sprintf("Fixed %d of %d, %s", s.Fixed, s.Found, wording.NeedsYou(s.Left, ""))
	if s.Rejected > 0 {
		text += fmt.Sprintf(", %d rejected", s.Rejected)
	}
	return text + "."
}

// Balance checks that every finding that came in has one status, and that each pass of the history began with the
// findings that the one before left. overruled is how many of the rejected ones are settled and not open.
func (c Counts) Balance(overruled int, history []Entry) error {
	if out := c.Fixed + c.Remaining + c.Escalated + c.Rejected + c.OutOfScope; out != c.Before {
		return fmt.Errorf("%d findings came in and %d left", c.Before, out)
	}
	if open := c.Remaining + c.Escalated + c.Rejected + c.Raised - overruled; open != c.After {
		return fmt.Errorf("%d findings are open, the statuses say %d", c.After, open)
	}
	for n := 1; n < len(history); n++ {
		if history[n].IssuesIn != history[n-1].IssuesOut {
			return fmt.Errorf("pass %d began with %d findings, the one before left %d",
				history[n].Iteration, history[n].IssuesIn, history[n-1].IssuesOut)
		}
	}
	return nil
}
