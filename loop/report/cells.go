package report

import (
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// tabStop is the distance between tab stops in shown source lines.
const tabStop = 4

// A cell is what a terminal shows as one: a character with its marks, a tab as
// spaces, or a hidden character spelled out.
type cell struct {
	text  string
	width int // columns of the terminal
	runes int // code points of the source
}

// cells splits a source line for showing.
func cells(line string) []cell {
	out := make([]cell, 0, len(line))
	column, state := 0, -1
	for line != "" {
		var c cell
		var size int
		if line[0] == '\t' {
			width := tabStop - column%tabStop
			c, size, state = cell{strings.Repeat(" ", width), width, 1}, 1, -1
		} else if ' ' <= line[0] && line[0] <= '~' && (len(line) == 1 || ' ' <= line[1] && line[1] <= '~') {
			c, size, state = cell{line[:1], 1, 1}, 1, -1 // nothing joins two of these
		} else {
			c, size, state = character(line, state)
		}
		out = append(out, c)
		column += c.width
		line = line[size:]
	}
	return out
}

// character returns the cell at the start of line and the number of bytes it takes.
func character(line string, state int) (cell, int, int) {
	r, size := utf8.DecodeRuneInString(line)
	cluster, _, width, next := uniseg.FirstGraphemeClusterInString(line, state)
	if r != utf8.RuneError && len(wording.Visible(cluster)) == len(cluster) {
		return cell{cluster, width, utf8.RuneCountInString(cluster)}, len(cluster), next
	}
	// A hidden character, or one that is followed by some: each is shown alone.
	text := wording.Visible(line[:size])
	return cell{text, uniseg.StringWidth(text), 1}, size, -1
}

// A shown is a source line with the place of its carets.
type shown struct {
	text           string
	before, carets int // columns before the carets, and their number
}

// layout shows line within width columns, with carets under the code points [start,end) of it. Of a long line it shows
// the part around the start of the carets, between ellipses. more says that the line goes on anyway, cut that it began
// earlier.
func layout(line string, start, end, width int, cut, more bool) shown {
	all := cells(line)
	first, last := len(all), len(all) // the cells [first,last) are underlined
	for i, at := 0, 0; i < len(all); i++ {
		at += all[i].runes
		if at > start && i < first {
			first = i
		}
		if at >= end && i < last && at > start {
			last = i + 1
		}
	}
	from, to := window(all, first, width)
	cut, more = cut || from > 0, more || to < len(all)
	var s shown
	var b strings.Builder
	if cut {
		b.WriteString("…")
		s.before = 1
	}
	for i := from; i < to; i++ {
		b.WriteString(all[i].text)
		switch {
		case i < first:
			s.before += all[i].width
		case i < last:
			s.carets += all[i].width
		}
	}
	if more {
		b.WriteString("…")
	}
	s.text = strings.TrimRight(b.String(), " ")
	s.carets = max(s.carets, 1)
	return s
}

// window returns the range of cells to show: all of them if they fit, else such that
// about a third of the width lies before the cell at first.
func window(all []cell, first, width int) (from, to int) {
	total := 0
	for _, c := range all {
		total += c.width
	}
	if total <= width {
		return 0, len(all)
	}
	from = first
	for used := 0; from > 0 && used+all[from-1].width <= width/3; from-- {
		used += all[from-1].width
	}
	used := 0
	for to = from; to < len(all) && used+all[to].width <= width; to++ {
		used += all[to].width
	}
	// At the end of the line there is room left: show more of what comes before.
	for from > 0 && used+all[from-1].width <= width {
		from--
		used += all[from].width
	}
	return from, to
}
