package intake

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// FuzzParse feeds anything to every format. A review comes out whole, or an error
// and nothing does; what people will see of it is fit to be shown.
func FuzzParse(f *testing.F) {
	files, err := filepath.Glob("testdata/golden/*")
	require.NoError(f, err)
	for _, file := range files {
		if data, err := os.ReadFile(file); err == nil {
			f.Add(data, uint8(0))
		}
	}
	f.Add([]byte(full), uint8(format.DocIterate))
	f.Add([]byte("see\n```json\n[{\"where\": \"A, line 3\", \"fix\": \"Use b\", \"quote\": \"a\",}]\n```"), uint8(0))
	f.Add([]byte(`{"issues": [{"id": "\u202e", "description": "\u001b[31m::error::", "location": {"line": "1-2"}}]}`), uint8(0))
	f.Add([]byte("[Reviewer] here\n{\"issues\": []}\nHope [this] helps!"), uint8(0))
	f.Add([]byte("<checkstyle><file name='a'><error line='1' column='x'/></file></checkstyle>"), uint8(format.Checkstyle))
	f.Fuzz(func(t *testing.T, data []byte, as uint8) {
		r, err := Parse("r", data, format.Format(as)%format.Format(len(format.FormatNames)))
		if err != nil {
			assert.Nil(t, r)
			shown(t, strings.ReplaceAll(err.Error(), "\n", " "))
			return
		}
		seen := map[string]bool{}
		for _, i := range r.Issues {
			assert.NotEmpty(t, i.ID)
			assert.False(t, seen[i.ID], "id %q is there twice", i.ID)
			seen[i.ID] = true
			assert.NotZero(t, i.Severity)
			assert.GreaterOrEqual(t, i.Confidence, 0.0)
			assert.LessOrEqual(t, i.Confidence, 1.0)
			assert.True(t, i.Remedy != review.Choose || len(i.Choices) > 0, "a choice of nothing")
			assert.True(t, i.Remedy != review.Edits || len(i.Edits) > 0, "edits that are none")
			for _, s := range append([]string{i.ID, i.Rule, i.Message}, i.Citations...) {
				shown(t, s)
			}
		}
		for _, s := range append([]string{r.Feedback, r.Reviewer.Name, r.Reviewer.Version}, r.Repaired...) {
			shown(t, s)
		}
	})
}

// shown holds a text to what a terminal and a CI log can bear.
func shown(t *testing.T, s string) {
	t.Helper()
	assert.False(t, strings.HasPrefix(s, "::"), "%q", s)
	assert.NotRegexp(t, `##[A-Za-z]*\[`, s)
	assert.False(t, strings.ContainsFunc(s, func(r rune) bool { return unicode.IsControl(r) || source.InvisibleControl(r) }), "%q", s)
}

// goldenFile returns a sample.
func goldenFile(t testing.TB, name string) []byte {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata/golden", name))
	require.NoError(t, err)
	return data
}
