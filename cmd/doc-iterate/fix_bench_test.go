package main

import (
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/gate"
)

// BenchmarkFixCorpus is a whole fix of the documents below DOC_ITERATE_CORPUS:
// of a copy that is written to, and without writing, which leaves the loop alone.
// `make profile PROFILE=FixCorpus/dry` writes the profiles of the latter.
func BenchmarkFixCorpus(b *testing.B) {
	root := os.Getenv("DOC_ITERATE_CORPUS")
	if root == "" {
		b.Skip("DOC_ITERATE_CORPUS names no folder of documents")
	}
	config := filepath.Join(b.TempDir(), "rules.json")
	inferring := strings.Replace(speedRules, `"fenced-code-language": {}`, `"fenced-code-language": {"infer": true}`, 1)
	require.NoError(b, os.WriteFile(config, []byte(inferring), 0o644))
	environ := append(os.Environ(), "XDG_STATE_HOME="+b.TempDir())
	fix := func(b *testing.B, args ...string) {
		s := session{
			ctx: context.Background(), args: append([]string{"fix", "--quiet", "--config", config}, args...), environ: environ,
			in: os.Stdin, out: io.Discard, err: io.Discard,
		}
		require.Equal(b, gate.ExitFound, s.run())
	}
	b.Run("dry", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			fix(b, "--dry-run", root)
		}
	})
	b.Run("written", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			b.StopTimer()
			folder := filepath.Join(b.TempDir(), "documents")
			require.NoError(b, os.CopyFS(folder, os.DirFS(root)))
			b.StartTimer()
			fix(b, "--commit=none", folder)
			b.StopTimer()
			require.NoError(b, os.RemoveAll(folder))
			b.StartTimer()
		}
	})
}
