package loop_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// slow is a reviewer and a fixer that has no answer until it is released.
type slow struct {
	name    string
	inside  *atomic.Int32
	release chan struct{}
}

func (s slow) Program() rules.Program { return rules.Program{Name: s.name} }

func (s slow) wait() {
	s.inside.Add(1)
	<-s.release
	s.inside.Add(-1)
}

func (s slow) Review(context.Context, loop.Request) (loop.Review, error) {
	s.wait()
	return loop.Review{}, nil
}

func (s slow) Rewrite(context.Context, loop.RewriteRequest) (loop.RewriteReply, error) {
	s.wait()
	return loop.RewriteReply{}, nil
}

// However many processors there are, three programs run at a time, and no more:
// the reviewers of one document, or fixers.
func TestThreeProgramsRunAtATime(t *testing.T) {
	for name, prepare := range map[string]func(*loop.Job, slow){
		"reviewers of one document": func(j *loop.Job, s slow) {
			for n := range 5 {
				s.name = fmt.Sprint("reviewer ", n)
				j.Externals = append(j.Externals, s)
			}
		},
		"fixers": func(j *loop.Job, s slow) {
			j.Targets[0].Stored = source.InMemory("a.md", []byte("# A\n"+strings.Repeat("\nTODO.\n", 5)))
			j.Rewriters = []loop.Rewriter{s}
		},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var l ledger
				j := job(t, &l, "# A\n\nText.\n")
				s := slow{"slow", new(atomic.Int32), make(chan struct{})}
				prepare(&j, s)
				ended := make(chan error)
				go func() {
					_, err := loop.Run(t.Context(), j)
					ended <- err
				}()
				synctest.Wait()
				assert.EqualValues(t, 3, s.inside.Load())
				s.release <- struct{}{}
				synctest.Wait()
				assert.EqualValues(t, 3, s.inside.Load(), "the next one takes its place")
				close(s.release)
				require.NoError(t, <-ended)
			})
		})
	}
}
