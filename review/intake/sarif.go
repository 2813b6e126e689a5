package intake

import (
	"net/url"
	"strings"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

func isSARIF(n node) bool {
	runs, ok := n.get("runs")
	return ok && runs.kind() == array
}

// sarif reads SARIF 2.1.0. Lines and columns count from 1, the end column is not
// included; columnKind says what a column counts, and where it is absent only
// places on which all units agree are taken.
func (r *reader) sarif(n node) {
	f := r.foreign(n, "")
	if v := f.str("version"); v != "" && !strings.HasPrefix(v, "2.1") {
		f.fail("version", "is %q; want 2.1.0", clip(v, 20))
		return
	}
	for i, one := range f.items("runs") {
		r.sarifRun(r.foreign(one, index("runs", i)))
	}
}

// A sarifRun is what a run says for all of its results.
type sarifRun struct {
	unit      source.Unit
	anyUnit   bool
	rules     []fields
	artifacts []fields
}

func (r *reader) sarifRun(f fields) {
	run := sarifRun{unit: source.UTF16}
	switch f.str("columnKind") {
	case "utf16CodeUnits":
	case "unicodeCodePoints":
		run.unit = source.CodePoint
	default:
		run.anyUnit = true
	}
	driver := f.child("tool").child("driver")
	if r.review.Reviewer.Name == "" {
		r.review.Reviewer = Reviewer{Clean(driver.str("name")), Clean(driver.str("version"))}
	}
	for i, one := range driver.items("rules") {
		run.rules = append(run.rules, r.foreign(one, join(driver.where, index("rules", i))))
	}
	for i, one := range f.items("artifacts") {
		run.artifacts = append(run.artifacts, r.foreign(one, join(f.where, index("artifacts", i))))
	}
	for i, one := range f.items("results") {
		r.sarifResult(run, r.foreign(one, join(f.where, index("results", i))))
	}
}

// sarifResult reads one result; what passed, is suppressed or is gone is none.
func (r *reader) sarifResult(run sarifRun, f fields) {
	if kind := f.str("kind"); kind != "" && kind != "fail" && kind != "open" && kind != "review" {
		return
	}
	if len(f.items("suppressions")) > 0 || f.str("baselineState") == "absent" {
		return
	}
	rule := run.rule(f)
	id := f.str("ruleId")
	if id == "" {
		id = rule.str("id")
	}
	level := f.str("level")
	if level == "" {
		level = rule.child("defaultConfiguration").str("level")
	}
	issue := finding("", id, run.message(f.child("message"), rule), sarifLevel(level))
	if help := rule.str("helpUri"); help != "" {
		issue.Citations = []string{Clean(help)}
	}
	if all := f.items("locations"); len(all) > 0 {
		at := r.foreign(all[0], join(f.where, "locations")).child("physicalLocation")
		region := at.child("region")
		issue.Path = run.path(at.child("artifactLocation"))
		issue.Place.Range = run.region(region)
		issue.Place.Quote = region.child("snippet").str("text")
	}
	r.sarifFixes(run, f, &issue)
	r.add(issue)
}

func sarifLevel(level string) rules.Severity { return threeLevels(level) }

// rule is the description of a result's rule; empty where there is none.
func (run sarifRun) rule(f fields) fields {
	id := f.str("ruleId")
	if i := f.whole("ruleIndex", -1); f.has("ruleIndex") && i >= 0 && i < len(run.rules) {
		return run.rules[i]
	}
	for _, rule := range run.rules {
		if id != "" && rule.str("id") == id {
			return rule
		}
	}
	return fields{r: f.r}
}

// message is the text of a message, which may be one of its rule's with
// arguments filled in.
func (run sarifRun) message(f, rule fields) string {
	s := f.str("text")
	if s == "" {
		s = rule.child("messageStrings").child(f.str("id")).str("text")
	}
	if s == "" {
		s = rule.child("shortDescription").str("text")
	}
	for i, arg := range f.strings("arguments") {
		s = strings.ReplaceAll(s, "{"+string(rune('0'+i%10))+"}", arg)
	}
	return s
}

// path is the path of an artifact, whose URI may stand in the run's list.
func (run sarifRun) path(f fields) string {
	uri := f.str("uri")
	if i := f.whole("index", -1); uri == "" && f.has("index") && i >= 0 && i < len(run.artifacts) {
		uri = run.artifacts[i].child("location").str("uri")
	}
	if u, err := url.Parse(uri); err == nil && (u.Scheme == "" || u.Scheme == "file") {
		return u.Path
	}
	return uri
}

// region reads a region, in lines and columns before offsets.
func (run sarifRun) region(f fields) review.Range {
	switch {
	case f.has("startLine"):
		line, end := f.whole("startLine", 1), f.whole("endLine", 1)
		column, endColumn := f.whole("startColumn", 1), f.whole("endColumn", 1)
		if end == 0 && endColumn > 0 {
			end = line
		}
		if column == 0 && endColumn > 0 {
			column = 1
		}
		s := span(run.unit, line, column, end, endColumn)
		s.AnyUnit = run.anyUnit
		return s
	case f.has("byteOffset"):
		start := f.whole("byteOffset", 0)
		return review.Range{Form: review.Offsets, Unit: source.Byte, Start: start, End: start + f.whole("byteLength", 0)}
	case f.has("charOffset"):
		start := f.whole("charOffset", 0)
		return review.Range{Form: review.Offsets, Unit: run.unit, AnyUnit: run.anyUnit, Start: start, End: start + f.whole("charLength", 0)}
	}
	return review.Range{}
}

// deleted is a region that is to be replaced. Without an end column it reaches to
// the end of its line; the place of a result is then rather its start.
func (run sarifRun) deleted(f fields) review.Range {
	r := run.region(f)
	ends := f.has("endLine") || f.has("endColumn")
	if r.Form == review.Points && r.From.Column > 0 && !ends {
		r.To = source.Point{Line: r.From.Line}
	}
	return spanOfEdit(r, ends && r.Form == review.Points)
}

// sarifFixes reads the fix of a result. Several fixes are several ways out, and
// one that changes several files is none for a single document.
func (r *reader) sarifFixes(run sarifRun, f fields, issue *review.Issue) {
	var fixes []way
	for i, one := range f.items("fixes") {
		fix := r.foreign(one, join(f.where, index("fixes", i)))
		fixes = append(fixes, way{r.sarifEdits(run, fix, issue.Path), fix.child("description").str("text")})
	}
	if len(fixes) == 1 && fixes[0].edits != nil {
		issue.Remedy, issue.Edits = review.Edits, fixes[0].edits
	} else {
		r.ways(issue, "fixes", fixes)
	}
}

// sarifEdits is what a fix edits in the document at path, if that is all that it
// changes.
func (r *reader) sarifEdits(run sarifRun, fix fields, path string) []review.IssueEdit {
	changes := fix.items("artifactChanges")
	if len(changes) != 1 {
		return nil
	}
	change := r.foreign(changes[0], join(fix.where, "artifactChanges"))
	if run.path(change.child("artifactLocation")) != path {
		return nil
	}
	var edits []review.IssueEdit
	for j, one := range change.items("replacements") {
		in := r.foreign(one, join(change.where, index("replacements", j)))
		region := in.child("deletedRegion")
		edits = append(edits, review.IssueEdit{
			Range: run.deleted(region),
			Old:   region.child("snippet").str("text"),
			New:   in.child("insertedContent").str("text"),
		})
	}
	return edits
}
