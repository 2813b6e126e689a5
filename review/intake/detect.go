package intake

import (
	"bytes"
	"strings"
)

// parse reads the text in the given format, or finds out which it is.
func (r *reader) parse(format Format) {
	r.choose(format)
	r.settle()
	r.number()
	r.report()
}

func (r *reader) choose(format Format) {
	start := bytes.TrimSpace(r.src[:min(256, len(r.src))])
	switch {
	case format == Checkstyle, format == Auto && bytes.HasPrefix(start, []byte("<?xml")), format == Auto && bytes.HasPrefix(start, []byte("<checkstyle")):
		r.review.Format = Checkstyle
		r.checkstyle()
	case format == RDJSONL:
		r.jsonLines(format)
	case len(start) > 0 && (start[0] == '{' || start[0] == '[') && !isText(format):
		r.inJSON(format)
	case len(start) == 0 && silent(format):
		r.review.Format = format
	case len(start) == 0:
		r.fail(0, "", "is empty; a review without issues says so with an empty list")
	default:
		r.inText(format)
	}
}

// isText reports whether the format is only ever read line by line.
func isText(f Format) bool { return f == GitHub || f == Codespell || f == WriteGood }

// silent reports whether the format, or one of its kinds, says nothing at all
// where there is nothing to say.
func silent(f Format) bool { return isText(f) || f == Proselint || f == Rumdl }

// inJSON reads one JSON value, or one a line, in the given format or that of its
// shape. A single line of a format that has one value a line is such a value.
func (r *reader) inJSON(format Format) {
	root, err := parseJSON(r.src)
	switch {
	case err != nil && (format == Auto || format == Rumdl) && r.severalLines(format):
		r.jsonLines(format)
		return
	case err != nil && (format == Auto || format == DocIterate):
		r.withProse(err)
		return
	case err != nil:
		r.notJSON(err)
		return
	}
	r.repaired(root)
	if (format == Auto || format == Rumdl) && isRumdlFinding(root) {
		r.review.Format = Rumdl
		r.rumdlFinding(0, root)
		return
	}
	if format == Auto && isDiagnostic(root) {
		r.review.Format = RDJSONL
		r.diagnostic(0, root, rdDefaults{})
		return
	}
	for _, f := range jsonFormats() {
		if f.format == format || format == Auto && f.is(root) {
			r.review.Format = f.format
			f.read(r, root)
			return
		}
	}
	r.fail(0, "", "is JSON, which %v is not", format)
}

// withProse reads a review that does not end with its JSON value, or begins with a
// bracket that opens none; err is why the whole is no JSON. What is broken after it
// has begun as JSON is not looked into for another value.
func (r *reader) withProse(err error) {
	switch root, end, begun, broken := parsePrefix(r.src); {
	case broken == nil && proseFollows(r.src[end:]) && !r.ofOthers(root):
		base := r.base
		r.prose(bare(r.src), err)
		if len(r.review.Issues) == 0 && len(r.errs) == 0 {
			r.base = base
			r.notJSON(err) // what follows may be the findings
		}
	case broken != nil && !begun, broken == nil && !reviews(root, r.src[end:]):
		r.prose(nil, err)
	default:
		r.notJSON(err)
	}
}

// proseFollows reports whether what stands behind a value begins on another line,
// and not as if the value went on.
func proseFollows(rest []byte) bool {
	line, more, _ := bytes.Cut(rest, []byte("\n"))
	more = bytes.TrimSpace(more)
	return len(bytes.TrimSpace(line)) == 0 && len(more) > 0 && bytes.IndexByte([]byte(",:]}\""), more[0]) < 0
}

// ofOthers reports whether root has the shape of another program's review.
func (r *reader) ofOthers(root node) bool {
	for _, f := range jsonFormats() {
		if f.format != DocIterate && f.is(root) {
			return true
		}
	}
	return false
}

// severalLines reports whether the first line is a JSON value of its own, of a
// format that has one a line.
func (r *reader) severalLines(format Format) bool {
	line, _, more := bytes.Cut(bytes.TrimSpace(r.src), []byte("\n"))
	if !more {
		return false
	}
	n, err := parseJSON(line)
	return err == nil && (format == Rumdl || isRumdlFinding(n) || isDiagnostic(n))
}

// jsonLines reads one JSON value a line: rumdl's, or Reviewdog's diagnostics.
func (r *reader) jsonLines(format Format) {
	at := 0
	for line := range bytes.Lines(r.src) {
		if len(bytes.TrimSpace(line)) > 0 && !r.jsonLine(&format, line, at) {
			return
		}
		at += len(line)
	}
	r.review.Format = format
}

// jsonLine reads a line that starts at offset at.
func (r *reader) jsonLine(format *Format, line []byte, at int) bool {
	// Errors name the place in the whole text.
	r.base = at
	defer func() { r.base = 0 }()
	n, err := parseJSON(line)
	if err != nil {
		r.notJSON(err)
		return false
	}
	r.repaired(n)
	if *format == Auto {
		*format = RDJSONL
		if isRumdlFinding(n) {
			*format = Rumdl
		}
	}
	if *format == Rumdl {
		r.rumdlFinding(len(r.review.Issues), n)
	} else {
		r.diagnostic(len(r.review.Issues), n, rdDefaults{})
	}
	return len(r.errs) <= maxErrors
}

// A textLine is a line of a format in text.
type textLine struct {
	text   string
	offset int
}

// inText reads a format that is text, or the JSON that a model has put into
// prose.
func (r *reader) inText(format Format) {
	var lines []textLine
	at := 0
	for line := range strings.Lines(string(r.src)) {
		if text := strings.TrimSpace(line); text != "" {
			lines = append(lines, textLine{text, at})
		}
		at += len(line)
	}
	for _, f := range textFormats() {
		if f.format == format || format == Auto && speaks(f, lines) {
			r.review.Format = f.format
			f.read(r, lines)
			return
		}
	}
	if format == Auto || format == DocIterate {
		r.prose(nil, nil)
		return
	}
	r.fail(0, "", "is no JSON, which %v is", format)
}

// speaks reports whether every line is of the format. Workflow commands stand in
// the midst of a log.
func speaks(f textFormat, lines []textLine) bool {
	own := 0
	for _, line := range lines {
		if f.is(line.text) {
			own++
		}
	}
	return own == len(lines) || f.format == GitHub && own > 0
}

// notJSON records why a text is no JSON.
func (r *reader) notJSON(err error) {
	offset := 0
	if s, ok := err.(*syntaxError); ok {
		offset = s.offset
	}
	r.fail(offset, "", "not a review in JSON: %v", err)
}

// repaired notes what the parser of JSON has put right.
func (r *reader) repaired(n node) {
	for _, note := range n.t.repaired {
		r.repair("%s", note)
	}
}
