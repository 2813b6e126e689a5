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
	// escaped is the fragments that go on with an escape, which may stand for any letters.
	// unclear is the documents in which an escape may stand for the # sign itself.
	escaped []escapedFragment
	unclear []string
	all     []string
}

// An escapedFragment is what a fragment in the document at path begins with, in lower case,
// before its first escape.
type escapedFragment struct{ letters, path string }

// indexFragments reads the bytes of documents.
func indexFragments(docs map[string]*zone.Document) *fragmentIndex {
	w := &fragmentIndex{by: map[string][]string{}, all: slices.Sorted(maps.Keys(docs))}
	found := make([]foundFragments, len(w.all))
	parallel.OnAll(len(w.all), func(i int) { found[i] = fragmentsIn(docs[w.all[i]].Text()) })
	for i, path := range w.all {
		for _, name := range found[i].whole {
			w.by[name] = append(w.by[name], path)
		}
		for _, letters := range found[i].escaped {
			w.escaped = append(w.escaped, escapedFragment{letters, path})
		}
		if found[i].unclear {
			w.unclear = append(w.unclear, path)
		}
	}
	return w
}

// foundFragments is what stands behind the # signs of a text, each once.
type foundFragments struct {
	whole, escaped []string
	unclear        bool
}

// maxEscaped is how many escaped fragments a document may have before it counts as
// unclear. Each is compared with each fragment that is looked for.
const maxEscaped = 16

func fragmentsIn(src []byte) (out foundFragments) {
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
			if letters := strings.ToLower(string(src[at:end])); !slices.Contains(out.escaped, letters) {
				out.escaped = append(out.escaped, letters)
			}
			if len(out.escaped) > maxEscaped {
				out.escaped, out.unclear = nil, true
			}
		}
		if name := src[at:end]; len(name) > 0 && !seen[string(name)] {
			seen[string(name)] = true
			out.whole = append(out.whole, strings.ToLower(string(name)))
		}
		at = end
	}
}

// documentsWith returns the documents that may have a link to a fragment.
func (w *fragmentIndex) documentsWith(fragment string) []string {
	for i := range len(fragment) {
		if !fragmentByte(fragment[i]) {
			return w.all
		}
	}
	if fragment == "" {
		return w.all
	}
	fragment = strings.ToLower(fragment)
	out := w.by[fragment]
	if len(w.unclear) > 0 {
		out = slices.Concat(out, w.unclear)
	}
	out = slices.Clip(out) // what is appended is not w.by's
	for _, b := range w.escaped {
		if strings.HasPrefix(fragment, b.letters) {
			out = append(out, b.path)
		}
	}
	return out
}

// isNumberSign reports whether the bytes behind an &# may make it a reference to the #
// sign.
func isNumberSign(ref []byte) bool {
	if hexadecimal := bytes.TrimLeft(ref, "xX"); len(hexadecimal) < len(ref) {
		return bytes.HasPrefix(bytes.TrimLeft(hexadecimal, "0"), []byte("23"))
	}
	return bytes.HasPrefix(bytes.TrimLeft(ref, "0"), []byte("35"))
}

// fragmentByte reports whether c may be a byte of a heading's fragment. In a link, no
// such byte ends the destination or begins an escape.
func fragmentByte(c byte) bool {
	return c == '-' || c == '_' || '0' <= c && c <= '9' || 'a' <= c|0x20 && c|0x20 <= 'z' || c >= 0x80
}
