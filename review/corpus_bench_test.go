package review

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

// corpusTexts is the documents below DOC_ITERATE_CORPUS, in memory, and their size
// in bytes.
func corpusTexts(t testing.TB) (texts []source.Stored, size int64) {
	corpus(t, 1, func(path string, src []byte) {
		texts = append(texts, source.Stored{Path: path, Read: func(*[]byte) ([]byte, error) { return src, nil }})
		size += int64(len(src))
	})
	return texts, size
}

// BenchmarkCorpus is each sweep over the bytes of the documents, on one goroutine.
func BenchmarkCorpus(b *testing.B) {
	texts, size := corpusTexts(b)
	stage := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(size)
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
	all := func(f func(path string, src []byte)) func() {
		return func() {
			for _, t := range texts {
				src, _ := t.Read(nil)
				f(t.Path, src)
			}
		}
	}
	stage("Evidence", func() { gatherEvidence(texts, false, 1, nil) })
	var l passageLexer
	stage("Passages", all(l.read))
	stage("Bound", all(func(_ string, src []byte) { _ = Bound(src) }))
	var s chunkReader
	stage("Split", all(func(_ string, src []byte) { s.split(src, frontMatter(src).End) }))
	set, err := rules.Load("bench", []byte(`{"terminology": [{"use": "JavaScript"}, {"use": "GitHub"}, {"use": "Kubernetes"}, {"use": "TypeScript"},
		{"use": "Node.js"}, {"use": "macOS"}, {"use": "PostgreSQL"}, {"use": "MySQL"}, {"use": "YAML"}, {"use": "JSON"},
		{"use": "allowlist", "not": ["whitelist"]}, {"use": "denylist", "not": ["blacklist"]}],
		"style": {"heading-case": {"style": "sentence"}, "fenced-code-language": {}, "list-marker": {"marker": "-"}}}`))
	require.NoError(b, err)
	n := NeedsOf(set, Reviewers())
	n.Spans = reaches
	stage("SplitAndMark", all(func(_ string, src []byte) {
		s.split(src, frontMatter(src).End)
		s.mark(n)
	}))
	stage("Reaches", all(func(_ string, src []byte) { reaches(src, true, func(int) {}) }))
	stage("Candidate", all(func(_ string, src []byte) {
		for at := 0; at < len(src); at++ {
			at = set.Terms().Candidate(src, at)
		}
	}))
}
