package loop

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/loop/result"
	"github.com/doc-iterate/doc-iterate/loop/table"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A run is the state that lives as long as Run.
type run struct {
	job         Job
	docs        []*document // those of the job, in their order
	byPath      map[string]*document
	corpus      *review.Corpus // of the current revisions
	trees       *zone.Cache
	started     time.Time
	passes      int // the number of passes so far
	done        []result.Pass
	checkpoints checkpoints
	slots       chan struct{} // bounds the external programs that run at a time

	purse    Purse
	mu       sync.Mutex // guards what follows
	warnings []string
	spentMS  int64 // the duration of the run before it was resumed
}

func newRun(job Job) *run {
	if job.Clock == nil {
		job.Clock = time.Now
	}
	job.Targets = slices.Clone(job.Targets) // begin clears Reviews
	r := &run{
		job: job, trees: zone.NewCache(), byPath: make(map[string]*document, len(job.Targets)), started: job.Clock(),
		purse: Purse{Limit: job.Limits.Tokens}, slots: make(chan struct{}, maxPrograms),
	}
	r.checkpoints = checkpoints{ledger: job.Ledger, warn: r.warn, several: len(job.Targets) > 1}
	return r
}

// sum returns the name of a revision: its SHA-256, in hexadecimal.
func sum(b []byte) string {
	h := sha256.Sum256(b)
	return hex.EncodeToString(h[:])
}

// setOf returns the rules that hold for a document of the run.
func (r *run) setOf(path string) *rules.Set { return cmp.Or(r.job.Sets[path], r.job.Set) }

// elapsedMS returns the milliseconds that the run took at a time, those before it was resumed included.
func (r *run) elapsedMS(now time.Time) int64 {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.spentMS + now.Sub(r.started).Milliseconds()
}

// outOfTime reports whether the time budget is used up. Every step asks it before it judges another document, candidate
// or part of a pass.
func (r *run) outOfTime() bool {
	limit := r.job.Limits.Time
	return limit > 0 && r.elapsedMS(r.job.Clock()) >= limit.Milliseconds()
}

// active returns the documents whose loop has not ended.
func (r *run) active() []*document {
	var out []*document
	for _, d := range r.docs {
		if !d.done {
			out = append(out, d)
		}
	}
	return out
}

// at returns the document at path.
func (r *run) at(path string) *document { return r.byPath[path] }

// newDocument returns a document as it is before its first review.
func (r *run) newDocument(t Target) *document {
	text := source.Stored{Path: t.Path, Read: func() ([]byte, error) {
		src, err := t.Read()
		if err != nil {
			panic(parallel.Abort{Err: err})
		}
		return src, nil
	}}
	return &document{
		path: t.Path, dialect: cmp.Or(t.Dialect, markdown.DialectOf(t.Path)), original: text, text: text,
		trees: r.trees, limits: r.job.Limits, salvage: r.job.Salvage, comments: r.job.Comments,
		named: map[string]int{}, consulted: map[string]bool{},
		texts: texts{
			written: map[review.Key]string{}, proposed: map[review.Key]string{}, refused: map[review.Key]bool{},
		},
		wishes: wishes{edits: map[review.Key]wish{}, asked: map[string]bool{}},
		state: result.State{State: table.State{
			Document: t.Path, Run: r.job.Run, Trend: engine.TrendUnknown,
			Iteration: table.Iteration{
				Max: r.job.Limits.Thresholds.MaxIterations, StartedAt: r.started, History: []table.Entry{},
			},
		}},
	}
}

func (r *run) report(pass int, document, step string) {
	if r.job.Progress == nil {
		return
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.job.Progress(Event{pass, document, step})
}

func (r *run) warn(format string, args ...any) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.warnings = append(r.warnings, fmt.Sprintf(format, args...))
}

// each calls f for 0 to n-1 on all processors and returns an error of one call.
func each(ctx context.Context, n int, f func(int) error) error {
	return parallel.Try(ctx, n, runtime.GOMAXPROCS(0), f)
}

// gapReviewers reports whether any reviewer is configured to close gaps.
func (r *run) gapReviewers() bool {
	return slices.ContainsFunc(r.job.Externals, func(e External) bool { return len(e.Program().For) > 0 })
}

func (r *run) external(name string) External {
	n := slices.IndexFunc(r.job.Externals, func(e External) bool { return e.Program().Name == name })
	return r.job.Externals[n]
}
