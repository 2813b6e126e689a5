package rules

import (
	"bytes"
	"errors"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/internal/testdocs"
)

func TestDefault(t *testing.T) {
	top, err := os.ReadFile("../" + FileName)
	require.NoError(t, err)
	assert.Equal(t, string(top), string(DefaultFile()), "run go generate ./rules")

	set := Default()
	require.NotNil(t, set.Style.HeadingCase)
	require.NotNil(t, set.Style.FencedCodeLanguage)
	require.NotNil(t, set.Style.ListMarker)
	assert.Equal(t, Suggestion, set.Style.HeadingCase.Severity)
	assert.Equal(t, Suggestion, set.Style.FencedCodeLanguage.Severity)
	assert.Equal(t, Suggestion, set.Style.ListMarker.Severity)
	assert.Equal(t, Warning, set.Placeholders.Severity)
	assert.Equal(t, defaultPlaceholders(), set.Placeholders.Patterns)
	for _, term := range set.Terminology {
		assert.Equal(t, Suggestion, term.Severity, term.ID)
	}
}

func TestLoadFillsInDefaults(t *testing.T) {
	set, err := Load("x", []byte(`{
	  "terminology": [{"use": "allowlist", "not": ["whitelist"]}, {"use": "allowlist", "not": ["safe list"]}, {"not": ["very"]}],
	  "style": {"heading-case": {}, "list-marker": {}, "fenced-code-language": {"enabled": false}},
	  "placeholders": {}, "references": {}, "structure": {"required_sections": []},
	  "reviewers": [{"name": "v", "command": ["vale"], "for": ["context", "coverage"]}]
	}`))
	require.NoError(t, err)
	assert.Equal(t, []string{"allowlist", "allowlist-2", "very"}, []string{set.Terminology[0].ID, set.Terminology[1].ID, set.Terminology[2].ID})
	assert.Equal(t, Warning, set.Terminology[0].Severity)
	assert.True(t, set.Terminology[0].WholeWord)
	assert.Equal(t, &HeadingCase{Severity: Warning}, set.Style.HeadingCase)
	assert.Equal(t, &ListMarker{Severity: Warning, Marker: '-'}, set.Style.ListMarker)
	assert.Nil(t, set.Style.FencedCodeLanguage, "switched off")
	assert.Nil(t, set.Structure, "asks for nothing")
	assert.Equal(t, &References{Severity: Warning, Slug: SlugGitHub}, set.References)
	assert.Equal(t, Iteration{
		MaxIterations: 3, CircuitBreakerThreshold: 3, ThrashingThreshold: 5, TimeBudget: 5 * time.Minute,
		AutoRetryOnTestFail: true, AutoRetryOnReviewReject: true, EscalationIncludesDiff: true, FeedbackMaxLength: 500,
	}, set.Iteration)
	assert.Equal(t, Convergence{
		MinCoverage: .70, MinConfidence: .80, MaxConflicts: 2,
		EarlyExitCoverage: .85, EarlyExitConfidence: .90, MinCompleteness: 1,
	}, set.Convergence)
	assert.Equal(t, []Program{{Name: "v", Command: []string{"vale"}, For: []Gap{GapContext, GapCoverage}, Timeout: time.Minute}}, set.Reviewers)
}

func TestAbsentIsOff(t *testing.T) {
	set, err := Load("x", []byte(`{"version": 1}`))
	require.NoError(t, err)
	assert.Equal(t, Style{}, set.Style)
	assert.Nil(t, set.Placeholders)
	assert.Nil(t, set.Structure)
	assert.Nil(t, set.References)
	assert.Empty(t, set.Terms().AppendHits(nil, []byte("whitelist"), 0, 9))
}

// good files are accepted by the loader and by the schema.
var good = []string{
	`{}`,
	"\ufeff{\"version\": 1}",
	`{"$schema": "x", "version": 1, "why": "because"}`,
	`{"terminology": [{"use": "GitHub"}, {"use": "GitLab", "not": ["gitlab.com"], "why": "x"}]}`,
	`{"terminology": [{"use": "us", "not": ["we"]}, {"use": "United States", "not": ["US"], "match_case": true}]}`,
	`{"terminology": [{"use": "b", "not": ["a"]}, {"use": "c", "not": ["b"]}]}`,
	`{"terminology": [{"use": "Node.js", "not": ["node", "Node.JS", "NodeJs", "NODEJS"]}]}`,
	`{"terminology": [{"use": "$1 GB", "pattern": "(\\d+)GB"}, {"use": "US$$5", "pattern": "five dollars"}, {"use": "$x", "not": ["y"]}]}`,
	`{"terminology": [{"use": "core", "pattern": "kernel", "except": ["kernel panic"]}]}`,
	`{"terminology": [{"choices": ["turn off", "clear"], "not": ["disable"]}, {"pattern": "\\bvery\\b"}]}`,
	`{"style": {"heading-case": {"enabled": true, "severity": "blocker", "style": "sentence", "proper_nouns": ["Kubernetes"], "why": "x"}}}`,
	`{"style": {"fenced-code-language": {"default": "text", "infer": false}, "list-marker": {"marker": "*"}}}`,
	`{"terminology": [{"avoid": ["simply"], "message": "x", "scope": ["heading-1", "prose"]}, {"either": ["a", "b"], "why": "y"}]}`,
	`{"patterns": [{"pattern": "(a)b", "use": "$1"}, {"pattern": "a", "max": 0, "scope": ["sentence"]}, {"pattern": "b", "min": 2}, {"pattern": "c", "must": true}]}`,
	`{"style": {"doubled-word": {"accept": ["log in"], "severity": "blocker"}, "misspelling": {"accept": ["teh"], "enabled": false}}}`,
	`{"extends": ["inclusive", "google"], "overrides": [{"files": ["a/**", "b.md"], "why": "x", "style": {"list-marker": {}}, "references": {}}]}`,
	`{"terminology": [{"use": "b", "not": ["a"], "advice": true}, {"not": ["c"], "enabled": false}]}`,
	`{"style": {"heading-case": {"style": "consistent"}, "list-marker": {"marker": "consistent"}}}`,
	`{"placeholders": {"patterns": ["\\[insert [^\\]]+\\]", "TODO"]}}`,
	`{"structure": {"required_sections": [{"heading": "Error handling", "severity": "blocker"}]}}`,
	`{"structure": {"required_sections": [{"heading": "#channel"}, {"heading": "C #"}]}}`,
	`{"references": {"slug": "hugo", "ignore": ["/api/**"]}}`,
	`{"iteration": {"max_iterations": 3.0, "time_budget": "1h30m", "token_budget": 1e3}}`,
	`{"iteration": {"time_budget": "0"}}`,
	`{"version": 1.0}`,
	`{"version": 10e-1}`,
	`{"reviewers": [{"name": "v", "command": ["v"], "timeout": "0.1ns"}]}`,
	`{"reviewers": [{"name": "v", "command": ["vale", "", ""], "format": "vale", "for": [], "env": {"A": ""}, "timeout": "1.5s", "sections": ["Usage"], "stdin": "request"}, {"name": "r", "command": ["r"], "stdin": "text"}]}`,
	`{"fixers": [{"name": "f", "command": ["f"], "rules": ["placeholder"]}], "ignore": ["CHANGELOG.md", "docs/old/", "**/{a,b}.md"]}`,
}

// bad files have one problem, whose place and message are given. Those that
// break the schema are marked.
var bad = []struct {
	src    string
	at     string // line:column
	want   string // part of the message
	schema bool
}{
	{`{"terminolgy": []}`, "1:2", `terminolgy: unknown key; did you mean "terminology"?`, true},
	{`{"style": {"heading_case": {}}}`, "1:12", `style.heading_case: unknown key; did you mean "heading-case"?`, true},
	{`{"list-marker": {}}`, "1:2", `list-marker: unknown key; did you mean "style.list-marker"?`, true},
	{`{"overrides": [{"files": ["a"], "heading_case": {}}]}`, "1:33", `did you mean "overrides[0].style.heading-case"?`, true},
	{`{"avoid": ["x"]}`, "1:2", `avoid: unknown key; did you mean "terminology[].avoid"?`, true},
	{`{"style": {"not": ["x"]}}`, "1:12", `style.not: unknown key; did you mean "terminology[].not"?`, true},
	{`{"overrides": [{"files": ["a"], "avoid": ["x"]}]}`, "1:33", `did you mean "overrides[0].terminology[].avoid"?`, true},
	{`{"command": ["x"]}`, "1:2", `command: unknown key; want why, $schema`, true},
	{`{"style": {"references": {}}}`, "1:12", `style.references: unknown key; did you mean "references"?`, true},
	{`{"style": {"heading-case": {"terminology": []}}}`, "1:29", `did you mean "terminology"?`, true},
	{`{"infer": true}`, "1:2", `infer: unknown key; did you mean "style.fenced-code-language.infer"?`, true},
	{`{"severity": "blocker"}`, "1:2", `severity: unknown key; want why, $schema`, true},
	{`{"overrides": [{"files": ["a"], "iteration": {}}]}`, "1:33", `unknown key; did you mean "iteration"?`, true},
	{`{"style": {"spelling": {}}}`, "1:12", "unknown key; want why, heading-case, fenced-code-language, list-marker, doubled-word, misspelling, trailing-spaces", true},
	{`{"Version": 1}`, "1:2", `did you mean "version"?`, true},
	{`{"version": 2}`, "1:13", "reads version 1, not 2", true},
	{`{"version": "1"}`, "1:13", "expected a number, found a text in quotes", true},
	{`{"style": {"list-marker": {"why": ""}}}`, "1:35", "must not be empty", true},
	{`{"why": 1}`, "1:9", "expected a text in quotes, found a number", true},
	{`[]`, "1:1", "expected an object in braces, found a list", true},
	{`null`, "1:1", "expected an object in braces, found null", true},
	{`{"terminology": {}}`, "1:17", "expected a list, found an object", true},
	{`{"terminology": [1]}`, "1:18", "terminology[0]: expected an object", true},
	{`{"terminology": [{}]}`, "1:18", "has nothing to look for", true},
	{`{"terminology": [{"avoid": ["a"], "use": "b"}]}`, "1:28", `"use" belongs into an entry of its own`, false},
	{`{"terminology": [{"either": ["a"]}]}`, "1:29", "the list is too short", true},
	{`{"terminology": [{"avoid": []}]}`, "1:28", "the list is too short", true},
	{`{"terminology": [{"avoid": ["a"], "scope": ["headings"]}]}`, "1:45", `unknown scope "headings"; did you mean "heading"?`, true},
	{`{"terminology": [{"avoid": ["a"], "scope": ["sentence"]}]}`, "1:45", `unknown scope "sentence"`, true},
	{`{"patterns": [{"use": "a"}]}`, "1:15", `the key "pattern" is missing`, true},
	{`{"patterns": [{"pattern": "(", "max": 1}]}`, "1:27", "bad pattern", false},
	{`{"patterns": [{"pattern": "a", "max": 1, "min": 1}]}`, "1:15", `give one of "max", "min" and "must"`, false},
	{`{"patterns": [{"pattern": "a", "must": false}]}`, "1:40", "expected true", true},
	{`{"patterns": [{"pattern": "a", "mux": 1}]}`, "1:32", "unknown key", true},
	{`{"terminology": [{"use": ""}]}`, "1:26", "must not be empty", true},
	{`{"terminology": [{"use": " a"}]}`, "1:26", "starts or ends with white space", true},
	{`{"terminology": [{"use": "a\nb"}]}`, "1:26", "contains a line end", true},
	{`{"terminology": [{"use": "42"}]}`, "1:26", "no letter with a capital form", false},
	{`{"terminology": [{"use": "Go", "match_case": true}]}`, "1:46", "match_case must be false", false},
	{`{"terminology": [{"use": "a", "not": []}]}`, "1:38", "the list is empty", true},
	{`{"terminology": [{"use": "a", "not": ["b", "b"]}]}`, "1:44", "listed twice", true},
	{`{"terminology": [{"use": "a", "not": ["a"]}]}`, "1:39", "both wanted and unwanted", false},
	{`{"terminology": [{"use": "a", "not": "b"}]}`, "1:38", "expected a list", true},
	{`{"terminology": [{"use": "a", "not": [7]}]}`, "1:39", "expected a text in quotes", true},
	{`{"terminology": [{"use": "a", "not": ["b"], "choices": ["c", "d"]}]}`, "1:56", `either "use" or "choices"`, false},
	{`{"terminology": [{"choices": ["c", "d"]}]}`, "1:18", "has nothing to look for", true},
	{`{"terminology": [{"not": ["a"], "choices": ["c"]}]}`, "1:44", "one choice is none", true},
	{`{"terminology": [{"use": "x", "not": ["q"]}, {"use": "z", "not": ["Q"]}]}`, "1:67", `two replacements: "z" here and "x" on line 1`, false},
	{`{"terminology": [{"use": "x", "not": ["q"]}, {"use": "x", "not": ["q"]}]}`, "1:67", "listed twice", false},
	{`{"terminology": [{"use": "GitHub"}, {"use": "Github"}]}`, "1:37", "two replacements", false},
	{`{"terminology": [{"use": "b", "not": ["a"]}, {"use": "a", "not": ["b"]}]}`, "1:46", "undo each other", false},
	{`{"terminology": [{"use": "a b", "not": ["c"]}, {"use": "c", "pattern": "a\\s+b"}]}`, "1:48", "undo each other", false},
	{`{"terminology": [{"id": "x", "use": "a", "not": ["b"]}, {"id": "x", "use": "c", "not": ["d"]}]}`, "1:57", `the id "x" is taken (on line 1)`, false},
	{`{"terminology": [{"use": "a", "pattern": "[b"}]}`, "1:42", "bad pattern: missing closing ]", false},
	{`{"terminology": [{"use": "a", "pattern": "b*"}]}`, "1:42", "must match at least one character", false},
	{`{"terminology": [{"use": "a", "pattern": "*b"}]}`, "1:42", `"*" has nothing before it`, false},
	{`{"terminology": [{"use": "a", "pattern": "(b)\\1"}]}`, "1:42", "backreference", false},
	{`{"terminology": [{"use": "a", "pattern": "b(?!c)"}]}`, "1:42", `"b(?!c)" has lookaround, which RE2 lacks; list phrases that are right in "except"`, false},
	{`{"terminology": [{"use": "a", "pattern": "(?<=c)b|d"}]}`, "1:42", `"(?<=c)b|d" has lookaround`, false},
	{`{"patterns": [{"pattern": "a(?=b)", "max": 2}]}`, "1:27", `has lookaround`, false},
	{`{"terminology": [{"use": "$2", "pattern": "(b)"}]}`, "1:26", "$2 is not a group", false},
	{`{"terminology": [{"use": "US$", "pattern": "b"}]}`, "1:26", "write $$ for a dollar sign", false},
	{`{"terminology": [{"use": "$1", "pattern": "(b)", "not": ["c"]}]}`, "1:26", "write two terms", false},
	{`{"terminology": [{"use": "a", "not": ["b"], "severity": "error"}]}`, "1:57", `here it is called "blocker"`, true},
	{`{"terminology": [{"use": "a", "not": ["b"], "severity": "warnign"}]}`, "1:57", `did you mean "warning"?`, true},
	{`{"style": {"heading-case": true}}`, "1:28", "expected an object in braces, found true or false", true},
	{`{"style": {"heading-case": {"style": "title"}}}`, "1:38", `unknown style "title"; want sentence`, true},
	{`{"style": {"list-marker": {"marker": "–"}}}`, "1:38", `expected "-", "*", "+", "consistent" or "first"`, true},
	{`{"style": {"fenced-code-language": {"default": "plain text"}}}`, "1:48", "expected one word", true},
	{`{"placeholders": {"patterns": ["???"]}}`, "1:32", `write "\\?\\?" for the character itself`, false},
	{`{"placeholders": {"patterns": ["[TBD]"]}}`, "1:32", `write \[TBD\]`, false},
	{`{"structure": {"required_sections": [{}]}}`, "1:38", `the key "heading" is missing`, true},
	{`{"structure": {"required_sections": [{"heading": "## Usage"}]}}`, "1:50", `expected the text alone, "Usage"`, true},
	{`{"structure": {"required_sections": [{"heading": "A b"}, {"heading": "a  B"}]}}`, "1:58", "required twice (first on line 1)", false},
	{`{"references": {"slug": "gatsby"}}`, "1:25", "unknown slug style", true},
	{`{"references": {"ignore": ["a["]}}`, "1:28", "bad glob", false},
	{`{"ignore": ["!a"]}`, "1:13", "is not supported", true},
	{`{"ignore": ["docs\\a.md"]}`, "1:13", "on Windows too", false},
	{`{"iteration": {"max_iterations": 0}}`, "1:34", "expected a whole number from 1 to 1000, found 0", true},
	{`{"iteration": {"max_iterations": 2.5}}`, "1:34", "expected a whole number", true},
	{`{"iteration": {"time_budget": 5}}`, "1:31", `such as "90s" or "5m", found a number`, true},
	{`{"iteration": {"time_budget": "5 minutes"}}`, "1:31", `found "5 minutes"`, true},
	{`{"iteration": {"time_budget": "-5m"}}`, "1:31", "at least 0s", true},
	{`{"convergence": {"min_coverage": 70}}`, "1:34", "expected a number from 0 to 1, found 70", true},
	{`{"reviewers": [{"name": "v", "command": "vale ."}]}`, "1:41", "without a shell", true},
	{`{"reviewers": [{"name": "v", "command": []}]}`, "1:41", "the name of a program", true},
	{`{"reviewers": [{"command": ["v"]}]}`, "1:16", `the key "name" is missing`, true},
	{`{"reviewers": [{"name": "v"}]}`, "1:16", `the key "command" or "model" is missing`, true},
	{`{"reviewers": [{"name": "v", "command": ["v"], "format": "vail"}]}`, "1:58", `unknown format "vail"; did you mean "vale"?`, true},
	{`{"reviewers": [{"name": "v", "command": ["v"], "for": ["coverag"]}]}`, "1:56", `did you mean "coverage"?`, true},
	{`{"reviewers": [{"name": "v", "command": ["v"], "stdin": "texts"}]}`, "1:57", `unknown standard input "texts"; did you mean "text"?`, true},
	{`{"fixers": [{"name": "v", "command": ["v"], "stdin": "text"}]}`, "1:45", "unknown key", true},
	{`{"reviewers": [{"name": "v", "command": ["v"], "rules": ["x"]}]}`, "1:48", "unknown key", true},
	{`{"reviewers": [{"name": "v", "command": ["v"], "timeout": "0s"}]}`, "1:59", "at least 1ms", true},
	{`{"fixers": [{"name": "v", "command": ["v"], "rules": ["placeholders"]}]}`, "1:55", `its rule is called "placeholder"`, false},
	{`{"fixers": [{"name": "v", "command": ["v"], "timeout": "0h0.0ms"}]}`, "1:56", "at least 1ms", true},
	{`{"version": 1.5}`, "1:13", "reads version 1, not 1.5", true},
	{`{"version": 1.00000000000000000001}`, "1:13", "reads version 1", true},
	{`{"reviewers": [{"name": "v", "command": ["v"], "env": {"A=": "x"}}]}`, "1:56", "variable's name", true},
	{`{"reviewers": [{"name": "v", "command": ["v"]}, {"name": "v", "command": ["w"]}]}`, "1:49", `the name "v" is taken`, false},
	{`{"ignore": ["a"], "ignore": ["b"]}`, "1:19", `duplicate key "ignore" (first on line 1)`, false},
	{"{\n  \"ignore\": [\"a\",]\n}", "2:17", "no comma before a closing bracket", false},
	{"{\n  // a note\n}", "2:3", "JSON has no comments", false},
	{`{"ignore": ['a']}`, "1:13", "double quotes only", false},
	{`{"ignore": ["a" "b"]}`, "1:17", "is a comma missing", false},
	{`{"ignore": ["a"`, "1:16", "ends before", false},
	{`{} {}`, "1:4", "not valid JSON", false},
	{``, "1:1", "the file is empty", false},
	{"{\"ignore\": [\"caf\xe9\"]}", "1:17", "not UTF-8", false},
	{"\ufeff{\"ignore\": 1}", "1:13", "expected a list", true},
	{strings.Repeat("[", 200) + strings.Repeat("]", 200), "1:102", "nested more than 100 levels", true},
}

func TestLoadAndSchemaAgree(t *testing.T) {
	schema := compileSchema(t)
	for _, src := range good {
		_, err := Load("x.json", []byte(src))
		assert.NoError(t, err, src)
		assert.NoError(t, schema.Validate(parseAny(t, src)), src)
	}
	for _, c := range bad {
		set, err := Load("x.json", []byte(c.src))
		require.Error(t, err, c.src)
		assert.Nil(t, set)
		var load *LoadError
		require.ErrorAs(t, err, &load)
		assert.Len(t, load.Problems, 1, "%s\n%v", c.src, err)
		assert.True(t, strings.HasPrefix(err.Error(), "x.json:"+c.at+": "), "%s\nwant it at %s, got %v", c.src, c.at, err)
		assert.Contains(t, err.Error(), c.want, c.src)
		if doc, err := jsonschema.UnmarshalJSON(strings.NewReader(c.src)); err == nil {
			assert.Equal(t, c.schema, schema.Validate(doc) != nil, "the schema on %s", c.src)
		}
	}
}

func TestAllProblemsAtOnceInOrder(t *testing.T) {
	_, err := Load("x.json", []byte(`{
  "style": {"headingcase": {}},
  "terminology": [
    {"use": "a", "nto": ["b"]},
    {"use": "c", "not": ["c"]},
    {"pattern": "("}
  ],
  "iteration": {"max_iterations": "3"}
}`))
	require.Error(t, err)
	var got []string
	for line := range strings.Lines(err.Error()) {
		got = append(got, strings.SplitN(line, ": ", 2)[0])
	}
	assert.Equal(t, []string{"x.json:2:13", "x.json:4:18", "x.json:5:26", "x.json:6:17", "x.json:8:35"}, got)
}

func compileSchema(t testing.TB) *jsonschema.Schema {
	t.Helper()
	return testdocs.Schema(t, Schema())
}

func parseAny(t testing.TB, src string) any {
	t.Helper()
	return testdocs.JSON(t, []byte(strings.TrimPrefix(src, "\ufeff")))
}

// FuzzLoad holds Load to three promises: it never panics, an error has a place
// in the file, and what it accepts the schema accepts.
func FuzzLoad(f *testing.F) {
	for _, src := range good {
		f.Add([]byte(src))
	}
	for _, c := range bad {
		f.Add([]byte(c.src))
	}
	f.Add(DefaultFile())
	schema := compileSchema(f)
	f.Fuzz(func(t *testing.T, data []byte) {
		set, err := Load("x", data)
		if err != nil {
			var load *LoadError
			require.True(t, errors.As(err, &load))
			require.Nil(t, set)
			require.NotEmpty(t, load.Problems)
			for _, p := range load.Problems {
				require.True(t, 0 <= p.Offset && p.Offset <= len(data) && p.Line >= 1 && p.Column >= 1, "%+v", p)
				require.NotEmpty(t, p.Message)
			}
			require.True(t, slices.IsSortedFunc(load.Problems, func(a, b Problem) int { return a.Offset - b.Offset }))
			return
		}
		doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(bytes.TrimPrefix(data, []byte("\ufeff"))))
		require.NoError(t, err)
		require.NoError(t, schema.Validate(doc))
	})
}

func TestPlaceholderTable(t *testing.T) {
	set, err := Load("x", []byte(`{"placeholders": {"patterns": ["TODO", "lorem ipsum", "\\[insert [^\\]]+\\]", "<your[- ][a-z -]+>"]}}`))
	require.NoError(t, err)
	text := "TODO: Lorem\nIpsum todo [insert name] TODOS <your-name>"
	var found []string
	for _, h := range set.Placeholders.Table().AppendHits(nil, []byte(text), 0, len(text)) {
		found = append(found, text[h.Start:h.End])
	}
	assert.Equal(t, []string{"TODO", "Lorem\nIpsum", "[insert name]", "<your-name>"}, found)
}
