package intake

import (
	"slices"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// finding starts an issue of another program: with full confidence, and with
// coordinates that were measured.
func finding(path, rule, message string, severity rules.Severity) review.Issue {
	return review.Issue{
		Rule: Clean(rule), Path: path, Severity: severity, Message: Clean(message),
		Place: review.Place{Measured: true}, Confidence: 1,
	}
}

// add adds an issue to the review.
func (r *reader) add(issue review.Issue) {
	if issue.Message == "" {
		issue.Message = "no message"
	}
	for _, text := range []*string{&issue.Rule, &issue.Path, &issue.Message, &issue.Place.Section} {
		*text = r.shared(*text)
	}
	if issue.Old == issue.Place.Quote {
		issue.Old = issue.Place.Quote // in the same memory
	}
	for i := range issue.Citations {
		issue.Citations[i] = r.shared(issue.Citations[i])
	}
	r.review.Issues = append(r.review.Issues, issue)
}

// shared returns text, in the memory of the same text of an earlier issue. Linters say the same of many places.
func (r *reader) shared(text string) string {
	const most, longest = 1 << 12, 400 // texts, bytes
	if text == "" || len(text) > longest {
		return text
	}
	if known, ok := r.texts[text]; ok {
		return known
	}
	if r.texts == nil {
		r.texts = map[string]string{}
	}
	if len(r.texts) < most {
		r.texts[text] = text
	}
	return text
}

// expect makes room for an issue from each element of a list.
func (r *reader) expect(list jsontree.Node) {
	r.review.Issues = slices.Grow(r.review.Issues, list.Len())
}

// cite makes a link, unless it is "", the citation of an issue.
func cite(issue *review.Issue, link string) {
	if link != "" {
		issue.Citations = []string{Clean(link)}
	}
}

// span returns the range between two points that count from 1 in the given unit. To
// is behind the last character. A column of 0 is none.
func span(unit source.Unit, from, to source.Point) review.Range {
	if from.Line < 1 {
		return review.Range{}
	}
	r := review.Range{Form: review.Points, Unit: unit, From: from}
	backwards := to.Line == from.Line && to.Column > 0 && to.Column < from.Column
	if to.Line >= from.Line && !backwards {
		r.To = to
	}
	return r
}

// editSpan is span for what an edit replaces. A place whose end was given and is not
// behind its start does not say what to take out, and is no range.
func editSpan(r review.Range, endGiven bool) review.Range {
	if endGiven && r.To == (source.Point{}) {
		return review.Range{}
	}
	return r
}

// offsets returns the range between two offsets in the given unit.
func offsets(unit source.Unit, start, end int) review.Range {
	return review.Range{Form: review.Offsets, Unit: unit, Start: start, End: end}
}

// setEdits makes edits the remedy of an issue.
func setEdits(issue *review.Issue, edits ...review.IssueEdit) {
	issue.Remedy, issue.Edits = review.Edits, edits
}

// setBOM says how the coordinates of an issue and of its edits count a byte order mark.
func setBOM(issue *review.Issue, bom review.BOM) {
	issue.Place.BOM = bom
	for i := range issue.Edits {
		issue.Edits[i].BOM = bom
	}
}

// severityOf reads the severity of a program that has errors, warnings and less.
func severityOf(word string) rules.Severity {
	switch strings.ToLower(word) {
	case "error", "fatal", "critical":
		return rules.Blocker
	case "info", "note", "notice", "information", "suggestion", "hint", "style", "none":
		return rules.Suggestion
	}
	return rules.Warning
}

// lintSeverity returns the severity of linters in which every rule is an error unless it is
// set otherwise. There an error only says that the text should be mended.
func lintSeverity(isError bool) rules.Severity {
	if isError {
		return rules.Warning
	}
	return rules.Suggestion
}

// offer gives an issue the texts that may stand in place of old: one replaces it, of
// several a person chooses.
func offer(issue *review.Issue, old string, wants []string) {
	if len(wants) == 1 && !alternatives(old, wants[0]) && !advises(wants[0], old) {
		issue.Remedy, issue.Old, issue.Want = review.Replace, old, wants[0]
	} else if len(wants) > 0 {
		issue.Remedy, issue.Choices = review.Choose, wants
	}
}

// option is one of several ways to resolve an issue: its edits, if the program gives
// them, and its description.
type option struct {
	edits       []review.IssueEdit
	description string
}

// offerOptions offers several ways to resolve an issue. A choice replaces the text at
// the place of the issue, so that only texts for that place are choices. Edits of other
// places and bare descriptions become advice.
func (r *reader) offerOptions(issue *review.Issue, field string, options []option) {
	var choices, advice []string
	for _, o := range options {
		if len(o.edits) == 1 && o.edits[0].Range == issue.Place.Range {
			choices = append(choices, o.edits[0].New)
		}
		switch {
		case o.description != "":
			advice = append(advice, strings.TrimRight(o.description, ". "))
		case len(o.edits) == 1:
			advice = append(advice, strconv.Quote(o.edits[0].New))
		}
	}
	switch {
	case len(choices) > 0 && len(choices) == len(options):
		issue.Remedy, issue.Choices = review.Choose, choices
	case len(advice) > 0:
		r.advise(issue, field, strings.Join(advice, "; or: "))
	}
}

var optional = pattern(`\((?:e?s|en|ing|ed)\)|\[[^\]]*\]`)

// alternatives reports whether want is more than one text, as in a|b, firefighter(s)
// and "a, b, or c". Signs that old has as well are part of the text.
func alternatives(old, want string) bool {
	for _, sign := range []string{"|", "..."} {
		if strings.Contains(want, sign) && !strings.Contains(old, sign) {
			return true
		}
	}
	if optional().MatchString(want) && !optional().MatchString(old) {
		return true
	}
	return strings.Contains(want, ", ") && !strings.Contains(old, ",") && strings.Contains(" "+want, " or ")
}
