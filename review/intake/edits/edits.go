// Package edits finds the edits that programs and models write into a text: SEARCH/REPLACE blocks, patches, diffs in
// fences or bare, and what differs between two texts. It knows no document: a change says which lines it replaces and
// what stands around them, and numbers are hints.
package edits

import (
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Change is lines that stand in the document, and the lines that a reviewer wrote in their place.
type Change struct {
	Document string
	Line     int // of the document, from 1, as a hint; 0 where nothing credible says it
	// Old is the lines that are replaced. Lines that are only added stand in New beside the lines of Old.
	Old, New       string
	Prefix, Suffix string // the lines beside Old
	// Added and Removed are the lines that change, for messages.
	Added, Removed string
	Said           string // the paragraph that introduces the change
	Answers        string // what others say below it, on a copied page
	Resolved       bool
	At             int // the line of the text that the change stands in, from 1
}

// A Broken says which line of a text begins what is no whole edit, and why.
type Broken struct {
	Line int
	Why  string
}

// A hunk is lines of a document, with what happens to each: ' ', '-' or '+'.
type hunk struct {
	line  int // where it begins in the document, 0 for not known
	at    int // where it begins in the text
	marks []byte
	lines []string
}

func (h *hunk) add(mark byte, line string) {
	h.marks, h.lines = append(h.marks, mark), append(h.lines, line)
}

// compare adds the lines of two texts.
func (h *hunk) compare(before, after string) {
	lines := func(mark byte, s string) {
		for line := range strings.Lines(s) {
			h.add(mark, strings.TrimRight(line, "\r\n"))
		}
	}
	pos := 0
	for _, e := range source.Between([]byte(before), []byte(after)) {
		lines(' ', before[pos:e.Start])
		lines('-', before[e.Start:e.End])
		lines('+', e.New)
		pos = e.End
	}
	lines(' ', before[pos:])
}

// changes returns each run of lines that change. Lines of white space alone that differ only in that are no change.
func (h *hunk) changes(document, said string) []Change {
	var out []Change
	for first := 0; first < len(h.lines); first++ {
		if h.marks[first] == ' ' {
			continue
		}
		last := first
		for last+1 < len(h.lines) && h.marks[last+1] != ' ' {
			last++
		}
		from, to := first, last
		removed, added := h.text('-', first, last, false), h.text('+', first, last, false)
		if strings.TrimSpace(removed) == "" {
			from, to = h.withNeighbours(first, last)
		}
		c := Change{
			Document: document, Said: said, At: h.at, Old: h.text('-', from, to, true), New: h.text('+', from, to,
				true),
			Prefix: h.beside(from, -1), Suffix: h.beside(to, 1), Added: added, Removed: removed,
		}
		if h.line > 0 {
			c.Line = h.line + from - strings.Count(string(h.marks[:from]), "+")
		}
		if c.Old != c.New && strings.TrimSpace(removed+added) != "" || first == last && removed == "" {
			out = append(out, c)
		}
		first = last
	}
	return out
}

// beside returns the text next to the lines that a change replaces: the nearest lines of the document up to one that
// tells places apart, which the fence of a code block does not.
func (h *hunk) beside(i, step int) string {
	const enough = 10
	var out []string
	for i += step; i >= 0 && i < len(h.lines); i += step {
		line := strings.TrimSpace(h.lines[i])
		if line == "..." || line == "…" {
			break
		}
		if h.marks[i] == '+' || line == "" {
			continue
		}
		if out = append(out, line); len(line) >= enough {
			break
		}
	}
	if step < 0 {
		slices.Reverse(out)
	}
	return strings.Join(out, "\n")
}

// withNeighbours takes a line of context on each side to lines that are only added, so that both say where.
func (h *hunk) withNeighbours(first, last int) (int, int) {
	from, to := first, last
	for i := first - 1; i >= 0; i-- {
		if strings.TrimSpace(h.lines[i]) != "" {
			from = i
			break
		}
	}
	if from == first || h.marks[from] != ' ' {
		from = first
		for i := last + 1; i < len(h.lines); i++ {
			if strings.TrimSpace(h.lines[i]) != "" {
				to = i
				break
			}
		}
	}
	return from, to
}

// text joins the lines from first to last that one side has, with those of both sides or without.
func (h *hunk) text(side byte, first, last int, context bool) string {
	var out []string
	for i := first; i <= last; i++ {
		if h.marks[i] == side || context && h.marks[i] == ' ' {
			out = append(out, h.lines[i])
		}
	}
	return strings.Join(out, "\n")
}
