// Package reviewfiles reads the reviews that the command line names, recognises their formats, finds out which
// documents of the run each finding is about, locates the findings there, and knows which of them are resolved by now.
//
// Invariants:
//   - A name that could be several documents, or none, is an error. Nothing is guessed.
//   - A review of other documents has no findings, and is still a review of the run, so that nothing but what reviews
//     say is edited.
package reviewfiles

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"path/filepath"
	"slices"

	"github.com/doc-iterate/doc-iterate/internal/app/workspace"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/loop/engine"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/locate"
	"github.com/doc-iterate/doc-iterate/review/settled"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rollback"
)

// A Raw is the bytes of a review. A run keeps them in a file of their own to be resumed.
type Raw struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
	Data   []byte `json:"-"`
}

// A File is a review that was read.
type File struct {
	Raw
	review *format.Review
	// The fields below are set by Pair. document is the document of the run that the review as a whole is about, ""
	// where it is about all of them or none. issues are those of each document until they are located. strays are
	// about documents outside the run; they are reported with the document straysAt.
	document string
	issues   map[string]*[]review.Issue
	total    int // of its issues
	strays   []review.Issue
	straysAt string
}

// A Reader reads reviews.
type Reader struct {
	Format  format.Format
	Stdin   io.Reader
	Note    func(format string, args ...any) // shows the user a note
	Current bool                             // the reviews are of the documents as they are now
	Unasked bool                             // nobody named the reviews
	// Documents are the paths of the documents, as they were typed: a review may be a copy of the only one.
	Documents []string
	// Verbose notes every repair of a review, instead of their number.
	Verbose bool
}

// Read reads the reviews of these names; - is standard input.
func (r Reader) Read(ctx context.Context, names []string) ([]File, error) {
	if err := fit(names); err != nil {
		return nil, err
	}
	var out []File
	for _, name := range names {
		data, err := r.data(ctx, name)
		if err != nil {
			return nil, err
		}
		if data, err = r.copied(name, data); err != nil {
			return nil, err
		}
		file, err := r.Parse(Raw{Name: name, Data: data})
		if err != nil {
			return nil, err
		}
		out = append(out, file)
	}
	return out, nil
}

func (r Reader) data(ctx context.Context, name string) ([]byte, error) {
	if name == "-" {
		return workspace.ReadAll("standard input", &fittingReader{Reader: r.Stdin})
	}
	read := func(name string) ([]byte, error) { return workspace.ReadFile(ctx, name) }
	if r.Unasked {
		read = workspace.ReadUnasked
	}
	data, err := read(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: no such review", name)
	}
	return data, err
}

// Parse parses a review that was read.
func (r Reader) Parse(raw Raw) (File, error) {
	as := r.Format
	if as == format.Copy {
		as = format.Auto // it is the difference by now
	}
	parsed, err := intake.Parse(raw.Name, raw.Data, as)
	if err != nil {
		return File{}, err
	}
	if len(parsed.Repaired) == 1 || r.Verbose {
		for _, what := range parsed.Repaired {
			r.Note("%s: %s", raw.Name, what)
		}
	} else if len(parsed.Repaired) > 0 {
		r.Note("%s: %s not as the form has them: %d read all the same, %d ignored; -v lists them",
			raw.Name, wording.Count(parsed.Read+parsed.Ignored, "value"), parsed.Read, parsed.Ignored)
	}
	if n := parsed.PositionsAlone(); n > 0 && !r.Current {
		remedy := "If that is the text as it is now, add --review-is-current"
		if raw.Name == "-" {
			remedy = "A linter that is piped in needs --review-is-current, too"
		}
		r.Note("%s: %s by position alone, which holds for the text that was reviewed. %s",
			raw.Name, wording.Count(n, "finding"), remedy)
	}
	raw.SHA256 = fmt.Sprintf("%x", sha256.Sum256(raw.Data))
	return File{Raw: raw, review: parsed}, nil
}

// Locating says how findings are located.
type Locating struct {
	Environ []string // for git
	Current bool     // the reviews were made of the documents as they are now
	Keep    bool     // another run may locate the issues again
	// Ledger returns what is known of earlier runs over the document at path, nil where nothing is. It may be nil.
	Ledger func(path string) *settled.Ledger
}

// Identities returns the names by which a ledger knows the review: its bytes, and what it is of where it says so.
func (f *File) Identities() []string {
	out := []string{"bytes " + f.SHA256}
	if f.review.DocumentSHA256 != "" {
		out = append(out, f.review.DocumentSHA256+" "+f.review.Reviewer.Name)
	}
	return out
}

// IdentitiesOf returns those of several reviews.
func IdentitiesOf(files []File) (out []string) {
	for i := range files {
		out = append(out, files[i].Identities()...)
	}
	return out
}

// mark notes what is done of the issues of a review, and returns how many earlier runs did, and what is open again.
func (l Locating) mark(f *File, path string, doc *zone.Document, issues []review.Issue) (int,
	map[string]settled.Place) {
	var ledger *settled.Ledger
	if l.Ledger != nil {
		ledger = l.Ledger(path)
	}
	if ledger == nil {
		ledger = &settled.Ledger{}
	}
	settled.SetContent(issues)
	current := l.Current
	if want := f.review.DocumentSHA256; want != "" {
		sum := sha256.Sum256(doc.Source())
		current = current || hex.EncodeToString(sum[:]) == want
	}
	return ledger.Mark(doc, settled.Review{Names: f.Identities(), Current: current, Issues: issues})
}

// Of returns the reviews of the document at path, with every finding located in doc. It calls doc only if they have
// findings. It frees the issues of the document unless l.Keep, so that they and the findings are not in memory
// together. Several goroutines may ask for different documents.
func (l Locating) Of(ctx context.Context, path string, doc func() *zone.Document, files []File) []loop.Review {
	var out []loop.Review
	var index *locate.Index
	for i := range files {
		f := &files[i]
		name := f.review.Reviewer.Name
		if name == "" {
			name = filepath.Base(f.Name)
		}
		r := loop.Review{Reviewer: name}
		var issues []review.Issue
		if held := f.issues[path]; held != nil {
			if issues = *held; l.Keep {
				issues = slices.Clone(issues)
			} else {
				*held = nil
			}
		}
		count := len(issues)
		if f.review.Document == "" || f.document == path || count > 0 {
			if index == nil {
				index = locate.NewIndex(doc())
			}
			done, open := l.mark(f, path, doc(), issues)
			r = Located(f.review, issues, index, locate.Options{
				Reviewer: name, DocumentSHA256: f.review.DocumentSHA256, ReviewIsCurrent: l.Current,
				Blob: func(sum string) ([]byte, bool) {
					data, err := rollback.Find(ctx, rollback.Place{Path: path, Environ: l.Environ}, sum)
					return data, err == nil
				},
			})
			r.Done = done
			reopen(doc(), r.Findings, open)
		}
		r.Elsewhere = f.total - count
		if path == f.straysAt {
			r.Elsewhere -= len(f.strays)
			for i := range f.strays {
				r.Findings = append(r.Findings, locate.Stray(&f.strays[i], name))
			}
		}
		out = append(out, r)
	}
	return out
}

// reopen locates the findings that an earlier run fixed, and whose old text is back, at their places.
func reopen(doc *zone.Document, findings []review.Finding, open map[string]settled.Place) {
	if len(open) == 0 {
		return
	}
	for n := range findings {
		f := &findings[n]
		at, ok := open[f.ID]
		if !ok || f.State == review.Located && f.Span.Touches(at.Span) {
			continue
		}
		f.State, f.Span, f.Reason, f.Candidates = review.Located, at.Span, review.Reason{}, nil
		*f = f.Worded(at.Span, at.Text)
	}
	slices.SortStableFunc(findings, func(a, b review.Finding) int { return source.Compare(a.Span, b.Span) })
	review.Identify(doc, findings)
}

// Located returns a review for the loop. The issues are located in the document of the index.
func Located(r *format.Review, issues []review.Issue, index *locate.Index, opts locate.Options) loop.Review {
	out := loop.Review{
		Reviewer: opts.Reviewer, Iteration: r.Iteration.Current, MaxIterations: r.Iteration.Max,
		Verdict: r.Verdict.String(), Score: r.QualityScore, Feedback: r.Feedback,
		Sections: r.Coverage, Tokens: r.Tokens,
		Findings: index.Locate(issues, opts),
	}
	for _, q := range r.Questions {
		out.Questions = append(out.Questions, engine.Question(q))
	}
	return out
}
