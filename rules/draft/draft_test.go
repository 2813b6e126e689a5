package draft

import (
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
)

func TestBytes(t *testing.T) {
	severity, no := rules.Suggestion, false
	d := Draft{
		Why: `Because of <b> & "quotes".`,
		Terms: []Term{
			{Use: "allowlist", Not: []string{"whitelist", "white, list"}, Severity: &severity},
			{Pattern: `a[bc]{2}: \d`, Choices: []string{"x", "y"}, WholeWord: &no, MatchCase: true},
		},
		Style: []Rule{
			{ID: "list-marker", Marker: "*", Enabled: &no},
			{ID: "heading-case", Style: "sentence", ProperNouns: []string{"Go"}},
		},
		Placeholders:     &Placeholders{},
		RequiredSections: []RequiredSection{{Heading: "Usage"}},
		Reviewers:        []Reviewer{{Name: "vale", Command: []string{"vale", "{path}"}}},
		Ignore:           []Glob{{Glob: "a.md"}, {Glob: "b/"}},
	}
	assert.Equal(t, `{
  "$schema": "https://raw.githubusercontent.com/doc-iterate/doc-iterate/main/rules/schema.json",
  "version": 1,
  "why": "Because of <b> & \"quotes\".",
  "terminology": [
    { "use": "allowlist", "not": ["whitelist", "white, list"], "severity": "suggestion" },
    { "pattern": "a[bc]{2}: \\d", "choices": ["x", "y"], "match_case": true, "whole_word": false }
  ],
  "style": {
    "heading-case": { "style": "sentence", "proper_nouns": ["Go"] },
    "list-marker": { "enabled": false, "marker": "*" }
  },
  "placeholders": {},
  "structure": {
    "required_sections": [
      { "heading": "Usage" }
    ]
  },
  "reviewers": [
    { "name": "vale", "command": ["vale", "{path}"] }
  ],
  "ignore": [
    "a.md",
    "b/"
  ]
}
`, string(d.Bytes()))
	_, err := rules.Load("x", d.Bytes())
	require.NoError(t, err)
	_, err = rules.Load("x", (&Draft{}).Bytes())
	require.NoError(t, err)
}

func TestSettleKeepsWhatCameFirst(t *testing.T) {
	base, err := rules.Load("base", []byte(`{"terminology": [{"use": "b", "not": ["a"]}]}`))
	require.NoError(t, err)
	from := func(key string) Origin { return Origin{File: "f", Key: key} }
	d := Draft{
		Terms: []Term{
			{Use: "a", Not: []string{"b"}, Origin: from("undoes base")},
			{Use: "x", Not: []string{"p", "a", "q"}, Origin: from("x"), Origins: []Origin{from("p"), from("a"), from("q")}},
			{Use: "y", Not: []string{"q"}, Origin: from("only q")},
			{Pattern: "[", Origin: from("pattern")},
			{Use: "a good one", Not: []string{"good"}, Origin: from("good")},
		},
		RequiredSections: []RequiredSection{{Heading: "U", Origin: from("U")}, {Heading: "u", Origin: from("u")}},
		Ignore:           []Glob{{"a[", from("a[")}, {"ok", from("ok")}},
	}
	refused, err := d.Settle(base.Terminology)
	require.NoError(t, err)
	reasons := map[string]string{}
	for _, r := range refused {
		reasons[r.Origin.Key] = r.Reason
	}
	assert.Equal(t, map[string]string{
		"undoes base": `these terms undo each other: "a" becomes "b" (in consistency-rules.json: b), "b" becomes "a" (in f: undoes base); keep one direction`,
		"a":           `"a" has two replacements: "x" here and "b" in consistency-rules.json: b; keep one`,
		"only q":      `"q" has two replacements: "y" here and "x" in f; keep one`,
		"pattern":     `bad pattern: missing closing ]: "["`,
		"u":           `"u" is required twice (first in f: U)`,
		"a[":          "bad glob: a bracket or brace is not closed",
	}, reasons)
	assert.Len(t, d.Terms, 2)
	assert.Equal(t, []string{"p", "q"}, d.Terms[0].Not)
	assert.Equal(t, []RequiredSection{{Heading: "U", Origin: from("U")}}, d.RequiredSections)
	assert.Equal(t, []Glob{{"ok", from("ok")}}, d.Ignore)
	_, err = rules.Load("x", d.Bytes())
	require.NoError(t, err)
}
