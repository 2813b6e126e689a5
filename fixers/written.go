package fixers

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review"
)

// writtenFragments is which documents may have a link to a fragment, by the look of
// their bytes: the links themselves take a tree.
type writtenFragments struct {
	// by is the documents that have a # with these letters behind it, in lower case.
	by map[string][]string
	// begun is those with one whose letters an escape follows, which may stand for any
	// others; unclear those in which an escape may stand for the # itself.
	begun   []begunFragment
	unclear []string
	all     []string
}

// A begunFragment is what a fragment in the document at path begins with, in lower case.
type begunFragment struct{ letters, path string }

// writtenIn sweeps over the bytes of documents. The paths are in order.
func writtenIn(docs map[string]*review.Document) *writtenFragments {
	w := &writtenFragments{by: map[string][]string{}, all: slices.Sorted(maps.Keys(docs))}
	found := make([]foundNames, len(w.all))
	parallel.OnAll(len(w.all), func(i int) { found[i] = namesIn(docs[w.all[i]].Source()) })
	for i, path := range w.all {
		for _, name := range found[i].whole {
			w.by[name] = append(w.by[name], path)
		}
		for _, letters := range found[i].begun {
			w.begun = append(w.begun, begunFragment{letters, path})
		}
		if found[i].unclear {
			w.unclear = append(w.unclear, path)
		}
	}
	return w
}

// foundNames is what stands behind the # signs of a text, each whole one once.
type foundNames struct {
	whole, begun []string
	unclear      bool
}

// mostBegun is how many a document may have before it counts as unclear: they are
// compared with each fragment that is looked for.
const mostBegun = 16

func namesIn(src []byte) (out foundNames) {
	seen := map[string]bool{}
	out.unclear = bytes.Contains(src, []byte("&num;"))
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '#')
		if i < 0 {
			return out
		}
		at += i + 1
		out.unclear = out.unclear || at > 1 && src[at-2] == '&' && isNumberSign(src[at:])
		end := at
		for end < len(src) && fragmentByte(src[end]) {
			end++
		}
		if end < len(src) && strings.IndexByte("%&\\\x00", src[end]) >= 0 {
			if letters := strings.ToLower(string(src[at:end])); !slices.Contains(out.begun, letters) {
				out.begun = append(out.begun, letters)
			}
			if len(out.begun) > mostBegun {
				out.begun, out.unclear = nil, true
			}
		}
		if name := src[at:end]; len(name) > 0 && !seen[string(name)] {
			seen[string(name)] = true
			out.whole = append(out.whole, strings.ToLower(string(name)))
		}
		at = end
	}
}

// mayName is the documents that may have a link to a fragment.
func (w *writtenFragments) mayName(fragment string) []string {
	for i := range len(fragment) {
		if !fragmentByte(fragment[i]) {
			return w.all
		}
	}
	if fragment == "" {
		return w.all
	}
	fragment = strings.ToLower(fragment)
	out := slices.Concat(w.by[fragment], w.unclear)
	for _, b := range w.begun {
		if strings.HasPrefix(fragment, b.letters) {
			out = append(out, b.path)
		}
	}
	return out
}

// isNumberSign reports whether a reference to a character, of which this stands behind
// &#, may be one to the # sign.
func isNumberSign(ref []byte) bool {
	if hexadecimal := bytes.TrimLeft(ref, "xX"); len(hexadecimal) < len(ref) {
		return bytes.HasPrefix(bytes.TrimLeft(hexadecimal, "0"), []byte("23"))
	}
	return bytes.HasPrefix(bytes.TrimLeft(ref, "0"), []byte("35"))
}

// fragmentByte is for what the fragments of headings are made of. No link ends
// before one of them, and in none of them is it escaped.
func fragmentByte(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}
