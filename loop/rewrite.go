package loop

import (
	"context"
	"strings"
	"sync"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// askForText asks an external fixer, for which tokens were reserved, for the text of one issue. The error is that of
// the context alone.
func (r *run) askForText(
	ctx context.Context, pass int, d *document, i *track.Issue, w Rewriter, reserved int,
) (RewriteReply, error) {
	name := w.Program().Name
	var reply RewriteReply
	answered, err := r.call(ctx, pass, "fixer", name, d.path, reserved, func() (_ int, err error) {
		reply, err = w.Rewrite(ctx, RewriteRequest{
			Document: d.rev(), Finding: i.Finding,
			Iteration: d.state.Iteration.Current + 1, Guidance: d.feedback(r.job.Set.Iteration.FeedbackMaxLength),
			Feedback: d.heard(), Tokens: r.purse.Left(),
		})
		return reply.Tokens, err
	})
	if !answered {
		return RewriteReply{}, err
	}
	text := strings.ReplaceAll(reply.Text, "\r\n", "\n")
	if n := strings.IndexFunc(text, source.NotWritten); n >= 0 {
		r.warn("fixer %s: %s: its text is left out, which holds a control character", name, d.path)
		return RewriteReply{}, nil
	}
	if why := fixers.Excess(d.rev(), i.Finding, text); why != "" {
		r.warn("fixer %s: %s: its text is left out: %s", name, d.path, why)
		return RewriteReply{}, nil
	}
	return reply, nil
}

// rewrite asks the external fixers for the texts of their issues, and reports whether there is a new text to plan with.
func (r *run) rewrite(ctx context.Context, pass int) (bool, error) {
	type order struct {
		d *document
		i *track.Issue
		w Rewriter
	}
	// All orders are made before the first fixer is asked: an answer could change the choice of the next one.
	var orders []order
	for _, d := range r.active() {
		for n := range d.open {
			if i := &d.open[n]; i.Promised {
				orders = append(orders, order{d, i, r.rewriter(d, i)})
			}
		}
	}
	var mu sync.Mutex
	err := parallel.Try(ctx, len(orders), maxPrograms, func(n int) error {
		d, i, w := orders[n].d, orders[n].i, orders[n].w
		reserved, affordable := r.afford("fixer", w.Program().Name, d.path)
		if !affordable {
			return nil // the budget row of the next decision reports it
		}
		reply, err := r.askForText(ctx, pass, d, i, w, reserved)
		mu.Lock()
		defer mu.Unlock()
		d.texts.add(i, reply)
		return err
	})
	return len(orders) > 0, err
}
