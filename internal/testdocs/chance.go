package testdocs

import (
	"strings"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Chance gives numbers that are the same in every run. It must not be 0.
type Chance uint64

// Next returns a number below n.
func (c *Chance) Next(n int) int {
	*c ^= *c << 13
	*c ^= *c >> 7
	*c ^= *c << 17
	return int(uint64(*c) % uint64(n))
}

// Edits returns edits of a document: most change a word or a bullet, as fixers do, some
// write what no honest fixer writes. At times an edit is free to do what it does; free has
// the spans of those.
func (c *Chance) Edits(src []byte) (edits []source.Edit, free []source.Span) {
	at := 0
	for range 1 + c.Next(4) {
		if at >= len(src) {
			break
		}
		e := c.edit(src, at)
		if at = e.End + 1; c.Next(6) == 0 {
			free = append(free, e.Span)
		}
		edits = append(edits, e)
	}
	return edits, free
}

// edit returns an edit at an offset or not far behind it.
func (c *Chance) edit(src []byte, at int) source.Edit {
	e := source.Edit{Span: source.Span{Start: at + c.Next(min(len(src)-at, 400)+1)}}
	e.End = e.Start
	switch c.Next(8) {
	case 0:
		lies := lies()
		e.New, e.End = lies[c.Next(len(lies))], min(len(src), e.Start+c.Next(4))
	case 1: // an insertion
		e.New = "x"
	case 2: // a bullet
		for e.Start < len(src) && !strings.ContainsRune("*-+", rune(src[e.Start])) {
			e.Start++
		}
		e.New, e.End = "-", min(len(src), e.Start+1)
	default: // a word
		for e.Start < len(src) && !source.IsLetter(src[e.Start]) {
			e.Start++
		}
		for e.End = e.Start; e.End < len(src) && source.IsLetter(src[e.End]); e.End++ {
		}
		e.New = []string{"allowlist", "GitHub", "word", "whitelist"}[c.Next(4)]
	}
	return e
}

// lies returns what no honest fixer writes.
func lies() []string {
	return []string{
		"\n\n", "\n", "`", "```", "\n```\n", "*", "- ", "\n- x\n", "# ", "\n# x\n", "\n[a]: b\n", "[a]", "[^n]", "]:", "<div>", "\n<div>\n", "<!-- ", "-->",
		"    ", "\t", "> ", "|", "---", "\n---\n", "<pre>", "{{", "$$", "\r", "",
	}
}

// A FarEdit is an edit of a document and whether the document means the same after it, but
// for the edited value.
type FarEdit struct {
	Name, Src string
	Edit      source.Edit
	Holds     bool
}

// FarEdits returns edits that change what blocks far from them mean, and one that doesn't.
func FarEdits() []FarEdit {
	edit := func(start, end int, text string) source.Edit {
		return source.Edit{Span: source.Span{Start: start, End: end}, New: text}
	}
	list := []FarEdit{
		{"a definition gets another name", "see [a]\n\n[a]: /b\n", edit(10, 11, "c"), false},
		{"a definition comes to be", "see [a]\n\n[b]: /b\n", edit(10, 11, "a"), false},
		{"a footnote gets another name", "see [^a] TODO\n\n[^a]: b TODO\n", edit(17, 18, "c"), false},
		{"a fence is opened", "whitelist\n\n* whitelist\n\n```\nx\n```\n", edit(0, 9, "```"), false},
		{"a comment is opened", "whitelist\n\n* whitelist -->\n", edit(0, 9, "<!--"), false},
		{"a list is joined", "* whitelist\n\n- whitelist\n", edit(13, 14, "*"), false},
		{"a word", "whitelist [a]\n\n[a]: /b\n", edit(0, 9, "allowlist"), true},
	}
	for i := range list {
		list[i].Src += PlainText()
	}
	return list
}
