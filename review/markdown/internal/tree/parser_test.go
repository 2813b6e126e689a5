package tree

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/yuin/goldmark/text"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

func BenchmarkGoldmark(b *testing.B) {
	src := testdocs.Page(100 << 10)
	testdocs.Bench(b, int64(len(src)), func() { markdown().Parse(text.NewReader(src)) })
}

// goldmark ends the last line of indented code in place where the slice that it reads has room behind it.
func TestReaderLeavesWhatFollows(t *testing.T) {
	all := []byte("Text\n\n    code and more of it\n")
	want := string(all)
	part := all[:bytes.Index(all, []byte(" and"))]
	Read(part, 0, Syntax{})
	assert.Equal(t, want, string(all))
}
