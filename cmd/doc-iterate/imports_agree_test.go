package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
	"github.com/doc-iterate/doc-iterate/rules"
)

// peer returns a linter of DOC_ITERATE_PEERS.
func peer(t *testing.T, path ...string) string {
	t.Helper()
	peers := os.Getenv("DOC_ITERATE_PEERS")
	if peers == "" {
		t.Skip("DOC_ITERATE_PEERS names no linters")
	}
	file := filepath.Join(append([]string{peers}, path...)...)
	if _, err := os.Stat(file); err != nil {
		t.Skipf("there is no %s", file)
	}
	return file
}

// everyConfig is which configurations run: each one takes a start of the linter. All do with DOC_ITERATE_LONG.
const everyConfig = 4

// An agreement is a configuration, and a document that it finds something in.
type agreement struct {
	name, config string
	refused      string // what the import says of a rule that it does not take
}

// imported makes a configuration of the one in file, and returns what a check of documents finds by it: "guide.md:3
// RULE", sorted. It fails where the import does not say refused.
func imported(t *testing.T, c agreement, file string) []string {
	t.Helper()
	run := func(args ...string) (string, string) {
		var out, said bytes.Buffer
		s := session{ctx: t.Context(), args: args, environ: os.Environ(), in: strings.NewReader(""), out: &out, err: &said}
		s.run()
		return out.String(), said.String()
	}
	config, said := run("rules", "import", file)
	if c.refused == "" {
		assert.NotContains(t, said, "refused: ", "%s", said)
	} else {
		assert.Regexp(t, "refused: .*"+c.refused, said)
	}
	if strings.TrimSpace(config) == "" {
		return nil
	}
	write(t, "imported.json", config)
	result, said := run("check", "--config", "imported.json", "--format", "json", "--fail-on", "never", ".")
	var in struct {
		Findings []struct {
			Path, Rule string
			Start      struct{ Line int }
		}
	}
	require.NoError(t, json.Unmarshal([]byte(result), &in), "%s\n%s", said, config)
	var found []string
	for _, f := range in.Findings {
		rule := f.Rule
		for _, n := range rules.AllNames() {
			if n.ID == rule && n.Number() != "" {
				rule = n.Number()
			}
		}
		found = append(found, fmt.Sprintf("%s:%d %s", f.Path, f.Start.Line, rule))
	}
	slices.Sort(found)
	return found
}

const valeDocument = "# The First Thing in Our Guide\n\nIt goes via the relay. Octavia waits, and Via waits.\n\n" +
	"- one simple item\n- another, which is very simple indeed\n\n> Quote: simply put.\n\n" +
	"| simple head | b |\n|---|---|\n| simple cell | 1 |\n\n" +
	"## A simple heading\n\nThe the word stands twice. Colour and color differ; `simple code` does not count.\n\n" +
	"```\nsimple fenced\n```\n\n{{< note >}}\nsimple block\n{{< /note >}}\n\nA simple \"simple\" token, an utilize, a Utilise.\n"

// What Vale sees of markup, front matter, names of programs, character references and comments.
func TestValeAgreesAboutText(t *testing.T) {
	vale := peer(t, "bin", "vale")
	t.Chdir(t.TempDir())
	write(t, ".vale.ini", "StylesPath = styles\nMinAlertLevel = suggestion\nVocab = Ours\n[*.md]\nBasedOnStyles = House\n"+
		"Vale.Terms = YES\n")
	write(t, "styles/House/Colons.yml", "extends: existence\nmessage: \"'%s'\"\nnonword: true\nscope: sentence\n"+
		"tokens: [':\\s[A-Z]', ';', '\\w+!(?:\\s|$)']\n")
	write(t, "styles/config/vocabularies/Ours/accept.txt", "GitHub\nAPIs?\n[Kk]afka\n(?-i)[A-Z]{2,}s\nhouse\n")
	write(t, "guide.md", "---\ntitle: The github apis\nkeywords:\n  - github\n---\n\n# A **Heading:** One\n\n"+
		"1. **Bold**: One. *Italic:* Two; [link](x.md): Three.\n\nArray&lt;string&gt; for @someone! House and KAFKA apis.\n\n"+
		"<!-- vale Other.Spelling = NO -->\n\n- `code`: One, and Github.\n\n<!-- vale Other.Spelling = YES -->\n\n"+
		"<!-- vale House.Colons = NO -->\n\n- `code`: One.\n\n<!-- vale House.Colons = YES -->\n\nGitHub, API, APIs, kafka, house.\n")
	out, _ := exec.Command(vale, "--no-exit", "--output=JSON", "guide.md").Output()
	var in map[string][]struct {
		Line  int
		Check string
	}
	require.NoError(t, json.Unmarshal(out, &in), "%s", out)
	var theirs, ours []string
	for _, f := range in["guide.md"] {
		theirs = append(theirs, fmt.Sprintf("guide.md:%d", f.Line))
	}
	for _, line := range imported(t, agreement{}, ".vale.ini") {
		at, _, _ := strings.Cut(line, " ")
		ours = append(ours, at)
	}
	assert.NotEmpty(t, theirs)
	assert.ElementsMatch(t, theirs, ours, "%s", out)
}

// What is imported from Vale finds what Vale finds, line by line.
func TestValeAgrees(t *testing.T) {
	vale := peer(t, "bin", "vale")
	const all = "StylesPath = styles\nMinAlertLevel = suggestion\n[*.md]\nBasedOnStyles = House\n"
	rule := func(lines ...string) string {
		return "message: \"'%s'\"\nlevel: warning\n" + strings.Join(lines, "\n") + "\n"
	}
	existence := func(lines ...string) string { return rule(append([]string{"extends: existence"}, lines...)...) }
	substitution := func(lines ...string) string {
		return rule(append([]string{"extends: substitution"}, lines...)...)
	}
	for n, c := range []struct {
		agreement
		rule string
	}{
		{agreement{name: "tokens"}, existence("tokens: [simple, indeed]")},
		{agreement{name: "expressions"}, existence("tokens: ['simpl[ey]', 'utili[sz]e']")},
		{agreement{name: "ignorecase"}, existence("ignorecase: true", "tokens: [via, utilise]")},
		{agreement{name: "case"}, existence("tokens: [Via]")},
		{agreement{name: "nonword with boundaries"}, existence("nonword: true", `tokens: ['\bvia\b']`)},
		{agreement{name: "nonword"}, existence("nonword: true", "tokens: [via]")},
		{agreement{name: "boundaries"}, existence(`tokens: ['\bvia\b']`)},
		{agreement{name: "raw"}, existence("raw: ['simple', ' item']")},
		{agreement{name: "exceptions"}, existence("exceptions: [simple]", "tokens: ['simpl[ey]', indeed]")},
		{agreement{name: "swap"}, substitution("swap:", "  simple: easy", "  utilize: use")},
		{agreement{name: "swap of groups"}, substitution("swap:", "  '(?:simple|easy) (?:item|head)': entry")},
		{agreement{name: "swap of alternatives"}, substitution("swap:", "  'simple item|utilize': x")},
		{agreement{name: "swap ignorecase"}, substitution("ignorecase: true", "swap:", "  utilise: use", "  via: through")},
		{agreement{name: "swap nonword"}, substitution("nonword: true", "swap:", `  '\bvia\b': through`)},
		{agreement{name: "swap capital"}, substitution("ignorecase: false", "swap:", "  color: colour", "  Colour: Color")},
		{agreement{name: "swap exceptions"}, substitution("exceptions: [utilize]", "swap:", "  utilize: use", "  color: colour")},
		{agreement{name: "scope heading"}, existence("scope: heading", "tokens: [simple]")},
		{agreement{name: "scope list"}, existence("scope: list", "tokens: [simple]")},
		{agreement{name: "scope cell", refused: "table.cell only"}, existence("scope: table.cell", "tokens: [simple]")},
		{agreement{name: "scope head"}, existence("scope: table.header", "tokens: [simple]")},
		{agreement{name: "scope table"}, existence("scope: table", "tokens: [simple]")},
		{agreement{name: "scope sentence"}, existence("scope: sentence", "tokens: [simple, waits]")},
		{agreement{name: "scope quote"}, existence("scope: blockquote", "tokens: [simply]")},
		{agreement{name: "scope without headings", refused: "the scope ~heading only"}, existence("scope: ~heading", "tokens: [simple]")},
		{agreement{name: "scope raw", refused: "raw"}, existence("scope: raw", "tokens: [simple]")},
		{agreement{name: "not before"}, existence("tokens: ['simple(?! item)', '(?<!goes )via']")},
		{agreement{name: "before", refused: "lookaround"}, existence("tokens: ['simple(?= item)']")},
		{agreement{name: "exceptions in their own capitals"},
			existence("ignorecase: true", "exceptions: [Via]", "tokens: [via]")},
		{agreement{name: "exceptions that are expressions"},
			existence("exceptions: ['utili[sz]e']", "tokens: ['utili\\w+', indeed]")},
		{agreement{name: "exceptions that are expressions of phrases", refused: "several words"},
			existence("exceptions: ['simple \\w+']", "tokens: [simple]")},
		{agreement{name: "exceptions of several words"},
			existence("exceptions: [simple item]", "tokens: [simple]")},
		{agreement{name: "off by another word", config: all + "House.Rule = No\n"},
			existence("tokens: [simple]")},
		{agreement{name: "off by a level in capitals", config: all + "House.Rule = Warning\n"},
			existence("tokens: [simple]")},
		{agreement{name: "level", config: strings.Replace(all, "suggestion", "error", 1)}, existence("tokens: [simple]")},
		{agreement{name: "warnings", config: strings.Replace(all, "suggestion", "warning", 1)}, existence("tokens: [simple]")},
		{agreement{name: "off", config: all + "House.Rule = NO\n"}, existence("tokens: [simple]")},
		{agreement{name: "lowered", config: strings.Replace(all, "suggestion", "warning", 1) + "House.Rule = suggestion\n"},
			existence("tokens: [simple]")},
		{agreement{name: "raised", config: strings.Replace(all, "suggestion", "error", 1) + "House.Rule = error\n"},
			existence("tokens: [simple]")},
		{agreement{name: "no styles", config: strings.Replace(all, "House", "", 1)}, existence("tokens: [simple]")},
		{agreement{name: "other documents", config: strings.Replace(all, "[*.md]", "[other/*.md]", 1)}, existence("tokens: [simple]")},
		{agreement{name: "one folder", config: strings.Replace(all, "[*.md]", "[guides/*.md]", 1)}, existence("tokens: [simple]")},
		{agreement{name: "block ignores", config: all + `BlockIgnores = (?s) *({{< note >}}.*?{{< ?/ ?note >}})` + "\n"},
			existence("tokens: [simple]")},
		{agreement{name: "token ignores", config: all + `TokenIgnores = ("[^"]*")` + "\n"}, existence("tokens: [simple]")},
		{agreement{name: "accepted", config: strings.Replace(all, "[*.md]", "Vocab = Ours\n[*.md]", 1)},
			existence("tokens: [indeed, Octavia]")},
		{agreement{name: "accepted for nothing", config: strings.Replace(all, "[*.md]", "Vocab = Ours\n[*.md]", 1)},
			existence("vocab: false", "tokens: [indeed, Octavia]")},
		{agreement{name: "rejected", config: strings.Replace(all, "[*.md]\nBasedOnStyles = House", "Vocab = Ours\n[*.md]\n"+
			"BasedOnStyles = Vale, House\nVale.Spelling = NO\nVale.Repetition = NO", 1)}, existence("tokens: [indeed]")},
		{agreement{name: "sentence case"}, rule("extends: capitalization", "match: $sentence", "scope: heading")},
		{agreement{name: "sentence case with exceptions"}, rule("extends: capitalization", "match: $sentence", "scope: heading",
			"exceptions: ['Fir[ms]t', Guide]", "indicators: [':']", "threshold: 0.7")},
		{agreement{name: "sentence case in table heads"}, rule("extends: capitalization", "match: $sentence", "scope: table.header")},
		{agreement{name: "scope paragraph"}, existence("scope: paragraph", "tokens: [simple, simply]")},
		{agreement{name: "sign at the end", config: all}, existence("ignorecase: true", `tokens: ['via\.', waits, 'waits\.']`)},
		{agreement{name: "title case"}, rule("extends: capitalization", "match: $title", "scope: heading")},
		{agreement{name: "lower case"}, rule("extends: capitalization", "match: $lower", "scope: heading")},
		{agreement{name: "occurrence"}, rule("extends: occurrence", "scope: sentence", "max: 1", "token: waits")},
		{agreement{name: "repetition"}, rule("extends: repetition", "alpha: true", "ignorecase: true", `tokens: ['[^\s]+']`)},
		{agreement{name: "consistency"}, rule("extends: consistency", "either:", "  Colour: color")},
		{agreement{name: "spelling", refused: "spelling"}, rule("extends: spelling")},
		{agreement{name: "readability", refused: "readability"}, rule("extends: readability", "metrics: [Flesch-Kincaid]")},
	} {
		if n%everyConfig != 0 && !testdocs.Long() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			config := all
			if c.config != "" {
				config = c.config
			}
			write(t, ".vale.ini", config)
			write(t, "styles/House/Rule.yml", c.rule)
			write(t, "styles/config/vocabularies/Ours/accept.txt", "Octavia\n")
			write(t, "styles/config/vocabularies/Ours/reject.txt", "waits\n")
			write(t, "guide.md", valeDocument)
			write(t, "guides/second.md", "# Second\n\nA simple text.\n")
			out, _ := exec.Command(vale, "--no-exit", "--output=JSON", ".").Output()
			var in map[string][]struct {
				Line int
			}
			require.NoError(t, json.Unmarshal(out, &in), "%s", out)
			var theirs []string
			for path, findings := range in {
				for _, f := range findings {
					if c.refused == "" {
						theirs = append(theirs, fmt.Sprintf("%s:%d", filepath.ToSlash(path), f.Line))
					}
				}
			}
			slices.Sort(theirs)
			var ours []string
			for _, line := range imported(t, c.agreement, ".vale.ini") {
				at, _, _ := strings.Cut(line, " ")
				ours = append(ours, at)
			}
			slices.Sort(ours)
			assert.ElementsMatch(t, theirs, ours, "%s", out)
		})
	}
}

const markdownlintDocument = "# Guide\n\nText.  \nMore text.   \n\tA tab.\n\n\n* one\n- two\n   * three\n\n" +
	"### Skipped.\n\nLong line " + "of words of words of words of words of words of words of words of words of words\n" +
	"1. a\n3. b\n\nhttps://example.com/bare\n\n```\ncode\n```\nText behind\n\n~~~sh\n$ ls\n~~~\n\n## Guide\n\n## Guide\n" +
	"Text below. *a* and _b_, **c** and __d__. The javascript of JavaScript.\n\n[here](#nowhere) [click here](https://example.com)\n\n" +
	"[a link alone with words and words](https://example.com/and/a/long/address/that/is/too/long)\n\n" +
	"```\ncode and code and code and code and code and code\n```\n\n| A head of a table and more | and more words |\n" +
	"|---|---|\n| a cell and words and words and | words |\n| [a link](https://example.com/more/words) and | words |\n\n" +
	"words and words and words and wordsandwordsandwordsandwords\n\n[d]: https://example.com/a/long/address/and/more/of/it \"A title\"\n\n" +
	"+ x\n\n\ny\n## Last!"

// What is imported from markdownlint finds what markdownlint-cli2 finds, line by line, by the rules that are taken.
func TestMarkdownlintAgrees(t *testing.T) {
	cli := peer(t, "node_modules", ".bin", "markdownlint-cli2")
	for n, c := range []struct {
		agreement
		file  string
		rules string // that are compared
	}{
		{agreement{name: "one rule", config: `{"default": false, "MD040": true}`}, "", "MD040"},
		{agreement{name: "aliases", config: `{"default": false, "fenced-code-language": true, "no-bare-urls": true}`}, "", "MD034 MD040"},
		{agreement{name: "a tag", config: `{"default": false, "whitespace": true}`}, "", "MD009 MD010 MD012"},
		{agreement{name: "default", config: `{"default": true}`, refused: "MD0"}, "", "MD001 MD009 MD010 MD012 MD022 MD026 MD031 MD034 MD040 MD047"},
		{agreement{name: "off", config: `{"default": true, "MD013": false, "MD009": false}`, refused: "MD0"}, "", "MD001 MD010 MD012 MD034 MD040 MD047"},
		{agreement{name: "nothing said", config: `{"MD013": false}`, refused: "MD0"}, "", "MD001 MD010 MD012 MD034 MD040 MD047"},
		{agreement{name: "comments", config: "{\n// why\n\"default\": false, \"MD034\": true, /* x */ }\n"}, ".markdownlint.jsonc", "MD034"},
		{agreement{name: "YAML", config: "default: false\nMD034: true\nMD012:\n  maximum: 2\n"}, ".markdownlint.yaml", "MD012 MD034"},
		{agreement{name: "cli2", config: "config:\n  default: false\n  MD034: true\n"}, ".markdownlint-cli2.yaml", "MD034"},
		{agreement{name: "cli2 ignores", config: "config:\n  default: false\n  MD034: true\nignores: [\"sub/**\"]\n"}, ".markdownlint-cli2.yaml", "MD034"},
		{agreement{name: "extends", config: `{"extends": "base.json", "MD012": false}`}, "", "MD012 MD034"},
		{agreement{name: "maximum", config: `{"default": false, "MD012": {"maximum": 2}}`}, "", "MD012"},
		{agreement{name: "blank lines", config: `{"default": false, "MD012": true}`}, "", "MD012"},
		{agreement{name: "trailing", config: `{"default": false, "MD009": true}`}, "", "MD009"},
		{agreement{name: "tabs", config: `{"default": false, "MD010": true}`}, "", "MD010"},
		{agreement{name: "dash", config: `{"default": false, "MD004": {"style": "dash"}}`}, "", "MD004"},
		{agreement{name: "asterisk", config: `{"default": false, "MD004": {"style": "asterisk"}}`}, "", "MD004"},
		{agreement{name: "emphasis", config: `{"default": false, "MD049": {"style": "asterisk"}}`}, "", "MD049"},
		{agreement{name: "strong", config: `{"default": false, "MD050": {"style": "underscore"}}`}, "", "MD050"},
		{agreement{name: "around headings", config: `{"default": false, "MD022": true}`}, "", "MD022"},
		{agreement{name: "around fences", config: `{"default": false, "MD031": true}`}, "", "MD031"},
		{agreement{name: "around lists", config: `{"default": false, "MD032": true}`}, "", "MD032"},
		{agreement{name: "increment", config: `{"default": false, "MD001": true}`}, "", "MD001"},
		{agreement{name: "duplicates", config: `{"default": false, "MD024": true}`}, "", "MD024"},
		{agreement{name: "siblings", config: `{"default": false, "MD024": {"siblings_only": true}}`}, "", "MD024"},
		{agreement{name: "punctuation", config: `{"default": false, "MD026": true}`}, "", "MD026"},
		{agreement{name: "other punctuation", config: `{"default": false, "MD026": {"punctuation": "!"}}`}, "", "MD026"},
		{agreement{name: "bare", config: `{"default": false, "MD034": true}`}, "", "MD034"},
		{agreement{name: "end", config: `{"default": false, "MD047": true}`}, "", "MD047"},
		{agreement{name: "link text", config: `{"default": false, "MD059": true}`}, "", "MD059"},
		{agreement{name: "fragments", config: `{"default": false, "MD051": true}`}, "", "MD051"},
		{agreement{name: "names", config: `{"default": false, "MD044": {"names": ["JavaScript"], "code_blocks": false}}`}, "", "MD044"},
		{agreement{name: "line length", config: `{"default": false, "MD013": true}`}, "", "MD013"},
		{agreement{name: "longer lines of code", config: `{"default": false, "MD013": {"line_length": 40, "code_block_line_length": 90}}`},
			"", "MD013"},
		{agreement{name: "lines of text alone", config: `{"default": false, "MD013": {"line_length": 30, "code_blocks": false,
			"tables": false, "headings": false, "strict": true}}`}, "", "MD013"},
	} {
		if n%everyConfig != 0 && !testdocs.Long() {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			t.Chdir(t.TempDir())
			file := c.file
			if file == "" {
				file = ".markdownlint.json"
			}
			write(t, file, c.config)
			write(t, "base.json", `{"default": false, "MD034": true, "MD012": true}`)
			write(t, "guide.md", markdownlintDocument)
			write(t, "sub/other.md", "# Other\n\nhttps://example.com/bare\n")
			out, _ := exec.Command(cli, "guide.md", "sub/other.md").CombinedOutput()
			compared := func(line string) bool {
				_, rule, _ := strings.Cut(line, " ")
				return !slices.Contains(strings.Fields(c.rules), rule)
			}
			var theirs []string
			for _, m := range regexp.MustCompile(`(?m)^(\S+?):(\d+)(?::\d+)? (?:error |warning )?(MD\d+)/`).FindAllStringSubmatch(string(out), -1) {
				line, err := strconv.Atoi(m[2])
				require.NoError(t, err)
				theirs = append(theirs, fmt.Sprintf("%s:%d %s", m[1], line, m[3]))
			}
			slices.Sort(theirs)
			theirs = slices.Compact(slices.DeleteFunc(theirs, compared))
			ours := slices.Compact(slices.DeleteFunc(imported(t, c.agreement, file), compared))
			assert.ElementsMatch(t, theirs, ours, "%s", out)
		})
	}
}
