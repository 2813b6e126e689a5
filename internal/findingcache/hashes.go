package findingcache

import (
	"crypto/sha256"

	"github.com/doc-iterate/doc-iterate/internal/parallel"
	"github.com/doc-iterate/doc-iterate/review/source"
)

// A Hash is that of some bytes. Zero is that of a file that can't be read.
type Hash = [sha256.Size]byte

// Hashes are those of the documents of a run, by path: what counts habits and what looks for kept results read each
// document once. They are not for several goroutines at a time.
type Hashes struct {
	Jobs  int // how many goroutines read
	known map[string]Hash
}

// Of returns the hashes of texts, in their order. It reads those that it has not seen.
func (s *Hashes) Of(texts []source.Stored) []Hash {
	if s.known == nil {
		s.known = make(map[string]Hash, len(texts))
	}
	hashes := make([]Hash, len(texts))
	var unknown []int
	for i := range texts {
		h, ok := s.known[texts[i].Path]
		if hashes[i] = h; !ok {
			unknown = append(unknown, i)
		}
	}
	buffers := make([][]byte, max(1, s.Jobs))
	parallel.EachOn(len(unknown), len(buffers), func(i, worker int) {
		hashes[unknown[i]] = hashOf(texts[unknown[i]], &buffers[worker])
	})
	for _, i := range unknown {
		s.known[texts[i].Path] = hashes[i]
	}
	return hashes
}

// hashOf returns the hash of a text as it is now, which is read into a buffer.
func hashOf(t source.Stored, buffer *[]byte) (h Hash) {
	if src, err := t.Read(buffer); err == nil {
		h = sha256.Sum256(src)
	}
	return h
}
