package language

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

func BenchmarkInfer(b *testing.B) {
	code := []byte(strings.Repeat("func main() {\n\tfmt.Println(\"hello\")\n\tif err := run(); err != nil {\n\t\tlog.Fatal(err)\n\t}\n}\n", 5))
	b.SetBytes(int64(len(code)))
	b.ReportAllocs()
	for b.Loop() {
		Infer(code)
	}
}

// BenchmarkInferCorpus is the code blocks without a language of the documents below
// DOC_ITERATE_CORPUS.
func BenchmarkInferCorpus(b *testing.B) {
	root := os.Getenv("DOC_ITERATE_CORPUS")
	if root == "" {
		b.Skip("DOC_ITERATE_CORPUS names no folder of documents")
	}
	var blocks [][]byte
	require.NoError(b, filepath.WalkDir(root, func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !link.IsMarkdown(path) {
			return err
		}
		src, err := os.ReadFile(path)
		d := zone.Parse(path, src, markdown.DialectOf(path))
		for i, n := range d.Nodes() {
			if n.Kind == markdown.FencedCode && n.Content.Empty() {
				blocks = append(blocks, d.Code(i))
			}
		}
		return err
	}))
	b.ReportAllocs()
	for b.Loop() {
		for _, code := range blocks {
			guess(code)
		}
	}
	b.ReportMetric(float64(len(blocks)), "blocks")
}
