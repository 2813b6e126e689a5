package programs

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/loop"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// The linter says of each document that it is given how many there were. It fails where one of them is bad.
const linter = `printf '{"issues": ['; comma=; bad=
for path; do
  if grep -q bad "$path"; then bad=1; fi
  printf '%s{"document": "%s", "description": "%s", "location": {"line": 1}}' "$comma" "$path" "$#"; comma=,
done
if [ "$bad" ] && [ $# -gt 1 ]; then exit 3; fi
echo ']}'`

// A reviewer of many documents runs once for those that it expects, alone for what is another text or asked about once
// more, and alone for all where the one run failed.
func TestBatch(t *testing.T) {
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("there is no /bin/sh")
	}
	dir := t.TempDir()
	var expected []source.Stored
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		path := filepath.Join(dir, name)
		require.NoError(t, os.WriteFile(path, []byte("Text of "+name+"\n"), 0o600))
		expected = append(expected, source.Stored{Path: path, Read: func() ([]byte, error) { return os.ReadFile(path) }})
	}
	times := &Times{}
	set := &rules.Set{Reviewers: []rules.Program{
		{Name: "lint", Command: []string{"/bin/sh", "-c", linter, "lint", "{paths}"}, Timeout: time.Minute},
	}}
	b, ok := Reviewers(set, filepath.Join(dir, rules.FileName), times)[0].(loop.Batcher)
	require.True(t, ok)
	asked := func(name, text string) string {
		t.Helper()
		rv, err := b.Review(t.Context(), loop.Request{Document: zone.Parse(filepath.Join(dir, name), []byte(text), markdown.DialectOf(filepath.Join(dir, name))), Iteration: 1})
		require.NoError(t, err)
		require.Len(t, rv.Findings, 1)
		assert.Equal(t, "lint", rv.Findings[0].Source)
		return rv.Findings[0].Message
	}
	b.Expect(expected)
	assert.Equal(t, "3", asked("b.md", "Text of b.md\n"))
	assert.Equal(t, "3", asked("a.md", "Text of a.md\n"))
	assert.Equal(t, "1", asked("a.md", "Text of a.md\n"), "asked once more")
	assert.Equal(t, "1", asked("c.md", "Another text\n"))
	lines := strings.Join(times.Take(), "\n")
	assert.Regexp(t, `^lint: 5 documents in 3 runs, \d+\.\d s$`, lines)
	assert.Empty(t, times.Take())

	require.NoError(t, os.WriteFile(filepath.Join(dir, "b.md"), []byte("A bad text\n"), 0o600))
	b.Expect(expected)
	assert.Equal(t, "1", asked("a.md", "Text of a.md\n"))
	assert.Equal(t, "1", asked("b.md", "A bad text\n"))

	// Many documents are several runs.
	expected = expected[:0]
	for n := range maxDocuments + 1 {
		path := filepath.Join(dir, strconv.Itoa(n)+".md")
		require.NoError(t, os.WriteFile(path, []byte("Text\n"), 0o600))
		expected = append(expected, source.Stored{Path: path, Read: func() ([]byte, error) { return os.ReadFile(path) }})
	}
	b.Expect(expected)
	assert.Equal(t, strconv.Itoa(maxDocuments), asked("0.md", "Text\n"))
	assert.Equal(t, "1", asked(strconv.Itoa(maxDocuments)+".md", "Text\n"))
}
