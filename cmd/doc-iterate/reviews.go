package main

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/spf13/pflag"

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

// reviewFlags is the flags about reviews.
type reviewFlags struct {
	reviews      []string
	reviewFormat string
	current      bool
}

func addReviews(flags *pflag.FlagSet, r *reviewFlags, about string) {
	flags.StringArrayVar(&r.reviews, "review", nil, about)
	flags.StringVar(&r.reviewFormat, "review-format", "", "the reviews' `FORMAT`, instead of recognising it")
	flags.BoolVar(&r.current, "review-is-current", false, "the reviews were made of the documents as they are now")
}

// validate checks what the flag parser can't.
func (r reviewFlags) validate() error {
	if n := slices.Index(r.reviews, "-"); n >= 0 && slices.Contains(r.reviews[n+1:], "-") {
		return errors.New("--review -: standard input can be read once")
	}
	if r.reviewFormat != "" {
		if _, err := intake.ParseFormat(r.reviewFormat); err != nil {
			return fmt.Errorf("--review-format: %w", err)
		}
	}
	return nil
}

// readReviews reads what --review names.
func (s *session) readReviews(c common, r reviewFlags) ([]reviewFile, error) {
	var out []reviewFile
	for _, name := range r.reviews {
		data, err := s.readReview(name)
		if err != nil {
			return nil, err
		}
		file, err := s.parseReview(c, r, name, data)
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
}

func (s *session) parseReview(c common, flags reviewFlags, name string, data []byte) (reviewFile, error) {
	format := intake.Auto
	if flags.reviewFormat != "" {
		var err error
		if format, err = intake.ParseFormat(flags.reviewFormat); err != nil {
			return reviewFile{}, fmt.Errorf("--review-format: %w", err)
		}
	}
	r, err := intake.Parse(name, data, format)
	if err != nil {
		return reviewFile{}, err
	}
	for _, what := range r.Repaired {
		s.note(c, "%s: %s", name, what)
	}
	return reviewFile{name, data, r}, nil
}

func (s *session) readReview(name string) ([]byte, error) {
	if name == "-" {
		return readAll("standard input", s.in)
	}
	data, err := readFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such review", name)
	}
	return data, err
}

// reviewsOf is what the reviews say about the document at path, with every
// finding located in src. A review that is about another document says nothing.
func (s *session) reviewsOf(flags reviewFlags, path string, src []byte, files []reviewFile) []loop.Review {
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
			Reviewer: name, DocumentSHA256: file.review.DocumentSHA256, ReviewIsCurrent: flags.current, Blob: s.revision(path),
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
