package source

import (
	"bytes"
	"fmt"
	"iter"
	"strings"

	"github.com/sergi/go-diff/diffmatchpatch"
)

// Between returns a list of line-wise edits that turn before into after: Apply(before, Between(before, after)) equals
// after. It carries spans from one stored revision to another and shows differences. Edits of a plan are never made
// this way.
func Between(before, after []byte) []Edit { return editsOf(lineDiff(before, after)) }

func editsOf(diffs []diffmatchpatch.Diff) []Edit {
	var edits []Edit
	pos := 0
	for _, d := range diffs {
		switch d.Type {
		case diffmatchpatch.DiffEqual:
			pos += len(d.Text)
		case diffmatchpatch.DiffDelete:
			edits = joined(edits, Edit{Span: Span{pos, pos + len(d.Text)}})
			pos += len(d.Text)
		case diffmatchpatch.DiffInsert:
			edits = joined(edits, Edit{Span: Span{pos, pos}, New: d.Text})
		}
	}
	return edits
}

// joined appends e, or unites it with the last edit if the two touch, so that a deletion and the insertion in its place
// are one edit.
func joined(edits []Edit, e Edit) []Edit {
	if n := len(edits); n > 0 && edits[n-1].End == e.Start {
		edits[n-1].End = e.End
		edits[n-1].New += e.New
		return edits
	}
	return append(edits, e)
}

// maxLines is how many different lines can have a code point each.
const maxLines = 0x10FFFF - 0x800 - 1

// lineDiff compares line by line.
func lineDiff(before, after []byte) []diffmatchpatch.Diff {
	return diff(before, after, strings.Lines, true)
}

// diff compares part by part. Parts are handed to go-diff as one code point each; its own line mode can't be used
// because it joins line numbers with commas and, for invalid UTF-8, loses bytes. If there are more parts than code
// points, the whole text is one difference.
func diff(before, after []byte, parts func(string) iter.Seq[string], anchored bool) []diffmatchpatch.Diff {
	index := map[string]rune{}
	var lines []string
	encode := func(b []byte) []rune {
		var runes []rune
		for line := range parts(string(b)) {
			r, ok := index[line]
			if !ok {
				r = lineRune(len(lines))
				index[line] = r
				lines = append(lines, line)
			}
			runes = append(runes, r)
		}
		return runes
	}
	a := encode(before)
	b := encode(after)
	if len(lines) > maxLines {
		return []diffmatchpatch.Diff{
			{Type: diffmatchpatch.DiffDelete, Text: string(before)}, {Type: diffmatchpatch.DiffInsert, Text: string(after)},
		}
	}
	diffs := diffRunes(a, b, anchored)
	for i, d := range diffs {
		var text strings.Builder
		for _, r := range d.Text {
			text.WriteString(lines[lineIndex(r)])
		}
		diffs[i].Text = text.String()
	}
	return diffs
}

// lineRune gives line number i a code point of its own, past the surrogates, which do not survive the conversion to a
// string.
func lineRune(i int) rune {
	const surrogates, count = 0xD800, 0x800
	r := rune(i + 1)
	if r >= surrogates {
		r += count
	}
	return r
}

func lineIndex(r rune) int {
	if r >= 0xE000 {
		r -= 0x800
	}
	return int(r) - 1
}

// Unified returns the difference between two revisions in unified format with three lines of context, under the given
// names; empty when they are equal. A missing final newline is marked as diff and git mark it.
func Unified(oldName, newName string, before, after []byte) string {
	if bytes.Equal(before, after) {
		return "" // as of most documents of a run
	}
	const context = 3
	ops := lineOps(before, after)
	var out strings.Builder
	for i := 0; i < len(ops); {
		if ops[i].kind == ' ' {
			i++
			continue
		}
		start := max(0, i-context)
		end := hunkEnd(ops, i, context)
		if out.Len() == 0 {
			fmt.Fprintf(&out, "--- %s\n+++ %s\n", oldName, newName)
		}
		writeHunk(&out, ops[start:end])
		i = end
	}
	return out.String()
}

type lineOp struct {
	kind             byte // ' ', '-' or '+'
	text             string
	oldLine, newLine int // the number of the line before it or at it, from 1
}

func lineOps(before, after []byte) []lineOp {
	var ops []lineOp
	oldLine, newLine := 1, 1
	for _, d := range lineDiff(before, after) {
		for line := range strings.Lines(d.Text) {
			op := lineOp{' ', line, oldLine, newLine}
			if d.Type != diffmatchpatch.DiffInsert {
				oldLine++
			}
			if d.Type != diffmatchpatch.DiffDelete {
				newLine++
			}
			switch d.Type {
			case diffmatchpatch.DiffDelete:
				op.kind = '-'
			case diffmatchpatch.DiffInsert:
				op.kind = '+'
			}
			ops = append(ops, op)
		}
	}
	return ops
}

// hunkEnd returns the index behind the hunk that holds the change at i: changes closer than twice the context share a
// hunk.
func hunkEnd(ops []lineOp, i, context int) int {
	last := i
	for j := i; j < len(ops) && j-last-1 <= 2*context; j++ {
		if ops[j].kind != ' ' {
			last = j
		}
	}
	return min(len(ops), last+1+context)
}

func writeHunk(out *strings.Builder, ops []lineOp) {
	var oldCount, newCount int
	for _, op := range ops {
		if op.kind != '+' {
			oldCount++
		}
		if op.kind != '-' {
			newCount++
		}
	}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", hunkRange(ops[0].oldLine, oldCount), hunkRange(ops[0].newLine, newCount))
	for _, op := range ops {
		out.WriteByte(op.kind)
		out.WriteString(op.text)
		if !strings.HasSuffix(op.text, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}

// hunkRange follows the format's rule that an empty range names the line before.
func hunkRange(line, count int) string {
	switch count {
	case 0:
		return fmt.Sprintf("%d,0", line-1)
	case 1:
		return fmt.Sprint(line)
	}
	return fmt.Sprintf("%d,%d", line, count)
}
