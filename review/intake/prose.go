package intake

import (
	"bytes"
	"cmp"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// readProse reads the JSON values that stand in prose: in blocks, else in fences, or on lines of their own. Failed is
// the error for no value. A fence may hold what only looks like JSON; broken JSON outside of one may be the review.
func readProse(r *format.Reader, blocks [][2]int, failed error) {
	fences := false
	if blocks == nil {
		blocks = fenced(r.Src)
		fences = len(blocks) > 0
	}
	if len(blocks) == 0 {
		blocks = bare(r.Src)
	}
	var values []part
	failedAt, broken := 0, false
	for _, b := range blocks {
		text := r.Src[b[0]:b[1]]
		root, err := jsontree.ParseLoose(text)
		if err != nil && fences {
			if out, missing, ok := jsontree.Mend(text); ok {
				r.Repair("added %s to strings", wording.Count(missing, "missing escape"))
				root, err = jsontree.ParseLoose(out)
			}
		}
		switch {
		case err != nil && fences && bytes.Contains(text, []byte("SEARCH")):
		case err != nil:
			failed, failedAt, broken = err, b[0], !fences
		case root.Kind() == jsontree.Object || root.Kind() == jsontree.Array:
			values = append(values, part{b[0], root})
		}
	}
	if isReview := func(v part) bool { return v.isReview() }; len(values) > 1 && slices.ContainsFunc(values, isReview) {
		values = slices.DeleteFunc(values, func(v part) bool { return !v.isReview() })
	}
	switch {
	case len(values) > 0 && !broken:
		r.Repair("read the JSON within the text")
		r.Review.Format = format.DocIterate
		readParts(r, values)
	case failed != nil:
		r.Base = failedAt
		notJSON(r, failed)
		r.Base = 0
	default:
		stopped, ok := personal(r, false)
		switch {
		case ok:
		case nothingFound().Match(r.Src):
			r.Review.Format = format.Prose
		default:
			r.Fail(r.OffsetOf(stopped), nil, "not a review in a format that is known: this line says neither where "+
				"nor what to write there, as 'Line 3: \"old\" → \"new\"', 'In *Setup*: \"old\" should be \"new\"' "+
				"or a review.json does; see --review-format")
		}
	}
}

// nothingFound matches a review that says no more than that there is nothing to find.
var nothingFound = remark.Pattern(`(?i)^\W*(?:\S+\.md: )?(?:lgtm|looks good(?: to me)?|(?:no|0) (?:issues?|problems?|findings?|errors?)(?: (?:were )?found)?)\W*$`)

// A part is a JSON value in a text, which is all of a review or a part of it.
type part struct {
	at   int
	root jsontree.Node
}

// isReview reports whether a value has findings, as examples in a text do not.
func (p part) isReview() bool {
	first := p.root.First()
	if p.root.Kind() == jsontree.Object {
		first = p.root
	}
	for key := range p.root.Members() {
		if name := format.ReviewFields()[format.Snake(key.Text())]; name == "issues" || name == "review" {
			return true
		}
	}
	return looksLikeFinding(first)
}

// readParts reads the parts of a review. One that a later one has again, mostly, is its draft.
func readParts(r *format.Reader, parts []part) {
	subject := func(i review.Issue) string { return i.Path + "\x00" + cmp.Or(i.Old, i.Place.Quote, i.Message) }
	var all [][]review.Issue
	for _, p := range parts {
		r.Base = p.at
		r.Review.Issues, r.Review.Document = nil, ""
		repaired(r, p.root)
		ownReview(r, p.root)
		for i := range r.Review.Issues {
			if issue := &r.Review.Issues[i]; len(parts) > 1 && issue.Path == "" {
				issue.Path = r.Review.Document
			}
		}
		all = append(all, r.Review.Issues)
	}
	r.Base, r.Review.Issues = 0, nil
	for i, issues := range all {
		again := map[string]bool{}
		for _, later := range slices.Concat(all[i+1:]...) {
			again[subject(later)] = true
		}
		n := 0
		for _, issue := range issues {
			if again[subject(issue)] {
				n++
			}
		}
		if n > 0 && 2*n >= len(issues) {
			r.Repair("ignored a draft of the review")
			continue
		}
		r.Review.Issues = append(r.Review.Issues, issues...)
	}
}

// fenced returns the contents of the fenced code blocks that may hold JSON.
func fenced(src []byte) (out [][2]int) {
	open, mark, mayHold, at := -1, "", false, 0
	for line := range bytes.Lines(src) {
		start, text := at, strings.TrimSpace(string(line))
		at += len(line)
		switch {
		case open < 0:
			if mark = fenceOf(text); mark != "" {
				language, _, _ := strings.Cut(strings.TrimSpace(text[len(mark):]), " ")
				open = at
				mayHold = slices.Contains([]string{"", "json", "jsonc", "json5"}, strings.ToLower(language))
			}
		case strings.HasPrefix(text, mark):
			body := bytes.TrimSpace(src[open:start])
			if mayHold && len(body) > 0 && (body[0] == '{' || body[0] == '[') {
				out = append(out, [2]int{open, start})
			}
			open = -1
		}
	}
	if open >= 0 && mayHold {
		out = append(out, [2]int{open, len(src)}) // cut short, which the parser says
	}
	return out
}

// opens matches a line that may open an object or array.
var opens = remark.Pattern(`(?m)^[ \t]*[{\[]`)

// maxTries bounds the work on a text in which nothing that opens is JSON.
const maxTries = 100

// bare returns the objects and lists that begin on a line of their own. What begins
// as JSON and is broken is the last one, up to the end: a value inside it is no review.
func bare(src []byte) [][2]int {
	var out [][2]int
	for at, tries := 0, 0; tries < maxTries; tries++ {
		m := opens().FindIndex(src[at:])
		if m == nil {
			break
		}
		start := at + m[1] - 1
		root, size, begun, err := jsontree.ParsePrefix(src[start:])
		switch {
		case err != nil && begun && !inBrackets().Match(src[start:]):
			return append(out, [2]int{start, len(src)})
		case err == nil && mayBeReview(root, src[start+size:]):
			out = append(out, [2]int{start, start + size})
			at = start + size
		default:
			at = start + 1
		}
		// The rest of the line opens nothing.
		next := bytes.IndexByte(src[at:], '\n')
		if next < 0 {
			break
		}
		at += next + 1
	}
	return out
}

// mayBeReview reports whether a value that rest follows may be a review. In prose, [1] and [ ] are lists, too.
func mayBeReview(n jsontree.Node, rest []byte) bool {
	if n.Kind() != jsontree.Array {
		return n.Kind() == jsontree.Object
	}
	line, _, _ := bytes.Cut(rest, []byte("\n"))
	first := n.First()
	return first.Kind() == jsontree.Object || !first.Exists() && len(bytes.TrimSpace(line)) == 0
}
