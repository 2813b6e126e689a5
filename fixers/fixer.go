// Package fixers turns findings into edits that are proved to change nothing
// else.
//
// A Fixer, one file each, knows how to resolve the findings of one rule. Build
// asks the fixers for their changes and puts those that may be made together
// into a Plan; Prove makes the candidate revisions, parses them, and takes out
// alone every change that breaks its contract. The protection of zones and the
// proof stand here once, not in the fixers: a fixer that lies is caught.
//
// The package is pure: the same findings in any order give the same bytes, and
// nothing is read or written.
//
// Of this module it imports internal/parallel, review, review/source and rules.
package fixers

import (
	"fmt"
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Contract is what a fixer promises to leave alone, beyond the rule for all:
// outside the edited values the tree of the candidate equals that of its base.
type Contract uint8

const (
	// TextOnly edits lie in prose or heading text.
	TextOnly Contract = iota
	// CaseOnly edits lie in heading text and change nothing but letter case.
	CaseOnly
	// InfoOnly edits lie in the info string of one fenced code block.
	InfoOnly
	// MarkerOnly edits replace the bullets of list items.
	MarkerOnly
	// FragmentOnly edits replace what stands behind the # of a link's destination.
	FragmentOnly
	// SpanOnly edits lie in the span of the finding, whatever it holds; the tree
	// outside that span stays equal.
	SpanOnly
)

var contractNames = [...]string{"text", "case", "info string", "list marker", "fragment", "span"}

func (c Contract) String() string { return contractNames[c] }

// zones is where edits under the contract may lie.
func (c Contract) zones() review.ZoneSet {
	switch c {
	case TextOnly:
		return review.ZonesOf(review.Prose, review.HeadingText)
	case CaseOnly:
		return review.ZonesOf(review.HeadingText)
	case InfoOnly:
		return review.ZonesOf(review.InfoString)
	case MarkerOnly:
		return review.ZonesOf(review.ListMarkerZone)
	case FragmentOnly:
		return review.ZonesOf(review.DestinationZone, review.Definition)
	}
	return ^review.ZonesOf(review.FrontMatter, review.Opaque)
}

// A Fixer resolves the findings of one rule.
type Fixer struct {
	// Rule is the id of the rule.
	Rule     string
	Contract Contract
	// Fix is pure. It returns the smallest change that resolves the finding, or an
	// *Abstention that says why it would be a guess; any other error is a failure.
	Fix func(*review.Document, *rules.Set, *review.Finding) (Change, error)
}

// Registry is the built-in fixers, at most one for a rule.
func Registry() []Fixer {
	return []Fixer{Terminology, HeadingCase, FencedCodeLanguage, ListMarker, Reference}
}

// A Change is what one fix does: edits of one document or several, made and undone
// together. It names no document twice.
type Change []DocumentEdits

// DocumentEdits is the edits of the document at Path.
type DocumentEdits struct {
	Path  string
	Edits []source.Edit
}

// Of is the edits of the document at path, nil where there are none.
func (c Change) Of(path string) []source.Edit {
	for i := range c {
		if c[i].Path == path {
			return c[i].Edits
		}
	}
	return nil
}

// Paths is the documents that are changed, sorted.
func (c Change) Paths() []string {
	out := make([]string, len(c))
	for i := range c {
		out[i] = c[i].Path
	}
	slices.Sort(out)
	return out
}

// with is the change with more edits, by document; c stays as it is.
func (c Change) with(more map[string][]source.Edit) Change {
	out := slices.Clone(c)
	for i := range out {
		out[i].Edits = slices.Concat(out[i].Edits, more[out[i].Path])
	}
	for _, path := range slices.Sorted(maps.Keys(more)) {
		if c.Of(path) == nil {
			out = append(out, DocumentEdits{path, more[path]})
		}
	}
	return out
}

// An Abstention is a fixer's reason for not fixing a finding.
type Abstention struct{ Why string }

func (a *Abstention) Error() string { return a.Why }

// abstain is the error of a fixer that would have to guess.
func abstain(format string, args ...any) error { return &Abstention{fmt.Sprintf(format, args...)} }
