package loop

import (
	"cmp"
	"context"
	"fmt"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/coverage"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Run takes the documents of a job through the passes until each has a decision that ends its loop. On an error the
// result holds what was done so far, and every pass in it that was accepted was published.
//
// A panic, which is a mistake in this program, is an error too, a *parallel.Panic: it names the document that was being
// worked on, and there is no result.
func Run(ctx context.Context, job Job) (result Result, err error) {
	defer parallel.Catch(&err)
	r := newRun(job)
	err = r.loop(ctx)
	result, unbalanced := r.close(ctx)
	if err == nil {
		err = unbalanced
	}
	return result, err
}

// parser returns what parses the documents: as far as the built-in reviewers need them, wholly where others have a say.
func (r *run) parser() func(Target) *zone.Document {
	parsers, first := map[*rules.Set]*zone.PartialParser{}, (*zone.PartialParser)(nil)
	for _, t := range r.job.Targets {
		if set := r.setOf(t.Path); parsers[set] == nil {
			parsers[set] = zone.NewPartialParser(review.NeedsOf(set, r.job.Reviewers))
			first = cmp.Or(first, parsers[set])
			parsers[set].Sharing(first, r.job.Keeper)
		}
	}
	others := len(r.job.Externals) > 0 || len(r.job.Rewriters) > 0
	return func(t Target) *zone.Document {
		if others || len(t.Reviews) > 0 || t.Resume != nil {
			return zone.Parse(t.Path, t.Source, markdown.DialectOf(t.Path))
		}
		return parsers[r.setOf(t.Path)].Later(t.Path, t.Source)
	}
}

// begin reads the documents and makes or takes the first reviews.
func (r *run) begin(ctx context.Context) error {
	parse := r.parser()
	parsed := make([]*zone.Document, len(r.job.Targets))
	err := each(ctx, len(parsed), func(i int) error {
		defer parallel.In(r.job.Targets[i].Path)
		parsed[i] = parse(r.job.Targets[i])
		return nil
	})
	if err != nil {
		return err
	}
	r.corpus = review.NewCorpus(parsed, r.job.Files).Beside(r.job.Beside)
	r.docs = make([]*document, len(parsed))
	for i, t := range r.job.Targets {
		if r.byPath[t.Path] != nil {
			return fmt.Errorf("%s is named twice", t.Path)
		}
		r.docs[i] = r.newDocument(parsed[i])
		r.byPath[t.Path] = r.docs[i]
	}
	r.expect(parsed)
	targets := r.job.Targets
	r.job.Targets = nil
	return each(ctx, len(targets), func(i int) error {
		t, d := targets[i], r.docs[i]
		defer parallel.In(t.Path)
		d.state.Original = r.job.Sum(t.Path, t.Source)
		d.state.Revision = d.state.Original
		if r.gapReviewers() {
			d.reviews.coverage = coverage.New(d.rev)
		}
		if t.Resume != nil && r.restore(d, t.Resume) {
			return nil
		}
		r.report(0, d.path, "review")
		targets[i].Reviews = nil // the issues have copies of what they found, which may be much
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
