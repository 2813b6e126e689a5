package review

import (
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// LearnedNames returns the names that heading-case sees in the headings of d, a document of the corpus, where it asks
// for sentence case.
func (c *Corpus) LearnedNames(d *zone.Document, set *rules.Set) []casing.Learned {
	var judge casing.Judge
	judge.Begin(d, set)
	judge.UseEvidence(c.evidence(set.Terms()))
	defer judge.Release()
	return judge.LearnedIn(d)
}
