package review

import "github.com/doc-iterate/doc-iterate/rules"

// reviewAlone is what the reviewers find in a document that is alone in its corpus.
func reviewAlone(d *Document, set *rules.Set, reviewers []Reviewer) []Finding {
	return NewCorpus([]*Document{d}, nil).Review(d, set, reviewers)
}
