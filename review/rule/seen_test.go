package rule_test

import (
	"fmt"
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

// seenPlaces are where readers see text; %s is a sentence with a term. They say which cuts work there.
var seenPlaces = []struct {
	document string
	cuts     string // m: markup of Markdown, h: tags, e: references, b: backslashes, z: invisible characters
}{
	{"%s", "mhebz"}, {"## %s", "mhebz"}, {"%s\n---", "mhebz"}, {"- %s", "mhebz"}, {"1. a\n   - %s", "mhebz"}, {"- a\n\n  %s", "mhebz"},
	{"> %s", "mhebz"}, {"> - %s", "mhebz"}, {"| a | b |\n|---|---|\n| c | %s |", "mhebz"}, {"| a | %s |\n|---|---|", "mhebz"},
	{"a[^1]\n\n[^1]: %s", "mhebz"}, {"a [%s](b)", "hebz"}, {"a ![%s](b)", "hebz"}, {"_%s_", "hebz"}, {"**%s**", "ebz"},
	{"<div>\n%s\n</div>", "hez"}, {"<details><summary>a</summary>\n%s\n</details>", "hez"}, {"<table><tr><td>%s</td></tr></table>", "hez"},
	{"<div>\n\n%s\n\n</div>", "mhebz"}, {"a [b](c '%s')", "ebz"}, {"![b](c '%s')", "ebz"}, {"[b]: c '%s'", "ebz"},
	{"a <img alt='%s'>", "ez"}, {"<p><img src=a title='%s'></p>", "ez"}, {"a <span title='%s'>b</span>", "ez"},
}

// seenCuts make two parts of a term into text in which readers see the whole term.
var seenCuts = []struct {
	kind byte
	cut  func(a, b string) string
}{
	{'m', func(a, b string) string { return a + "**" + b + "**" }}, {'m', func(a, b string) string { return "**" + a + "**" + b }},
	{'m', func(a, b string) string { return "*" + a + "*" + b }}, {'m', func(a, b string) string { return "[" + a + "](x)" + b }},
	{'m', func(a, b string) string { return a + "[" + b + "](x)" }}, {'m', func(a, b string) string { return "~~" + a + "~~" + b }},
	{'h', func(a, b string) string { return a + "<b>" + b + "</b>" }}, {'h', func(a, b string) string { return `<span class="x">` + a + "</span>" + b }},
	{'h', func(a, b string) string { return a + "<wbr>" + b }}, {'h', func(a, b string) string { return a + "<!-- x -->" + b }},
	{'h', func(a, b string) string { return a + "</code>" + b }}, {'h', func(a, b string) string { return a + "</kbd >" + b }},
	{'e', func(a, b string) string { return fmt.Sprintf("%s&#%d;%s", a, b[0], b[1:]) }}, {'e', func(a, b string) string { return fmt.Sprintf("%s&#x%X;%s", a, b[0], b[1:]) }},
	{'e', func(a, b string) string { return fmt.Sprintf("&#%d;%s%s", a[0], a[1:], b) }}, {'e', func(a, b string) string { return a + "&shy;" + b }},
	{'e', func(a, b string) string { return a + "&#8203;" + b }}, {'b', func(a, b string) string { return a + "\\" + b }},
	{'z', func(a, b string) string { return a + "\u200b" + b }}, {'z', func(a, b string) string { return a + "\u00ad" + b }},
	{'z', func(a, b string) string { return a + "\u2060" + b }}, {'z', func(a, b string) string { return a + "\u200d" + b }},
	{'z', func(a, b string) string { return a + "\ufeff" + b }}, {'z', func(a, b string) string { return "\u200b" + a + b }},
}

// TestSeenTerms cuts terms in every way at every letter in every place: each is found once, without an edit.
func TestSeenTerms(t *testing.T) {
	set, err := rules.Load("rules.json", []byte(`{"terminology": [{"use": "allowlist", "not": ["whitelist"]}, {"use": "e-mail", "not": ["email"]},
		{"use": "use", "not": ["make use of"]}, {"pattern": "[0-9]+msec"}], "placeholders": {"patterns": ["TODO", "coming soon"]}}`))
	require.NoError(t, err)
	reviewers := []review.Reviewer{rule.Terminology, rule.Placeholder}
	members := 0
	for _, place := range seenPlaces {
		for _, term := range []string{"whitelist", "email", "make use of", "TODO", "coming soon"} {
			for at := 1; at < len(term); at++ {
				for _, c := range seenCuts {
					if strings.IndexByte(place.cuts, c.kind) < 0 || strings.ContainsAny(term[at-1:at+1], " ") && c.kind != 'h' {
						continue
					}
					members++
					text := fmt.Sprintf("# A\n\nSome text.\n\n"+place.document+"\n\nMore text.\n", "Go "+c.cut(term[:at], term[at:])+" there")
					found := reviewAlone(zone.Parse("a.md", []byte(text), markdown.Dialect{}), set, reviewers)
					if !assert.Len(t, found, 1, text) || !assert.Contains(t, strings.ToLower(found[0].Message), `"`+strings.ToLower(term)+`"`, text) ||
						!assert.Equal(t, review.AutoFixNo, found[0].AutoFix, text) || !assert.Empty(t, found[0].Edits, text) {
						return
					}
				}
			}
		}
	}
	require.Greater(t, members, 5000)
	t.Log(members, "members")
}

// What nobody reads as prose holds no term, whatever cuts it.
func TestUnseenTerms(t *testing.T) {
	set, err := rules.Load("rules.json", []byte(`{"terminology": [{"use": "allowlist", "not": ["whitelist"]}], "placeholders": {"patterns": ["TODO"]}}`))
	require.NoError(t, err)
	for _, place := range []string{
		"`%s`", "```\n%s\n```", "    %s", "<pre>%s</pre>", "<script>\n%s\n\n%s\n</script>", "<style>%s</style>", "<!-- %s -->", "<div>\n<!-- %s -->\n</div>",
		"<div>\n<code>%s</code>\n</div>", "a <code>%s</code>", "<a href='%s'>b</a>", "a <b class='%s'>b</b>", "<div\n  id=%s>a</div>", "<div>`%s`</div>",
		"<div>{%s}</div>", "<%% %s %%>", "<?%s?>", "<!X %s>", "<div>\n<pre>\n\n%s\n\n</pre>\n</div>", "https://a.example/%s", "[a](%s)", "a_%s", "x\\\\%s\\\\y.z",
		"a/b/%s", "$%s$", "{{ %s }}", "<div>https://a.example/%s</div>", "<div>x.%s</div>", "<svg><text>%s</text></svg>", "<div><kbd>\n%s\n</kbd></div>",
	} {
		for _, term := range []string{"whitelist", "white\u200blist", "TODO", "TO&#68;O", "white<b>list</b>", "white\\list", "TO**DO**"} {
			text := "# A\n\n" + strings.ReplaceAll(strings.ReplaceAll(place, "%s", term), "%%", "%") + "\n"
			if strings.Contains(place, "://") && strings.ContainsAny(term, "<") || strings.Contains(place, "=%s") && strings.Contains(term, ">") {
				continue // they end there
			}
			d := zone.Parse("a.md", []byte(text), markdown.Dialect{})
			found := reviewAlone(d, set, []review.Reviewer{rule.Terminology, rule.Placeholder})
			assert.Empty(t, found, text)
		}
	}
}
