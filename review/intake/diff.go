package intake

import (
	"bytes"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// The lines of a unified diff.
var (
	diffHunk = remark.Pattern(`^@@ -([0-9]{1,9})(?:,([0-9]{1,9}))? \+([0-9]{1,9})(?:,([0-9]{1,9}))? @@`)
	diffFile = remark.Pattern(`^(?:---|\+\+\+) (?:"([^"]+)"|([^\t]+))`)
	isADiff  = remark.Pattern(`^(?:(?:diff|Index:|commit|From) \S[^\x00]*?\n)?--- \S.*\r?\n\+\+\+ \S.*\r?\n@@ -[0-9]+(?:,[0-9]+)? \+[0-9]+`)
)

// readDiff reads a unified diff, as diff -u and git diff write it. Each change of a hunk is a finding, and all old
// lines of the hunk must stand in the document; its line is a hint. A file that is made or deleted, and a hunk that
// is cut off, is refused.
func readDiff(r *format.Reader) {
	r.Review.Format, r.Review.Reviewer.Name = format.Diff, "diff"
	var issues []map[string]any
	path, lines, at := "", bytes.Split(r.Src, []byte("\n")), 0
	for i := 0; i < len(lines); i++ {
		line := strings.TrimRight(string(lines[i]), "\r")
		if m := diffFile().FindStringSubmatch(line); m != nil {
			name := strings.TrimSpace(m[1] + m[2])
			if name == "/dev/null" {
				r.Fail(at, nil, "makes or deletes a whole file; want changes of a document")
				return
			}
			if name, ok := strings.CutPrefix(name, "b/"); ok && strings.HasPrefix(line, "+++") {
				path = name
			} else {
				path = strings.TrimPrefix(name, "a/")
			}
		}
		m := diffHunk().FindStringSubmatch(line)
		if m == nil {
			signature := strings.Trim(line, "- ") == "" || strings.HasPrefix(line, "-- ")
			changed := strings.HasPrefix(line, "+") || strings.HasPrefix(line, "-") && !signature
			if len(issues) > 0 && changed && diffFile().FindStringSubmatch(line) == nil {
				r.Fail(at, nil, "is a changed line behind a hunk that has fewer lines than it says")
				return
			}
			at += len(lines[i]) + 1
			continue
		}
		h := hunk{line: format.Atoi(m[1])}
		oldLeft, newLeft := 1, 1
		if m[2] != "" {
			oldLeft = format.Atoi(m[2])
		}
		if m[4] != "" {
			newLeft = format.Atoi(m[4])
		}
		start := at
		at += len(lines[i]) + 1
		for oldLeft > 0 || newLeft > 0 {
			i++
			if i >= len(lines) || !h.take(strings.TrimRight(string(lines[i]), "\r"), &oldLeft, &newLeft) {
				r.Fail(start, nil, "is a hunk that has fewer or other lines than it says; the diff may be cut off")
				return
			}
			at += len(lines[i]) + 1
		}
		issues = append(issues, h.issues(path)...)
	}
	if len(issues) == 0 {
		r.Fail(0, nil, "is no unified diff with a hunk that changes something")
		return
	}
	readsAs(r, issues)
}

// A hunk is one of a diff: its lines with their marks.
type hunk struct {
	line  int
	marks []byte
	lines []string
}

// take adds a line, and reports whether the hunk may have it.
func (h *hunk) take(line string, oldLeft, newLeft *int) bool {
	mark := byte(' ')
	if line != "" {
		mark, line = line[0], line[1:]
	}
	switch mark {
	case ' ':
		*oldLeft, *newLeft = *oldLeft-1, *newLeft-1
	case '-':
		*oldLeft--
	case '+':
		*newLeft--
	case '\\':
		return true
	default:
		return false
	}
	h.marks, h.lines = append(h.marks, mark), append(h.lines, line)
	return *oldLeft >= 0 && *newLeft >= 0
}

// issues makes each change of the hunk a finding: the quote is all old lines of the hunk, and
// what is replaced is those that change, with a neighbour where none is old.
func (h *hunk) issues(path string) []map[string]any {
	quote := h.text('-', 0, len(h.lines)-1)
	var out []map[string]any
	for first := 0; first < len(h.lines); first++ {
		if h.marks[first] == ' ' {
			continue
		}
		last := first
		for last+1 < len(h.lines) && h.marks[last+1] != ' ' {
			last++
		}
		from, to := first, last
		if old := h.text('-', first, last); strings.TrimSpace(old) == "" {
			from, to = h.withNeighbour(first, last)
		}
		lead := strings.Count(string(h.marks[:from]), " ") + strings.Count(string(h.marks[:from]), "-")
		old, want := h.text('-', from, to), h.text('+', from, to)
		issue := map[string]any{
			"description": "The diff changes this: " + h.text('+', first, last), "line": h.line + lead, "quote": quote, "document": path,
		}
		switch {
		case strings.TrimSpace(quote) == "":
			delete(issue, "quote")
		case strings.TrimSpace(want) == "" && strings.Count(quote, old) == 1:
			issue["description"] = "The diff takes this out: " + old
			issue["old_value"], issue["action"] = old, "delete"
		case old == quote || strings.Count(quote, old) == 1:
			issue["old_value"], issue["new_value"] = old, want
		default:
			issue["old_value"], issue["new_value"] = quote, h.changed(first, last)
		}
		out = append(out, issue)
		first = last
	}
	return out
}

// changed is all old lines of the hunk with one of its changes made.
func (h *hunk) changed(first, last int) string {
	var out []string
	for i, line := range h.lines {
		if mark := h.marks[i]; mark == ' ' || (mark == '+') == (i >= first && i <= last) {
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n")
}

// withNeighbour takes a line of context to lines that only add or only delete.
func (h *hunk) withNeighbour(first, last int) (int, int) {
	for i := first - 1; i >= 0; i-- {
		if strings.TrimSpace(h.lines[i]) != "" {
			return i, last
		}
	}
	for i := last + 1; i < len(h.lines); i++ {
		if strings.TrimSpace(h.lines[i]) != "" {
			return first, i
		}
	}
	return first, last
}

// readText joins the lines from first to last that one side has.
func (h *hunk) text(side byte, first, last int) string {
	var out []string
	for i := first; i <= last; i++ {
		if h.marks[i] == ' ' || h.marks[i] == side {
			out = append(out, h.lines[i])
		}
	}
	return strings.Join(out, "\n")
}
