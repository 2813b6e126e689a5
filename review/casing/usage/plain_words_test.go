package usage

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/zone"
)

func plainVocabulary() *Vocabulary {
	v := newVocabulary()
	v.headings([]string{"Some Plain Words of the Documentation", "An Internationalization"})
	v.seal()
	return &v
}

func plainReader(v *Vocabulary, src string) *usageReader {
	r := newUsageReader(v)
	r.src = []byte(src)
	return r
}

// pieces reads text as plainWords would have, run by run.
func (r *usageReader) pieces(at, end int) int {
	for at < end {
		if zone.RunClasses[r.src[at]] == zone.SpaceByte {
			at++
		} else {
			at = r.piece(at, end)
		}
	}
	return at
}

// carefulText is text without plainWords.
func (r *usageReader) carefulText(at, end int) {
	for at < end {
		switch zone.RunClasses[r.src[at]] {
		case zone.SpaceByte:
			at++
		case zone.MarkByte:
			at = r.mark(at, end)
		default:
			at = r.piece(at, end)
		}
	}
}

// FuzzPlainWords asserts that words that are read eight bytes at a time are what
// they are when they are read with care.
func FuzzPlainWords(f *testing.F) {
	f.Add("Some plain words of the documentation, and I mean it. See iOS: an Internationalization")
	f.Add("plainWordsAbcdefgh some, so it's [linked](to) end.of it; then a1 b_c caf\u00e9 words")
	f.Add("documentationDocumentation documentatioN words*of*the`x`")
	f.Add("(some plain) words of \"the documentation\" (see the ones()) 'i' mean: (e.g.) an' so on")
	v := plainVocabulary()
	f.Fuzz(func(t *testing.T, src string) {
		if len(src) > 1000 {
			return // readers are compared behind every word
		}
		fast, slow := plainReader(v, src), plainReader(v, src)
		for at := 0; at < len(src); {
			next := fast.plainWords(at, len(src))
			require.Equal(t, next, slow.pieces(at, next))
			slow.fold = nil // memory of words with letters of other kinds
			require.Equal(t, slow, fast, "%q from %d to %d", src, at, next)
			if at = next; at < len(src) {
				at++
			}
		}
		fast, slow = plainReader(v, src), plainReader(v, src)
		fast.text(0, len(src))
		slow.carefulText(0, len(src))
		fast.fold, slow.fold = nil, nil
		require.Equal(t, slow, fast, "%q", src)
	})
}

func BenchmarkPlainWords(b *testing.B) {
	src := strings.Repeat("Some plain words of the documentation, as they stand in a sentence. ", 1000)
	r := plainReader(plainVocabulary(), src)
	for name, read := range map[string]func(at, end int) int{"eight": r.plainWords, "one": r.pieces} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(src)))
			for b.Loop() {
				for at := 0; at < len(src); at++ {
					at = read(at, len(src))
				}
				r.flush()
			}
		})
	}
}
