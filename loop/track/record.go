package track

import (
	"encoding"
	"fmt"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A FindingRecord is a Finding in a checkpoint. A run over thousands of documents stores hundreds of thousands of them,
// so a record leaves out the usual values.
type FindingRecord struct {
	*review.Finding
	Severity   string            `json:"severity,omitzero"` // "" is a warning
	Category   string            `json:"category,omitzero"` // "" is style
	Path       *string           `json:"path,omitzero"`     // nil is the document of the checkpoint
	At         spanRecord        `json:"at,omitzero"`
	State      string            `json:"state,omitzero"` // "" is located
	Candidates []candidateRecord `json:"candidates,omitzero"`
	Edits      []editRecord      `json:"edits,omitzero"`
	Confidence *float64          `json:"confidence,omitzero"` // nil is 1
	Source     *string           `json:"source,omitzero"`     // nil is the built-in reviewers
}

// A spanRecord is the start and the end of a span.
type spanRecord [2]int

type candidateRecord struct {
	At   spanRecord `json:"at"`
	Text string     `json:"text"`
	Like float64    `json:"like"`
}

type editRecord struct {
	At  spanRecord `json:"at"`
	New string     `json:"new"`
}

func recordSpan(s source.Span) spanRecord { return spanRecord{s.Start, s.End} }

func (r spanRecord) span() source.Span { return source.Span{Start: r[0], End: r[1]} }

// RecordFinding returns the record of f in a checkpoint of the document at path.
func RecordFinding(f *review.Finding, path string) FindingRecord {
	r := FindingRecord{
		Finding: f, Severity: nameUnless(f.Severity, rules.Warning), Category: nameUnless(f.Category,
			rules.CategoryStyle),
		Path: Unless(f.Path, path), At: recordSpan(f.Span), State: nameUnless(f.State, review.Located),
		Confidence: Unless(f.Confidence, 1), Source: Unless(f.Source, review.BuiltIn),
	}
	for _, c := range f.Candidates {
		r.Candidates = append(r.Candidates, candidateRecord{recordSpan(c.Span), c.Text, c.Like})
	}
	for _, e := range f.Edits {
		r.Edits = append(r.Edits, editRecord{recordSpan(e.Span), e.New})
	}
	return r
}

// Restored returns the finding that r was made of.
func (r *FindingRecord) Restored(path string) review.Finding {
	var f review.Finding
	if r.Finding != nil {
		f = *r.Finding
	}
	f.Severity, f.Category = named(r.Severity, rules.Warning), named(r.Category, rules.CategoryStyle)
	f.Path, f.Span, f.State = OrUsual(r.Path, path), r.At.span(), named(r.State, review.Located)
	f.Confidence, f.Source = OrUsual(r.Confidence, 1), OrUsual(r.Source, review.BuiltIn)
	for _, c := range r.Candidates {
		f.Candidates = append(f.Candidates, review.Candidate{Span: c.At.span(), Text: c.Text, Like: c.Like})
	}
	for _, e := range r.Edits {
		f.Edits = append(f.Edits, source.Edit{Span: e.At.span(), New: e.New})
	}
	return f
}

// nameUnless returns the name of value, or "" for the usual value.
func nameUnless[T interface {
	comparable
	fmt.Stringer
}](value, usual T) string {
	if value == usual {
		return ""
	}
	return value.String()
}

// named returns the value of a name from nameUnless. A value that is not set has a name that UnmarshalText does not
// know.
func named[T any, P interface {
	*T
	encoding.TextUnmarshaler
}](name string, usual T) T {
	if name == "" {
		return usual
	}
	var value, unset T
	if err := P(&value).UnmarshalText([]byte(name)); err != nil {
		return unset
	}
	return value
}

// Unless returns nil for the usual value, which a record leaves out.
func Unless[T comparable](value, usual T) *T {
	if value == usual {
		return nil
	}
	stored := value // a pointer to the parameter would allocate in every call
	return &stored
}

// OrUsual returns the value that was given to Unless.
func OrUsual[T any](value *T, usual T) T {
	if value == nil {
		return usual
	}
	return *value
}

// A Record is an Issue in a checkpoint.
type Record struct {
	*Issue
	Finding    FindingRecord   `json:"finding"`
	Now        *review.Key     `json:"now,omitzero"`     // nil is the finding's key
	Place      *review.Key     `json:"place,omitzero"`   // nil is the finding's key
	Sources    []string        `json:"sources,omitzero"` // nil is that of the finding alone
	Duplicates []FindingRecord `json:"twins,omitempty"`
	Skip       fixers.Reason   `json:"skip,omitzero"`
	Detail     string          `json:"detail,omitzero"` // of Skip
}

// RecordIssue returns the record of i in a checkpoint of the document at path.
func RecordIssue(i *Issue, path string) Record {
	r := Record{
		Issue: i, Finding: RecordFinding(&i.Finding, path), Now: Unless(i.Now, i.Key), Place: Unless(i.Place, i.Key),
	}
	if s := i.Sources; len(s) != 1 || s[0] != i.Source {
		r.Sources = append([]string{}, s...)
	}
	if i.Skip != nil {
		r.Skip, r.Detail = i.Skip.Reason, i.Skip.Detail
	}
	for n := range i.Duplicates {
		r.Duplicates = append(r.Duplicates, RecordFinding(&i.Duplicates[n], path))
	}
	return r
}

// Restored returns the issue that r was made of.
func (r *Record) Restored(path string) Issue {
	var i Issue
	if r.Issue != nil {
		i = *r.Issue
	}
	f := r.Finding.Restored(path)
	i.Finding, i.Now, i.Place, i.Sources = f, OrUsual(r.Now, f.Key), OrUsual(r.Place, f.Key), r.Sources
	if r.Sources == nil {
		i.Sources = []string{f.Source}
	}
	if r.Skip != "" {
		i.Skip = &fixers.Skip{Finding: &f, Reason: r.Skip, Detail: r.Detail}
	}
	for n := range r.Duplicates {
		i.Duplicates = append(i.Duplicates, r.Duplicates[n].Restored(path))
	}
	return i
}
