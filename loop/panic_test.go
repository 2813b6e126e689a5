package loop_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A mistake in a reviewer or a fixer is an error that names the document, and nothing
// is kept or published.
func TestAPanicIsAnError(t *testing.T) {
	for name, plant := range map[string]func(j *loop.Job){
		"reviewer": func(j *loop.Job) {
			j.Reviewers = []review.Reviewer{{Rule: rule.Terminology.Rule, Find: func(p *review.Pass) {
				if p.Doc.Path == "b.md" {
					panic("planted")
				}
				rule.Terminology.Find(p)
			}}}
		},
		"fixer": func(j *loop.Job) {
			j.Fixers = []fixers.Fixer{{Rule: fixers.Terminology.Rule, Contract: fixers.Terminology.Contract,
				Fix: func(d *zone.Document, s *rules.Set, f *review.Finding) (fixers.Change, error) {
					if d.Path == "b.md" {
						panic("planted")
					}
					return fixers.Terminology.Fix(d, s, f)
				}}}
		},
	} {
		t.Run(name, func(t *testing.T) {
			var l ledger
			j := job(t, &l, "# A\n\nA whitelist.\n")
			j.Targets = append(j.Targets, loop.Target{Stored: source.InMemory("b.md", []byte("# B\n\nA whitelist.\n"))})
			plant(&j)
			_, err := loop.Run(t.Context(), j)
			var p *parallel.Panic
			require.ErrorAs(t, err, &p)
			assert.Equal(t, "b.md", p.Document)
			assert.Equal(t, "planted", p.Value)
			assert.Contains(t, string(p.Stack), "panic_test.go")
			assert.Empty(t, l.recorded)
			assert.Empty(t, l.published)
		})
	}
}
