package review

import (
	"fmt"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A State says how certain the place of a finding in the document is. Only a Located finding may ever be edited.
type State uint8

const (
	// Unlocated findings have no place; Candidates may name some.
	Unlocated State = iota
	// Located findings have exactly one place, which the document's text confirms.
	Located
	// Probable findings have a best place that nothing confirms.
	Probable
	// Ambiguous findings have several places that fit equally well.
	Ambiguous
	// Region findings name a section, not a place within it.
	Region
	// Outdated findings had a place in an older revision; it was edited since.
	Outdated
)

var stateNames = [...]string{"unlocated", "located", "probable", "ambiguous", "region", "outdated"}

func (s State) String() string { return stateNames[s] }

// MarshalText writes the state's name.
func (s State) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a state's name.
func (s *State) UnmarshalText(text []byte) error {
	for i, name := range stateNames {
		if name == string(text) {
			*s = State(i)
			return nil
		}
	}
	return fmt.Errorf("state %q: want one of %v", text, stateNames)
}

// A Remedy says what a finding offers to resolve it.
type Remedy uint8

const (
	// NoRemedy findings say what is wrong and nothing more; a fixer of their rule may know what to do.
	NoRemedy Remedy = iota
	// Replace findings want Old, or else the bytes of the span, to become Want.
	Replace
	// Choose findings offer several texts in Choices; a person picks one.
	Choose
	// Edits findings carry exact edits of their reviewer in Edits.
	Edits
	// Silence findings stay, because a person decided so: a comment in the document will switch their rule off.
	Silence
)

// AutoFix says whether the reviewer allows a fix without a person.
type AutoFix uint8

const (
	// AutoFixUnsaid leaves the decision to the fixers.
	AutoFixUnsaid AutoFix = iota
	// AutoFixYes invites a fix.
	AutoFixYes
	// AutoFixNo forbids one, whatever a fixer could do.
	AutoFixNo
)

// A Harm is a change that a fix makes in addition to its purpose. It needs the consent of a person.
type Harm uint8

const (
	BrokenLinks Harm = 1 << iota // links lead nowhere, or to another heading
	LostMarkup                   // markup in the edited blocks is lost or changed
)

// A Candidate is a place that a finding may mean, with the likeness, from 0 to
// 1, between what the finding quotes and what stands there.
type Candidate struct {
	Span source.Span
	Text string
	Like float64
}

// A Reason says why something is not found or not done.
type Reason struct {
	// Code is for programs: a word, or several with hyphens between them.
	Code string `json:"code,omitzero"`
	// Text is for people: whole sentences, with the remedy if there is one.
	Text string `json:"text,omitzero"`
}

// OneShape is the code of a finding that stands for many in the whole repository. It is never new.
const OneShape = "one-shape"

// Generated is the code of a finding about a file that git ignores. Who builds the pages has it.
const Generated = "generated"

// Because returns the Reason of a code and a text.
func Because(code, text string) Reason { return Reason{Code: code, Text: text} }

// A Finding is one objection of a reviewer to one document. Its tags are those of the checkpoints of a run; the fields
// without a name there have a form of their own.
type Finding struct {
	// ID names the finding within the run; foreign reviews bring their own.
	ID string `json:"id,omitzero"`
	// Rule is the id of the rule that was broken, "" if the reviewer names none.
	Rule string `json:"rule,omitzero"`
	// Message is one sentence for people, without markup or control characters.
	Message string `json:"message,omitzero"`
	Path    string `json:"-"` // the document's path as the run names it
	// Span is the place in bytes; it is set only in the states Located, Probable and Region.
	Span source.Span `json:"-"`
	// Reason gives the reason for a state other than Located, or for a fix that is not offered.
	Reason     Reason         `json:"reason,omitzero"`
	Candidates []Candidate    `json:"-"`
	Severity   rules.Severity `json:"-"`
	Category   rules.Category `json:"-"`
	State      State          `json:"-"`
	// AllPlaces says that the Candidates are all places with the very words that the finding quotes.
	AllPlaces bool `json:"all_places,omitzero"`
	// Tier is the rung of the locating ladder, from 0 to 5, that decided about an outside finding; see package locate.
	Tier   uint8  `json:"tier,omitzero"`
	Remedy Remedy `json:"remedy,omitzero"`
	// Old is the text that the reviewer wants replaced, if it names one.
	Old    string `json:"old,omitzero"`
	Quoted string `json:"quoted,omitzero"` // what the review quotes
	// Want is the replacement of a Replace finding; "" deletes.
	Want          string        `json:"want,omitzero"`
	Choices       []string      `json:"choices,omitzero"`
	Edits         []source.Edit `json:"-"`
	Confidence    float64       `json:"-"` // from 0 to 1; that of built-in reviewers is 1
	Source        string        `json:"-"` // the name of the reviewer, "doc-iterate" for the built-in ones
	Citations     []string      `json:"citations,omitzero"`
	AutoFix       AutoFix       `json:"auto_fix,omitzero"`
	RequiresHuman bool          `json:"requires_human,omitzero"`
	Allowed       Harm          `json:"allowed,omitzero"` // the harm that a person allows its fix
	Key           Key           `json:"key,omitzero"`     // set by Identify
	Former        Key           `json:"former,omitzero"`  // by which version 0.1 knew it
	Content       string        `json:"content,omitzero"` // that of the Issue, "" where there is none
}

// Equal reports whether all fields of f and other are equal. An empty list differs from a nil one.
func (f *Finding) Equal(other *Finding) bool {
	return f.ID == other.ID && f.Rule == other.Rule && f.Severity == other.Severity && f.Category == other.Category &&
		f.Message == other.Message && f.Path == other.Path && f.Span == other.Span && f.State == other.State &&
		f.Reason == other.Reason && sameList(f.Candidates, other.Candidates) && f.AllPlaces == other.AllPlaces &&
		f.Tier == other.Tier && f.Remedy == other.Remedy && f.Old == other.Old && f.Quoted == other.Quoted &&
		f.Want == other.Want && sameList(f.Choices, other.Choices) && sameList(f.Edits, other.Edits) &&
		f.Confidence == other.Confidence && f.Source == other.Source && sameList(f.Citations, other.Citations) &&
		f.AutoFix == other.AutoFix && f.RequiresHuman == other.RequiresHuman &&
		f.Allowed == other.Allowed && f.Key == other.Key && f.Former == other.Former &&
		f.Content == other.Content
}

// ReplaceBy makes the text of a person the replacement of f.
func (f *Finding) ReplaceBy(text string) {
	f.Old, f.Remedy, f.Want, f.Choices = "", Replace, text, nil
	f.RequiresHuman, f.AutoFix = false, AutoFixYes
}

// Worded returns f with an edit of a person as its replacement.
func (f *Finding) Worded(span source.Span, text string) Finding {
	out := *f
	out.ReplaceBy("")
	out.Remedy, out.Edits = Edits, []source.Edit{{Span: span, New: text}}
	out.Span = source.Span{Start: min(f.Span.Start, span.Start), End: max(f.Span.End, span.End)}
	return out
}

// Silenced returns f as a finding that a comment in the document will silence.
func (f *Finding) Silenced() Finding {
	out := *f
	out.ReplaceBy("")
	out.Remedy, out.Edits = Silence, nil
	return out
}

func sameList[T comparable](a, b []T) bool { return (a == nil) == (b == nil) && slices.Equal(a, b) }

// BuiltIn is the Source of the findings of this package's reviewers.
const BuiltIn = "doc-iterate"
