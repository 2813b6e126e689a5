package layout_test

import (
	"fmt"
	"go/scanner"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// mostColumns is how long a line may be without the string literals in it. A tab counts as one column.
const mostColumns = 120

// longLines is how many lines of the packages that are not named here with 0 are longer. The numbers may only fall:
// whoever wraps a line lowers the number of its package.
var longLines = map[string]int{
	"fixers/language":   54,
	"internal/testdocs": 1,
	"loop":              17,
}

func TestLinesAreShort(t *testing.T) {
	for _, p := range listPackages(t) {
		paths, err := filepath.Glob(filepath.Join(p.dir, "*.go"))
		require.NoError(t, err)
		found := 0
		var last string
		for _, path := range paths {
			if strings.HasSuffix(path, "_test.go") || strings.HasPrefix(p.name, "bench/") {
				continue
			}
			src, err := os.ReadFile(path)
			require.NoError(t, err)
			for i, columns := range columnsOf(src) {
				if columns > mostColumns {
					found++
					last = fmt.Sprintf("%s:%d", filepath.Base(path), i+1)
				}
			}
		}
		assert.Equal(t, longLines[p.name], found,
			"%s: lines over %d columns, the last at %s: wrap what you added; if there are fewer now, lower the number",
			p.name, mostColumns, last)
	}
}

// columnsOf returns how long each line of a file is without the string literals in it.
func columnsOf(src []byte) []int {
	var columns []int
	for line := range strings.SplitSeq(string(src), "\n") {
		columns = append(columns, utf8.RuneCountInString(line))
	}
	file := token.NewFileSet().AddFile("", -1, len(src))
	var s scanner.Scanner
	s.Init(file, src, nil, 0)
	for {
		pos, tok, literal := s.Scan()
		switch tok {
		case token.EOF:
			return columns
		case token.STRING, token.CHAR:
			first := file.Line(pos) - 1
			for i, part := range strings.Split(literal, "\n") {
				columns[first+i] -= utf8.RuneCountInString(part)
			}
		}
	}
}

func TestColumnsOfStringsDoNotCount(t *testing.T) {
	src := "package x\n\nvar a, b = \"äöü\", `1\n23` // §\n"
	assert.Equal(t, []int{9, 0, len("var a, b = , "), len(" // ."), 0}, columnsOf([]byte(src)))
}
