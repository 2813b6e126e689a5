package loop_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// scripted is an external reviewer that plays a part. It is asked about several
// documents at a time.
type scripted struct {
	program rules.Program
	mu      sync.Mutex // guards what follows, and what say and dress remember
	// say is what it raises about a text, on its n-th call from 1.
	say   func(n int, text string) []remark
	calls int
	asked []loop.Request
	err   error
	// dress adds to a review what is not a finding.
	dress func(n int, r *loop.Review)
}

// remark is a finding of a script: the first occurrence of quote is its place.
type remark struct {
	id, rule, quote, want string
	severity              rules.Severity
	change                func(*review.Finding)
}

func script(name string, say func(n int, text string) []remark) *scripted {
	return &scripted{program: rules.Program{Name: name}, say: say}
}

func (s *scripted) Program() rules.Program { return s.program }

func (s *scripted) Review(_ context.Context, req loop.Request) (loop.Review, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	s.asked = append(s.asked, req)
	if s.err != nil {
		return loop.Review{}, s.err
	}
	r := loop.Review{Findings: findings(req.Document, s.say(s.calls, string(req.Document.Source())))}
	if s.dress != nil {
		s.dress(s.calls, &r)
	}
	return r, nil
}

// findings locates remarks in a document.
func findings(d *zone.Document, remarks []remark) []review.Finding {
	var out []review.Finding
	for _, r := range remarks {
		f := review.Finding{
			ID: r.id, Rule: r.rule, Path: d.Path, Severity: r.severity, Message: "about " + r.quote, Confidence: 0.9,
			Old: r.quote, Want: r.want, Category: rules.CategoryContent,
		}
		if r.want != "" {
			f.Remedy = review.Replace
		}
		if at := strings.Index(string(d.Source()), r.quote); at >= 0 && r.quote != "" {
			f.Span, f.State = source.Span{Start: at, End: at + len(r.quote)}, review.Located
		}
		if r.change != nil {
			r.change(&f)
		}
		out = append(out, f)
	}
	review.Identify(d, out)
	return out
}

// incoming is the review that a job begins with.
func incoming(text string, remarks ...remark) []loop.Review {
	d := zone.Parse("a.md", []byte(text), markdown.Dialect{})
	return []loop.Review{{Reviewer: "model", Findings: findings(d, remarks)}}
}

// chain is a script that wants the words of a chain replaced one by the next.
func chain(words ...string) func(int, string) []remark {
	return func(_ int, text string) []remark {
		for n, w := range words[:len(words)-1] {
			if strings.Contains(text, w) {
				return []remark{{id: w, rule: "word", quote: w, want: words[n+1]}}
			}
		}
		return nil
	}
}

// run runs a job over one document and checks what holds for every run.
func run(t *testing.T, l *ledger, j loop.Job) (result.Run, *result.Document) {
	t.Helper()
	result, err := loop.Run(t.Context(), j)
	require.NoError(t, err)
	for _, p := range l.published {
		require.Equal(t, table.Accepted, p.Verdict)
		require.NotEmpty(t, p.Fixes, "no pass is empty")
	}
	for _, p := range l.recorded {
		for _, r := range p.Revisions {
			require.NotEqual(t, string(r.Before), string(r.After), "no pass is empty")
		}
	}
	// What was published, one pass upon the other, is what the result holds.
	for n := range result.Documents {
		d := &result.Documents[n]
		at := string(d.Before.Bytes())
		for _, p := range l.published {
			for _, r := range p.Revisions {
				if r.Path == d.Path {
					require.Equal(t, at, string(r.Before))
					at = string(r.After)
				}
			}
		}
		require.Equal(t, at, string(d.After.Bytes()))
		requireSums(t, d)
	}
	return result, &result.Documents[0]
}

// requireSums checks that a reader can add up what became of the findings.
func requireSums(t *testing.T, d *result.Document) {
	t.Helper()
	var want table.Sums
	for _, o := range d.Findings {
		switch {
		case o.Open():
			want.Left++
		case o.Raised:
			continue // nobody saw it come or go
		case o.Status == result.Fixed:
			want.Fixed++
		case o.Reason == result.Answered, o.Reason == result.Overruled:
			want.Rejected++
		default:
			continue
		}
		want.Found++
	}
	require.Equal(t, want, d.Counts.Sums())
	require.Equal(t, want.Found, want.Fixed+want.Left+want.Rejected)
}

var errScript = errors.New("out of luck")
