package history

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
)

// What the last run knows counts; what was fixed is left out, unless something else
// edited the document since and its text may be there again.
func TestDropFixed(t *testing.T) {
	known := map[string]outcome{}
	addOutcomes(known, map[string]bool{"open": false, "since": true}, fixedSince)
	addOutcomes(known, map[string]bool{"open": true, "since": true, "once": true, "back": true, "twice": true, "unquoted": true, "both": true}, fixedOnce)
	finding := func(id, old string, state review.State) review.Finding {
		f := review.Finding{State: state, Old: old}
		f.ID = id
		return f
	}
	reviews := []loop.Review{{Verdict: "reject", Findings: []review.Finding{
		finding("open", "gone", review.Unlocated), finding("since", "here", review.Located), finding("once", "gone\ntoo", review.Probable),
		finding("back", "here", review.Located), finding("twice", "here", review.Ambiguous), finding("unquoted", "", review.Unlocated),
		finding("both", "gone", review.Unlocated), finding("new", "gone", review.Unlocated), finding("", "gone", review.Unlocated),
	}}, {Verdict: "reject", Findings: []review.Finding{finding("both", "gone", review.Unlocated)}}}
	assert.Equal(t, 2, PriorOutcomes{"a.md": known}.DropFixed("a.md", []byte("here and here\n"), reviews))
	var left []string
	for _, f := range reviews[0].Findings {
		left = append(left, f.ID)
	}
	assert.Equal(t, []string{"open", "back", "twice", "unquoted", "both", "new", ""}, left)
	assert.Len(t, reviews[1].Findings, 1)
	assert.Equal(t, []string{"", "reject"}, []string{reviews[0].Verdict, reviews[1].Verdict})
}
