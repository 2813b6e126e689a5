package intake

import (
	"bytes"
	"regexp"
)

// fence is a line that opens or closes a fenced code block.
var fence = pattern("(?m)^[ \t]*(```+|~~~+)[ \t]*([A-Za-z0-9_-]*)[^\n]*\n?")

// prose reads the one JSON value that stands in prose: in a fence, or on lines of
// its own. Where there are two it is not known which is the review.
func (r *reader) prose() {
	blocks := fenced(r.src)
	if len(blocks) == 0 {
		blocks = bare(r.src)
	}
	type found struct {
		at   int
		root node
	}
	var values []found
	var failed error
	failedAt := 0
	for _, b := range blocks {
		root, err := parseJSON(r.src[b[0]:b[1]])
		if err != nil {
			failed, failedAt = err, b[0]
			continue
		}
		if root.kind() == object || root.kind() == array {
			values = append(values, found{b[0], root})
		}
	}
	switch {
	case len(values) == 1:
		r.repair("took the JSON out of the text around it")
		r.repaired(values[0].root)
		r.review.Format = DocIterate
		r.base = values[0].at
		r.ownReview(values[0].root)
		r.base = 0
	case len(values) > 1:
		r.fail(values[1].at, "", "is the second JSON value in the text; keep the one that is the review")
	case failed != nil:
		r.base = failedAt
		r.notJSON(failed)
		r.base = 0
	default:
		r.fail(0, "", "not a review in a format that is known; see --review-format")
	}
}

// fenced is the contents of the fenced code blocks that may hold JSON.
func fenced(src []byte) [][2]int {
	var out [][2]int
	open := -1
	var mark []byte
	for _, m := range fence().FindAllSubmatchIndex(src, -1) {
		this := src[m[2]:m[3]]
		switch {
		case open < 0:
			open, mark = m[1], this
			if lang := string(bytes.ToLower(src[m[4]:m[5]])); lang != "" && lang != "json" && lang != "jsonc" && lang != "json5" {
				mark = nil
			}
		case mark == nil || this[0] == mark[0] && len(this) >= len(mark):
			if body := bytes.TrimSpace(src[open:m[0]]); mark != nil && len(body) > 0 && (body[0] == '{' || body[0] == '[') {
				out = append(out, [2]int{open, m[0]})
			}
			open = -1
		}
	}
	if open >= 0 && mark != nil {
		out = append(out, [2]int{open, len(src)}) // cut short, which the parser says
	}
	return out
}

// bare is the text from the first line that opens an object or array to the last
// one that closes one.
func bare(src []byte) [][2]int {
	start := regexp.MustCompile(`(?m)^[ \t]*[{\[]`).FindIndex(src)
	if start == nil {
		return nil
	}
	end := bytes.LastIndexAny(src, "}]")
	if end < start[0] {
		return nil
	}
	return [][2]int{{start[0], end + 1}}
}
