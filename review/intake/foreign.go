package intake

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// foreign opens an object of another program's format. What it holds beyond the
// fields that are asked for does not matter.
func (r *reader) foreign(n node, where string) fields {
	f := fields{r: r, where: where, at: n.offset(), byKey: map[string]field{}}
	if n.kind() != object {
		r.fail(n.offset(), where, "is %v; want an object", n.kind())
		return f
	}
	n.elements(func(key, value node) bool {
		if value.kind() != null {
			name := key.str()
			f.byKey[name] = field{value, name}
		}
		return true
	})
	return f
}

// child opens the object in a field; without one it is empty.
func (f fields) child(name string) fields {
	v, ok := f.byKey[name]
	if !ok {
		return fields{r: f.r, where: join(f.where, name), at: f.at}
	}
	return f.r.foreign(v.node, join(f.where, name))
}

// items is the elements of the list in a field.
func (f fields) items(name string) []node {
	v, ok := f.byKey[name]
	if !ok {
		return nil
	}
	if v.kind() != array {
		f.fail(name, "is %v; want a list", v.kind())
		return nil
	}
	return v.list()
}

// ints is a list of whole numbers.
func (f fields) ints(name string) []int {
	var out []int
	for _, n := range f.items(name) {
		one := fields{r: f.r, where: f.where, at: f.at, byKey: map[string]field{name: {n, name}}}
		before := len(f.r.errs)
		out = append(out, one.whole(name, -1))
		if len(f.r.errs) > before {
			return nil
		}
	}
	return out
}

// strings is the strings of a list; other elements are left out.
func (f fields) strings(name string) []string {
	var out []string
	for _, n := range f.items(name) {
		if n.kind() == text {
			out = append(out, n.str())
		}
	}
	return out
}

// finding starts an issue of another program: sure of itself, and with
// coordinates that were counted.
func finding(path, rule, message string, severity rules.Severity) review.Issue {
	return review.Issue{
		Rule: Clean(rule), Path: path, Severity: severity, Message: Clean(message),
		Place: review.Place{Measured: true}, Confidence: 1,
	}
}

// add takes an issue into the review.
func (r *reader) add(issue review.Issue) {
	if issue.Message == "" {
		issue.Message = "no message"
	}
	r.review.Issues = append(r.review.Issues, issue)
}

// span is the range from a line and column to another, each counted from 1 in
// the given unit, the last one behind the last character; a column of 0 is none.
func span(unit source.Unit, line, column, endLine, endColumn int) review.Range {
	if line < 1 {
		return review.Range{}
	}
	r := review.Range{Form: review.Points, Unit: unit, From: source.Point{Line: line, Column: column}}
	if endLine >= line {
		r.To = source.Point{Line: endLine, Column: endColumn}
		if endLine == line && endColumn > 0 && endColumn < column {
			r.To = source.Point{}
		}
	}
	return r
}

// spanOfEdit is span for what an edit replaces. A place that ends before it starts
// says where something is wrong, but not what to take out, and is no range.
func spanOfEdit(r review.Range, ends bool) review.Range {
	if ends && r.To == (source.Point{}) {
		return review.Range{}
	}
	return r
}

// marked says of the coordinates of an issue, and of its edits, how they count a
// byte order mark.
func marked(issue *review.Issue, bom review.BOM) {
	issue.Place.BOM = bom
	for i := range issue.Edits {
		issue.Edits[i].BOM = bom
	}
}

// threeLevels is the severities of programs that know errors, warnings and less.
func threeLevels(word string) rules.Severity {
	switch strings.ToLower(word) {
	case "error", "fatal", "critical":
		return rules.Blocker
	case "info", "note", "notice", "information", "suggestion", "hint", "style", "none":
		return rules.Suggestion
	}
	return rules.Warning
}

// twoLevels is the severities of linters whose every rule is an error unless it
// is set otherwise, so that the word says no more than that it should be mended.
func twoLevels(isError bool) rules.Severity {
	if isError {
		return rules.Warning
	}
	return rules.Suggestion
}

// substitute offers want for old, unless want is advice, which is a choice.
func substitute(issue *review.Issue, old, want string) {
	if alternatives(old, want) || advises(want, old) {
		issue.Remedy, issue.Choices = review.Choose, append(issue.Choices, want)
		return
	}
	issue.Remedy, issue.Old, issue.Want = review.Replace, old, want
}

// choose offers several ways out, or the only one there is.
func choose(issue *review.Issue, old string, wants []string) {
	switch len(wants) {
	case 0:
	case 1:
		substitute(issue, old, wants[0])
	default:
		issue.Remedy, issue.Choices = review.Choose, wants
	}
}

// A way is one of several ways out that a program names: what it would edit, if it
// says so, and how it describes that.
type way struct {
	edits []review.IssueEdit
	says  string
}

// ways offers several ways out. Who picks a choice has it put in the place of the
// finding, so that only texts for that place are choices. What is to be edited
// elsewhere, or is only described, is told.
func (r *reader) ways(issue *review.Issue, field string, all []way) {
	var choices, told []string
	for _, w := range all {
		if len(w.edits) == 1 && w.edits[0].Range == issue.Place.Range {
			choices = append(choices, w.edits[0].New)
		}
		switch {
		case w.says != "":
			told = append(told, strings.TrimRight(w.says, ". "))
		case len(w.edits) == 1:
			told = append(told, strconv.Quote(w.edits[0].New))
		}
	}
	switch {
	case len(choices) > 0 && len(choices) == len(all):
		issue.Remedy, issue.Choices = review.Choose, choices
	case len(told) > 0:
		r.advise(issue, field, strings.Join(told, "; or: "))
	}
}

var optional = pattern(`\((?:e?s|en|ing|ed)\)|\[[^\]]*\]`)

// alternatives reports whether want is more than one text: a|b, firefighter(s),
// "a, b, or c". What old has as well is meant.
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

// index names an element of a list in errors.
func index(name string, i int) string { return fmt.Sprintf("%s[%d]", name, i) }
