package rule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
)

// A name that nobody would write is looked at as far as one that somebody might.
func TestLongCompound(t *testing.T) {
	set := allRules(t)[0]
	src := strings.Repeat("json-", 4000) + "x"
	found := reviewAlone(zone.Parse("a.md", []byte(src+"\n"), markdown.Dialect{}), set, []review.Reviewer{rule.Terminology})
	assert.Len(t, found, 4000)
	for _, f := range found {
		assert.Less(t, len(f.Reason.Text), 300)
		assert.Empty(t, f.Edits)
	}
}
