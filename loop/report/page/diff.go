package page

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// contextBytes is how much of a line is shown on each side of a change.
const contextBytes = 80

// WordDiff returns an edit of src in whole words, with the text around it on its lines.
func WordDiff(src []byte, e source.Edit) Change {
	e = source.WholeWords(src, []source.Edit{e})[0]
	return Change{
		Before: wording.Printable(string(lineBefore(src, e.Start))), Parts: WordParts(src[e.Start:e.End], e.New),
		After: wording.Printable(string(lineAfter(src, e.End))),
	}
}

// WordParts compares two texts word by word. Words that change with nothing but a space between them are one part.
func WordParts(old []byte, changed string) []Part {
	var out []Part
	add := func(kind Kind, text string) {
		if text != "" {
			out = append(out, Part{Kind: kind, Text: wording.Printable(text)})
		}
	}
	at := 0
	for _, e := range joinedWords(old, source.BetweenWords(old, []byte(changed))) {
		add(Same, string(old[at:e.Start]))
		add(Deleted, string(old[e.Start:e.End]))
		add(Inserted, e.New)
		at = e.End
	}
	add(Same, string(old[at:]))
	return out
}

// joinedWords widens edits to whole words and unites those that have a space or nothing between them.
func joinedWords(old []byte, edits []source.Edit) []source.Edit {
	var out []source.Edit
	for _, e := range edits {
		e = source.WholeWords(old, []source.Edit{e})[0]
		if n := len(out); n > 0 {
			last := &out[n-1]
			if e.Start < last.End { // both were widened to the same word
				return []source.Edit{whole(old, edits)}
			}
			if between := old[last.End:e.Start]; len(between) == 0 || string(between) == " " {
				last.New += string(between) + e.New
				last.End = e.End
				continue
			}
		}
		out = append(out, e)
	}
	return out
}

// whole returns edits as one, from the first to the last, in whole words.
func whole(old []byte, edits []source.Edit) source.Edit {
	first, last := edits[0].Start, edits[len(edits)-1].End
	var b strings.Builder
	at := first
	for _, e := range edits {
		b.Write(old[at:e.Start])
		b.WriteString(e.New)
		at = e.End
	}
	whole := source.Edit{Span: source.Span{Start: first, End: last}, New: b.String()}
	return source.WholeWords(old, []source.Edit{whole})[0]
}

// lineBefore returns the end of what stands before at on its line.
func lineBefore(src []byte, at int) []byte {
	from := 1 + bytes.LastIndexAny(src[:at], "\r\n")
	for from < at && (at-from > contextBytes || !utf8.RuneStart(src[from])) {
		from++
	}
	return src[from:at]
}

// lineAfter returns the start of what stands behind at on its line.
func lineAfter(src []byte, at int) []byte {
	rest := src[at:]
	if n := bytes.IndexAny(rest, "\r\n"); n >= 0 {
		rest = rest[:n]
	}
	if len(rest) <= contextBytes {
		return rest
	}
	to := contextBytes
	for to > 0 && !utf8.RuneStart(rest[to]) {
		to--
	}
	return rest[:to]
}
