package main

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
)

// What the last run knows counts; what was fixed is left out, unless somebody edited
// the document since and it is there again.
func TestDealings(t *testing.T) {
	d := dealings{"a.md": {}}
	d.enter("a.md", map[string]bool{"open": false, "since": true}, fixedSince)
	d.enter("a.md", map[string]bool{"open": true, "since": true, "once": true, "back": true}, fixedOnce)
	finding := func(id string, state review.State) review.Finding {
		f := review.Finding{State: state}
		f.ID = id
		return f
	}
	var left []string
	for _, f := range d.left("a.md", []review.Finding{
		finding("open", review.Unlocated), finding("since", review.Located), finding("once", review.Probable),
		finding("back", review.Located), finding("new", review.Unlocated), finding("", review.Unlocated),
	}) {
		left = append(left, f.ID)
	}
	assert.Equal(t, []string{"open", "back", "new", ""}, left)
	assert.Len(t, d.left("b.md", []review.Finding{finding("since", review.Unlocated)}), 1)
}
