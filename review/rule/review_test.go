package rule_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// reviewAlone returns what the reviewers find in a document that is alone in its corpus.
func reviewAlone(d *zone.Document, set *rules.Set, reviewers []review.Reviewer) []review.Finding {
	return review.NewCorpus([]*zone.Document{d}, nil).Review(d, set, reviewers)
}

// allRules returns sets of rules that together ask for all there are.
func allRules(t testing.TB) []*rules.Set {
	var sets []*rules.Set
	for _, text := range []string{
		`{"terminology": [{"use": "allowlist", "not": ["whitelist", "white list"]}, {"use": "GitHub"}, {"use": "JSON"}],
		  "style": {"heading-case": {}, "fenced-code-language": {}, "list-marker": {"marker": "-"}},
		  "placeholders": {}, "structure": {"required_sections": [{"heading": "Usage"}]}}`,
		`{"terminology": [{"use": "app", "not": ["whitelist"], "scope": ["heading"]}],
		  "style": {"list-marker": {"marker": "*"}, "doubled-word": {}, "misspelling": {}}, "references": {"enabled": true}, "placeholders": {"patterns": ["T.?DO"]}}`,
		`{"style": {"trailing-spaces": {}, "blank-lines": {}, "blanks-around-headings": {}, "blanks-around-fences": {},
		  "blanks-around-lists": {}, "final-newline": {}, "bare-url": {}, "heading-punctuation": {}, "heading-increment": {},
		  "duplicate-heading": {}, "emphasis-style": {}, "strong-style": {"style": "underscore"}, "ordered-list": {},
		  "hard-tabs": {}, "list-indentation": {}, "command-prompt": {}, "link-text": {}, "line-length": {"maximum": 20}}}`,
		`{"style": {"blank-lines": {"maximum": 2}}}`, `{"style": {"blanks-around-lists": {}}}`, `{"style": {"trailing-spaces": {}}}`,
		`{"style": {"final-newline": {}}}`, `{"style": {"bare-url": {}}}`, `{"style": {"ordered-list": {"style": "one"}}}`,
		`{"style": {"blanks-around-headings": {}}}`, `{"style": {"blanks-around-fences": {}}}`, `{"style": {"strong-style": {}}}`,
		`{"style": {"emphasis-style": {"style": "underscore"}}}`, `{"style": {"list-indentation": {}, "command-prompt": {}}}`,
	} {
		set, err := rules.Load("test", []byte(text))
		require.NoError(t, err)
		sets = append(sets, set)
	}
	return sets
}

// clip is enough of a document to find it again.
func clip(src []byte) []byte { return src[:min(len(src), 2000)] }

// checkReview asserts that what is found lies in the document, in order, each with a key of its own.
func checkReview(t testing.TB, src []byte, sets []*rules.Set) {
	for _, set := range sets {
		found := reviewAlone(zone.Parse("a.md", src, markdown.Dialect{}), set, rule.All())
		keys := map[review.Key]bool{}
		for i, f := range found {
			require.False(t, keys[f.Key], "%+v of %q", f, clip(src))
			keys[f.Key] = true
			require.True(t, source.Span{End: len(src)}.Contains(f.Span), "%+v of %q", f, clip(src))
			require.True(t, i == 0 || found[i-1].Span.Start <= f.Span.Start, "%+v of %q", f, clip(src))
		}
	}
}

func TestReviewShuffledLines(t *testing.T) {
	sets, c := allRules(t), testdocs.Chance(1)
	for range 300 {
		checkReview(t, c.Lines(), sets)
	}
}

func FuzzReview(f *testing.F) {
	for _, src := range testdocs.Seeds() {
		f.Add([]byte(src))
	}
	sets := allRules(f)
	f.Fuzz(func(t *testing.T, src []byte) { checkReview(t, src, sets) })
}
