package intake

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// parse reads the text in the given format, or in that of its shape.
func (r *reader) parse(format Format) {
	start := bytes.TrimSpace(r.src[:min(256, len(r.src))])
	isXML := bytes.HasPrefix(start, []byte("<?xml")) || bytes.HasPrefix(start, []byte("<checkstyle"))
	switch {
	case format == Checkstyle, format == Auto && isXML:
		r.review.Format = Checkstyle
		r.checkstyle()
	case format == Prose:
		if !r.personal(true) {
			r.fail(0, nil, "has no remark that quotes a text or says what to change")
		}
	case format == Diff, format == Auto && isADiff().Match(r.src):
		r.diff()
	case format == CriticMarkup:
		r.criticMarkup()
	case format == RDJSONL:
		r.jsonLines(format)
	case len(start) > 0 && (start[0] == '{' || start[0] == '[') && !isText(format):
		r.json(format)
	case len(start) == 0 && mayBeEmpty(format):
		r.review.Format = format
	case len(start) == 0:
		r.fail(0, nil, "is empty; a review without issues says so with an empty list")
	default:
		r.text(format)
	}
}

// isText reports whether the format is only ever read line by line.
func isText(f Format) bool { return f == GitHub || f == Codespell || f == WriteGood }

// mayBeEmpty reports whether the format, or one of its kinds, is an empty text where
// there are no findings.
func mayBeEmpty(f Format) bool { return isText(f) || f == Proselint || f == Rumdl }

// json reads one JSON value, or one a line, in the given format or that of its
// shape. A single line of a format that has one value a line is such a value.
func (r *reader) json(format Format) {
	root, err := jsontree.ParseLoose(r.src)
	byLine := format == Auto || format == Rumdl
	switch {
	case err != nil && byLine && r.startsWithLine(format):
		r.jsonLines(format)
		return
	case err != nil && r.pages(format), err != nil && (format == Auto || format == DocIterate) && r.ownLines():
		return
	case err != nil && (format == Auto || format == DocIterate):
		r.jsonAndProse(err)
		return
	case err != nil:
		r.notJSON(err)
		return
	}
	r.repaired(root)
	if byLine && isRumdlFinding(root) || format == Auto && isDiagnostic(root) {
		r.jsonValue(&format, root)
		r.review.Format = format
		return
	}
	for _, f := range jsonFormats() {
		if f.format == format || format == Auto && f.is(root) {
			r.review.Format = f.format
			f.read(r, root)
			return
		}
	}
	r.fail(0, nil, "is JSON, which %v is not", format)
}

// pages reads several lists that stand one behind the other, as gh api --paginate prints them.
func (r *reader) pages(format Format) bool {
	var joined []byte
	for rest := bytes.TrimSpace(r.src); len(rest) > 0; {
		root, end, _, err := jsontree.ParsePrefix(rest)
		if err != nil || root.Kind() != jsontree.Array {
			return false
		}
		if joined == nil {
			joined = append(make([]byte, 0, len(r.src)+len(r.src)/8+2), '[')
		} else {
			joined = append(joined, ',')
		}
		joined = append(joined, rest[:end]...)
		rest = bytes.TrimSpace(rest[end:])
	}
	if joined == nil {
		return false
	}
	joined = append(joined, ']')
	root, err := jsontree.Parse(joined)
	if err != nil {
		return false
	}
	for _, f := range jsonFormats() {
		isPaged := f.format == GitHubComments || f.format == GitLab
		if isPaged && (format == Auto || format == f.format) && f.is(root) {
			r.review.Format, r.src = f.format, joined
			f.read(r, root)
			return true
		}
	}
	return false
}

// ownLines reads doc-iterate's own findings of which one stands on each line. The first line
// may be what holds for all.
func (r *reader) ownLines() bool {
	var joined []byte // a list, each finding on its line
	count := 0
	for line := range bytes.Lines(bytes.TrimSpace(r.src)) {
		line = bytes.TrimSpace(line)
		if len(line) == 0 {
			joined = append(joined, '\n')
			continue
		}
		if !isOwnLine(line) {
			return false
		}
		if count++; count == 1 {
			joined = append(make([]byte, 0, len(r.src)+len(r.src)/32+2), '[')
		} else {
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
	r.repair("read a finding from each line")
	r.review.Format = DocIterate
	src := r.src
	r.src = joined
	r.ownIssues(root)
	r.src = src
	return true
}

// isOwnLine reports whether a line is one of doc-iterate's own findings, and not a review of several.
func isOwnLine(line []byte) bool {
	n, err := jsontree.ParseLoose(line)
	if err != nil || n.Kind() != jsontree.Object {
		return false
	}
	finding := false
	for key := range n.Members() {
		name := issueFields()[snake(key.Text())]
		finding = finding || name == "description" || name == "quote" || name == "new_value" || name == "old_value"
		if reviewFields()[snake(key.Text())] == "issues" {
			return false
		}
	}
	return finding
}

// jsonAndProse reads a review that does not end with its JSON value, or begins with a
// bracket that opens no JSON; err is why the whole is no JSON. A value that breaks off
// is not searched for another one.
func (r *reader) jsonAndProse(err error) {
	switch root, end, begun, broken := jsontree.ParsePrefix(r.src); {
	case broken == nil && proseFollows(r.src[end:]) && !isForeign(root):
		base := r.base
		r.prose(bare(r.src), err)
		if len(r.review.Issues) == 0 && len(r.errs) == 0 {
			r.base = base
			r.notJSON(err) // what follows may be the findings
		}
	case broken != nil && !begun, broken == nil && !mayBeReview(root, r.src[end:]):
		r.prose(nil, err)
	default:
		r.notJSON(err)
	}
}

// proseFollows reports whether what stands behind a value begins on another line,
// and does not continue the value.
func proseFollows(rest []byte) bool {
	line, more, _ := bytes.Cut(rest, []byte("\n"))
	more = bytes.TrimSpace(more)
	return len(bytes.TrimSpace(line)) == 0 && len(more) > 0 && bytes.IndexByte([]byte(",:]}\""), more[0]) < 0
}

// isForeign reports whether root has the shape of another program's review.
func isForeign(root jsontree.Node) bool {
	for _, f := range jsonFormats() {
		if f.format != DocIterate && f.is(root) {
			return true
		}
	}
	return false
}

// startsWithLine reports whether the first line of several is a JSON value of its own,
// of a format that has one a line.
func (r *reader) startsWithLine(format Format) bool {
	line, _, more := bytes.Cut(bytes.TrimSpace(r.src), []byte("\n"))
	if !more {
		return false
	}
	n, err := jsontree.ParseLoose(line)
	return err == nil && (format == Rumdl || isRumdlFinding(n) || isDiagnostic(n))
}

// jsonLines reads one JSON value a line: rumdl's, or Reviewdog's diagnostics. Errors
// name the place in the whole text.
func (r *reader) jsonLines(format Format) {
	defer func() { r.base = 0 }()
	at := 0
	for line := range bytes.Lines(r.src) {
		r.base = at
		at += len(line)
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		n, err := jsontree.ParseLoose(line)
		if err != nil {
			r.notJSON(err)
			return
		}
		r.repaired(n)
		if r.jsonValue(&format, n); r.tooManyErrors() {
			return
		}
	}
	r.review.Format = format
}

// jsonValue reads one value of a format that has several, and finds out which format
// it is.
func (r *reader) jsonValue(format *Format, n jsontree.Node) {
	if *format == Auto {
		*format = RDJSONL
		if isRumdlFinding(n) {
			*format = Rumdl
		}
	}
	if i := len(r.review.Issues); *format == Rumdl {
		r.rumdlFinding(r.foreign(n, numbered("finding", i)))
	} else {
		r.diagnostic(r.foreign(n, numbered("diagnostic", i)), "")
	}
}

// A textLine is a line of a format in text.
type textLine struct {
	text   string
	offset int
}

// text reads a format that is text, or the JSON that a model has put into prose.
func (r *reader) text(format Format) {
	var lines []textLine
	at, annotations := 0, false
	for line := range strings.Lines(string(r.src)) {
		if text := strings.TrimSpace(line); text != "" {
			lines = append(lines, textLine{text, at})
			annotations = annotations || annotation().MatchString(text)
		}
		at += len(line)
	}
	if format == GitHub || format == Auto && annotations {
		r.review.Format = GitHub
		r.github(lines)
		return
	}
	for _, f := range textFormats() {
		other := func(line textLine) bool { return !f.line().MatchString(line.text) }
		if f.format == format || format == Auto && !slices.ContainsFunc(lines, other) {
			r.matches(f, lines)
			return
		}
	}
	switch {
	case format == Auto && critic().Match(r.src):
		r.criticMarkup()
		return
	case (format == Auto || format == DocIterate) && r.yaml():
		return
	case format == Auto || format == DocIterate:
		r.prose(nil, nil)
		return
	}
	r.fail(0, nil, "is no JSON, which %v is", format)
}

// matches reads a format with one finding a line.
func (r *reader) matches(f textFormat, lines []textLine) {
	r.review.Format, r.review.Reviewer.Name = f.format, f.format.String()
	for _, line := range lines {
		if m := f.line().FindStringSubmatch(line.text); m != nil {
			r.add(f.issue(m))
		} else {
			r.fail(line.offset, nil, "is no line of %s", f.want)
		}
	}
}

// notJSON records why a text is no JSON.
func (r *reader) notJSON(err error) {
	offset := 0
	if s := (*jsontree.SyntaxError)(nil); errors.As(err, &s) {
		offset = s.Offset
	}
	r.fail(offset, nil, "not a review in JSON: %v", err)
}

// repaired notes the commas that the parser of JSON has left out.
func (r *reader) repaired(n jsontree.Node) {
	if commas := n.ExtraCommas(); commas > 0 {
		r.repair("ignored %s after the last element", wording.Count(commas, "comma"))
	}
}
