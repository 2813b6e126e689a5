package starter

import (
	"io/fs"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/imports"
)

func write(t *testing.T, s Survey, configs ...imports.File) (*Result, *rules.Set) {
	t.Helper()
	none := imports.Reader{
		Read: func(string) ([]byte, error) { return nil, fs.ErrNotExist },
		List: func(string) ([]string, error) { return nil, fs.ErrNotExist },
	}
	r, err := Write(s, configs, none)
	require.NoError(t, err)
	set, err := rules.Load("starter", r.Draft.Bytes())
	require.NoError(t, err, "%s", r.Draft.Bytes())
	return r, set
}

func TestEmptyRepository(t *testing.T) {
	r, set := write(t, Survey{})
	assert.Equal(t, &rules.HeadingCase{Severity: rules.Suggestion, Style: rules.ConsistentCase}, set.Style.HeadingCase)
	assert.Equal(t, rules.ConsistentMarker, set.Style.ListMarker.Marker)
	assert.False(t, set.References.SlugNamed)
	assert.Empty(t, r.Notes)
	assert.Nil(t, r.Imported)
}

func TestHabitsOfTheDocuments(t *testing.T) {
	r, set := write(t, Survey{
		Documents: 12, Headings: 100, InStyle: 80, Items: map[byte]int{'*': 32, '-': 8},
		Fences: 40, Placeholders: 2, DeadLinks: 3,
		Paths: []string{"docs/a.md", "CHANGELOG.md", "web/node_modules/x/README.md", "site/mkdocs.yml"},
	})
	assert.Equal(t, rules.Suggestion, set.Style.HeadingCase.Severity)
	assert.Equal(t, "Sentence case: 80 of 100 headings.", r.Draft.Rule("heading-case").Why)
	assert.Equal(t, &rules.ListMarker{Severity: rules.Suggestion, Marker: '*'}, set.Style.ListMarker)
	assert.Equal(t, rules.Warning, set.Style.FencedCodeLanguage.Severity, "all of them name their language")
	assert.False(t, set.References.SlugNamed)
	assert.Equal(t, rules.Suggestion, set.References.Severity, "three links are dead")
	assert.Equal(t, []string{"CHANGELOG.md", "node_modules/"}, set.Ignore)
	assert.True(t, set.Ignored("web/node_modules/x/README.md"))
	assert.False(t, set.Ignored("docs/a.md"))
	assert.Len(t, r.Notes, 1)
	assert.Contains(t, r.Notes[0], "2 placeholders stand in the documents.")
}

func TestWhatIsNotSettledIsOff(t *testing.T) {
	r, set := write(t, Survey{Headings: 100, InStyle: 79, Items: map[byte]int{'*': 6, '-': 4}})
	assert.Nil(t, set.Style.HeadingCase)
	assert.Equal(t, "Off. Sentence case: 79 of 100 headings. Switch it on to change the others.", r.Draft.Rule("heading-case").Why)
	assert.Nil(t, set.Style.ListMarker)
	assert.Equal(t, `Off. The marker "*": 6 of 10 list items. Switch it on to change the others.`, r.Draft.Rule("list-marker").Why)
}

// 98 of 100 places are a rule that is kept.
func TestWhatIsKeptIsAWarning(t *testing.T) {
	for _, tt := range []struct {
		kept, all int
		want      rules.Severity
	}{{98, 100, rules.Warning}, {97, 100, rules.Suggestion}, {9, 9, rules.Suggestion}, {10, 10, rules.Warning}} {
		_, set := write(t, Survey{
			Headings: tt.all, InStyle: tt.kept, Style: rules.TitleCaseAPA, Items: map[byte]int{'+': tt.kept, '-': tt.all - tt.kept},
			Fences: tt.all, Unnamed: tt.all - tt.kept,
		})
		assert.Equal(t, rules.Style{
			HeadingCase:        &rules.HeadingCase{Severity: tt.want, Style: rules.TitleCaseAPA},
			FencedCodeLanguage: &rules.FencedCodeLanguage{Severity: tt.want, Infer: true},
			ListMarker:         &rules.ListMarker{Severity: tt.want, Marker: '+'},
		}, set.Style)
	}
}

func TestLayoutThatIsKept(t *testing.T) {
	_, set := write(t, Survey{Layout: []Kept{
		{Rule: "trailing-spaces", Kept: 100, All: 100, What: "document"}, {Rule: "blank-lines", Kept: 80, All: 100, What: "document"},
		{Rule: "hard-tabs", Kept: 79, All: 100, What: "document"}, {Rule: "bare-url", What: "document"},
		{Rule: "strong-style", Style: "underscore", Kept: 9, All: 10, What: "strong text"},
	}}, imports.File{Name: ".markdownlint.yaml", Data: []byte("default: false\nMD009: false\n")})
	style := set.Style
	style.HeadingCase, style.FencedCodeLanguage, style.ListMarker = nil, nil, nil
	assert.Equal(t, rules.Style{
		BlankLines:  &rules.BlankLines{Severity: rules.Suggestion, Maximum: 1},
		StrongStyle: &rules.DelimiterStyle{Severity: rules.Suggestion, Delimiter: '_'},
	}, style)
}

func TestLintersOutrankHabits(t *testing.T) {
	r, set := write(t,
		Survey{Items: map[byte]int{'-': 20}, Fences: 20},
		imports.File{Name: ".markdownlint.yaml", Data: []byte("MD004: {style: asterisk}\nMD040: false\nMD044: {names: [GitHub]}\nMD013: false\nlink-fragments: false")},
		imports.File{Name: ".vale.ini", Data: []byte("[*.md]\nBasedOnStyles = Vale")},
		imports.File{Name: ".rumdl.toml", Data: []byte("broken")},
	)
	assert.Equal(t, &rules.ListMarker{Severity: rules.Suggestion, Marker: '*'}, set.Style.ListMarker)
	assert.Equal(t, "MD004 of .markdownlint.yaml. This marker: 0 of 20 list items.", r.Draft.Rule("list-marker").Why)
	assert.Nil(t, set.Style.FencedCodeLanguage)
	assert.Equal(t, "Off, as in .markdownlint.yaml.", r.Draft.Rule("fenced-code-language").Why)
	assert.Nil(t, set.References)
	assert.Equal(t, "GitHub", set.Terminology[0].Use)
	require.Len(t, set.Reviewers, 1)
	assert.Equal(t, "vale", set.Reviewers[0].Format)
	require.Len(t, r.Notes, 1)
	assert.Contains(t, r.Notes[0], "not imported: .rumdl.toml: cannot be read")
}

func TestConfigs(t *testing.T) {
	assert.Equal(t, []string{".vale.ini"}, Configs([]string{".vale.ini", "styles/config/vocabularies/House/accept.txt", "sub/.vale.ini"}),
		"it names the vocabularies itself")
	assert.Equal(t,
		[]string{".markdownlint-cli2.jsonc", ".markdownlint.json", ".rumdl.toml", ".textlintrc", "styles/config/vocabularies/House/accept.txt"},
		Configs([]string{
			".markdownlint.json", "sub/.markdownlint.json", ".markdownlint-cli2.jsonc", ".markdownlint-cli2.mjs", ".markdownlintignore",
			"styles/config/vocabularies/House/accept.txt", "accept.txt", ".rumdl.toml", ".textlintrc", "README.md",
		}))
}

// What a linter's configuration leaves out at the top alone is left out below it, too.
func TestGeneratedBelowTheTop(t *testing.T) {
	for _, tt := range []struct {
		paths []string
		want  []string
	}{
		{[]string{"CHANGELOG.md"}, []string{"/CHANGELOG.md"}},
		{[]string{"CHANGELOG.md", "web/CHANGELOG.md"}, []string{"/CHANGELOG.md", "CHANGELOG.md"}},
	} {
		_, set := write(t, Survey{Paths: tt.paths}, imports.File{Name: ".markdownlint-cli2.yaml", Data: []byte("ignores: [CHANGELOG.md]")})
		assert.Equal(t, tt.want, set.Ignore)
	}
}
