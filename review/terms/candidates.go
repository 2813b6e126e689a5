package terms

import (
	"bytes"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules/term"
)

// Candidates returns the function that finds the next place where a term may begin for a reader,
// which is none within an address.
func Candidates(table *term.Table) func([]byte, int) int {
	return func(text []byte, from int) int {
		at := table.Candidate(text, from)
		for at < len(text) && zone.InAddress(text, at) {
			at = table.Candidate(text, at+1)
		}
		for from < at {
			n := bytes.IndexByte(text[from:at], '&')
			if n < 0 {
				break
			}
			from += n
			if length, seen := reference(text[from:]); length > 1 {
				if r, _ := utf8.DecodeRune(seen); table.MayStart(r) {
					return from
				}
			}
			from++
		}
		return at
	}
}
