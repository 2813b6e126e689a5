package main

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A reviewFile is a review that came in, as it was read.
type reviewFile struct {
	name   string
	data   []byte
	review *intake.Review
}

// readReviews reads what --review names.
func (s *session) readReviews(o fixOptions) ([]reviewFile, error) {
	var out []reviewFile
	for _, name := range o.reviews {
		data, err := s.readReview(name)
		if err != nil {
			return nil, err
		}
		file, err := s.parseReview(o, name, data)
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
}

func (s *session) parseReview(o fixOptions, name string, data []byte) (reviewFile, error) {
	format := intake.Auto
	if o.reviewFormat != "" {
		var err error
		if format, err = intake.ParseFormat(o.reviewFormat); err != nil {
			return reviewFile{}, fmt.Errorf("--review-format: %w", err)
		}
	}
	r, err := intake.Parse(name, data, format)
	if err != nil {
		return reviewFile{}, err
	}
	for _, what := range r.Repaired {
		s.note(o.common, "%s: %s", name, what)
	}
	return reviewFile{name, data, r}, nil
}

func (s *session) readReview(name string) ([]byte, error) {
	if name == "-" {
		return io.ReadAll(s.in)
	}
	data, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such review", name)
	}
	return data, err
}

// reviewsOf is what the reviews say about the document at path, with every
// finding located in src. A review that is about another document says nothing.
func (s *session) reviewsOf(o fixOptions, path string, src []byte, files []reviewFile) []loop.Review {
	var out []loop.Review
	var doc *review.Document
	for _, file := range files {
		if !about(file.review, path) {
			continue
		}
		if doc == nil {
			doc = review.Parse(path, src)
		}
		name := file.review.Reviewer.Name
		if name == "" {
			name = filepath.Base(file.name)
		}
		out = append(out, located(file.review, doc, locate.Options{
			Reviewer: name, DocumentSHA256: file.review.DocumentSHA256, ReviewIsCurrent: o.current, Blob: s.revision(path),
		}))
	}
	return out
}

// about reports whether a review concerns the document at path.
func about(r *intake.Review, path string) bool {
	return r.Document == "" || intake.SamePath(r.Document, filepath.ToSlash(path)) || len(r.For(filepath.ToSlash(path))) > 0
}

// revision finds an earlier revision of the document at path by its hash.
func (s *session) revision(path string) func(sum string) ([]byte, bool) {
	return func(sum string) ([]byte, bool) {
		data, err := rollback.Find(s.ctx, rollback.Place{Path: path, Environ: s.environ}, sum)
		return data, err == nil
	}
}

// located is a review as the loop takes it, its findings located in doc.
func located(r *intake.Review, doc *review.Document, opts locate.Options) loop.Review {
	out := loop.Review{
		Reviewer: opts.Reviewer, Iteration: r.Iteration.Current, Verdict: r.Verdict.String(), Feedback: r.Feedback,
		Sections: r.Coverage, Tokens: r.Tokens,
		Findings: locate.Locate(doc, r.For(filepath.ToSlash(doc.Path)), opts),
	}
	for _, q := range r.Questions {
		out.Questions = append(out.Questions, loop.Question(q))
	}
	return out
}
