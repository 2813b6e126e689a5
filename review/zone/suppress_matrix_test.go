package zone

import (
	"github.com/doc-iterate/doc-iterate/review/markdown"

	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// TestWhomCommentsSilence: each comment with each source of findings and each rule. A comment
// of ours silences all; that of a peer what this peer finds and our rules of the same meaning.
func TestWhomCommentsSilence(t *testing.T) {
	comments := map[string]string{
		"doc-iterate-disable": "", "doc-iterate-disable-next-line": "",
		"markdownlint-disable": "markdownlint", "markdownlint-disable-next-line": "markdownlint",
		"rumdl-disable": "rumdl", "rumdl-disable-file": "rumdl", "textlint-disable": "textlint",
		"vale off": "vale", "prettier-ignore": "prettier", "prettier-ignore-start": "prettier", "lint disable": "remark",
	}
	sources := []string{
		OwnProgram, "", "Ann", "model", "markdownlint", "markdownlint-cli2", "rumdl", "textlint", "vale", "Vale", "vale 3.9",
		"prettier", "remark", "remark-lint", "valet", "remarkable", "lint", "prettierish", "my vale",
	}
	meanings := map[string][]string{
		"markdownlint": {"terminology", "heading-case", "fenced-code-language", "list-marker", "required-section", "reference"},
		"textlint":     {"terminology"}, "vale": {"terminology", "heading-case"}, "prettier": {"list-marker"},
		"remark": {"heading-case", "fenced-code-language", "list-marker", "required-section", "reference"},
	}
	meanings["rumdl"] = meanings["markdownlint"]
	rules := []string{
		"terminology", "heading-case", "fenced-code-language", "list-marker", "required-section", "reference",
		"placeholder", "content", "claim", "MD013", "Own.Keep",
	}
	combinations := 0
	for comment, program := range comments {
		for _, source := range sources {
			for _, rule := range rules {
				src := fmt.Sprintf("# T\n\n<!-- %s -->\nA line.\n", comment)
				name := strings.ToLower(source)
				own := name == program || strings.HasPrefix(name, program+"-") || strings.HasPrefix(name, program+" ")
				want := program == "" || own
				for _, meant := range meanings[program] {
					want = want || source == OwnProgram && rule == meant
				}
				got := Parse("a.md", []byte(src), markdown.Dialect{}).Suppressed(source, rule, strings.Index(src, "A line"))
				assert.Equal(t, want, got, "%s, %q finds %q", comment, source, rule)
				combinations++
			}
		}
	}
	t.Logf("%d combinations", combinations)
}
