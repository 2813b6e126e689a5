package testdocs

import (
	"testing"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A RevisionCheck looks at a document and edits of it. Variant is a number below that of the caller's variants.
type RevisionCheck func(t testing.TB, variant int, src []byte, edits []source.Edit, free []source.Span)

// Revisions calls check for documents of shuffled lines, and returns how many they are.
func Revisions(t testing.TB, variants int, check RevisionCheck) (n int) {
	n = 800
	if Long() {
		n = 40000
	}
	c := Chance(7)
	for i := range n {
		src := c.Lines()
		edits, free := c.Edits(src)
		check(t, i%variants, src, edits, free)
	}
	return n
}

// FuzzRevisions calls check for the documents that fuzzing makes of the seeds.
func FuzzRevisions(f *testing.F, variants int, check RevisionCheck) {
	for i, src := range Seeds() {
		f.Add([]byte(src), uint64(i+1))
	}
	f.Fuzz(func(t *testing.T, src []byte, seed uint64) {
		c := Chance(seed | 1)
		edits, free := c.Edits(src)
		check(t, c.Next(variants), src, edits, free)
	})
}

// CorpusRevisions calls check for one of forty documents of the corpus, and returns how many they are.
func CorpusRevisions(t *testing.T, variants int, check RevisionCheck) (n int) {
	c := Chance(9)
	Corpus(t, 40, func(path string, src []byte) {
		n++
		t.Run(path, func(t *testing.T) {
			edits, free := c.Edits(src)
			check(t, n%variants, src, edits, free)
		})
	})
	return n
}

// AddSpec makes seeds of the examples of the specification, and of what fuzzing a parser has found.
func AddSpec(f *testing.F) {
	found := []string{
		"\xef\xbb\xbf---\r\na: b\r\n---\r\n# H\r\n",
		"```\n\n\n\n",
		"* two\n\n  ```\n  code\n\n ```", // the last fence opens a block of its own
		"[^n]:\n[^n] json\n<!x>  \n|-\n<b\n-",
		"[^n]:2) >\t# H {.a \n[^n]",
	}
	for _, src := range append(Spec(f), found...) {
		f.Add([]byte(src))
	}
}
