package workspace

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop/report"
)

// GitHub shows nothing of a step's summary above 1 MiB, so that the file stays below it however often it is written to.
func TestAppendSummaryStaysBelowTheLimit(t *testing.T) {
	r := &report.Report{Tool: report.Tool{Name: "doc-iterate"}}
	for range 100 {
		f := report.Finding{}
		f.Path, f.Message = "größe.md", strings.Repeat("汉字😀|", 2000)
		r.Findings = append(r.Findings, f)
	}
	path := filepath.Join(t.TempDir(), "summary")
	for range 3 {
		require.NoError(t, AppendSummary(path, r))
		text, err := os.ReadFile(path)
		require.NoError(t, err)
		assert.LessOrEqual(t, len(text), 1<<20)
		assert.Greater(t, len(text), 1<<20-40_000)
		assert.True(t, utf8.Valid(text))
		assert.Contains(t, string(text), "\n\nThe rest is left out: GitHub takes 1 MiB.")
	}
}
