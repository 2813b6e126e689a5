package programs

import (
	"bytes"
	"context"
	"slices"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/external"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// Limits of one run of a program over many documents: so many of them, with so long names together. Windows takes
// 32,767 characters in a command line.
const (
	firstDocuments = 25
	maxDocuments   = 100
	maxNames       = 24_000
)

// aimed is how long a run should take: long runs show no progress, and short ones cost many starts.
const aimed = 10 * time.Second

// A batch is a reviewer that reviews many documents in one run. When it is asked about a document that it expects, it
// reviews others too that it expects: as many as it is likely to take the aimed time for. It reviews a document alone
// that it did not expect or that has another text by then, and each document of a portion whose run failed, because one
// of them may be the cause.
type batch struct {
	reviewer
	mu      sync.Mutex
	waiting []source.Stored     // in the order in which they are taken into portions
	taken   map[string]*portion // by the path of a document, nil for one that waits, until it is asked about
	most    int                 // documents of the next portion
	aim     time.Duration       // how long a run should take
	each    time.Duration       // that a document took in the last run
}

// A portion is the documents of one run.
type portion struct {
	requests []external.Request
	paths    []string
	once     sync.Once
	reviews  []*format.Review // of the requests, nil where the run failed
}

// Expect sets the revisions that the reviewer may be asked about next.
func (b *batch) Expect(revisions []source.Stored) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.waiting, b.taken = slices.Clone(revisions), map[string]*portion{}
	for _, r := range revisions {
		b.taken[r.Path] = nil
	}
}

// Review returns the review of the program for the document of the request.
func (b *batch) Review(ctx context.Context, req loop.Request) (loop.Review, error) {
	p := b.portionOf(req.Document)
	if p != nil {
		p.once.Do(func() { b.look(ctx, p) })
		n := slices.Index(p.paths, req.Document.Path)
		if n >= 0 && p.reviews != nil && p.reviews[n] != nil && p.requests[n].Text == string(req.Document.Source()) {
			return b.read(p.reviews[n], req), nil
		}
	}
	return b.reviewer.Review(ctx, req)
}

// portionOf returns the portion of a document that was expected, nil for one that is reviewed alone or whose answer is
// kept. A second request starts the program again.
func (b *batch) portionOf(d *zone.Document) *portion {
	path := d.Path
	b.mu.Lock()
	defer b.mu.Unlock()
	p, expected := b.taken[path]
	delete(b.taken, path)
	request := external.Request{Document: b.relative(path), Text: string(d.Source())}
	if !expected || p != nil || b.recall(b.key(request)) != nil {
		return p
	}
	p = &portion{}
	names := 0
	take := func(d source.Stored) {
		text, err := d.Read()
		if err != nil {
			return // it gets a run of its own
		}
		request := external.Request{Document: b.relative(d.Path), Text: string(bytes.Clone(text))}
		if d.Path != path && b.recall(b.key(request)) != nil {
			return
		}
		if d.Path != path {
			b.taken[d.Path] = p
		}
		names += len(request.Document) + 1
		p.requests, p.paths = append(p.requests, request), append(p.paths, d.Path)
	}
	own := slices.IndexFunc(b.waiting, func(d source.Stored) bool { return d.Path == path })
	if own < 0 {
		return nil
	}
	take(b.waiting[own])
	b.waiting = slices.Delete(b.waiting, own, own+1)
	for len(b.waiting) > 0 && len(p.paths) < b.most && names < maxNames {
		next := b.waiting[0]
		b.waiting = b.waiting[1:]
		if _, unasked := b.taken[next.Path]; unasked {
			take(next)
		}
	}
	if len(p.paths) < 2 {
		return nil
	}
	return p
}

// look runs the program on the documents of a portion, each of which gives it time, and settles how many the next
// portion has.
func (b *batch) look(ctx context.Context, p *portion) {
	b.mu.Lock()
	program := b.program
	program.Timeout += 4 * b.each * time.Duration(len(p.paths))
	b.mu.Unlock()
	var reviews []*format.Review
	began := time.Now()
	err := b.watched(p.requests, func() (err error) {
		reviews, err = external.ReviewAll(ctx, program, b.dir(), p.requests)
		return err
	})
	took := time.Since(began)
	b.times.add(b.program.Name, len(p.paths), took)
	b.mu.Lock()
	defer b.mu.Unlock()
	if err != nil {
		b.most = max(2, b.most/2)
		return
	}
	b.each = took / time.Duration(len(p.paths))
	b.most = min(max(2, int(b.aim/max(b.each, 1))), 4*b.most, maxDocuments)
	p.reviews = reviews
	for n, r := range reviews {
		if r != nil {
			b.remember(b.key(p.requests[n]), r)
		}
	}
}
