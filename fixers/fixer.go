// Package fixers turns findings into edits that are proved to change nothing else.
//
// A Fixer, one file each, knows how to resolve the findings of one rule. Build asks the fixers for their changes and
// puts those that fit together into a Plan. Prove makes the candidate revisions, parses them, and takes out every
// change that breaks its contract; the others stay. Build protects the zones and Prove checks the contracts for all
// fixers, so that a fixer with a mistake does no harm.
//
// The package is pure: the same findings in any order give the same bytes, and nothing is read or written.
package fixers

import (
	"fmt"
	"maps"
	"slices"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Contract is what a fixer promises to leave alone, beyond the rule for all: outside the edited values the tree of
// the candidate equals that of its base.
type Contract uint8

const (
	// TextOnly edits lie in prose, in heading text or in a name that a term spells as a whole.
	TextOnly Contract = iota
	// CaseOnly edits lie in heading text and change nothing but letter case.
	CaseOnly
	// InfoOnly edits lie in the info string of one fenced code block.
	InfoOnly
	// MarkerOnly edits replace the bullets of list items.
	MarkerOnly
	// FragmentOnly edits replace what stands behind the # of a link's destination.
	FragmentOnly
	// ValueOnly edits change one value of the front matter, and neither its keys nor how it is quoted. Where the
	// reviewer wrote the old and the new key, one entry.
	ValueOnly
	// LayoutOnly edits are of white space, of the marks of Markdown and of the numbers of lists.
	LayoutOnly
	// CommentOnly edits insert a comment that switches the rule of the finding off at its place.
	CommentOnly
	// SpanOnly edits lie in the span of the finding, whatever it holds; the tree outside that span stays equal.
	SpanOnly
)

var contractNames = [...]string{
	"text", "case", "info string", "list marker", "fragment", "front matter value", "layout", "comment", "span",
}

func (c Contract) String() string { return contractNames[c] }

// ofForm reports whether edits under the contract change form alone.
func (c Contract) ofForm() bool { return c == InfoOnly || c == MarkerOnly || c == LayoutOnly }

// zones returns where edits under the contract may lie.
func (c Contract) zones() zone.Set {
	switch c {
	case TextOnly:
		return zone.SetOf(zone.Prose, zone.HeadingText, zone.Identifier)
	case CaseOnly:
		return zone.SetOf(zone.HeadingText)
	case InfoOnly:
		return zone.SetOf(zone.InfoString)
	case MarkerOnly:
		return zone.SetOf(zone.ListMarker)
	case FragmentOnly:
		return zone.SetOf(zone.Destination, zone.Definition)
	case ValueOnly:
		return zone.SetOf(zone.FrontMatter)
	case LayoutOnly:
		return zone.SetOf(zone.Markup, zone.ListMarker, zone.AutoLink, zone.Definition)
	}
	return ^zone.SetOf(zone.FrontMatter)
}

// A Fixer resolves the findings of one rule.
type Fixer struct {
	// Rule is the id of the rule.
	Rule     string
	Contract Contract
	// Fix is pure. It returns the smallest change that resolves the finding, or an *Abstention if that would be a
	// guess. Any other error is a failure.
	Fix func(*zone.Document, *rules.Set, *review.Finding) (Change, error)
}

// Registry returns the built-in fixers, at most one for a rule.
func Registry() []Fixer {
	words := []Fixer{Terminology, HeadingCase, FencedCodeLanguage, ListMarker, DoubledWord, Misspelling, Reference}
	return append(words, layoutFixers()...)
}

// A Change is what one fix does: edits of one document or several, made and undone together. Each is in it once.
type Change []DocumentEdits

// DocumentEdits are the edits of the document at Path.
type DocumentEdits struct {
	Path  string
	Edits []source.Edit
}

// Of returns the edits of the document at path, nil where there are none.
func (c Change) Of(path string) []source.Edit {
	for i := range c {
		if c[i].Path == path {
			return c[i].Edits
		}
	}
	return nil
}

// Paths returns the documents that are changed, sorted.
func (c Change) Paths() []string {
	out := make([]string, len(c))
	for i := range c {
		out[i] = c[i].Path
	}
	slices.Sort(out)
	return out
}

// with returns the change with more edits, by document. It does not modify c.
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
type Abstention struct{ Reason string }

func (a *Abstention) Error() string { return a.Reason }

// abstain returns the error of a fixer that would have to guess.
func abstain(format string, args ...any) error { return &Abstention{fmt.Sprintf(format, args...)} }
