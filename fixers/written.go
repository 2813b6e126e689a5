package fixers

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/parallel"
	"github.com/doc-iterate/doc-iterate/review"
)

// writtenFragments is which documents may have a link to a fragment, by the look of
// their bytes: the links themselves take a tree.
type writtenFragments struct {
	// by is the documents that have a # with these letters behind it, in lower case.
	by map[string][]string
	// unclear is those with one that an escape stands behind or before, which may
	// stand for anything.
	unclear []string
	all     []string
}

// writtenIn sweeps over the bytes of documents. The paths are in order.
func writtenIn(docs map[string]*review.Document) *writtenFragments {
	w := &writtenFragments{by: map[string][]string{}, all: slices.Sorted(maps.Keys(docs))}
	names, unclear := make([][]string, len(w.all)), make([]bool, len(w.all))
	parallel.OnAll(len(w.all), func(i int) { names[i], unclear[i] = namesIn(docs[w.all[i]].Source()) })
	for i, path := range w.all {
		for _, name := range names[i] {
			w.by[name] = append(w.by[name], path)
		}
		if unclear[i] {
			w.unclear = append(w.unclear, path)
		}
	}
	return w
}

// namesIn is what stands behind the # signs of a text, each once.
func namesIn(src []byte) (names []string, unclear bool) {
	seen := map[string]bool{}
	unclear = bytes.Contains(src, []byte("&num;"))
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '#')
		if i < 0 {
			return names, unclear
		}
		unclear = unclear || at+i > 0 && src[at+i-1] == '&'
		at += i + 1
		end := at
		for end < len(src) && fragmentByte(src[end]) {
			end++
		}
		unclear = unclear || end < len(src) && strings.IndexByte("%&\\\x00", src[end]) >= 0
		if name := src[at:end]; len(name) > 0 && !seen[string(name)] {
			seen[string(name)] = true
			names = append(names, strings.ToLower(string(name)))
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
	return slices.Concat(w.by[strings.ToLower(fragment)], w.unclear)
}

// fragmentByte is for what the fragments of headings are made of. No link ends
// before one of them, and in none of them is it escaped.
func fragmentByte(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}
