package loop

import (
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Sums is what became of the findings, as a reader adds them up: Found = Fixed + Left + Rejected. What is out of scope is
// in none of them.
type Sums struct {
	Found int `json:"found"`
	Fixed int `json:"fixed"`
	Left  int `json:"left"`
	// Rejected is what a person, or another reviewer, rejected: nobody works on it any more.
	Rejected int `json:"rejected"`
}

// Sums returns the sums of the counts.
func (c Counts) Sums() Sums {
	return Sums{Found: c.Fixed + c.After + c.Settled, Fixed: c.Fixed, Left: c.After, Rejected: c.Settled}
}

// String returns the sums as every report words them: "Fixed 9 of 16, 5 need you, 2 rejected."
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
