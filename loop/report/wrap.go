package report

import (
	"bytes"
	"io"
	"strings"

	"github.com/rivo/uniseg"
)

// A wrapper wraps lines at words.
type wrapper struct {
	w     io.Writer
	width int
	line  []byte // that has no end yet
}

// Wrap returns a writer that wraps lines at the width of s, between words. It leaves lines with a command alone: they
// are copied. What is written must end with a line.
func (s Style) Wrap(w io.Writer) io.Writer {
	if s.Width == 0 {
		return w
	}
	return &wrapper{w: w, width: max(s.Width, 30)}
}

func (w *wrapper) Write(p []byte) (int, error) {
	w.line = append(w.line, p...)
	end := bytes.LastIndexByte(w.line, '\n') + 1
	var out strings.Builder
	for line := range strings.Lines(string(w.line[:end])) {
		wrapLine(&out, strings.TrimSuffix(line, "\n"), w.width)
	}
	w.line = append(w.line[:0], w.line[end:]...)
	_, err := io.WriteString(w.w, out.String())
	return len(p), err
}

// wrapLine writes a line as lines of a width. The later ones are indented by two more columns than the first.
func wrapLine(out *strings.Builder, line string, width int) {
	if columns(line) <= width || strings.Contains(line, "doc-iterate ") {
		out.WriteString(line + "\n")
		return
	}
	text := strings.TrimLeft(line, " ")
	indent := line[:len(line)-len(text)]
	out.WriteString(indent)
	column, hanging := len(indent), min(len(indent)+2, width/2)
	for n, word := range strings.Split(text, " ") {
		wide := columns(word)
		switch {
		case n == 0:
		case column+1+wide > width:
			out.WriteString("\n" + strings.Repeat(" ", hanging))
			column = hanging
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += wide
	}
	out.WriteByte('\n')
}

// columns returns the width of text on a terminal, without its colours.
func columns(text string) int {
	n := 0
	for {
		before, behind, found := strings.Cut(text, "\x1b[")
		n += uniseg.StringWidth(before)
		if !found {
			return n
		}
		_, text, _ = strings.Cut(behind, "m")
	}
}
