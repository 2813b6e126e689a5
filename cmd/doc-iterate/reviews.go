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
	// What pair finds out: whole is the document of the run that the review as a
	// whole is about, "" where it is about all of them or none; issues is what it
	// says, by the document that it says it of; strays is what it says of documents
	// outside the run, which go with the document home.
	whole, home string
	issues      map[string][]review.Issue
	strays      []review.Issue
}

// about reports whether the review concerns the document at path.
func (f *reviewFile) about(path string) bool {
	return f.review.Document == "" || f.whole == path || len(f.issues[path]) > 0
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
	return reviewFile{name: name, data: data, review: r}, nil
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

// pair finds out which documents of the run the reviews are about. A review that
// names one document and comes to a run of one document is about that, whatever
// it is called there: who runs it says so. Where a name could be several
// documents, or none, or there is none to tell several apart, nothing is guessed:
// a review that is about nothing would let the documents pass.
func (s *session) pair(c common, files []reviewFile, docs []document) error {
	if len(docs) == 0 && len(files) > 0 {
		return fmt.Errorf("%s: there is no document for it to be about; name one that the rules do not ignore", files[0].name)
	}
	return s.pairAll(c, files, docs, false)
}

// pairAgain is pair for a run that is resumed. It may be one of several that the
// reviews came to, so that they may be about documents of the others.
func (s *session) pairAgain(c common, files []reviewFile, docs []document) error {
	if len(docs) == 0 {
		return nil
	}
	return s.pairAll(c, files, docs, true)
}

func (s *session) pairAll(c common, files []reviewFile, docs []document, again bool) error {
	if len(files) == 0 {
		return nil
	}
	among := newAddresses(docs)
	for i := range files {
		f := &files[i]
		called, err := f.aim(among, again)
		if err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if called != "" {
			s.note(c, "%s: it names the document %s; taken for %s", f.name, intake.Clean(called), docs[0].path)
		}
		if err := f.sort(among, called); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
		if n := len(f.strays); n > 0 {
			s.note(c, "%s: left out %d of %d findings, which are about other documents, as %s", f.name, n, len(f.review.Issues), intake.Clean(f.strays[0].Path))
		}
	}
	return nil
}

// aim finds the document that the review as a whole is about. Called is the name
// that is taken for the only document of the run though it does not fit, "" for
// none.
func (f *reviewFile) aim(among *addresses, again bool) (called string, err error) {
	docs := among.docs
	whole := f.review.Document
	if f.whole, err = among.callings(nil).of(whole); err != nil || f.whole != "" {
		return "", err
	}
	if len(docs) > 1 {
		if whole != "" && !again {
			return "", fmt.Errorf("names the document %q, which is none of the %d of the run; name that document, or the only one that it is about", intake.Clean(whole), len(docs))
		}
		return "", nil
	}
	// What linters say of each finding's document counts like what a review says of
	// its own: they know standard input by a name of their own.
	calls := f.callings(among)
	names := map[string]bool{whole: true}
	first, second := whole, ""
	for _, issue := range f.review.Issues {
		if issue.Path == "" || names[issue.Path] {
			continue
		}
		fits, err := calls.of(issue.Path)
		if err != nil {
			return "", err
		}
		if fits != "" {
			first, second = "", ""
			break
		}
		names[issue.Path] = true
		switch {
		case first == "":
			first = issue.Path
		case second == "" && !f.same(first, issue.Path):
			second = issue.Path
		}
	}
	switch {
	case second != "" && !again:
		return "", fmt.Errorf("is about %q, %q and none that is %s; name the document that it is about", intake.Clean(first), intake.Clean(second), docs[0].path)
	case whole != "":
		f.whole, called = docs[0].path, whole
	case first != "" && second == "":
		f.whole, called = docs[0].path, first
	}
	return called, nil
}

// same reports whether a name of an issue is another spelling of called; of the
// document that the review is about as a whole, every name that could be its own is.
func (f *reviewFile) same(called, name string) bool {
	return slashed(called) == slashed(name) || called == f.review.Document && intake.SamePath(called, name)
}

// sort puts the issues to their documents. Called is a name of the only document
// that it goes by in the review.
func (f *reviewFile) sort(among *addresses, called string) error {
	docs := among.docs
	f.home, f.issues, f.strays = docs[0].path, map[string][]review.Issue{}, nil
	calls := f.callings(among)
	for _, issue := range f.review.Issues {
		at := f.whole
		var err error
		switch {
		case issue.Path != "" && called != "" && f.same(called, issue.Path):
		case issue.Path != "":
			at, err = calls.of(issue.Path)
		case f.review.Document != "":
			issue.Path = f.review.Document
		case len(docs) == 1:
			at = f.home
		default:
			err = fmt.Errorf("names no document, and there are %d; put \"document\" into the review, or name one document", len(docs))
		}
		if err != nil {
			return fmt.Errorf("issue %q: %w", issue.ID, err)
		}
		if at == "" {
			f.strays = append(f.strays, issue)
		} else {
			f.issues[at] = append(f.issues[at], issue)
		}
	}
	return nil
}

// callings finds documents by what the review's issues call them. In a review of one
// document every name that could be its own is.
func (f *reviewFile) callings(among *addresses) *callings {
	if f.whole != "" {
		return among.callings(nil)
	}
	names := make([]string, len(f.review.Issues))
	for i := range f.review.Issues {
		names[i] = f.review.Issues[i].Path
	}
	return among.callings(names)
}

// reviewsOf is what the reviews say about the document at path, with every
// finding located in src. A review of other documents says nothing, and so that
// nothing but its findings is edited, it is heard all the same.
func (s *session) reviewsOf(flags reviewFlags, path string, src []byte, files []reviewFile) []loop.Review {
	var out []loop.Review
	var doc *review.Document
	for i := range files {
		f := &files[i]
		name := f.review.Reviewer.Name
		if name == "" {
			name = filepath.Base(f.name)
		}
		r := loop.Review{Reviewer: name}
		if f.about(path) {
			if doc == nil {
				doc = review.Parse(path, src)
			}
			r = located(f.review, f.issues[path], doc, locate.Options{
				Reviewer: name, DocumentSHA256: f.review.DocumentSHA256, ReviewIsCurrent: flags.current, Blob: s.revision(path),
			})
		}
		if path == f.home {
			for i := range f.strays {
				r.Findings = append(r.Findings, locate.Stray(&f.strays[i], name))
			}
		}
		out = append(out, r)
	}
	return out
}

// revision finds an earlier revision of the document at path by its hash.
func (s *session) revision(path string) func(sum string) ([]byte, bool) {
	return func(sum string) ([]byte, bool) {
		data, err := rollback.Find(s.ctx, rollback.Place{Path: path, Environ: s.environ}, sum)
		return data, err == nil
	}
}

// located is a review as the loop takes it, what it says of doc located there.
func located(r *intake.Review, issues []review.Issue, doc *review.Document, opts locate.Options) loop.Review {
	out := loop.Review{
		Reviewer: opts.Reviewer, Iteration: r.Iteration.Current, MaxIterations: r.Iteration.Max, Verdict: r.Verdict.String(), Feedback: r.Feedback,
		Sections: r.Coverage, Tokens: r.Tokens,
		Findings: locate.Locate(doc, issues, opts),
	}
	for _, q := range r.Questions {
		out.Questions = append(out.Questions, loop.Question(q))
	}
	return out
}
