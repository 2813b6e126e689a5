package intake

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/intake/format"
)

// No page of the corpus is taken for a review, but for logs in which a CI runner would find
// annotations, too. DOC_ITERATE_CORPUS is a folder of Markdown; each 32nd page is read.
func TestPagesAreNoReviews(t *testing.T) {
	dir := os.Getenv("DOC_ITERATE_CORPUS")
	if dir == "" {
		t.Skip("DOC_ITERATE_CORPUS names no folder")
	}
	n := 0
	require.NoError(t, filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		if n++; n%32 != 0 {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if r, err := Parse("r", data, format.Auto); err == nil {
			assert.Equal(t, format.GitHub, r.Format, path)
		}
		return nil
	}))
}
