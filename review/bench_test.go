package review

import (
	"bytes"
	"strings"
	"testing"

	"github.com/yuin/goldmark/text"
)

// benchDocument is a document of about n bytes with everything that the parser
// has to do in practice.
func benchDocument(n int) []byte {
	const part = "## Section of the Guide\n\nSome *plain* text with `code`, a [link](other.md#part) and https://example.com in it.\n" +
		"It goes on for a second line, as text does.\n\n- an item\n- another item with **weight**\n\n" +
		"```sh\nrun --this now\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n"
	return []byte(strings.Repeat(part, max(1, n/len(part))))
}

func BenchmarkGoldmark(b *testing.B) {
	src := benchDocument(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		newParser().Parse(text.NewReader(src))
	}
}

func BenchmarkParse(b *testing.B) {
	src := benchDocument(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		Parse("a.md", src)
	}
}

func BenchmarkZones(b *testing.B) {
	src := benchDocument(100 << 10)
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		b.StopTimer()
		d := Parse("a.md", src)
		b.StartTimer()
		d.Zones()
	}
}

func BenchmarkCompare(b *testing.B) {
	src := benchDocument(100 << 10)
	base, same := Parse("a.md", src), Parse("a.md", bytes.Clone(src))
	b.SetBytes(int64(len(src)))
	b.ReportAllocs()
	for b.Loop() {
		if err := Compare(base, same, nil, nil); err != nil {
			b.Fatal(err)
		}
	}
}
