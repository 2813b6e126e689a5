package zone

import (
	"github.com/doc-iterate/doc-iterate/review/markdown"

	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSuppressed reads the comments of every program. In the sources, the rule is
// off at each x and on at each o.
func TestSuppressed(t *testing.T) {
	for _, c := range []struct{ name, rule, src string }{
		{"nothing", "terminology", "o\n"},
		{"region", "terminology", "o\n\n<!-- doc-iterate-disable -->\n\nx\n\n<!-- doc-iterate-enable -->\n\no\n"},
		{"region to the end", "terminology", "o\n\n<!-- doc-iterate-disable -->\n\nx\n\n    x\n"},
		{"region of a rule", "terminology", "<!-- doc-iterate-disable heading-case, terminology -->\n\nx\n"},
		{"region of another rule", "terminology", "<!-- doc-iterate-disable heading-case -->\n\no\n"},
		{"one rule on again", "terminology", "<!-- doc-iterate-disable -->\n\nx\n\n<!-- doc-iterate-enable terminology -->\n\no\n"},
		{"another rule on again", "terminology", "<!-- doc-iterate-disable -->\n\nx\n\n<!-- doc-iterate-enable heading-case -->\n\nx\n"},
		{"all on again", "terminology", "<!-- doc-iterate-disable terminology -->\n\nx\n\n<!-- doc-iterate-enable -->\n\no\n"},
		{"inline", "terminology", "o <!-- doc-iterate-disable --> x <!-- doc-iterate-enable --> o\n"},
		{"line", "terminology", "o\nx <!-- doc-iterate-disable-line terminology -- it is meant -->\no\n"},
		{"next line", "terminology", "o\n<!-- doc-iterate-disable-next-line -->\nx x\no\n"},
		{"file", "terminology", "x\n\n<!-- doc-iterate-disable-file terminology -->\n\nx\n"},
		{"in code", "terminology", "`<!-- doc-iterate-disable -->`\n\no\n\n    <!-- doc-iterate-disable -->\n\no\n"},
		{"in a script", "terminology", "<script>/* <!-- doc-iterate-disable --> */</script>\n\no\n"},
		{"in a text to edit", "terminology", "<textarea>\n<!-- doc-iterate-disable -->\n</TextArea>\n\no\n"},
		{"in CDATA", "terminology", "<![CDATA[<!-- doc-iterate-disable -->]]>\n\no\n"},
		{"in an instruction", "terminology", "<? <!-- doc-iterate-disable --> ?>\n\no\n"},
		{"in a declaration", "terminology", "<!DOCTYPE <!-- doc-iterate-disable --> >\n\no\n"},
		{"behind a script", "terminology", "<script>x</script> <!-- doc-iterate-disable -->\n\nx\n"},
		{"over lines", "terminology", "<!--\n  doc-iterate-disable\n  terminology\n-->\n\nx\n"},
		{"alias", "list-marker", "<!-- doc-iterate-disable MD004 -->\n\nx\n"},
		{"rule of another program", "MD013", "<!-- markdownlint-disable MD013 -->\n\nx\n"},

		{"markdownlint region", "list-marker", "o\n\n<!-- markdownlint-disable -->\n\nx\n\n<!-- markdownlint-enable -->\n\no\n"},
		{"markdownlint rule", "list-marker", "<!-- markdownlint-disable MD004 -->\n\nx\n\n<!-- markdownlint-enable MD004 -->\n\no\n"},
		{"markdownlint alias", "list-marker", "<!-- markdownlint-disable ul-style -->\n\nx\n"},
		{"markdownlint tag", "list-marker", "<!-- markdownlint-disable bullet -->\n\nx\n"},
		{"markdownlint in any case", "fenced-code-language", "<!-- MarkdownLint-Disable md040 -->\n\nx\n"},
		{"markdownlint switches the whole line", "terminology", "x <!-- markdownlint-disable MD044 --> x\nx\n\no <!-- markdownlint-enable MD044 -->\n"},
		{"markdownlint line", "terminology", "o\nx <!-- markdownlint-disable-line MD044 -->\no\n"},
		{"markdownlint next line", "terminology", "o\n<!-- markdownlint-disable-next-line proper-names -->\nx\no\n"},
		{"markdownlint file", "terminology", "x\n\n<!-- markdownlint-disable-file MD044 -->\n"},
		{"markdownlint file and on again", "terminology", "x\n\n<!-- markdownlint-disable-file -->\n\nx\n\n<!-- markdownlint-enable MD044 -->\n\no\n"},
		{"markdownlint all but one", "terminology", "o\n\n<!-- markdownlint-disable-file -->\n<!-- markdownlint-enable-file MD044 -->\n\no\n"},
		{"markdownlint capture and restore", "terminology", "<!-- markdownlint-capture -->\n<!-- markdownlint-disable -->\n\nx\n\n<!-- markdownlint-restore -->\n\no\n"},
		{"markdownlint restores what was off", "terminology", "<!-- markdownlint-disable MD044 -->\n<!-- markdownlint-capture -->\n" +
			"<!-- markdownlint-enable -->\n\no\n\n<!-- markdownlint-restore -->\n\nx\n"},
		{"markdownlint restores nothing", "terminology", "<!-- markdownlint-disable MD044 -->\n\nx\n\n<!-- markdownlint-restore -->\n\no\n"},
		{"markdownlint configuration", "terminology", "x\n\n<!-- markdownlint-configure-file { \"MD044\": false } -->\n"},
		{"markdownlint configuration of all", "terminology", "x\n\n<!-- markdownlint-configure-file { \"default\": false, \"MD040\": true } -->\n"},
		{"markdownlint configuration of all but one", "terminology", "o\n\n<!-- markdownlint-configure-file { \"default\": false, \"proper-names\": {} } -->\n"},
		{"markdownlint configuration that is none", "terminology", "o\n\n<!-- markdownlint-configure-file MD044: false -->\n"},
		{"programs apart", "terminology", "<!-- markdownlint-disable -->\n\nx\n\n<!-- doc-iterate-enable -->\n\nx\n"},

		{"rumdl", "heading-case", "o\n\n<!-- rumdl-disable MD063 -->\n\nx\n\n<!-- rumdl-enable MD063 -->\n\no\n"},
		{"rumdl line", "heading-case", "o\nx <!-- rumdl-disable-line -->\no\n"},
		{"rumdl file", "heading-case", "x\n\n<!-- rumdl-disable-file heading-capitalization -->\n"},

		{"vale", "terminology", "o\n\n<!-- vale off -->\n\nx\n\n<!-- vale on -->\n\no\n"},
		{"vale rule", "terminology", "<!-- vale Vale.Terms = NO -->\n\nx\n\n<!-- vale Vale.Terms = YES -->\n\no\n"},
		{"vale rule of a style", "heading-case", "<!-- vale Google.Headings = NO -->\n\nx\n"},
		{"vale rule for a match", "heading-case", "<!-- vale Google.Headings[\"a b\"] = NO -->\n\nx\n"},
		{"vale rule that we lack", "heading-case", "<!-- vale Google.Passive = NO -->\n\no\n"},
		{"vale rule for its own findings", "Google.Passive", "<!-- vale Google.Passive = NO -->\n\nx\n"},
		{"vale style", "Google.Passive", "<!-- vale Google = NO -->\n\nx\n\n<!-- vale Google = YES -->\n\no\n"},

		{"textlint", "terminology", "o\n\n<!-- textlint-disable -->\n\nx\n\n<!-- textlint-enable -->\n\no\n"},
		{"textlint rule", "terminology", "<!-- textlint-disable terminology,foo -->\n\nx\n\n<!-- textlint-enable terminology -->\n\no\n"},
		{"textlint rule of a package", "placeholder", "<!-- textlint-disable @org/textlint-rule-no-todo -->\n\nx\n"},

		{"prettier", "list-marker", "o\n\n<!-- prettier-ignore -->\n* x\n  x\n\no\n"},
		{"prettier with a blank line", "list-marker", "o\n\n<!-- prettier-ignore -->\n\nx\n\no\n"},
		{"prettier in an item", "list-marker", "* o\n\n  <!-- prettier-ignore -->\n  x\n* o\n"},
		{"prettier range", "list-marker", "o\n\n<!-- prettier-ignore-start -->\n\nx\n\n<!-- prettier-ignore -->\nx\n\nx\n\n<!-- prettier-ignore-end -->\n\no\n"},

		{"remark", "fenced-code-language", "o\n\n<!--lint disable-->\n\nx\n\n<!--lint enable-->\n\no\n"},
		{"remark rule", "fenced-code-language", "<!-- lint disable fenced-code-flag -->\n\nx\n\n<!-- lint enable fenced-code-flag -->\n\no\n"},
		{"remark ignore", "list-marker", "o\n\n<!-- lint ignore unordered-list-marker-style -->\n\nx\n\no\n"},
		{"remark and nothing", "list-marker", "<!-- lint -->\n\no\n"},
		{"prose about lint", "list-marker", "<!-- lint this, disable that -->\n\no\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := Parse("a.md", []byte(c.src), markdown.Dialect{})
			checkSuppressed(t, d, c.rule)
		})
	}
	checkSuppressed(t, Parse("a.mdx", []byte("o\n\n{/* prettier-ignore */}\n* x\n  x\n\no\n"),
		markdown.DialectOf("a.mdx")), "list-marker")
	checkSuppressed(t, Parse("a.mdx", []byte("o\n\n{/* vale off */}\n\nx\n\n{/* vale on */}\n\no\n"), markdown.DialectOf("a.mdx")), "terminology")
}

func checkSuppressed(t *testing.T, d *Document, rule string) {
	t.Helper()
	reviewer := OwnProgram
	switch {
	case strings.HasPrefix(rule, "Google."):
		reviewer = "vale"
	case strings.HasPrefix(rule, "MD"):
		reviewer = "markdownlint"
	}
	seen := false
	for _, z := range d.Zones() {
		if z.Zone != Prose && z.Zone != CodeBlock {
			continue
		}
		for i := z.Start; i < z.End; i++ {
			switch d.Source()[i] {
			case 'x':
				assert.True(t, d.Suppressed(reviewer, rule, i), "off at byte %d of %q", i, d.Source())
			case 'o':
				assert.False(t, d.Suppressed(reviewer, rule, i), "on at byte %d of %q", i, d.Source())
			default:
				continue
			}
			seen = true
		}
	}
	require.True(t, seen)
}
