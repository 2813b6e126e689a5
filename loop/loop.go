package loop

import (
	"context"
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Run takes the documents of a job through the passes until each has a decision that ends its loop. On an error the
// result has the work so far, and every accepted pass in it was published.
//
// A panic, which is a mistake in this program, is an error too, a *parallel.Panic: it names the document that was being
// worked on, and there is no result.
func Run(ctx context.Context, job Job) (result result.Run, err error) {
	defer parallel.Catch(&err)
	r := newRun(job)
	err = r.loop(ctx)
	result, unbalanced := r.close(ctx)
	if err == nil {
		err = unbalanced
	}
	return result, err
}

// begin reads the documents and makes or takes the first reviews.
func (r *run) begin(ctx context.Context) error {
	texts, dialects := make([]source.Stored, len(r.job.Targets)), map[string]markdown.Dialect{}
	r.docs = make([]*document, len(texts))
	for i, t := range r.job.Targets {
		if r.byPath[t.Path] != nil {
			return fmt.Errorf("%s is named twice", t.Path)
		}
		r.docs[i] = r.newDocument(t)
		texts[i] = r.docs[i].text
		dialects[t.Path] = r.docs[i].dialect
		r.byPath[t.Path] = r.docs[i]
	}
	r.corpus = review.OpenCorpus(review.Sources{
		Texts: texts, Dialects: dialects, Parse: r.trees.Parse, Files: func() *link.Files { return r.job.Files },
		Context: r.job.Beside,
	})
	r.expect(texts)
	targets := r.job.Targets
	r.job.Targets = nil
	return each(ctx, len(targets), func(i int) error {
		t, d := targets[i], r.docs[i]
		defer parallel.In(t.Path)
		d.state.Original = sum(d.src())
		d.state.Revision = d.state.Original
		if r.gapReviewers() {
			d.reviews.coverage = coverage.New(d.rev())
		}
		if t.Resume != nil && r.restore(d, t.Resume) {
			return nil
		}
		r.report(0, d.path, "review")
		targets[i].Reviews = nil // the issues have copies of the findings, which may be many
		return r.start(ctx, d, t)
	})
}

// loop repeats proposal, decision and pass until no document goes on.
func (r *run) loop(ctx context.Context) error {
	if err := r.begin(ctx); err != nil {
		return err
	}
	for {
		p := r.propose()
		stale := r.decideAll(ctx, p)
		if len(r.active()) == 0 {
			answered, more, err := r.question(ctx, p)
			if err != nil || !more {
				return err
			}
			if answered.edited == nil {
				continue
			}
			p = answered
		} else if stale {
			p = r.propose()
		}
		if err := r.iterate(ctx, p); err != nil {
			return err
		}
	}
}
