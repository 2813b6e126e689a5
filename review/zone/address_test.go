package zone

import (
	"bytes"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// FuzzAddress: a word that InAddress names is nowhere prose.
func FuzzAddress(f *testing.F) {
	for _, src := range []string{
		"see https://github.com/x and a.json", "http://a.bC/github", "http://a.b1/github", "http://a.b.github", "x://github/github", "(http://a/github)",
		"http://a.b,github", "[a](http://b.c/github)", "<http://b.c/github>", "*http://b.c*/github", "a ```github\n b", "- ```github\n", "para\n    ```github",
		"http://www.github", "https://a.b/json.json", "http:///github", "\\://a/github", ":a://b/github:", "http://-/github", "http://a-/github", "http://a./github", "http://a.b./github",
	} {
		f.Add([]byte(src))
	}
	f.Fuzz(func(t *testing.T, src []byte) {
		src = source.WithLineFeeds(src)
		d := Parse("a.md", src, markdown.Dialect{})
		for at := range src {
			if src[at] > 0x80 || !WordBytes[src[at]] || at > 0 && WordBytes[src[at-1]] || !InAddress(src, at) {
				continue
			}
			end := at
			for end < len(src) && WordBytes[src[end]] {
				end++
			}
			zone := d.ZoneAt(at)
			require.False(t, zone == Prose || zone == HeadingText, "%q at %d of %q", src[at:end], at, bytes.Clone(src))
		}
	})
}
