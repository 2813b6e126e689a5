package intake

import (
	"iter"
	"net/url"
	slashpath "path"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
)

func isSARIF(n jsontree.Node) bool { return n.Get("runs").Kind() == jsontree.Array }

// sarif reads SARIF 2.1.0. Lines and columns count from 1, the end column is not
// included; columnKind says what a column counts, and where it is absent only
// places on which all units agree are taken.
func (r *reader) sarif(n jsontree.Node) {
	f := r.foreign(n, nil)
	if v := f.str("version"); v != "" && !strings.HasPrefix(v, "2.1") {
		f.fail("version", "is %q; want 2.1.0", clip(v, 20))
		return
	}
	for run := range f.each("runs", "runs") {
		r.sarifRun(run)
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
	for rule := range driver.each("rules", "rules") {
		run.rules = append(run.rules, rule)
	}
	for artifact := range f.each("artifacts", "artifacts") {
		run.artifacts = append(run.artifacts, artifact)
	}
	results := f.list("results")
	r.expect(results)
	r.inPortions(results, func(r *reader, elements iter.Seq2[int, jsontree.Node]) {
		for result := range r.opened(elements, f.where, "results") {
			r.sarifResult(run, result)
		}
	})
}

// sarifResult reads one result. One that passed, is suppressed or is gone gives no issue.
func (r *reader) sarifResult(run sarifRun, f fields) {
	if kind := f.str("kind"); kind != "" && kind != "fail" && kind != "open" && kind != "review" {
		return
	}
	if f.list("suppressions").Len() > 0 || f.str("baselineState") == "absent" {
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
	issue := finding("", id, run.message(f.child("message"), rule), severityOf(level))
	cite(&issue, rule.str("helpUri"))
	if location := f.list("locations").First(); location.Exists() {
		at := r.foreign(location, f.where.within("locations")).child("physicalLocation")
		region := at.child("region")
		issue.Path = run.path(at.child("artifactLocation"))
		issue.Place.Range = run.region(region)
		issue.Place.Quote = region.child("snippet").str("text")
	}
	r.sarifFixes(run, f, &issue)
	r.add(issue)
}

// rule returns the description of a result's rule; empty where there is none.
func (run sarifRun) rule(f fields) fields {
	id := f.str("ruleId")
	if i := f.whole("ruleIndex", -1); f.has("ruleIndex") && i >= 0 && i < len(run.rules) {
		return run.rules[i].readBy(f.r)
	}
	for _, rule := range run.rules {
		if rule = rule.readBy(f.r); id != "" && rule.str("id") == id {
			return rule
		}
	}
	return fields{r: f.r}
}

// message returns the text of a message, which may be one of its rule's with
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

// path returns the path of an artifact, whose URI may stand in the run's list.
func (run sarifRun) path(f fields) string {
	uri := f.str("uri")
	if i := f.whole("index", -1); uri == "" && f.has("index") && i >= 0 && i < len(run.artifacts) {
		uri = run.artifacts[i].readBy(f.r).child("location").str("uri")
	}
	return pathIn(uri)
}

// pathIn returns the path of a file in a URI, and what is none as it is.
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
		s := span(run.unit, source.Point{Line: line, Column: column}, source.Point{Line: end, Column: endColumn})
		s.AnyUnit = run.anyUnit
		return s
	case f.has("byteOffset"):
		start := f.whole("byteOffset", 0)
		return offsets(source.Byte, start, start+f.whole("byteLength", 0))
	case f.has("charOffset"):
		start := f.whole("charOffset", 0)
		s := offsets(run.unit, start, start+f.whole("charLength", 0))
		s.AnyUnit = run.anyUnit
		return s
	}
	return review.Range{}
}

// deleted reads a region that is to be replaced. Without an end it lasts to the end of
// its line.
func (run sarifRun) deleted(f fields) review.Range {
	r := run.region(f)
	ends := f.has("endLine") || f.has("endColumn")
	if r.Form == review.Points && r.From.Column > 0 && !ends {
		r.To = source.Point{Line: r.From.Line}
	}
	return editSpan(r, ends && r.Form == review.Points)
}

// sarifFixes reads the fixes of a result. Several fixes are several ways to resolve
// it, and one that changes several files resolves nothing in a single document.
func (r *reader) sarifFixes(run sarifRun, f fields, issue *review.Issue) {
	var fixes []option
	for fix := range f.each("fixes", "fixes") {
		fixes = append(fixes, option{r.sarifEdits(run, fix, issue.Path), fix.child("description").str("text")})
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

// sarifEdits reads the edits of a fix to the document at path, if it changes nothing
// else.
func (r *reader) sarifEdits(run sarifRun, fix fields, path string) []review.IssueEdit {
	changes := fix.list("artifactChanges")
	if changes.Len() != 1 {
		return nil
	}
	change := r.foreign(changes.First(), fix.where.within("artifactChanges"))
	of := run.path(change.child("artifactLocation"))
	if of != path && slashpath.Clean(of) != slashpath.Clean(path) {
		return nil
	}
	var edits []review.IssueEdit
	for in := range change.each("replacements", "replacements") {
		region := in.child("deletedRegion")
		edits = append(edits, review.IssueEdit{
			Range: run.deleted(region),
			Old:   region.child("snippet").str("text"),
			New:   in.child("insertedContent").str("text"),
		})
	}
	return edits
}
