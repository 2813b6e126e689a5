package testdocs

import (
	"strings"
	"testing"
)

// Page returns a document of about n bytes with everything that the parser meets in practice.
func Page(n int) []byte {
	const part = "## Section of the Guide\n\nSome *plain* text with `code`, a [link](other.md#part) and " +
		"https://example.com in it.\n" +
		"It goes on for a second line, as text does.\n\n- an item\n- another item with **weight**\n\n" +
		"```sh\nrun --this now\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
	return []byte(strings.Repeat(part, max(1, n/len(part))))
}

// Bench measures f, which reads so many bytes.
func Bench(b *testing.B, size int64, f func()) {
	b.SetBytes(size)
	b.ReportAllocs()
	for b.Loop() {
		f()
	}
}
