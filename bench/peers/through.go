package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/external"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A result is what doc-iterate makes of a document with a peer's fixes.
type result struct {
	doc     []byte
	applied int
	// refused is what it would not apply in the end.
	refused []refusal
}

// A refusal is an edit that was not applied, with the reason, and the document
// without and with it.
type refusal struct {
	rule, reason  string
	before, after []byte
}

// maxRounds is more than any document needs.
const maxRounds = 30

func through(p peer, dir string, src []byte) (result, error) {
	applied := 0
	for range maxRounds {
		issues, err := reported(p, dir, src)
		if err != nil {
			return result{}, err
		}
		d := zone.Parse("doc.md", src, markdown.Dialect{})
		offered := slices.DeleteFunc(issues, func(i review.Issue) bool { return i.Remedy != review.Edits })
		findings := locate.Locate(d, offered, locate.Options{Reviewer: p.name, ReviewIsCurrent: true})
		var refused []refusal
		for _, f := range findings {
			if f.Remedy != review.Edits {
				refused = append(refused, refusal{f.Rule, f.Reason.Code + ": " + f.Reason.Text, src, src})
			}
		}
		findings = slices.DeleteFunc(findings, func(f review.Finding) bool { return f.Remedy != review.Edits })
		in := fixers.Input{Docs: zone.Map{"doc.md": d}, Set: &rules.Set{}, Fixers: fixers.Registry(), Findings: fixers.FindingsOf(findings)}
		candidates, plan := fixers.Prove(in, fixers.Build(in))
		for _, s := range plan.Skipped {
			after, err := source.Apply(src, s.Finding.Edits)
			if err != nil {
				return result{}, err
			}
			detail, _, _ := strings.Cut(s.Detail, ": ")
			refused = append(refused, refusal{s.Finding.Rule, fmt.Sprintf("%s: %s", s.Reason, detail), src, after})
		}
		if len(plan.Applied) == 0 {
			return result{src, applied, refused}, nil
		}
		after := candidates["doc.md"]
		if want, err := plainly(d, offered, plan.Applied); err != nil || !bytes.Equal(after, want) {
			return result{}, fmt.Errorf("what was applied is not what was reported: %w", err)
		}
		applied += len(plan.Applied)
		src = after
	}
	return result{}, fmt.Errorf("the fixes never come to an end")
}

// reported is what the peer finds in src.
func reported(p peer, dir string, src []byte) ([]review.Issue, error) {
	work, err := workspace(p, dir, src)
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(work)
	program := rules.Program{Name: p.name, Command: p.review, Format: p.name, Timeout: time.Minute}
	r, err := external.Review(context.Background(), program, work, external.Request{Document: "doc.md", Text: string(src)})
	if err != nil {
		return nil, err
	}
	return r.Issues, nil
}

// plainly makes the edits of the issues that were applied just as they are
// reported.
func plainly(d *zone.Document, issues []review.Issue, applied []fixers.Applied) ([]byte, error) {
	byID := make(map[string]review.Issue, len(issues))
	for _, issue := range issues {
		byID[issue.ID] = issue
	}
	var edits []source.Edit
	for _, a := range applied {
		more, err := resolve(d, byID[a.Finding.ID])
		if err != nil {
			return nil, err
		}
		edits = append(edits, more...)
	}
	merged, err := source.Merge(edits)
	if err != nil {
		return nil, err
	}
	return source.Apply(d.Source(), merged)
}

func resolve(d *zone.Document, issue review.Issue) ([]source.Edit, error) {
	var edits []source.Edit
	for _, e := range issue.Edits {
		span, ok := locate.Resolve(d, &e.Range)
		if !ok {
			return nil, fmt.Errorf("%s lies outside the document", issue.ID)
		}
		edits = append(edits, source.Edit{Span: span, New: e.New})
	}
	return edits, nil
}

// asReported is src with every edit that the peer reports, until it reports none:
// of edits that overlap the first, and the others in the next round.
func asReported(p peer, dir string, src []byte) ([]byte, error) {
	for range maxRounds {
		issues, err := reported(p, dir, src)
		if err != nil {
			return nil, err
		}
		d := zone.Parse("doc.md", src, markdown.Dialect{})
		var all []source.Edit
		for _, issue := range issues {
			if edits, err := resolve(d, issue); err == nil {
				if merged, err := source.Merge(all, edits); err == nil {
					all = merged
				}
			}
		}
		after, err := source.Apply(src, all)
		if err != nil || bytes.Equal(after, src) {
			return src, err
		}
		src = after
	}
	return src, nil
}
