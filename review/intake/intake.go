// Package intake reads reviews: doc-iterate's own review.json and the formats of
// the linters and tools around it, one file a format.
//
// Every reader turns its format into review.Issue values and knows the format's
// unit of columns and whether an end is part of its range; nothing behind this
// package needs to. A review is material from outside and is trusted in nothing:
// sizes, nesting and numbers are bounded, texts that people will see are
// cleaned, and paths are compared, never opened.
//
// What a language model writes a little wrongly is taken where it has one
// meaning (another name of a field, a number as a string, a comma too many, a
// fence around the JSON), and Review.Repaired says what was taken so. No
// field of a finding costs the finding: what can't be read is left out, and where
// that could have said what to replace, so is the replacement. What is no review
// is refused with an error that names the file and the place.
package intake

import (
	"bytes"
	"errors"
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review"
)

// A Review is what one reviewer says in one file.
type Review struct {
	Format Format
	// Document is the path of the document as the review names it, "" where it
	// names none or several.
	Document string
	// DocumentSHA256 is the hash of the revision that was reviewed, in lower-case
	// hexadecimal; "" where it is not given.
	DocumentSHA256 string
	Reviewer       Reviewer
	Iteration      Iteration
	// QualityScore lies between 0 and 100; it is nil where it is not given.
	QualityScore *float64
	Verdict      Verdict
	Feedback     string
	// Coverage names the sections that were reviewed; it is nil where the review
	// does not say.
	Coverage  []string
	Questions []Question
	Issues    []review.Issue
	// Tokens is what making the review cost, where the reviewer reports it.
	Tokens int
	// Repaired says what was taken although the format does not allow it. Read and Ignored
	// count the values that were understood all the same, and those that were left out.
	Repaired      []string
	Read, Ignored int
}

// PositionsAlone counts the findings whose place or edits are coordinates that a program
// counted, without the text that stands there. They hold for the revision that was reviewed
// alone, and it counts none where the review names that.
func (r *Review) PositionsAlone() int {
	n := 0
	for i := range r.Issues {
		issue := &r.Issues[i]
		place := issue.Place.Measured && issue.Place.Quote == "" && issue.Place.Form != review.NoRange
		if r.DocumentSHA256 == "" && (place || issue.Remedy == review.Edits) {
			n++
		}
	}
	return n
}

// A Reviewer is who made a review.
type Reviewer struct{ Name, Version string }

// An Iteration is how often the document was reviewed, as the review says; both
// are 0 where it does not.
type Iteration struct{ Current, Max int }

// A Question is one that the reviewer had to ask.
type Question struct {
	ID, Text           string
	Critical, Answered bool
}

// A Verdict is a review's judgement of the whole document.
type Verdict uint8

// The verdicts.
const (
	NoVerdict Verdict = iota // the review gives none
	Approve                  // the document is good as it is
	NeedsWork                // it needs changes
	Reject                   // changes can't save it
)

var verdictNames = [...]string{"", "approve", "needs_work", "reject"}

func (v Verdict) String() string { return verdictNames[v] }

// maxBytes bounds a review, so that a hostile one costs bounded memory.
const maxBytes = 256 << 20

// Parse reads a review. Name is what errors call it: the file's name, or the
// program's. The error of a review that can't be read joins one *Error for each
// thing that is wrong with it.
func Parse(name string, data []byte, format Format) (*Review, error) {
	r := &reader{name: name, src: data, review: &Review{}}
	if len(data) > maxBytes {
		return nil, fmt.Errorf("%s: a review of more than %d MB; split it", name, maxBytes>>20)
	}
	if inUTF16(data) {
		return nil, &Error{Name: name, Line: 1, Column: 1, Msg: "is in UTF-16, as PowerShell's > writes; want UTF-8: " +
			"write it with Out-File -Encoding utf8, or convert it with iconv -f UTF-16 -t UTF-8"}
	}
	if !utf8.Valid(data) {
		r.repair("read bytes that are not UTF-8 as U+FFFD")
		r.src = bytes.ToValidUTF8(data, []byte("\uFFFD"))
	}
	r.src = bytes.TrimPrefix(r.src, []byte("\uFEFF"))
	r.parse(format)
	r.dropEmptyRemedies()
	r.nameIssues()
	r.noteRepairs()
	if len(r.errs) > 0 {
		return nil, errors.Join(r.errs...)
	}
	return r.review, nil
}

// inUTF16 reports whether data begins with a byte order mark of UTF-16, or with a
// character of ASCII in it.
func inUTF16(data []byte) bool {
	if len(data) < 2 {
		return false
	}
	mark := string(data[:2])
	return mark == "\xff\xfe" || mark == "\xfe\xff" || (data[0] == 0) != (data[1] == 0)
}

// SamePath reports whether two paths name one document as far as their texts can
// say: they are equal, or one ends with the other. Paths that climb are equal to
// themselves alone.
func SamePath(a, b string) bool {
	a, b = path.Clean(strings.ReplaceAll(a, `\`, "/")), path.Clean(strings.ReplaceAll(b, `\`, "/"))
	if a == b {
		return true
	}
	if len(a) < len(b) {
		a, b = b, a
	}
	return !strings.HasPrefix(b, "..") && !strings.HasPrefix(b, "/") && b != "." && strings.HasSuffix(a, "/"+b)
}
