package tree

import (
	"bytes"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Fence opens a fenced code block. The zero Fence opens nothing.
type Fence struct {
	Char  byte // a backtick or a tilde
	Width int
}

// OpeningFence returns the fence that a line begins with, behind its indentation and the
// marks of its containers. It is the zero Fence for any other line.
func OpeningFence(line []byte) Fence {
	if len(line) < 3 || line[0] != '`' && line[0] != '~' {
		return Fence{}
	}
	f := Fence{line[0], source.RunLength(line, line[0])}
	if f.Width < 3 || f.Char == '`' && bytes.IndexByte(line[f.Width:], '`') >= 0 {
		return Fence{}
	}
	return f
}

// ClosedBy reports whether a line, without its indentation, closes the code block.
func (f Fence) ClosedBy(line []byte) bool {
	n := source.RunLength(line, f.Char)
	return n >= f.Width && len(bytes.TrimRight(line[n:], " \t\r\n")) == 0
}
