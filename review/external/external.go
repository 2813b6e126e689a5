// Package external runs a reviewer or fixer that is another program.
//
// The program is run without a shell. It gets a Request as JSON on its standard input, or the document's text where it
// is configured so, and answers with a review, in any format of package intake, on its standard output. It may take its
// time, crash or write without end: each of these is an error about the program, never about the document, and none of
// them harms the run.
//
// What each file holds:
//
//	external.go    what a program is asked and what it answers
//	several.go     one run over several documents
//	program.go     running it: the copy that it reads, its environment, its limits
//	confine_*.go   ending it with all that it started
package external

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Request is what a program is asked.
type Request struct {
	Document       string     `json:"document"`                  // its path, as the run names it
	DocumentSHA256 string     `json:"document_sha256,omitempty"` // the hash of Text
	Text           string     `json:"text"`                      // the revision to review, which need not be on disk
	Scope          []string   `json:"scope,omitempty"`           // the sections that are wanted; empty means all
	Iteration      int        `json:"iteration"`                 // the number of the review, from 1
	MaxIterations  int        `json:"max_iterations,omitempty"`  // the number of passes that the run may make
	Guidance       string     `json:"guidance,omitempty"`        // what this review should attend to, in words
	Feedback       string     `json:"feedback,omitempty"`        // what reviewers say of the document as a whole
	Findings       []Earlier  `json:"findings,omitempty"`        // what is open so far
	Questions      []Question `json:"questions,omitempty"`       // what earlier reviews left open
	TokensLeft     int        `json:"tokens_left,omitempty"`     // of the run's budget; 0 is no bound
}

// A Question is one that an earlier review left open. A program answers it with a
// question of the same id that is answered.
type Question struct {
	ID       string `json:"id"`
	Text     string `json:"text"`
	Critical bool   `json:"critical,omitempty"`
}

// Earlier is an open finding in a Request.
type Earlier struct {
	ID       string   `json:"id"`
	Rule     string   `json:"rule,omitempty"`
	Category string   `json:"category,omitempty"`
	Severity string   `json:"severity"`
	Message  string   `json:"message"`
	State    string   `json:"state"`
	Line     int      `json:"line,omitempty"`
	Column   int      `json:"column,omitempty"`
	Section  []string `json:"section,omitempty"`
	Text     string   `json:"text,omitempty"`
	Reviewer string   `json:"reviewer,omitempty"`
}

// EarlierFindings returns findings in d as a Request has them. Lines and columns count from 1, columns in code points.
func EarlierFindings(d *zone.Document, findings []review.Finding) []Earlier {
	out := make([]Earlier, 0, len(findings))
	for _, f := range findings {
		e := Earlier{
			ID: f.ID, Rule: f.Rule, Severity: f.Severity.String(), Message: f.Message,
			State: f.State.String(), Reviewer: f.Source,
		}
		if f.Category != 0 {
			e.Category = f.Category.String()
		}
		if f.State == review.Located {
			p := d.Lines().Point(f.Span.Start, 0)
			e.Line, e.Column = p.Line, p.Column
			e.Section = d.HeadingPath(f.Span.Start)
			e.Text = strings.ToValidUTF8(string(d.Bytes(f.Span)), "\uFFFD")
		}
		out = append(out, e)
	}
	return out
}

// A ToolError says what is wrong with a program, as opposed to the document that it was to review. Its text does not
// name the program; whoever shows it does, and knows whether it was asked as a reviewer or as a fixer.
type ToolError struct {
	Err    error  // what went wrong
	Stderr string // the end of what the program wrote to its standard error
}

func (e *ToolError) Error() string {
	s := e.Err.Error()
	if last := lastLine(e.Stderr); last != "" {
		s += ": " + last
	}
	return s
}

func (e *ToolError) Unwrap() error { return e.Err }

// Errors that a ToolError wraps.
var (
	ErrTimeout = errors.New("took longer than its timeout")
	ErrOutput  = errors.New("wrote more than is read")
	ErrMute    = errors.New("wrote nothing")
	// ErrNoFinding is what a linter that could not read the document looks like.
	ErrNoFinding = errors.New("failed and found nothing, so that it is not known whether it read the document")
)

// Review asks program for a review of the document. Dir is the directory that it runs in and that {path} is relative
// to. Where the document on disk is not the text of the request, {path} is a copy that has the text, unless the program
// only reads its standard input. Findings in other documents are left out, and those in this one name no path: the
// program may call the document what it likes. Linters exit with a status other than 0 when they find something. So the
// status counts only where no review was written, or a review without findings and a status of 2 or more. Every error
// but that of a cancelled context is a *ToolError.
func Review(ctx context.Context, program rules.Program, dir string, request Request) (*format.Review, error) {
	var r *format.Review
	err := ask(ctx, program, dir, request, func(out []byte, path string, status int) (err error) {
		r, err = parse(program, out)
		if err == nil && status >= failed && len(r.Issues) == 0 {
			err = ErrNoFinding
		}
		if err == nil {
			keepDocument(r, dir, path, request.Document)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return r, nil
}

// failed is the least exit status of linters that failed; 1 is that of linters that found something.
const failed = 2

// reader reads the output of a program that saw the document at path.
type reader func(out []byte, path string, status int) error

// ask runs program and calls read with its output.
func ask(ctx context.Context, program rules.Program, dir string, request Request, read reader) error {
	if request.DocumentSHA256 == "" {
		request.DocumentSHA256 = fmt.Sprintf("%x", sha256.Sum256([]byte(request.Text)))
	}
	path, remove, err := documentPath(program, dir, request)
	if err != nil {
		return &ToolError{Err: err}
	}
	defer remove()
	input, err := stdin(program, request)
	if err != nil {
		return &ToolError{Err: fmt.Errorf("request: %w", err)}
	}
	return output(ctx, program, dir, []string{path}, input, func(out []byte, status int) error {
		return read(out, path, status)
	})
}

// output runs program on the documents at the paths and calls read with what it wrote and its exit status.
func output(
	ctx context.Context, program rules.Program, dir string, paths []string, input []byte,
	read func(out []byte, status int) error,
) error {
	out, stderr, err := run(ctx, program, dir, paths, input)
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	if err == nil || len(bytes.TrimSpace(out)) > 0 && isExit(err) {
		unread := read(out, exitStatus(err))
		if unread == nil {
			return nil
		}
		err = errors.Join(err, unread)
	}
	return &ToolError{err, stderr}
}

// A Reply is what a fixer answers: the text to put in place of the finding that
// it was asked about, or a review whose issue brings it.
type Reply struct {
	// Text is nil where the fixer has none, or answered with a review.
	Text   *string
	Tokens int
	Review *format.Review
}

// Rewrite asks a fixer about the one finding of the request. The fixer answers with {"text": "…", "tokens": 0}, with
// null for no text, or with a review. Errors are those of Review.
func Rewrite(ctx context.Context, program rules.Program, dir string, request Request) (*Reply, error) {
	var reply Reply
	err := ask(ctx, program, dir, request, func(out []byte, path string, _ int) error {
		if text, tokens, ok := plainReply(out); ok {
			reply.Text, reply.Tokens = text, max(0, tokens)
			return nil
		}
		var err error
		if reply.Review, err = parse(program, out); err == nil {
			keepDocument(reply.Review, dir, path, request.Document)
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return &reply, nil
}

// plainReply reads {"text": "…", "tokens": 0}, in which text is null where the
// fixer has none, or null alone. Without a text an object with issues is a review.
func plainReply(out []byte) (reply *string, tokens int, ok bool) {
	if string(bytes.TrimSpace(out)) == "null" {
		return nil, 0, true
	}
	var keys map[string]json.RawMessage
	var plain struct {
		Text   *string
		Tokens int
	}
	if json.Unmarshal(out, &keys) != nil || json.Unmarshal(out, &plain) != nil {
		return nil, 0, false
	}
	_, text := keys["text"]
	_, issues := keys["issues"]
	return plain.Text, plain.Tokens, plain.Text != nil || text && !issues
}

func parse(program rules.Program, out []byte) (*format.Review, error) {
	format, err := format.ParseFormat(program.Format)
	if err != nil {
		return nil, err
	}
	r, err := intake.Parse("output of "+program.Name, out, format)
	switch {
	case err != nil && len(bytes.TrimSpace(out)) == 0:
		return nil, ErrMute
	case err != nil:
		return nil, err
	}
	if r.Reviewer.Name == "" {
		r.Reviewer.Name = program.Name
	}
	return r, nil
}

// keepDocument removes the issues of other documents than the one that the program, which ran in dir, saw at path.
func keepDocument(r *format.Review, dir, path, document string) {
	r.Document = ""
	same := map[string]bool{"": true}
	for i := range r.Issues {
		name := r.Issues[i].Path
		if _, known := same[name]; !known {
			same[name] = means(name, dir, path, document)
		}
	}
	r.Issues = slices.DeleteFunc(r.Issues, func(issue review.Issue) bool { return !same[issue.Path] })
	for name, here := range same {
		if !here {
			r.Others = append(r.Others, name)
		}
	}
	for i := range r.Issues {
		r.Issues[i].Path = ""
	}
}

// means reports whether a program that ran in dir and saw the document at path means
// the document by name. Where another file has that name, the name is that file's,
// however alike the paths are: programs look at more than they are asked for.
func means(name, dir, path, document string) bool {
	switch {
	case sameFile(dir, name, path):
		return true
	case sameFile(dir, name, name) && !sameFile(dir, name, document):
		return false
	}
	return intake.SamePath(name, path)
}

// sameFile reports whether two paths name one file for a program that runs in dir. Programs name files in their own
// way: from where they run, as ../../tmp/copy.md, or with links resolved.
func sameFile(dir, a, b string) bool {
	var infos [2]os.FileInfo
	for i, path := range []string{a, b} {
		if !filepath.IsAbs(path) {
			path = filepath.Join(dir, path)
		}
		info, err := os.Stat(path)
		if err != nil {
			return false
		}
		infos[i] = info
	}
	return os.SameFile(infos[0], infos[1])
}
