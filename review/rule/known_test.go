package rule

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// A corpus with a digest judges as the one that it was gathered from, and reads no other document.
func TestKnown(t *testing.T) {
	set, err := rules.Load("r.json", []byte(`{"version": 1, "style": {"heading-case": {}, "misspelling": {}}}`))
	require.NoError(t, err)
	texts := map[string]string{
		"a.md": "# Ask the Postmaster\n\n## Start the Frobnicator\n\nThey recieve it, and know what it is.\n",
		"b.md": "# Names\n\nThen the Postmaster reads it. We know the Postmaster. A frobnicator, the frobnicator.\n",
		"c.md": "# More\n\nThey recieve it again.\n",
	}
	open := func(readable ...string) []source.Stored {
		var docs []source.Stored
		for _, path := range []string{"a.md", "b.md", "c.md"} {
			docs = append(docs, source.Stored{Path: path, Read: func() ([]byte, error) {
				assert.Contains(t, readable, path, "is read")
				return []byte(texts[path]), nil
			}})
		}
		return docs
	}
	judged := func(c *review.Corpus) []review.Finding {
		return c.Review(c.Document("a.md"), set, All())
	}
	want := judged(review.OpenCorpus(review.Sources{Texts: open("a.md", "b.md", "c.md")}))
	assert.Len(t, want, 2)
	all := review.OpenCorpus(review.Sources{Texts: open("a.md", "b.md", "c.md")})
	known := review.Known{Digest: all.Digest(set, func(string) bool { return true }), Judged: open("a.md")[:1]}
	assert.Equal(t, want, judged(review.OpenCorpus(review.Sources{Texts: open("a.md"), Known: &known})))
}
