package fixers

import (
	"strings"
	"testing"
)

func BenchmarkInfer(b *testing.B) {
	code := []byte(strings.Repeat("func main() {\n\tfmt.Println(\"hello\")\n\tif err := run(); err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n", 5))
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	for b.Loop() {
		infer(code)
	}
}
