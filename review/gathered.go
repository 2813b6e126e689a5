package review

import (
	"github.com/doc-iterate/doc-iterate/review/casing"
	"github.com/doc-iterate/doc-iterate/review/spelling"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Given has the corpus go by what was gathered before. It returns c, of which nothing was reviewed yet; nil is for
// nothing.
func (c *Corpus) Given(g *Given) *Corpus {
	c.given = g
	return c
}

// Digest gathers what rules go by, as far as asks is true for them, for another corpus to be given.
func (c *Corpus) Digest(set *rules.Set, asks func(rule string) bool) (out Digest) {
	if set.Style.HeadingCase != nil && asks(HeadingCase.Rule.ID) {
		out.Usage = c.evidence(set.Terms(), false).Digest()
	}
	if set.Style.Misspelling != nil && asks(Misspelling.Rule.ID) {
		out.Spelled = spelling.Gather(c.evidenceTexts(), c.jobs).Digest()
	}
	return out
}

// LearnedNames returns the names that heading-case sees in the headings of d, a document of the corpus, where it asks
// for sentence case.
func (c *Corpus) LearnedNames(d *zone.Document, set *rules.Set) []casing.Learned {
	var judge casing.Judge
	judge.Begin(d, set)
	judge.UseEvidence(c.evidence(set.Terms(), false))
	defer judge.Release()
	return judge.LearnedIn(d)
}
