package main

import (
	"context"
	"fmt"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/internal/app/history"
	"github.com/doc-iterate/doc-iterate/internal/app/reviewfiles"
	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// An engine is doc-iterate fix without its files: it reads a review and resolves it in one document.
type engine struct {
	name string
	set  *rules.Set
}

func engines(which string) ([]engine, error) {
	off, err := rules.Load("no rules", []byte(`{"version": 1}`))
	if err != nil {
		return nil, err
	}
	habits := rules.Habits{Headings: rules.SentenceCase, HeadingsKnown: true, Marker: '-'}
	without, with := engine{"rules off", off}, engine{"shipped rules", rules.Default().Settle(habits)}
	switch which {
	case "off":
		return []engine{without}, nil
	case "on":
		return []engine{with}, nil
	case "both":
		return []engine{without, with}, nil
	}
	return nil, fmt.Errorf("-rules %s: want on, off or both", which)
}

// A verdict is what the run says of one finding.
type verdict struct {
	fixed  bool
	reason string
}

// A repaired is the document after a run and what became of each finding, in the order of the review.
type repaired struct {
	after    []byte
	verdicts []verdict
	// raised names the rules whose findings the run resolved beside those of the review.
	raised []string
}

// fix resolves a review. The error is that of a review that is refused.
func (e engine) fix(src, text []byte, current bool) (repaired, error) {
	const name = "guide.md"
	file, err := reviewfiles.Reader{Note: func(string, ...any) {}}.Parse(reviewfiles.Raw{Name: "review", Data: text})
	if err != nil {
		return repaired{}, err
	}
	files := []reviewfiles.File{file}
	docs := []workspace.Document{{Path: name, Source: src, Rules: e.set}}
	if err := reviewfiles.Pair(files, docs, false, func(string, ...any) {}); err != nil {
		return repaired{}, err
	}
	ctx := context.Background()
	whole := func() *zone.Document { return zone.Parse(name, src, markdown.DialectOf(name)) }
	target := loop.Target{Stored: source.InMemory(name, src), Reviews: reviewfiles.Locating{Current: current}.Of(ctx, name, whole, files)}
	parsed, err := intake.Parse("review", text, format.Auto)
	if err != nil {
		return repaired{}, err
	}
	order := map[string]int{}
	for i := range parsed.Issues {
		order[parsed.Issues[i].ID] = i
	}
	out := repaired{verdicts: make([]verdict, len(parsed.Issues))}
	limits := table.LimitsOf(e.set, rules.Warning)
	limits.Blockers = table.BlockersFix
	done, err := loop.Run(ctx, loop.Job{
		Targets: []loop.Target{target}, Set: e.set, Reviewers: rule.All(), Fixers: fixers.Registry(),
		Limits: limits, Ledger: history.DryLedger{},
	})
	if err != nil {
		return repaired{}, fmt.Errorf("internal error: %w", err)
	}
	document := done.Documents[0]
	out.after = document.After.Bytes()
	for _, o := range document.Findings {
		i, known := order[o.Finding.ID]
		if o.Finding.Source == review.BuiltIn || !known {
			if o.Status == result.Fixed {
				out.raised = append(out.raised, o.Finding.Rule)
			}
			continue
		}
		v := verdict{fixed: o.Status == result.Fixed, reason: string(o.Reason)}
		if o.Finding.Reason.Code != "" {
			v.reason += ": " + o.Finding.Reason.Code
		} else if o.Detail != "" && !v.fixed {
			v.reason += ": " + o.Detail
		}
		out.verdicts[i] = v
	}
	return out, nil
}
