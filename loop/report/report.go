package report

import (
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/fixers"
	"github.com/doc-iterate/doc-iterate/loop/gate"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Version is the version of the JSON form of a Report. It changes when a field
// changes its meaning or goes away, not when one is added.
const Version = 1

// Input is what a Report is made from.
type Input struct {
	Tool Tool
	// Place returns the path by which fingerprints know a document, however it was named. Nil is its path.
	Place func(path string) string
	// Paths are the documents that were reviewed, in any order.
	Paths []string
	// Docs holds, by path, the documents that have findings or are edited by fixes, in the revision that was
	// reviewed. A finding whose document is missing is reported without a place.
	Docs map[string]*zone.Document
	// Findings are reported, in any order.
	Findings []review.Finding
	// Silenced is how many findings comments in the documents suppressed.
	Silenced int
	// Fixes holds the planned change of each finding by its index in Findings, an
	// empty one where there is none. It may be nil. See fixers.Fixes.
	Fixes []fixers.Change
	// Failures are the documents that could not be reviewed, or not by every reviewer.
	Failures []Failure
	// FailOn is the least severity that fails the run; with 0 none does.
	FailOn rules.Severity
	Shard  gate.Shard
	// Diff asks for the difference that all fixes together make.
	Diff bool
	// Fold has text count what readers of a page hardly notice, and not show it.
	Fold bool
}

// A Report has the findings of a check, resolved for people and programs. The field tags are its JSON form, whose
// schema is Schema.
type Report struct {
	Version   int            `json:"version"`
	Tool      Tool           `json:"tool"`
	FailOn    rules.Severity `json:"fail_on,omitempty"`
	Shard     gate.Shard     `json:"shard,omitzero"`
	Summary   Summary        `json:"summary"`
	Documents []Document     `json:"documents"`
	Findings  []Finding      `json:"findings"`
	Failures  []Failure      `json:"failures"`
}

// Tool is the program that made the report.
type Tool struct {
	Name    string `json:"name"`
	Version string `json:"version"`
	URI     string `json:"uri,omitempty"`
}

// Summary counts. Fixable is the findings for which a fix is known.
type Summary struct {
	Documents   int `json:"documents"`
	Findings    int `json:"findings"`
	Blockers    int `json:"blockers"`
	Warnings    int `json:"warnings"`
	Suggestions int `json:"suggestions"`
	Fixable     int `json:"fixable"`
	Failures    int `json:"failures"`
	// Silenced is how many findings comments in the documents suppressed.
	Silenced int `json:"silenced,omitzero"`
}

// Document is one document that was reviewed. Diff is the unified difference
// that all its fixes together make, where it was asked for.
type Document struct {
	Path string `json:"path"`
	Diff string `json:"diff,omitempty"`
}

// Failure is a document that could not be reviewed, or not by every reviewer, and why.
type Failure struct {
	Path    string `json:"path"`
	Message string `json:"message"`
}

// A Finding is a review.Finding with its place resolved. Start and End are nil if no place is known: in the states
// ambiguous, outdated and unlocated, and for a document that is not loaded. The tags are those of its JSON form, see
// findingJSON.
type Finding struct {
	review.Finding
	Start      *Position   `json:"start"`
	End        *Position   `json:"end"`
	Section    []string    `json:"section"`
	Snippet    *Snippet    `json:"snippet"`
	Candidates []Candidate `json:"candidates"` // resolved, in place of those of the review.Finding
	Fix        *Fix        `json:"fix"`

	folded bool // text counts it
}

// Position is a place in a document: the byte offset from 0, the line from 1,
// and the column from 1 in each unit that a format may ask for.
type Position struct {
	Offset      int `json:"offset"`
	Line        int `json:"line"`
	Column      int `json:"column"`       // code points
	UTF16Column int `json:"column_utf16"` // UTF-16 code units
	ByteColumn  int `json:"column_byte"`  // bytes of UTF-8
}

// Snippet is the first source line of a finding, or the part of a very long one that surrounds it. Text starts at
// Column, in code points, of that line; More says that the line goes on behind it.
type Snippet struct {
	Text   string `json:"text"`
	Column int    `json:"column"`
	More   bool   `json:"more,omitempty"`
}

// Candidate is a place that a finding may mean, with the likeness (0 to 1)
// between what it quotes and what stands there.
type Candidate struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
	Text  string   `json:"text"`
	Like  float64  `json:"like"`
}

// Fix is a change that resolves a finding; its edits are made together or not
// at all, and may lie in other documents than the finding.
type Fix struct {
	Edits []Edit `json:"edits"`
	// Replacement is the whole fix as one edit, for programs that take only one; nil if the fix reaches into other
	// documents or over many lines.
	Replacement *Edit `json:"replacement,omitempty"`
}

// Edit replaces the text Old between Start and End by New.
type Edit struct {
	Path  string   `json:"path"`
	Start Position `json:"start"`
	End   Position `json:"end"`
	Old   string   `json:"old"`
	New   string   `json:"new"`
}

// Findings makes the Report of a review: sorted by path, place, rule and key.
func Findings(in Input) Report {
	return Assemble(in, Diffed(in), Resolve(in))
}

// Assemble makes a Report of the results of Resolve and Diffed for one or more documents. From in it takes everything
// else.
func Assemble(in Input, documents []Document, findings []Finding) Report {
	r := Report{
		Version:   Version,
		Tool:      in.Tool,
		FailOn:    in.FailOn,
		Shard:     in.Shard,
		Documents: joinDocuments(documents),
		Findings:  findings,
		Failures:  SortedFailures(in.Failures),
	}
	if r.Findings == nil {
		r.Findings = []Finding{}
	}
	sortFindings(r.Findings)
	distinguish(r.Findings, in.Place)
	r.Summary = summarise(&r)
	r.Summary.Silenced = in.Silenced
	return r
}

// Resolve returns the findings of in as a Report has them, in its order.
func Resolve(in Input) []Finding {
	r := Resolver{docs: in.Docs}
	out := make([]Finding, 0, len(in.Findings))
	for i := range in.Findings {
		var change fixers.Change
		if in.Fixes != nil {
			change = in.Fixes[i]
		}
		out = append(out, r.Finding(&in.Findings[i], change))
	}
	sortFindings(out)
	if in.Fold {
		fold(out)
	}
	return out
}

func summarise(r *Report) Summary {
	s := Summary{Documents: len(r.Documents), Failures: len(r.Failures)}
	s.count(r.Findings)
	return s
}

// count adds findings to the summary.
func (s *Summary) count(findings []Finding) {
	s.Findings += len(findings)
	for i := range findings {
		switch findings[i].Severity {
		case rules.Blocker:
			s.Blockers++
		case rules.Suggestion:
			s.Suggestions++
		default:
			s.Warnings++
		}
		if findings[i].Fix != nil {
			s.Fixable++
		}
	}
}

// Diffed returns the documents of in. If in asks for it, they have the difference that their fixes make.
func Diffed(in Input) []Document {
	out := make([]Document, 0, len(in.Paths))
	for _, path := range slices.Compact(slices.Sorted(slices.Values(in.Paths))) {
		out = append(out, Document{Path: path})
	}
	if !in.Diff {
		return out
	}
	diffs := fixDiffs(in)
	for i := range out {
		out[i].Diff = diffs[out[i].Path]
	}
	return out
}

// SortedFailures returns failures by path and message.
func SortedFailures(failures []Failure) []Failure {
	out := append([]Failure{}, failures...)
	slices.SortStableFunc(out, func(a, b Failure) int {
		return cmp.Or(strings.Compare(a.Path, b.Path), strings.Compare(a.Message, b.Message))
	})
	return out
}

// gate reports whether f fails the run.
func (r *Report) gate(f *Finding) bool { return r.FailOn != 0 && f.Severity >= r.FailOn }
