package review

import (
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// An Issue is a finding of an outside review before its place in the document is known. The readers of review formats
// make issues, and the locator turns them into findings. Texts that people will see (ID, Rule, Message, Citations) are
// free of control characters; texts that are compared with the document are as the review has them.
type Issue struct {
	// ID is unique within its review.
	ID string
	// Content is a hash of all that the review says; see package settled.
	Content string
	Rule    string
	// Path names the document as the review does; "" is the review's own document.
	Path    string
	Message string
	Place   Place
	// Remedy says which of Old, Want, Choices and Edits hold what the issue offers.
	Remedy        Remedy
	Adds          bool // Want is Old with words added before or behind it
	Severity      rules.Severity
	Category      rules.Category
	AutoFix       AutoFix
	RequiresHuman bool
	Old           string
	Want          string
	Choices       []string
	Edits         []IssueEdit
	// Standing says whether the issue is to be done, and Why gives the words that say otherwise.
	Standing Standing
	Why      string
	// Confidence lies between 0 and 1; it is 1 where the review gives none.
	Confidence float64
	Citations  []string
}

// A Standing says whether a reviewer still wants what an issue says.
type Standing uint8

const (
	Open          Standing = iota
	NotUnderstood          // nothing is known of it but its words
	Doubted                // it depends on something, or somebody is against it: a person decides
	Closed                 // it is done, withdrawn or refused: nothing is to be done
	Settled                // it was done by an earlier run, or the document has it already
	PerhapsDone            // the document may have it already: a person decides
)

// The reason codes of findings that their review closes, that are words without an edit, that are done, and that may
// be done.
const (
	ClosedRemark    = "closed"
	UnreadRemark    = "not-understood"
	SettledIssue    = "settled"
	PerhapsDoneCode = "perhaps-done"
)

// A Place is everything that a review says about the place of an issue.
type Place struct {
	Range
	// Measured is set when a program counted the coordinates. What a person or a
	// language model writes as a line is an estimate, and decides nothing.
	Measured bool
	// Section names a heading, or a path of headings joined by " > ".
	Section string
	// Nth is the number, from 1, of the meant one among equal quotes, or -1 for the last; 0 says nothing.
	Nth int
	// All says how many equal quotes there are, which all are meant; it is -1 for any number, and 0 where one is meant.
	All int
	// Item is the number of the list item that the quote stands in, and Row words of its row in a table.
	Item int
	Row  string
	// Quote is the text that the issue is about; Prefix and Suffix stand directly before and behind it.
	Quote, Prefix, Suffix string
}

// RangeForm says how a Range names its place.
type RangeForm uint8

const (
	// NoRange names none.
	NoRange RangeForm = iota
	// Points are lines and columns.
	Points
	// Offsets are counted from the start of the document.
	Offsets
	// WholeLine is the line of From with the line ending that sets it apart from the rest of the document.
	WholeLine
)

// BOM says whether coordinates count the byte order mark that a document begins with.
type BOM uint8

const (
	// BOMUnknown coordinates may or may not count it: if that matters, they are no place.
	BOMUnknown BOM = iota
	// BOMCounted coordinates count the mark as a character.
	BOMCounted
	// BOMSkipped coordinates count the text without it.
	BOMSkipped
)

// A Range is a place in coordinates, in the form and the unit of its format.
type Range struct {
	Form RangeForm
	// Unit is what columns and offsets count.
	Unit source.Unit
	// AnyUnit is set if the format does not say the unit: the place counts only if it is the same in all units.
	AnyUnit bool
	// BOM says whether columns of the first line, and Offsets, count a byte order mark.
	BOM BOM
	// From and To are the ends of Points; To lies behind the last character. A column of 0 stands for no column: From
	// the start, To the end of the line. A zero To is no end: the range is known by its start alone.
	From, To source.Point
	// Start and End are the ends of Offsets, from 0.
	Start, End int
}

// An IssueEdit replaces a range by New.
type IssueEdit struct {
	Range
	// Old is the text of the range, "" if the program does not give it.
	Old string
	New string
}
