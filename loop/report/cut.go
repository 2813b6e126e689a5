package report

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// The limits of GitHub: characters of a comment, and bytes of the summary of a step.
const (
	mostComment = 65_536
	mostSummary = 1 << 20
)

// CutForComment shortens Markdown for a comment on GitHub, with a notice if it leaves something out. It counts UTF-16
// units, which are never fewer than characters.
func CutForComment(text []byte) []byte {
	const notice = "The rest is left out: GitHub takes 65,536 characters. `--format html` shows everything.\n"
	return cut(text, mostComment, notice, func(r rune) int {
		if r > 0xFFFF {
			return 2
		}
		return 1
	})
}

// CutForSummary shortens Markdown for the summary of a step that already has so many bytes, with a notice if it leaves
// something out. GitHub shows nothing of a larger summary.
func CutForSummary(text []byte, has int64) []byte {
	const notice = "The rest is left out: GitHub takes 1 MiB. The log has all, and so has `--format html`.\n"
	return cut(text, mostSummary-int(min(has, mostSummary)), notice, utf8.RuneLen)
}

// cut returns text if its size is at most most, else its start and the notice in a paragraph of its own. It cuts
// between lines, and within a line that takes more than half of the room, between characters. It returns nil where
// there is no room.
func cut(text []byte, most int, notice string, size func(rune) int) []byte {
	if fitting(text, most, size) == len(text) {
		return text
	}
	n := fitting(text, most-len(notice)-2, size)
	if n <= 0 {
		return nil
	}
	head := text[:n]
	if line := bytes.LastIndexByte(head, '\n'); line > n/2 {
		head = head[:line]
	}
	return slices.Concat(bytes.TrimRight(head, "\n"), []byte("\n\n"+notice))
}

// fitting returns the length of the longest start of text, in whole characters, whose size is at most most.
func fitting(text []byte, most int, size func(rune) int) int {
	for n := 0; n < len(text); {
		r, width := utf8.DecodeRune(text[n:])
		if most -= size(r); most < 0 {
			return n
		}
		n += width
	}
	return len(text)
}
