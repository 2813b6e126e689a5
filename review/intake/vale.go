package intake

import (
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// isVale recognises an object from paths to lists of alerts. An empty object is
// what Vale prints when it finds nothing; a list without alerts is Vale's where it
// stands under what looks like a path.
func isVale(n node) bool {
	if n.kind() != object {
		return false
	}
	if _, ok := n.get("Code"); ok {
		_, ok = n.get("Text")
		return ok
	}
	all := true
	n.elements(func(path, list node) bool {
		if _, some := list.first(); !some && !documentPath().MatchString(path.str()) {
			all = false
			return false
		}
		all = list.kind() == array
		list.elements(func(_, alert node) bool {
			_, check := alert.get("Check")
			_, match := alert.get("Match")
			all = all && check && match
			return false
		})
		return all
	})
	return all
}

// documentPath matches what has a folder or an ending of a name.
var documentPath = pattern(`[/\\]|\.[A-Za-z0-9]+$`)

// vale reads vale --output=JSON. Lines count from 1; a Span is a first and a
// last column, both included, in code points, of which a byte order mark is one.
func (r *reader) vale(n node) {
	r.review.Reviewer.Name = "vale"
	if code, ok := n.get("Code"); ok && code.kind() == text {
		text, _ := n.get("Text")
		r.fail(0, "", "vale could not do its work (%s): %s", code.str(), text.str())
		return
	}
	if n.kind() != object {
		r.fail(n.offset(), "", "is %v; want an object from paths to alerts", n.kind())
		return
	}
	n.elements(func(path, list node) bool {
		if list.kind() != array {
			r.fail(list.offset(), clip(path.str(), 40), "is %v; want a list of alerts", list.kind())
			return false
		}
		if _, some := list.first(); !some && !documentPath().MatchString(path.str()) {
			r.fail(list.offset(), clip(path.str(), 40), "is an empty list under what is no path of a document; want an object from paths to alerts")
			return false
		}
		for i, alert := range list.list() {
			r.alert(path.str(), r.foreign(alert, join(clip(path.str(), 40), index("alert", i))))
		}
		return len(r.errs) <= maxErrors
	})
}

func (r *reader) alert(path string, f fields) {
	issue := finding(path, f.str("Check"), f.str("Message"), threeLevels(f.str("Severity")))
	issue.Place.Quote = f.str("Match")
	line := f.whole("Line", 0)
	issue.Place.Range = span(source.CodePoint, line, 0, 0, 0)
	if s := f.ints("Span"); len(s) == 2 && s[0] > 0 {
		issue.Place.Range = span(source.CodePoint, line, s[0], line, s[1]+1)
	}
	issue.Place.BOM = review.BOMCounted
	if link := f.str("Link"); link != "" {
		issue.Citations = []string{Clean(link)}
	}
	action := f.child("Action")
	wants := f.strings("Suggestions")
	if len(wants) == 0 {
		wants = action.strings("Params")
	}
	switch name := action.str("Name"); {
	case issue.Place.Quote == "":
	case name == "remove":
		issue.Remedy, issue.Old = review.Replace, issue.Place.Quote
	case name == "replace", (name == "edit" || name == "convert") && len(f.strings("Suggestions")) > 0:
		choose(&issue, issue.Place.Quote, wants)
	case name == "suggest" && len(f.strings("Suggestions")) > 0:
		issue.Remedy, issue.Choices = review.Choose, wants
	}
	r.add(issue)
}
