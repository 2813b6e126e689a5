package tree

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/yuin/goldmark/extension"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// Text taken by many words at once is read as goldmark reads it word by word.
func FuzzBareLinks(f *testing.F) {
	for _, text := range []string{
		"see http://a.b/c, www.a.b (ftp://a.b) or https://a.b/(c). The end",
		"write to a_b@c.de or \"me! or a`b@c.de or _x_y@c.de, not to @me or a@b",
		"an escaped \\ http://a.b `and *this* \\* too", "hard  \nand\\\nand\\\\\nand\\  \nsoft *x*\r\nend  \r\n\\\r\nlast  ",
		"`` no code \\* and ` code ` here", "a\tb [c http://d.e f](g h) ![i](j) k<br> l ~m~ **n**",
		"- [ ] a task to do [^1]\n\n[^1]: a note at www.a.b\n\n| a b | www.c.d |\n|---|---|\n| e@f.gh i | j `k` l |\n",
	} {
		f.Add(text)
	}
	f.Add(string(testdocs.Page(4 << 10)))
	byWord := newParser(extension.NewLinkifyParser())
	f.Fuzz(func(t *testing.T, text string) {
		src := source.WithLineFeeds([]byte(text))
		assert.Equal(t, read(byWord, src, 0, Syntax{}), Read(src, 0, Syntax{}))
	})
}

func BenchmarkRead(b *testing.B) {
	src := testdocs.Page(100 << 10)
	testdocs.Bench(b, int64(len(src)), func() { Read(src, 0, Syntax{}) })
}
