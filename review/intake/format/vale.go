package format

import (
	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// IsVale recognises an object from paths to lists of alerts. An empty object is what Vale prints when it finds nothing;
// a list without alerts is Vale's where it stands under what looks like a path.
func IsVale(n jsontree.Node) bool {
	if n.Kind() != jsontree.Object {
		return false
	}
	if n.Has("Code") {
		return n.Has("Text")
	}
	for path, list := range n.Members() {
		if !isAlerts(path, list) || list.Len() > 0 && !list.First().Has("Check", "Match") {
			return false
		}
	}
	return true
}

// isAlerts reports whether a list may be the alerts of the document at path.
func isAlerts(path, list jsontree.Node) bool {
	return list.Kind() == jsontree.Array && (list.First().Exists() || documentPath().MatchString(path.Text()))
}

// documentPath matches what has a folder or an ending of a name.
var documentPath = remark.Pattern(`[/\\]|\.[A-Za-z0-9]+$`)

// Vale reads vale --output=JSON. Lines count from 1; a Span is a first and a
// last column, both included, in code points. A byte order mark counts as one.
func (r *Reader) Vale(n jsontree.Node) {
	r.Review.Reviewer.Name = "vale"
	if code := n.Get("Code"); code.Kind() == jsontree.String {
		r.Fail(0, nil, "vale failed (%s): %s", code.Text(), n.Get("Text").Text())
		return
	}
	if n.Kind() != jsontree.Object {
		r.Fail(n.Offset(), nil, "is %v; want an object from paths to alerts", n.Kind())
	}
	for key, list := range n.Members() {
		path := key.Text()
		where := Named(Clip(path, 40))
		if list.Kind() != jsontree.Array {
			r.Fail(list.Offset(), where, "is %v; want a list of alerts", list.Kind())
			return
		}
		if !isAlerts(key, list) {
			r.Fail(list.Offset(), where,
				"is an empty list under what is no path of a document; want an object from paths to alerts")
			return
		}
		for f := range r.Objects(list, where, "alert") {
			r.alert(path, f)
		}
		if r.TooManyErrors() {
			return
		}
	}
}

func (r *Reader) alert(path string, f Fields) {
	issue := finding(path, f.Str("Check"), f.Str("Message"), severityOf(f.Str("Severity")))
	issue.Place.Quote = f.Str("Match")
	line := f.Whole("Line", 0)
	from, to := source.Point{Line: line}, source.Point{}
	if s := f.ints("Span"); len(s) == 2 && s[0] > 0 {
		from.Column, to = s[0], source.Point{Line: line, Column: s[1] + 1}
	}
	issue.Place.Range = span(source.CodePoint, from, to)
	issue.Place.BOM = review.BOMCounted
	cite(&issue, f.Str("Link"))
	wants, action := f.strings("Suggestions"), f.child("Action")
	computed := len(wants) > 0 // by Vale, from the parameters of the action
	if !computed {
		wants = action.strings("Params")
	}
	if name := action.Str("Name"); issue.Place.Quote != "" {
		offerAction(&issue, name, wants, computed)
	}
	r.Add(issue)
}

// offerAction gives an alert the action of its rule.
func offerAction(issue *review.Issue, action string, wants []string, computed bool) {
	old := issue.Place.Quote
	switch {
	case action == "remove":
		issue.Remedy, issue.Old = review.Replace, old
	case action == "replace":
		Suggest(issue, wants)
	case (action == "edit" || action == "convert") && computed:
		offer(issue, old, wants)
	case action == "suggest" && computed:
		issue.Remedy, issue.Choices = review.Choose, wants
	}
}
