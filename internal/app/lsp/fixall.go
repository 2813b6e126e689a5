package lsp

import (
	"context"
	"slices"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// fixAll returns the edits that `doc-iterate fix --also-rules` would make of a revision, with the reviews that are
// shown. If only is the ID of a rule, they are its edits. No program is asked.
func (s *server) fixAll(ctx context.Context, r *revision, j *judged, only string) ([]source.Edit, error) {
	docs := []workspace.Document{r.document}
	path := r.document.Path
	answers, err := history.Answers(ctx, s.Environ, "", docs, s.note)
	if err != nil {
		return nil, err
	}
	job := loop.Job{
		Set: j.set, Reviewers: rule.All(), Fixers: fixers.Registry(),
		Limits: table.LimitsOf(j.set, rules.Warning), AlsoRules: true, Ledger: history.DryLedger{},
		Files: j.around.files(), Inbound: j.around.inbound, Beside: j.around.others,
		Targets: []loop.Target{{
			Stored: source.InMemory(path, r.text()), Dialect: r.document.Dialect, Reviews: j.reviews,
			Answers: history.Recall(ctx, s.Environ, docs).With(path, answers[path]),
		}},
	}
	if only != "" {
		job.Reviewers = slices.DeleteFunc(job.Reviewers, func(r review.Reviewer) bool { return r.Rule.ID != only })
		job.OutOfScope = func(findings []review.Finding) []string {
			why := make([]string, len(findings))
			for n := range findings {
				if findings[n].Rule != only {
					why[n] = "It is of another rule."
				}
			}
			return why
		}
	}
	result, err := loop.Run(ctx, job)
	if err != nil {
		return nil, err
	}
	return source.BetweenWords(r.text(), result.Documents[0].After.Bytes()), nil
}
