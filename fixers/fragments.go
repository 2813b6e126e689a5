package fixers

import (
	"bytes"
	"maps"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A fragmentIndex says which documents may have a link to a fragment, by their bytes
// alone: to find the links themselves takes a full parse.
type fragmentIndex struct {
	// by is the documents with a # sign and these letters behind it, in lower case.
	by map[string][]string
	// unclear is the documents in which an escape may stand for letters of a fragment, or for the # sign itself.
	unclear []string
	all     []string
}

// indexFragments reads the bytes of documents.
func indexFragments(docs map[string]*zone.Document) *fragmentIndex {
	w := &fragmentIndex{by: map[string][]string{}, all: slices.Sorted(maps.Keys(docs))}
	found := make([]foundFragments, len(w.all))
	parallel.OnAll(len(w.all), func(i int) { found[i] = fragmentsIn(docs[w.all[i]].Text()) })
	for i, path := range w.all {
		for _, name := range found[i].whole {
			w.by[name] = append(w.by[name], path)
		}
		if found[i].unclear {
			w.unclear = append(w.unclear, path)
		}
	}
	return w
}

// foundFragments is what stands behind the # signs of a text, each once.
type foundFragments struct {
	whole   []string
	unclear bool
}

func fragmentsIn(src []byte) (out foundFragments) {
	seen := map[string]bool{}
	out.unclear = bytes.Contains(src, []byte("&num;"))
	for at := 0; ; {
		i := bytes.IndexByte(src[at:], '#')
		if i < 0 {
			return out
		}
		at += i + 1
		out.unclear = out.unclear || at > 1 && src[at-2] == '&' // &#35; is the # sign
		end := at
		for end < len(src) && fragmentByte(src[end]) {
			end++
		}
		out.unclear = out.unclear || end < len(src) && strings.IndexByte("%&\\\x00", src[end]) >= 0
		if name := src[at:end]; len(name) > 0 && !seen[string(name)] {
			seen[string(name)] = true
			out.whole = append(out.whole, strings.ToLower(string(name)))
		}
		at = end
	}
}

// documentsWith returns the documents that may have a link to a fragment.
func (w *fragmentIndex) documentsWith(fragment string) []string {
	if !plainFragment(fragment) {
		return w.all
	}
	return slices.Concat(w.by[strings.ToLower(fragment)], w.unclear)
}

// names reports whether there are documentsWith a fragment.
func (w *fragmentIndex) names(fragment string) bool {
	if !plainFragment(fragment) {
		return len(w.all) > 0
	}
	return len(w.unclear) > 0 || len(w.by[strings.ToLower(fragment)]) > 0
}

// plainFragment reports whether a fragment is nothing but bytes of which the index knows where they stand.
func plainFragment(fragment string) bool {
	for i := range len(fragment) {
		if !fragmentByte(fragment[i]) {
			return false
		}
	}
	return fragment != ""
}

// fragmentByte reports whether c may be a byte of a heading's fragment. In a link, no
// such byte ends the destination or begins an escape.
func fragmentByte(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}
