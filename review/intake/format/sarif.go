package format

import (
	"net/url"
	slashpath "path"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func IsSARIF(n jsontree.Node) bool { return n.Get("runs").Kind() == jsontree.Array }

// Sarif reads SARIF 2.1.0. Lines and columns count from 1, the end column is not included; columnKind says what a
// column counts, and where it is absent only places on which all units agree are taken.
func (r *Reader) Sarif(n jsontree.Node) {
	f := r.Foreign(n, nil)
	if v := f.Str("version"); v != "" && !strings.HasPrefix(v, "2.1") {
		f.Fail("version", "is %q; want 2.1.0", Clip(v, 20))
		return
	}
	for run := range f.Each("runs", "runs") {
		r.sarifRun(run)
	}
}

// A sarifRun is what a run says for all of its results.
type sarifRun struct {
	unit      source.Unit
	anyUnit   bool
	rules     []Fields
	artifacts []Fields
}

func (r *Reader) sarifRun(f Fields) {
	run := sarifRun{unit: source.UTF16}
	switch f.Str("columnKind") {
	case "utf16CodeUnits":
	case "unicodeCodePoints":
		run.unit = source.CodePoint
	default:
		run.anyUnit = true
	}
	driver := f.child("tool").child("driver")
	if r.Review.Reviewer.Name == "" {
		r.Review.Reviewer = Reviewer{remark.Clean(driver.Str("name")), remark.Clean(driver.Str("version"))}
	}
	for rule := range driver.Each("rules", "rules") {
		run.rules = append(run.rules, rule)
	}
	for call := range f.Each("invocations", "invocations") {
		if done, given := call.Flag("executionSuccessful"); given && !done {
			r.Missed(r.LineOf(call.Get("executionSuccessful").Offset()), "the program that made this failed: executionSuccessful is false")
		}
	}
	for artifact := range f.Each("artifacts", "artifacts") {
		run.artifacts = append(run.artifacts, artifact)
	}
	for result := range f.Each("results", "results") {
		r.sarifResult(run, result)
	}
}

// sarifResult reads one result. One that passed or is gone gives no issue.
func (r *Reader) sarifResult(run sarifRun, f Fields) {
	if kind := f.Str("kind"); kind != "" && kind != "fail" && kind != "open" && kind != "review" {
		return
	}
	if f.Str("baselineState") == "absent" {
		return
	}
	rule := run.rule(f)
	id := f.Str("ruleId")
	if id == "" {
		id = rule.Str("id")
	}
	level := f.Str("level")
	if level == "" {
		level = rule.child("defaultConfiguration").Str("level")
	}
	issue := finding("", id, run.message(f.child("message"), rule), severityOf(level))
	cite(&issue, rule.Str("helpUri"))
	if location := f.List("locations").First(); location.Exists() {
		at := r.Foreign(location, f.Where.Within("locations")).child("physicalLocation")
		region := at.child("region")
		issue.Path = run.path(at.child("artifactLocation"))
		issue.Place.Range = run.region(region)
		issue.Place.Quote = region.child("snippet").Str("text")
	}
	r.sarifFixes(run, f, &issue)
	if f.List("suppressions").Len() > 0 {
		issue.Standing, issue.Why = review.Closed, "suppressed"
	}
	r.Add(issue)
}

// rule returns the description of a result's rule, or an empty one.
func (run sarifRun) rule(f Fields) Fields {
	id := f.Str("ruleId")
	if i := f.Whole("ruleIndex", -1); f.Has("ruleIndex") && i >= 0 && i < len(run.rules) {
		return run.rules[i]
	}
	for _, rule := range run.rules {
		if id != "" && rule.Str("id") == id {
			return rule
		}
	}
	return Fields{r: f.r}
}

// message returns the text of a message, which may be one of its rule's with arguments filled in.
func (run sarifRun) message(f, rule Fields) string {
	s := f.Str("text")
	if s == "" {
		s = rule.child("messageStrings").child(f.Str("id")).Str("text")
	}
	if s == "" {
		s = rule.child("shortDescription").Str("text")
	}
	for i, arg := range f.strings("arguments") {
		s = strings.ReplaceAll(s, "{"+string(rune('0'+i%10))+"}", arg)
	}
	return s
}

// path returns the path of an artifact, whose URI may stand in the run's list.
func (run sarifRun) path(f Fields) string {
	uri := f.Str("uri")
	if i := f.Whole("index", -1); uri == "" && f.Has("index") && i >= 0 && i < len(run.artifacts) {
		uri = run.artifacts[i].child("location").Str("uri")
	}
	return pathIn(uri)
}

// pathIn returns the path of a file in a URI, and any other text as it is.
func pathIn(uri string) string {
	if !strings.ContainsAny(uri, ":%?#") && !strings.HasPrefix(uri, "//") {
		return uri // all of it is a path: to parse each takes 3 % of a check by a long SARIF
	}
	if u, err := url.Parse(uri); err == nil && (u.Scheme == "" || u.Scheme == "file") {
		return u.Path
	}
	return uri
}

// region reads a region, in lines and columns before offsets.
func (run sarifRun) region(f Fields) review.Range {
	switch {
	case f.Has("startLine"):
		line, end := f.Whole("startLine", 1), f.Whole("endLine", 1)
		column, endColumn := f.Whole("startColumn", 1), f.Whole("endColumn", 1)
		if end == 0 && endColumn > 0 {
			end = line
		}
		if column == 0 && endColumn > 0 {
			column = 1
		}
		s := span(run.unit, source.Point{Line: line, Column: column}, source.Point{Line: end, Column: endColumn})
		s.AnyUnit = run.anyUnit
		return s
	case f.Has("byteOffset"):
		start := f.Whole("byteOffset", 0)
		return offsets(source.Byte, start, start+f.Whole("byteLength", 0))
	case f.Has("charOffset"):
		start := f.Whole("charOffset", 0)
		s := offsets(run.unit, start, start+f.Whole("charLength", 0))
		s.AnyUnit = run.anyUnit
		return s
	}
	return review.Range{}
}

// deleted reads a region that is to be replaced. Without an end it lasts to the end of its line.
func (run sarifRun) deleted(f Fields) review.Range {
	r := run.region(f)
	ends := f.Has("endLine") || f.Has("endColumn")
	if r.Form == review.Points && r.From.Column > 0 && !ends {
		r.To = source.Point{Line: r.From.Line}
	}
	return editSpan(r, ends && r.Form == review.Points)
}

// sarifFixes reads the fixes of a result. Several fixes are several ways to resolve
// it, and one that changes several files resolves nothing in a single document.
func (r *Reader) sarifFixes(run sarifRun, f Fields, issue *review.Issue) {
	var fixes []option
	for fix := range f.Each("fixes", "fixes") {
		fixes = append(fixes, option{r.sarifEdits(run, fix, issue.Path), fix.child("description").Str("text")})
	}
	one := len(fixes) == 1 && fixes[0].edits != nil
	if one && len(fixes[0].edits) == 1 && fixes[0].edits[0].Old == "" && fixes[0].edits[0].Range == issue.Place.Range {
		fixes[0].edits[0].Old = issue.Place.Quote // the snippet of the result is that of the region to replace
	}
	switch {
	case one && len(fixes[0].edits) == 1 && fixes[0].edits[0].Old != "" && fixes[0].edits[0].Range == issue.Place.Range:
		// The text says what the columns can't, and that this is the revision.
		issue.Remedy, issue.Old, issue.Want = review.Replace, fixes[0].edits[0].Old, fixes[0].edits[0].New
	case one:
		setEdits(issue, fixes[0].edits...)
	default:
		r.offerOptions(issue, "fixes", fixes)
	}
}

// sarifEdits reads the edits of a fix to the document at path, if it changes nothing else.
func (r *Reader) sarifEdits(run sarifRun, fix Fields, path string) []review.IssueEdit {
	changes := fix.List("artifactChanges")
	if changes.Len() != 1 {
		return nil
	}
	change := r.Foreign(changes.First(), fix.Where.Within("artifactChanges"))
	of := run.path(change.child("artifactLocation"))
	if of != path && slashpath.Clean(of) != slashpath.Clean(path) {
		return nil
	}
	var edits []review.IssueEdit
	for in := range change.Each("replacements", "replacements") {
		region := in.child("deletedRegion")
		edits = append(edits, review.IssueEdit{
			Range: run.deleted(region),
			Old:   region.child("snippet").Str("text"),
			New:   in.child("insertedContent").Str("text"),
		})
	}
	return edits
}
