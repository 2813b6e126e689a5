package rule_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/review"
	"github.com/doc-iterate/doc-iterate/review/markdown"
	"github.com/doc-iterate/doc-iterate/review/rule"
	"github.com/doc-iterate/doc-iterate/review/zone"
	"github.com/doc-iterate/doc-iterate/rules"
)

// Nothing that a rule may object to stands in a part of a document without a finding or a note: whatever takes the
// part for something else than text.
func TestPartsThatNobodyJudgesAreNoted(t *testing.T) {
	set, err := rules.Load("rules.json", []byte(`{"terminology": [{"use": "allowlist", "not": ["whitelist"]}], "placeholders": {"patterns": ["TODO"]},
		"style": {"heading-case": {"style": "sentence"}, "list-marker": {"marker": "-"}}}`))
	require.NoError(t, err)
	subjects := map[string]string{"A whitelist": "terminology", "A TODO": "placeholder", "# The Old Heading": "heading-case", "* one": "list-marker"}
	for _, part := range []struct{ name, open, close string }{
		{"a.md", "{{ box\n\n", "\n\n}}"}, {"a.md", "{{< box\n\n", "\n\n>}}"}, {"a.md", "{% box\n\n", "\n\n%}"}, {"a.md", "> {{ box\n>\n> ", "\n>\n> }}"},
		{"a.md", "{{ a }}\n\n{{ box\n\n", "\n\n}}"}, {"a.md", "$$\n", "\n$$"}, {"a.md", "\\[\n", "\n\\]"}, {"a.md", "\\begin{x}\n\n", "\n\n\\end{x}"},
		{"a.md", "::: tip\n\n", "\n\n:::"}, {"a.md", "::: tip ", ""}, {"a.md", "!!! note ", ""}, {"a.md", "- a\n\n  !!! note ", ""}, {"a.md", "??? note ", ""}, {"a.md", `=== "`, `"`},
		{"a.md", "[[", "]]"}, {"a.md", "[[a|", "]]"},
		{"a.md", "<div>\n\n", "\n\n</div>"}, {"a.md", "<details>\n<summary>a</summary>\n\n", "\n\n</details>"},
		{"a.md", "- a\n\n  b\n-\n\n  ", ""}, {"a.md", "1. a\n*\tb\n\n    ", ""}, {"a.md", "| a |\n|---|\n    ", " |"}, {"a.md", "---\na: [\n---\n\n", ""},
	} {
		for subject, id := range subjects {
			if (id == "heading-case" || id == "list-marker") && !strings.HasSuffix(part.open, "\n") && !strings.HasSuffix(part.open, "> ") && !strings.HasSuffix(part.open, "\n  ") {
				continue // there it is no heading and no bullet
			}
			if block := id == "list-marker" || id == "heading-case"; block && strings.HasPrefix(part.open, "$$") ||
				block && strings.HasPrefix(part.open, "\\[") || id == "list-marker" && strings.HasPrefix(part.open, "\\") {
				continue // an operator of a formula is no bullet, and a sign in it no heading
			}
			d := zone.Parse(part.name, []byte(part.open+subject+part.close+"\n"), markdown.DialectOf(part.name))
			found := reviewAlone(d, set, rule.All())
			at := strings.Index(string(d.Text()), subject)
			assert.True(t, hasFinding(found, id, at, at+len(subject)), "%s: %s: %v", id, d.Text(), found)
		}
	}
}

// hasFinding reports whether one of the findings is of a rule, and about a part of [start,end).
func hasFinding(found []review.Finding, rule string, start, end int) bool {
	for i := range found {
		if f := &found[i]; f.Rule == rule && f.Span.Start < end && start < f.Span.End {
			return true
		}
	}
	return false
}
