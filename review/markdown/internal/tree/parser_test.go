package tree

import (
	"testing"

	"github.com/yuin/goldmark/text"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

func BenchmarkGoldmark(b *testing.B) {
	src := testdocs.Page(100 << 10)
	testdocs.Bench(b, int64(len(src)), func() { newParser().Parse(text.NewReader(src)) })
}
