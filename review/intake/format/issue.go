package format

import (
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// finding starts an issue of another program: with full confidence, and with coordinates that were measured.
func finding(path, rule, message string, severity rules.Severity) review.Issue {
	return review.Issue{
		Rule: remark.Clean(rule), Path: path, Severity: severity, Message: remark.Clean(message),
		Place: review.Place{Measured: true}, Confidence: 1,
	}
}

// Add adds an issue to the review.
func (r *Reader) Add(issue review.Issue) {
	if issue.Message == "" {
		issue.Message = "no message"
	}
	r.Review.Issues = append(r.Review.Issues, issue)
}

// cite makes a link, unless it is "", the citation of an issue.
func cite(issue *review.Issue, link string) {
	if link != "" {
		issue.Citations = []string{remark.Clean(link)}
	}
}

// span returns the range between two points that count from 1 in the given unit. To
// is behind the last character. A column of 0 stands for no column.
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

// offer gives an issue the texts that may stand in place of old: one replaces it, of several a person chooses.
func offer(issue *review.Issue, old string, wants []string) {
	if len(wants) == 1 {
		issue.Remedy, issue.Old, issue.Want = review.Replace, old, wants[0]
	} else if len(wants) > 0 {
		issue.Remedy, issue.Choices = review.Choose, wants
	}
}

// option is one of several ways to resolve an issue: its edits, if the program gives them, and its description.
type option struct {
	edits       []review.IssueEdit
	description string
}

// offerOptions offers several ways to resolve an issue. A choice replaces the text at the place of the issue, so that
// only texts for that place are choices. Edits of other places and bare descriptions become advice.
func (r *Reader) offerOptions(issue *review.Issue, field string, options []option) {
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
		r.Advise(issue, field, strings.Join(advice, "; or: "))
	}
}

// Advise adds advice to the message of the issue. Advice is no choice: who picks it
// agrees with it, and would get its words into the document.
func (r *Reader) Advise(issue *review.Issue, field, s string) {
	r.Repair("'%s' reads like advice, so it was not applied", field)
	said := remark.Clean(s)
	switch {
	case issue.Message == "":
		issue.Message = said
	case !strings.Contains(strings.ToLower(issue.Message), strings.ToLower(said)):
		issue.Message = strings.TrimRight(issue.Message, ". ") + ". Advice: " + said
	}
}
