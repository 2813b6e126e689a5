package layout

import (
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A Rule is one layout rule: its description and the pure function that reports what breaks it.
type Rule struct {
	rules.Rule
	// Fixed says that some of the marks have edits.
	Fixed bool
	Find  func(*Page)
}

// Rules returns the layout rules in the order in which rules are listed.
func Rules() []Rule {
	return []Rule{
		trailingSpaces, blankLines, blanksAroundHeadings, blanksAroundFences, blanksAroundLists, finalNewline,
		bareURL, headingPunctuation, headingIncrement, duplicateHeading, emphasisStyle, strongStyle, orderedList,
		hardTabs, listIndentation, commandPrompt, lineLength,
	}
}

// on returns the Find of a rule that get returns the settings of; without them the rule is off.
func on[T any](get func(*rules.Style) *T, find func(*Page, *T)) func(*Page) {
	return func(p *Page) {
		if settings := get(p.Rules); settings != nil {
			find(p, settings)
		}
	}
}

// plain returns the Find of the rule with this ID, which has no options.
func plain(id string, find func(*Page, rules.Plain)) func(*Page) {
	return func(p *Page) {
		if settings, on := p.Rules.Plain[id]; on {
			find(p, settings)
		}
	}
}

// A Page is a document under the layout rules.
type Page struct {
	Doc   *zone.Document
	Rules *rules.Style
	// Report takes what breaks a rule.
	Report func(Mark)

	trimmed bool // textEnd is set
	textEnd int
}

// A Mark is a place that breaks a rule.
type Mark struct {
	Severity rules.Severity
	Span     source.Span
	Message  string
	// Edits mend the place, in the order of their spans. There are none where only a person can; then Reason says why,
	// unless the rule never has any.
	Edits  []source.Edit
	Reason string
}

// besideTemplate, besideDefinition and inTightList are reasons for which a place is reported and left alone.
const (
	besideTemplate   = "A template stands beside it, and what a line there means is known to its program alone."
	besideDefinition = "The definition above it may be an order about it: a blank line would part the two."
	inTightList      = "It stands in a list without blank lines between its items: with one, the items would become " +
		"paragraphs."
)
