package tree

import (
	"bytes"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
)

// tableParagraphs is goldmark's parser of tables, without two things that are no tables for GitHub
// (https://github.github.com/gfm/#tables-extension-): a header with fewer cells than the line below it, where goldmark
// adds those that are missing, and a line below it that goes on with the text of an item or a quote from outside.
type tableParagraphs struct{ parser.ParagraphTransformer }

func (t tableParagraphs) Transform(paragraph *ast.Paragraph, r text.Reader, pc parser.Context) {
	line := func(i int) []byte {
		segment := paragraph.Lines().At(i)
		return bytes.TrimSpace(segment.Value(r.Source()))
	}
	for i := 1; i < paragraph.Lines().Len(); i++ {
		if columns := delimiterCells(line(i)); columns > 0 {
			if headerCells(line(i-1)) != columns || lazy(paragraph, i, r.Source()) {
				return
			}
			if state, ok := pc.Get(syntaxKey).(*overlayState); ok && state.syntax.JSX {
				// However far the line is indented.
				delimiters := paragraph.Lines().At(i)
				paragraph.Lines().Set(i, delimiters.TrimLeftSpace(r.Source()))
			}
			break
		}
	}
	t.ParagraphTransformer.Transform(paragraph, r, pc)
}

// lazy reports whether a line of a paragraph stands without the marks or the indentation of its container.
func lazy(paragraph *ast.Paragraph, i int, src []byte) bool {
	start := paragraph.Lines().At(i).Start
	before := src[bytes.LastIndexByte(src[:start], '\n')+1 : start]
	switch paragraph.Parent().(type) {
	case *ast.ListItem:
		return len(before) == 0
	case *ast.Blockquote:
		return bytes.IndexByte(before, '>') < 0
	}
	return false
}

// delimiterCells counts the columns of the line below the header of a table; 0 for any other line.
func delimiterCells(line []byte) int {
	if len(bytes.Trim(line, "|-: \t")) > 0 {
		return 0
	}
	columns := 0
	for cell := range bytes.SplitSeq(bytes.TrimSuffix(bytes.TrimPrefix(line, []byte("|")), []byte("|")), []byte("|")) {
		cell = bytes.TrimSuffix(bytes.TrimPrefix(bytes.TrimSpace(cell), []byte(":")), []byte(":"))
		if len(cell) == 0 || len(bytes.Trim(cell, "-")) > 0 {
			return 0
		}
		columns++
	}
	return columns
}

// headerCells counts the cells of a row: a pipe ends one unless a backslash stands before it.
func headerCells(line []byte) int {
	line = bytes.TrimPrefix(line, []byte("|"))
	cells := 0
	for i, c := range line {
		if c == '|' && (i == 0 || line[i-1] != '\\') || i == len(line)-1 {
			cells++
		}
	}
	return cells
}
