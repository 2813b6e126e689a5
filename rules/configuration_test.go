package rules

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// folder is files by their names.
type folder map[string]string

func (f folder) open(from, entry string) (string, []byte, error) {
	name := path.Join(path.Dir(from), entry)
	text, ok := f[name]
	if !ok {
		return "", nil, fmt.Errorf("%s: no such file", name)
	}
	return name, []byte(text), nil
}

func (f folder) read(t *testing.T) *Configuration {
	t.Helper()
	c, err := ReadConfiguration("main.json", []byte(f["main.json"]), f.open)
	require.NoError(t, err)
	return c
}

func termsOf(set *Set) string {
	var out []string
	for _, t := range set.Terminology {
		out = append(out, t.Use+"<"+strings.Join(append(t.Not, t.Pattern), ","))
	}
	return strings.Join(out, " ")
}

// What the file itself avoids, or has settled, it may avoid although a file that it extends does, too.
func TestExtendedAvoidLists(t *testing.T) {
	terms := folder{
		"main.json": `{"extends": ["./a.json"], "terminology": [{"avoid": ["simply"]}, {"use": "log in", "not": ["sign in"]}]}`,
		"a.json": `{"terminology": [{"avoid": ["Simply", "easy"], "message": "Leave it out."},
			{"either": ["sign in", "log on"]}, {"either": ["colour", "color"]}, {"use": "easily", "not": ["plainly"]}]}`,
	}.read(t).Base().Terminology
	var said []string
	for _, term := range terms {
		said = append(said, fmt.Sprint(term.Use, term.Not))
	}
	require.Len(t, terms, 5, "%q", said)
	for _, preset := range []string{"microsoft", "google", "inclusive"} {
		folder{"main.json": `{"extends": ["` + preset + `"], "terminology": [{"avoid": ["simply", "easy", "whitelist", "please"]}]}`}.read(t)
	}
}

// What the file says itself holds over what it extends, and of that what stands later.
func TestExtends(t *testing.T) {
	set := folder{
		"main.json": `{"extends": ["./a.json", "./b/b.json"], "terminology": [{"use": "five", "not": ["5"]}, {"not": ["9"], "enabled": false}],
			"style": {"heading-case": {"severity": "blocker", "proper_nouns": ["Go"]}}, "iteration": {"max_iterations": 7}}`,
		"a.json":   `{"terminology": [{"use": "one", "not": ["1", "5", "8"]}, {"use": "nine", "not": ["9"]}], "ignore": ["x.md"]}`,
		"b/b.json": `{"extends": ["../c.json"], "terminology": [{"use": "eight", "not": ["8"]}], "ignore": ["y.md", "x.md"]}`,
		"c.json": `{"style": {"heading-case": {"style": "title-ap", "severity": "warning", "proper_nouns": ["C", "Go"]}, "list-marker": {}},
			"placeholders": {"patterns": ["XXX"]}, "iteration": {"max_iterations": 2, "token_budget": 5}}`,
	}.read(t).Base()
	assert.Equal(t, "one<1, eight<8, five<5,", termsOf(set))
	assert.Equal(t, &HeadingCase{Blocker, TitleCaseAP, []string{"C", "Go"}}, set.Style.HeadingCase)
	assert.Equal(t, byte('-'), set.Style.ListMarker.Marker)
	assert.Equal(t, []string{"XXX"}, set.Placeholders.Patterns)
	assert.Equal(t, []string{"x.md", "y.md"}, set.Ignore)
	assert.Equal(t, []int{7, 5}, []int{set.Iteration.MaxIterations, set.Iteration.TokenBudget})
}

// A stronger term wins where a weaker one would change what it writes.
func TestExtendsHasNoCircleOfTerms(t *testing.T) {
	set := folder{
		"main.json": `{"extends": ["./a.json"], "terminology": [{"use": "email", "not": ["e-mail"]}, {"use": "GitHub"}]}`,
		"a.json":    `{"terminology": [{"use": "e-mail", "not": ["email", "electronic mail"]}, {"use": "Github"}, {"use": "x", "pattern": "y+"}]}`,
	}.read(t).Base()
	assert.Equal(t, "e-mail<electronic mail, x<y+ email<e-mail, GitHub<", termsOf(set))
}

func TestOverrides(t *testing.T) {
	c := folder{"main.json": `{"style": {"list-marker": {}, "heading-case": {}}, "terminology": [{"use": "b", "not": ["a"]}],
		"overrides": [
			{"files": ["docs/**"], "style": {"list-marker": {"marker": "*"}}, "terminology": [{"use": "c", "not": ["a"]}]},
			{"files": ["api/"], "style": {"heading-case": {"enabled": false}}, "placeholders": {}}]}`}.read(t)
	of := func(name string) *Set {
		set, err := c.For(name)
		require.NoError(t, err)
		return set
	}
	assert.Same(t, c.Base(), of("a.md"))
	assert.Same(t, of("docs/a.md"), of("docs/b/b.md"))
	docs, both := of("docs/a.md"), of("docs/api/a.md")
	assert.Equal(t, "c<a,", termsOf(docs))
	assert.NotNil(t, docs.Style.HeadingCase)
	assert.Equal(t, byte('*'), docs.Style.ListMarker.Marker)
	assert.Equal(t, byte('*'), both.Style.ListMarker.Marker)
	assert.Nil(t, both.Style.HeadingCase)
	assert.NotNil(t, both.Placeholders)
	assert.Equal(t, byte('-'), of("api/a.md").Style.ListMarker.Marker)
}

// A problem is told of the file that has it.
func TestExtendsProblems(t *testing.T) {
	for _, c := range []struct {
		files folder
		want  string
	}{
		{folder{"main.json": `{"extends": ["./a.json"]}`}, `main.json:1:14: extends: a.json: no such file`},
		{folder{"main.json": `{"extends": ["gogle"]}`}, `main.json:1:14: extends[0]: unknown preset "gogle"; did you mean "google"?`},
		{folder{"main.json": `{"extends": ["a.json"]}`}, `main.json:1:14: extends[0]: "a.json": a file is named from here, as in "./house.json"`},
		{folder{"main.json": `{"extends": ["./a.json"]}`, "a.json": "{\n\"tersm\": 1}"}, `a.json:2:1: tersm: unknown key`},
		{folder{"main.json": `{"extends": ["./a.json"]}`, "a.json": `{"extends": ["./main.json"]}`},
			`a.json:1:14: extends: forms a cycle: main.json extends a.json extends main.json`},
		{folder{"main.json": `{"extends": ["./main.json"]}`}, `main.json:1:14: extends: forms a cycle: main.json extends main.json`},
		{folder{"main.json": `{"extends": ["./a.json"]}`, "a.json": `{"reviewers": []}`}, `a.json:1:15: reviewers: a configuration that others extend`},
		{folder{"main.json": `{"extends": ["./a.json"]}`, "a.json": `{"overrides": []}`}, `a.json:1:15: overrides: a configuration that others extend`},
		{folder{"main.json": `{"overrides": [{}]}`}, `main.json:1:16: overrides[0]: the key "files" is missing`},
		{folder{"main.json": `{"overrides": [{"files": ["a"], "ignore": []}]}`}, `main.json:1:33: overrides[0].ignore: unknown key`},
		{folder{"main.json": `{"overrides": [{"files": ["!a"], "style": {}}]}`}, `main.json:1:27: overrides[0].files[0]: a glob starting with ! is not supported`},
		{folder{
			"main.json": "{\"extends\": [\"./a.json\"],\n \"terminology\": [{\"use\": \"bb\", \"not\": [\"aa\"]}]}",
			"a.json":    "\ufeff{\n\"terminology\": [{\"use\": \"aa\", \"pattern\": \"b+\"}]}",
		}, `main.json:2:18: terminology[1]: these terms undo each other: "bb" becomes "aa" (a.json:2:17), "aa" becomes "bb" (main.json:2:18)`},
	} {
		_, err := ReadConfiguration("main.json", []byte(c.files["main.json"]), c.files.open)
		if assert.Error(t, err, c.want) {
			assert.Contains(t, err.Error(), c.want)
		}
	}
}

// Files that extend one another twice each are read once each.
func TestExtendsIsNotExponential(t *testing.T) {
	files, reads := folder{}, 0
	for i := range 60 {
		next := fmt.Sprintf(`{"extends": ["./%d.json", "./x/../%d.json"]}`, i+1, i+1)
		files[fmt.Sprintf("%d.json", i)] = next
	}
	files["60.json"] = `{"terminology": [{"use": "b", "not": ["a"]}]}`
	c, err := ReadConfiguration("0.json", []byte(files["0.json"]), func(from, entry string) (string, []byte, error) {
		reads++
		return files.open(from, entry)
	})
	require.NoError(t, err)
	assert.Len(t, c.Base().Terminology, 1)
	assert.LessOrEqual(t, reads, 120)
}

func TestAdvice(t *testing.T) {
	set, err := Load("x.json", []byte(`{"terminology": [{"use": "let", "not": ["allow"], "advice": true}, {"use": "b", "not": ["a"], "enabled": false}]}`))
	require.NoError(t, err)
	require.Len(t, set.Terminology, 1)
	assert.Equal(t, []string{"let"}, set.Terminology[0].Choices)
	assert.Equal(t, Suggestion, set.Terminology[0].Severity)
	_, err = Load("x.json", []byte(`{"terminology": [{"use": "GitHub", "advice": true}]}`))
	assert.ErrorContains(t, err, `x.json:1:46: terminology[0].advice: needs "not" or "pattern"`)
}

func TestEffective(t *testing.T) {
	c := folder{
		"main.json": `{"version": 1, "extends": ["./a.json"], "overrides": [{"files": ["b.md"], "placeholders": {"severity": "blocker"}}]}`,
		"a.json":    "{\"terminology\": [{\"use\": \"b\",\n\"not\": [\"a\"]}], \"placeholders\": {\"patterns\": [\"X X\"]}}",
	}.read(t)
	got, err := c.Effective("b.md")
	require.NoError(t, err)
	assert.Equal(t, []Setting{
		{"terminology", `{"use":"b","not":["a"]}`, "a.json:1:18"},
		{"placeholders.patterns", `["X X"]`, "a.json:2:46"},
		{"placeholders.severity", `"blocker"`, "main.json:1:104"},
	}, got)
	got, err = c.Effective("a.md")
	require.NoError(t, err)
	assert.Len(t, got, 2)
}

// Each preset can be extended, alone and with all others, and says of each entry whether it is certain.
func TestPresets(t *testing.T) {
	list := strings.Join(presetNames, `", "`)
	for _, names := range append(slices.Clone(presetNames), list) {
		c := folder{"main.json": `{"extends": ["` + names + `"]}`}.read(t)
		assert.GreaterOrEqual(t, len(c.Base().Terminology), 40, names)
		for _, term := range c.Base().Terminology {
			want := Suggestion
			if term.Use != "" {
				want = Warning
			}
			assert.Equal(t, want, term.Severity, term.ID)
		}
	}
	table, err := os.ReadFile("preset/README.md")
	require.NoError(t, err)
	for _, name := range presetNames {
		certain, advice := 0, 0
		for _, term := range (folder{"main.json": `{"extends": ["` + name + `"]}`}).read(t).Base().Terminology {
			if term.Use != "" {
				certain++
			} else {
				advice++
			}
		}
		assert.Regexp(t, fmt.Sprintf(`\[%s\]\(%[1]s\.json\) \|.*\| %d \| %d \|`, name, certain, advice), string(table))
	}
}
