package reading

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// FuzzReadings checks which bytes a reading says that it stands for: they are in order and within the document.
func FuzzReadings(f *testing.F) {
	f.Add([]byte("> a “b”\n> -- c &copy; `d`\n\xff…\n"))
	f.Fuzz(func(t *testing.T, src []byte) {
		d := zone.Parse("doc.md", src, markdown.Dialect{})
		for name, r := range map[string]*Text{"written": Written(src), "rendered": Rendered(d)} {
			require.Len(t, r.From, len(r.Bytes), name)
			require.Len(t, r.To, len(r.Bytes), name)
			last := int32(0)
			for i := range r.Bytes {
				require.LessOrEqual(t, last, r.From[i], name)
				require.LessOrEqual(t, r.From[i], r.To[i], name)
				require.LessOrEqual(t, int(r.To[i]), len(src), name)
				last = r.From[i]
			}
			assert.False(t, bytes.Contains(r.Bytes, []byte("  ")), "%s: %q", name, r.Bytes)
		}
	})
}

// TestReadingsOfRealDocuments checks the same on real documents.
func TestReadingsOfRealDocuments(t *testing.T) {
	dir := os.Getenv("DOC_ITERATE_CORPUS")
	if dir == "" {
		t.Skip("DOC_ITERATE_CORPUS names no documents")
	}
	files, err := filepath.Glob(filepath.Join(dir, "*", "*.md"))
	require.NoError(t, err)
	for _, file := range files {
		src, err := os.ReadFile(file)
		require.NoError(t, err)
		r := Rendered(zone.Parse(file, src, markdown.DialectOf(file)))
		for i := 1; i < len(r.Bytes); i++ {
			require.LessOrEqual(t, r.From[i-1], r.From[i], file)
		}
	}
}
