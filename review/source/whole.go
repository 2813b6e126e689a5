package source

import (
	"bytes"
	"unicode"
	"unicode/utf8"
)

// WholeWords widens edits to the words that they touch, and makes one of those that meet. Text without spaces has no
// words to widen to.
func WholeWords(src []byte, edits []Edit) []Edit {
	var out []Edit
	for _, e := range edits {
		first, _ := utf8.DecodeRune(append(bytes.Clone(src[e.Start:e.End]), e.New...))
		start := e.Start
		if joins(first) || opens(e.New) {
			start = wordStart(src, e.Start)
		}
		end := e.End
		if last := runeBefore(src, e.End); e.End > e.Start && joins(last) || closes(e.New) {
			for end < len(src) {
				r, size := utf8.DecodeRune(src[end:])
				if !joins(r) {
					break
				}
				end += size
			}
		}
		if n := len(out); n > 0 && start < out[n-1].End {
			last := &out[n-1]
			if last.End >= e.Start {
				last.New = last.New[:len(last.New)-(last.End-e.Start)]
			} else {
				last.New += string(src[last.End:e.Start])
			}
			last.New += e.New + string(src[e.End:end])
			last.End = end
			continue
		}
		out = append(out, Edit{
			Span: Span{Start: start, End: end}, New: string(src[start:e.Start]) + e.New + string(src[e.End:end]),
		})
	}
	return out
}

// joins reports whether a character is part of a word that spaces separate from others.
func joins(r rune) bool {
	return WordRune(r) && !unicode.In(r, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Thai, unicode.Lao,
		unicode.Khmer, unicode.Myanmar)
}

func opens(text string) bool {
	r, _ := utf8.DecodeRuneInString(text)
	return joins(r)
}

func closes(text string) bool {
	r, _ := utf8.DecodeLastRuneInString(text)
	return joins(r)
}

// wordStart returns where the word at an offset begins.
func wordStart(src []byte, at int) int {
	for at > 0 && (at < len(src) && !utf8.RuneStart(src[at]) || joins(runeBefore(src, at))) {
		at--
	}
	return at
}

func runeBefore(src []byte, at int) rune {
	r, _ := utf8.DecodeLastRune(src[:at])
	return r
}
