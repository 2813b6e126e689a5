package lsp

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"sync"

	"go.lsp.dev/uri"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/loop/track"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A judged has the issues of a revision.
type judged struct {
	err     error // why the revision could not be judged
	set     *rules.Set
	doc     *zone.Document
	site    *link.Site
	issues  []track.Issue // each once, in document order
	reviews []loop.Review // of the revision, located
	around  *links
}

// errIgnored is the error of what is no document, and of one that the rules leave out. It is not shown.
var errIgnored = errors.New("it is no document, or the configuration ignores it")

func (s *server) ignored(r *revision) bool {
	return workspace.Ignores(r.document.Config, r.document.Rules, r.document.Path)
}

// judge unites the findings of the built-in rules in a revision with those of reviews. err is the error of its rules.
func (s *server) judge(
	r *revision, reviews []loop.Review, around *links, err error,
) *judged {
	j := &judged{err: err, reviews: reviews, around: around}
	if j.err == nil {
		j.err = errors.Join(gate.Admit(r.text()), markdown.CheckComplexity(r.text()))
	}
	if j.err != nil {
		return j
	}
	set, path := s.settled(r), r.document.Path
	j.set = set
	around.readAround(s, r)
	text, dialect := r.text(), r.document.Dialect
	j.doc = s.trees.Parse(path, text, dialect)
	corpus := review.OpenCorpus(review.Sources{
		Texts: []source.Stored{source.InMemory(path, text)}, Dialects: map[string]markdown.Dialect{path: dialect},
		Parse: s.trees.Parse, Files: around.files, Context: around.others, Limited: true,
	})
	j.site = corpus.Site
	j.issues = united(j.doc, corpus.Review(j.doc, set, rule.All()), reviews)
	if left := corpus.LeftOut(path); len(left) > 0 {
		s.tell("%s: %v", path, errors.Join(left...))
	}
	return j
}

// settled returns the rules of a revision, with the habits of its repository if they ask for them. The repository is
// read once for each configuration.
func (s *server) settled(r *revision) *rules.Set {
	set := r.document.Rules
	if !set.Unsettled() {
		return set
	}
	settle := func() *rules.Set {
		w := workspace.Workspace{
			Options: workspace.Options{Jobs: runtime.GOMAXPROCS(0)}, Environ: s.Environ, Note: s.note, Warn: s.note,
		}
		return w.Settled(s.ctx, r.document)
	}
	by := habitat{set, workspace.NewLocations().Of(r.document.Path).Top}
	if by.top == "" {
		return settle() // by the habits of the document itself
	}
	s.mu.Lock()
	found := s.habits[by]
	if found == nil {
		found = sync.OnceValue(settle)
		s.habits[by] = found
	}
	s.mu.Unlock()
	return found()
}

// A habitat is the documents that share their habits: those of one configuration in a repository.
type habitat struct {
	rules *rules.Set
	top   string
}

// united makes issues of findings as a run with these reviews and rules does: equal findings become one issue.
func united(doc *zone.Document, built []review.Finding, reviews []loop.Review) []track.Issue {
	g := track.Gather(doc, nil)
	for _, r := range reviews {
		g.Admit(r.Findings, r.Reviewer, track.CameIn, 0)
	}
	g.Absorb(built)
	g = track.Gather(doc, g.Issues)
	g.Admit(built, review.BuiltIn, track.CameIn, 0)
	issues := slices.DeleteFunc(g.Issues, func(i track.Issue) bool {
		return i.Path != doc.Path || i.State == review.Located && doc.Suppressed(i.Source, i.Rule, i.Span.Start)
	})
	slices.SortStableFunc(issues, track.ByPlace)
	return issues
}

// issuesIn returns the issues that are shown in a part of the revision, in order.
func (j *judged) issuesIn(s source.Span) []*track.Issue {
	var out []*track.Issue
	for n := range j.issues {
		i := &j.issues[n]
		if at, ok := shown(j.doc, i); ok && at.Start <= s.End && s.Start <= at.End {
			out = append(out, i)
		}
	}
	return out
}

// shown returns where an issue is shown. One of a review without a place is shown on the first line.
func shown(doc *zone.Document, i *track.Issue) (source.Span, bool) {
	switch i.State {
	case review.Located, review.Probable:
		return i.Span, true
	case review.Region:
		line, _ := doc.Lines().Span(doc.Lines().Number(i.Span.Start))
		return source.Span{Start: i.Span.Start, End: min(i.Span.End, max(line.End, i.Span.Start))}, true
	case review.Ambiguous:
		if len(i.Candidates) > 0 {
			return i.Candidates[0].Span, true
		}
	}
	first, _ := doc.Lines().Span(1)
	return first, i.Source != review.BuiltIn
}

// judgedNow returns the open revision of a document and its issues. It lets other requests go on meanwhile.
func (s *server) judgedNow(ctx context.Context, u uri.URI) (*revision, *judged, error) {
	r := s.revision(u)
	if r == nil {
		return nil, nil, notOpen(u)
	}
	async(ctx)
	j, err := s.judged(ctx, r)
	return r, j, err
}

// judged waits until a revision may be reviewed, and returns its issues.
func (s *server) judged(ctx context.Context, r *revision) (*judged, error) {
	select {
	case s.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	defer func() { <-s.slots }()
	j := r.judged()
	if j.err != nil && !errors.Is(j.err, errIgnored) {
		s.tell("%s: %v", r.document.Path, j.err)
	}
	return j, nil
}
