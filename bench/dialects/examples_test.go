package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestRecorded: the pages that programs made of the examples differ in words alone, and each program has an example.
// That fix still gives the documents that they were made of is for TestDialects of the command.
func TestRecorded(t *testing.T) {
	for name, judge := range judgesOf("") {
		data, err := os.ReadFile(filepath.Join("..", "..", "testdata", "dialects", name+".txtar"))
		require.NoError(t, err)
		e, err := parseExample(data)
		require.NoError(t, err)
		assert.NotEmpty(t, e.before.page, name)
		assert.NotEqual(t, e.before.text, e.after.text, name)
		assert.Empty(t, e.difference(), name)
		if judge.version == goldmarkModule {
			pages, err := goldmarkPages("", []string{e.before.text, e.after.text})
			require.NoError(t, err)
			assert.Equal(t, []string{e.before.page, e.after.page}, pages, "run .ci/dialects")
		}
	}
}

// TestDifference: words may change where the text does; tags, destinations, code and what else a page has may not.
func TestDifference(t *testing.T) {
	text := func(before, after string) document {
		return document{before: side{text: before}, after: side{text: after}}
	}
	for _, pages := range [][2]string{
		{"<p>a whitelist</p>", "<p>an allowlist</p>"},
		{"<h2 id=\"a-whitelist\">A Whitelist</h2>", "<h2 id=\"an-allowlist\">An allowlist</h2>"},
		{"<pre><code>x</code></pre>", "<pre><code class=\"language-sh\">x</code></pre>"},
		{"<p><pre>x</pre></p>", "<pre>x</pre>"},
		{"<p>a <div>x</div> whitelist</p>", "<p>an</p><div>x</div><p>allowlist</p>"},
	} {
		d := text("A whitelist", "An allowlist")
		d.before.page, d.after.page = pages[0], pages[1]
		assert.Empty(t, d.difference(), pages)
	}
	for _, pages := range [][2]string{
		{"<p>a whitelist</p>", "<p>an other list</p>"},
		{"<p>a <em>whitelist</em></p>", "<p>an allowlist</p>"},
		{"<p>a whitelist</p>", "<p>an</p><p>allowlist</p>"},
		{"<ul><li>a</li><li>b</li></ul>", "<ul><li>a</li></ul><ul><li>b</li></ul>"},
		{"<p><a href=\"/whitelist/x\">a</a></p>", "<p><a href=\"/allowlist/x\">a</a></p>"},
		{"<p><code>a whitelist</code></p>", "<p><code>an allowlist</code></p>"},
	} {
		d := text("A whitelist", "An allowlist")
		d.before.page, d.after.page = pages[0], pages[1]
		assert.NotEmpty(t, d.difference(), pages)
	}
}
