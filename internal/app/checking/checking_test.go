package checking

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A mistake in a reviewer is a failure of one document.
func TestPanicOfAReviewer(t *testing.T) {
	var told []string
	planted := review.Reviewer{Rule: rule.Terminology.Rule, Find: func(*review.Pass) { panic("planted") }}
	c := Check{
		Options: Options{Reviewers: []review.Reviewer{planted}}, Reviews: &Reviews{},
		Crashed: func(p *parallel.Panic) { told = append(told, p.Error()) },
	}
	k := groupCheck{
		Check: &c, set: rules.Default().Settle(rules.Habits{}), trees: zone.NewCache(),
		corpus: review.OpenCorpus(review.Sources{}),
	}
	got := k.caught(t.Context(), &workspace.Document{Path: "a.md", Source: []byte("# Title\n")})
	assert.Equal(t, "a.md", got.Path)
	assert.EqualError(t, got.Err, "internal error: planted")
	assert.Len(t, told, 1)
}
