package programs

import (
	"bytes"
	"context"
	"crypto/sha256"
	"sync"
	"time"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/external"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Limits of one run of a program over many documents: so many of them, with so long names together. Windows takes
// 32,767 characters in a command line.
const (
	maxDocuments = 100
	maxNames     = 24_000
)

// A batch is a reviewer that reviews many documents in one run. When it is asked about the first document of a portion
// that it expects, it reviews the whole portion. It reviews a document alone that it did not expect or that has another
// text by then, and each document of a portion whose run failed, because one of them may be the cause.
type batch struct {
	reviewer
	mu       sync.Mutex
	portions map[string]*portion // by the path of a document, until it is asked about
}

// A portion is the documents of one run.
type portion struct {
	documents []source.Stored
	once      sync.Once
	answers   map[string]looked // by the path of a document
}

// looked is the result of a run for a text.
type looked struct {
	sum    [sha256.Size]byte
	review *format.Review
}

// Expect sets the revisions that the reviewer may be asked about next.
func (b *batch) Expect(revisions []source.Stored) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.portions = map[string]*portion{}
	var current *portion
	names := 0
	for _, r := range revisions {
		name := len(b.relative(r.Path)) + 1
		if current == nil || len(current.documents) == maxDocuments || names+name > maxNames {
			current, names = &portion{}, 0
		}
		names += name
		current.documents = append(current.documents, r)
		b.portions[r.Path] = current
	}
}

// Review returns the review of the program for the document of the request.
func (b *batch) Review(ctx context.Context, req loop.Request) (loop.Review, error) {
	b.mu.Lock()
	p := b.portions[req.Document.Path]
	delete(b.portions, req.Document.Path) // a second request starts the program again
	b.mu.Unlock()
	if p != nil && len(p.documents) > 1 {
		p.once.Do(func() { p.answers = b.look(ctx, p.documents) })
		a := p.answers[req.Document.Path]
		if a.review != nil && a.sum == sha256.Sum256(req.Document.Source()) {
			return b.read(a.review, req), nil
		}
	}
	return b.reviewer.Review(ctx, req)
}

// look runs the program on documents. A document that can't be read gets a run of its own.
func (b *batch) look(ctx context.Context, documents []source.Stored) map[string]looked {
	var requests []external.Request
	var paths []string
	for _, d := range documents {
		if text, err := d.Read(); err == nil {
			requests = append(requests, external.Request{Document: b.relative(d.Path), Text: string(bytes.Clone(text))})
			paths = append(paths, d.Path)
		}
	}
	began := time.Now()
	reviews, err := external.ReviewAll(ctx, b.program, b.dir(), requests)
	b.times.add(b.program.Name, len(requests), time.Since(began))
	if err != nil {
		return nil
	}
	answers := make(map[string]looked, len(reviews))
	for n, r := range reviews {
		answers[paths[n]] = looked{sha256.Sum256([]byte(requests[n].Text)), r}
	}
	return answers
}
