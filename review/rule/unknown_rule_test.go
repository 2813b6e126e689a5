package rule_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

func TestUnknownRule(t *testing.T) {
	set, err := rules.Load("rules.json", []byte("{}"))
	require.NoError(t, err)
	src := "<!-- doc-iterate-disable terminolgy -->\n\nText <!-- doc-iterate-disable-line Heading_Case, list-marker " +
		"MD041 -->\n\n" +
		"<!-- doc-iterate-enable-file spelling vale.terminolgy md999 --> <!-- markdownlint-disable list-markers -->\n\n" +
		"    <!-- doc-iterate-disable terminolgy -->\n\n<!-- doc-iterate-disable -->\n<!-- doc-iterate-disable " +
		"no-such-thing -->\n"
	d := zone.Parse("a.md", []byte(src), markdown.Dialect{})
	var got []string
	for _, f := range reviewAlone(d, set, []review.Reviewer{rule.UnknownRule}) {
		got = append(got, string(d.Bytes(f.Span))+": "+f.Message)
	}
	assert.Equal(t, []string{
		`terminolgy: There is no rule "terminolgy"; did you mean "terminology"?`,
		`Heading_Case: There is no rule "heading_case"; did you mean "heading-case"?`,
	}, got)
}
