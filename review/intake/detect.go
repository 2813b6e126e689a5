package intake

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/intake/edits"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// readAs reads the text in the given format, or in that of its shape.
func readAs(r *format.Reader, as format.Format) {
	start := bytes.TrimSpace(r.Src[:min(256, len(r.Src))])
	isXML := bytes.HasPrefix(start, []byte("<?xml")) || bytes.HasPrefix(start, []byte("<checkstyle"))
	switch {
	case as == format.Checkstyle, as == format.Auto && isXML:
		r.Review.Format = format.Checkstyle
		r.Checkstyle()
	case as == format.Prose:
		if stopped, ok := personal(r, true); !ok {
			r.Fail(r.OffsetOf(stopped), nil, "has no remark that quotes a text or says what to change")
		}
	case as == format.Diff, as == format.Auto && isADiff().Match(r.Src) && !isWordDiff(r.Src):
		readDiff(r)
	case as == format.CriticMarkup:
		criticMarkup(r)
	case as == format.Edits:
		if !readEdits(r, as) {
			r.Fail(0, nil, "has no edit: no SEARCH/REPLACE block, no patch and no diff")
		}
	case as == format.RDJSONL:
		jsonLines(r, as)
	case len(start) > 0 && (start[0] == '{' || start[0] == '[') && !isText(as) && !inBrackets().Match(start):
		readJSON(r, as)
	case len(start) == 0 && (isText(as) || as == format.Proselint || as == format.Rumdl): // nothing found
		r.Review.Format = as
	case len(start) == 0:
		r.Fail(0, nil, "is empty; a review without issues says so with an empty list")
	default:
		readText(r, as)
	}
}

// inBrackets matches a label or a number in brackets with words behind it, which no JSON begins with.
var inBrackets = remark.Pattern(`^(?:\[[^\[\]{}"\n]{1,30}\]|\{\w+\})\s*[^\s,\]}]`)

// isWordDiff reports whether a diff marks words and no lines.
func isWordDiff(src []byte) bool {
	return !addedLine().Match(src) && edits.WordDiff(string(src))
}

// isText reports whether the format is only ever read line by line.
func isText(f format.Format) bool {
	return f == format.GitHub || f == format.Codespell || f == format.WriteGood
}

// readJSON reads one JSON value, or one a line, in the given format or that of its
// shape. A single line of a format that has one value a line is such a value.
func readJSON(r *format.Reader, as format.Format) {
	root, err := jsontree.ParseLoose(r.Src)
	byLine := as == format.Auto || as == format.Rumdl
	switch {
	case err != nil && byLine && startsWithLine(r, as):
		jsonLines(r, as)
		return
	case err != nil && pages(r, as), err != nil && (as == format.Auto || as == format.DocIterate) && ownLines(r):
		return
	case err != nil && (as == format.Auto || as == format.DocIterate):
		if readMended(r, as) {
			return
		}
		jsonAndProse(r, err)
		return
	case err != nil:
		notJSON(r, err)
		return
	}
	repaired(r, root)
	if readEnvelope(r, root, as) {
		return
	}
	if byLine && format.IsRumdlFinding(root) || as == format.Auto && format.IsDiagnostic(root) {
		jsonValue(r, &as, root)
		r.Review.Format = as
		return
	}
	for _, f := range jsonFormats() {
		if f.format == as && root.First().Exists() && !f.is(root) && isGitHubComments(root) {
			r.Fail(0, nil, "is comments of GitHub's API, which %v is not; --review-format %v reads them", as,
				format.GitHubComments)
			return
		}
		if f.format == as || as == format.Auto && f.is(root) {
			r.Review.Format = f.format
			f.read(r, root)
			return
		}
	}
	r.Fail(0, nil, "is JSON, which %v is not", as)
}

// pages reads several values that stand one behind the other, as gh api --paginate prints them: lists, or an object for
// each finding.
func pages(r *format.Reader, as format.Format) bool {
	joined, lists := append(make([]byte, 0, len(r.Src)+len(r.Src)/8+2), '['), true
	for rest := bytes.TrimSpace(r.Src); len(rest) > 0; {
		root, end, _, err := jsontree.ParsePrefix(rest)
		if err != nil || root.Kind() < jsontree.Array {
			return false
		}
		lists = lists && root.Kind() == jsontree.Array
		if len(joined) > 1 {
			joined = append(joined, ',')
		}
		joined = append(joined, rest[:end]...)
		rest = bytes.TrimSpace(rest[end:])
	}
	joined = append(joined, ']')
	root, err := jsontree.Parse(joined)
	if err != nil {
		return false
	}
	for _, f := range jsonFormats() {
		isPaged := f.format == format.GitHubComments || f.format == format.GitLab || (f.format == format.Program ||
			f.format == format.Comments) && !lists
		if isPaged && (as == format.Auto || as == f.format) && f.is(root) {
			r.Review.Format, r.Src = f.format, joined
			f.read(r, root)
			return true
		}
	}
	return false
}

// ownLines reads doc-iterate's own findings, one on each line. The first line may be what holds for all.
func ownLines(r *format.Reader) bool {
	joined, count := append(make([]byte, 0, len(r.Src)+len(r.Src)/32+2), '['), 0 // a list, each finding on its line
	for line := range bytes.Lines(bytes.TrimSpace(r.Src)) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			joined = append(joined, '\n')
			continue
		}
		if !format.IsOwnLine(line) {
			return false
		}
		if count++; count > 1 {
			joined = append(joined, ',', '\n')
		}
		joined = append(joined, line...)
	}
	if count < 2 {
		return false
	}
	joined = append(joined, ']')
	root, err := jsontree.ParseLoose(joined)
	if err != nil {
		return false
	}
	r.Repair("read a finding from each line")
	r.Review.Format = format.DocIterate
	src := r.Src
	r.Src = joined
	ownIssues(r, root)
	r.Src = src
	return true
}

// jsonAndProse reads a review that does not end with its JSON value; err is why the whole is no JSON. A value that
// breaks off is not searched for another one.
func jsonAndProse(r *format.Reader, err error) {
	base := r.Base
	root, end, _, broken := jsontree.ParsePrefix(r.Src)
	if broken == nil && proseFollows(r.Src[end:]) && !isForeign(root) {
		readProse(r, bare(r.Src), err)
	}
	if len(r.Review.Issues) == 0 && len(r.Errs) == 0 {
		r.Base = base
		notJSON(r, err) // what follows may be the findings
	}
}

// proseFollows reports whether what stands behind a value begins on another line, and does not continue the value.
func proseFollows(rest []byte) bool {
	line, more, _ := bytes.Cut(rest, []byte("\n"))
	more = bytes.TrimSpace(more)
	return len(bytes.TrimSpace(line)) == 0 && len(more) > 0 && bytes.IndexByte([]byte(",:]}\""), more[0]) < 0
}

// isForeign reports whether root has the shape of another program's review.
func isForeign(root jsontree.Node) bool {
	for _, f := range jsonFormats() {
		if f.format != format.DocIterate && f.is(root) {
			return true
		}
	}
	return false
}

// startsWithLine reports whether the first line of several is a JSON value of its own, of a format that has one a line.
func startsWithLine(r *format.Reader, as format.Format) bool {
	line, _, more := bytes.Cut(bytes.TrimSpace(r.Src), []byte("\n"))
	if !more {
		return false
	}
	n, err := jsontree.ParseLoose(line)
	return err == nil && (as == format.Rumdl || format.IsRumdlFinding(n) || format.IsDiagnostic(n))
}

// jsonLines reads one JSON value a line: rumdl's, or Reviewdog's diagnostics. Errors name the place in the whole text.
func jsonLines(r *format.Reader, as format.Format) {
	defer func() { r.Base = 0 }()
	at := 0
	for line := range bytes.Lines(r.Src) {
		r.Base = at
		at += len(line)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n, err := jsontree.ParseLoose(line)
		if err != nil {
			notJSON(r, err)
			return
		}
		repaired(r, n)
		if jsonValue(r, &as, n); r.TooManyErrors() {
			return
		}
	}
	r.Review.Format = as
}

// jsonValue reads one value of a format that has several, and finds out which format it is.
func jsonValue(r *format.Reader, as *format.Format, n jsontree.Node) {
	if *as == format.Auto {
		*as = format.RDJSONL
		if format.IsRumdlFinding(n) {
			*as = format.Rumdl
		}
	}
	if i := len(r.Review.Issues); *as == format.Rumdl {
		r.RumdlFinding(r.Foreign(n, format.Numbered("finding", i)))
	} else {
		r.Diagnostic(r.Foreign(n, format.Numbered("diagnostic", i)), "")
	}
}

// readText reads a format that is text, or the JSON that a model has put into prose.
func readText(r *format.Reader, as format.Format) {
	var lines []format.TextLine
	at, annotations := 0, false
	for line := range strings.Lines(string(r.Src)) {
		if text := strings.TrimSpace(line); text != "" {
			lines = append(lines, format.TextLine{Text: text, Offset: at})
			annotations = annotations || format.Annotation().MatchString(text)
		}
		at += len(line)
	}
	if as == format.GitHub || as == format.Auto && annotations {
		r.Review.Format = format.GitHub
		if r.Github(lines); annotations {
			return
		}
		if _, ok := personal(&format.Reader{Name: r.Name, Src: r.Src, Review: &format.Review{}}, true); ok {
			r.Fail(0, nil, "has no line of GitHub's annotations, and remarks of a person; --review-format prose reads them")
		}
		return
	}
	for _, f := range textFormats() {
		other := func(line format.TextLine) bool { return !f.line().MatchString(line.Text) }
		if f.format == as || as == format.Auto && !slices.ContainsFunc(lines, other) {
			matches(r, f, lines)
			return
		}
	}
	switch {
	case (as == format.Auto || as == format.Prose) && (readMail(r, as) || readCSV(r)):
		return
	case (as == format.Auto || as == format.Program) && r.ReadLines(lines):
		r.Review.Format = format.Program
		return
	case as == format.Auto && edits.Marked(string(r.Src)):
		criticMarkup(r)
		return
	case as == format.Auto && readEdits(r, as), (as == format.Auto || as == format.Prose) && readTags(r):
		return
	case (as == format.Auto || as == format.DocIterate) && readYAML(r):
		return
	case as == format.Auto || as == format.DocIterate:
		readProse(r, nil, nil)
		return
	}
	r.Fail(0, nil, "is no JSON, which %v is", as)
}

// matches reads a format with one finding a line.
func matches(r *format.Reader, f textFormat, lines []format.TextLine) {
	r.Review.Format, r.Review.Reviewer.Name = f.format, f.format.String()
	for _, line := range lines {
		if m := f.line().FindStringSubmatch(line.Text); m != nil {
			r.Add(f.issue(m))
		} else {
			r.Fail(line.Offset, nil, "is no line of %s", f.want)
		}
	}
}

// notJSON records why a text is no JSON.
func notJSON(r *format.Reader, err error) {
	offset := 0
	if s := (*jsontree.SyntaxError)(nil); errors.As(err, &s) {
		offset = s.Offset
	}
	r.Fail(offset, nil, "not a review in JSON: %v", err)
}

// repaired notes the commas that the parser of JSON has left out.
func repaired(r *format.Reader, n jsontree.Node) {
	if commas := n.ExtraCommas(); commas > 0 {
		r.Repair("ignored %s after the last element", wording.Count(commas, "comma"))
	}
}
