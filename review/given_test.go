package review

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/link"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A corpus that was given a digest judges as the one that it was gathered from, and reads no other document.
func TestGiven(t *testing.T) {
	set, err := rules.Load("r.json", []byte(`{"version": 1, "style": {"heading-case": {}, "misspelling": {}}}`))
	require.NoError(t, err)
	texts := map[string]string{
		"a.md": "# Ask the Postmaster\n\n## Start the Frobnicator\n\nThey recieve it, and know what it is.\n",
		"b.md": "# Names\n\nThen the Postmaster reads it. We know the Postmaster. A frobnicator, the frobnicator.\n",
		"c.md": "# More\n\nThey recieve it again.\n",
	}
	open := func(readable ...string) *Corpus {
		var docs []source.Stored
		for _, path := range []string{"a.md", "b.md", "c.md"} {
			docs = append(docs, source.Stored{Path: path, Read: func(*[]byte) ([]byte, error) {
				assert.Contains(t, readable, path, "is read")
				return []byte(texts[path]), nil
			}})
		}
		return NewStream(docs, func() *link.Files { return nil }, 2)
	}
	judged := func(c *Corpus) []Finding {
		_, found := c.NewScratch(set, Reviewers()).Review("a.md", []byte(texts["a.md"]))
		return append([]Finding{}, found...)
	}
	want := judged(open("a.md", "b.md", "c.md"))
	assert.Len(t, want, 2)
	digest := open("a.md", "b.md", "c.md").Digest(set, func(string) bool { return true })
	one := open("a.md")
	assert.Equal(t, want, judged(one.Given(&Given{Digest: digest, Judged: one.texts[:1]})))
}
