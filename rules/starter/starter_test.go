package starter

import (
	"fmt"
	"io/fs"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/doc-iterate/doc-iterate/rules"
	"github.com/doc-iterate/doc-iterate/rules/imports"
)

// seen is what the documents of a repository show: how many places each rule judges, and what it finds with settings.
type seen struct {
	documents int
	judged    map[string]int
	found     map[string]int // by the rule and its settings
	paths     []string
	heads     map[string]string
}

// settings names a candidate as the keys of found do.
func settings(c Candidate) string {
	name := c.ID
	for _, s := range []string{c.Style, c.Marker, c.Punctuation} {
		name += " " + s
	}
	return strings.Join(strings.Fields(fmt.Sprintf("%s %v %v %v", name, c.Indent, c.Maximum, c.SiblingsOnly)), " ")
}

func write(t *testing.T, s seen, configs ...imports.File) (*Result, *rules.Set) {
	t.Helper()
	none := imports.Reader{
		Read: func(string) ([]byte, error) { return nil, fs.ErrNotExist },
		List: func(string) ([]string, error) { return nil, fs.ErrNotExist },
	}
	measure := func(candidates []Candidate, _ func(string) bool) Survey {
		out := Survey{Documents: s.documents, Judged: s.judged, Found: make([]int, len(candidates))}
		for i, c := range candidates {
			c.Rules()
			out.Found[i] = s.found[settings(c)]
		}
		return out
	}
	head := func(path string) []byte { return []byte(s.heads[path]) }
	r, err := Write(Repository{s.paths, head, measure}, configs, none)
	require.NoError(t, err)
	set, err := rules.Load("starter", r.Draft.Bytes())
	require.NoError(t, err, "%s", r.Draft.Bytes())
	return r, set
}

func TestEmptyRepository(t *testing.T) {
	r, set := write(t, seen{})
	assert.Equal(t, &rules.HeadingCase{Severity: rules.Suggestion, Style: rules.ConsistentCase}, set.Style.HeadingCase)
	assert.Equal(t, rules.ConsistentMarker, set.Style.ListMarker.Marker)
	assert.Equal(t, &rules.WordRule{Severity: rules.Warning}, set.Style.Misspelling)
	assert.False(t, set.References.SlugNamed)
	assert.Nil(t, set.Style.ListIndentation, "nothing shows how lists are indented")
	assert.Len(t, set.Terminology, 2, "the shipped terms stay")
	assert.Empty(t, r.Notes)
	assert.Zero(t, r.Left)
	assert.Nil(t, r.Imported)
}

// The settings that a repository follows are written. A rule that 95 of 100 places keep to is on.
func TestTheSettingsThatAreFollowed(t *testing.T) {
	r, set := write(t, seen{
		documents: 1000, judged: map[string]int{Item: 2000, Heading: 100, Numbered: 100, Fence: 100, Document: 1000},
		found: map[string]int{
			"list-indentation 0 0 false": 900, "list-indentation 4 0 false": 0, "list-indentation 3 0 false": 1500,
			"list-marker - 0 0 false": 1999, "list-marker * 0 0 false": 100, "list-marker + 0 0 false": 2000,
			"duplicate-heading 0 0 false": 11, "duplicate-heading 0 0 true": 10,
			"heading-case sentence 0 0 false": 6, "heading-case title-chicago 0 0 false": 94,
			"heading-case title-ap 0 0 false": 94, "heading-case title-apa 0 0 false": 94,
			"fenced-code-language 0 0 false": 5, "heading-increment 0 0 false": 1, "misspelling 0 0 false": 30,
			"ordered-list ordered 0 0 false": 3, "reference 0 0 false": 2,
		},
	})
	assert.Equal(t, &rules.ListIndentation{Severity: rules.Warning, Indent: 4}, set.Style.ListIndentation)
	assert.Equal(t, &rules.ListMarker{Severity: rules.Suggestion, Marker: '*'}, set.Style.ListMarker)
	assert.Nil(t, set.Style.DuplicateHeading, "ten in a hundred headings are not followed by either")
	assert.Nil(t, set.Style.HeadingCase)
	assert.Equal(t, "Off: 6 findings in 100 headings.", r.Draft.Rule("heading-case").Why)
	assert.Equal(t, rules.Suggestion, set.Style.FencedCodeLanguage.Severity)
	assert.Equal(t, "Kept: 95 of 100 fenced code blocks.", r.Draft.Rule("fenced-code-language").Why)
	assert.Equal(t, rules.NumbersOneOrOrdered, set.Style.OrderedList.Style, "of equals the first")
	assert.Equal(t, rules.Suggestion, set.Style.Misspelling.Severity, "mistakes are looked for however many there are")
	assert.Equal(t, rules.Suggestion, set.References.Severity)
	assert.Equal(t, 100+5+1+30+2, r.Left)
}

// What the first settings find in one of a hundred documents is no reason to take looser ones.
func TestFewFindingsKeepTheFirstSettings(t *testing.T) {
	for found, siblings := range map[int]bool{10: false, 11: true} {
		_, set := write(t, seen{documents: 1000, judged: map[string]int{Heading: 5000},
			found: map[string]int{"duplicate-heading 0 0 false": found}})
		assert.Equal(t, siblings, set.Style.DuplicateHeading.SiblingsOnly)
	}
}

func TestLintersOutrankHabits(t *testing.T) {
	r, set := write(t,
		seen{documents: 10, judged: map[string]int{Item: 20, Fence: 20}, found: map[string]int{"list-marker * 0 0 false": 1}},
		imports.File{Name: ".markdownlint.yaml", Data: []byte("MD004: {style: asterisk}\nMD040: false\nMD044: {names: [GitHub]}\nMD013: false\nlink-fragments: false")},
		imports.File{Name: ".vale.ini", Data: []byte("[*.md]\nBasedOnStyles = Vale")},
		imports.File{Name: ".rumdl.toml", Data: []byte("broken")},
	)
	assert.Equal(t, &rules.ListMarker{Severity: rules.Suggestion, Marker: '*'}, set.Style.ListMarker)
	assert.Equal(t, "MD004 of .markdownlint.yaml. Kept: 19 of 20 list items.", r.Draft.Rule("list-marker").Why)
	assert.Nil(t, set.Style.FencedCodeLanguage)
	assert.Equal(t, "Off, as in .markdownlint.yaml.", r.Draft.Rule("fenced-code-language").Why)
	assert.Nil(t, set.References)
	assert.Equal(t, "GitHub", set.Terminology[0].Use)
	assert.Len(t, set.Terminology, 3)
	assert.Empty(t, set.Reviewers, "a program is written only if a person agrees")
	require.Len(t, r.Proposed, 3)
	assert.Equal(t, ".vale.ini is imported with 1 setting, and without 1 that there is nothing for here. The program itself "+
		"has all of it, but must be installed wherever a check runs: the reviewer vale would run `vale --output=JSON {path}` "+
		"with each check, and .vale.ini of this repository would say what it does", r.Proposed[1].What())
	require.Len(t, r.Notes, 1)
	assert.Contains(t, r.Notes[0], "not imported: .rumdl.toml: cannot be read")
}

// A term of the repository's linter outranks the shipped one that contradicts it.
func TestTermsOfLintersOutrankShippedOnes(t *testing.T) {
	_, set := write(t, seen{}, imports.File{Name: ".markdownlint.yaml", Data: []byte("MD044: {names: [blacklist]}")})
	var uses []string
	for _, term := range set.Terminology {
		uses = append(uses, term.Use)
	}
	assert.Equal(t, []string{"blacklist", "allowlist"}, uses)
}

// Nobody writes these for readers: programs do, other people, and tests.
func TestWhatIsLeftOut(t *testing.T) {
	paths := []string{
		"docs/a.md", "CHANGELOG.md", "web/node_modules/x/README.md", "test/in.md", "docs/test/in.md", "x/testdata/b.md",
		"docs/api.md", "docs/said.md", "api/a.md", "api/b.md",
	}
	r, set := write(t, seen{paths: paths, heads: map[string]string{
		"docs/api.md":  "---\ntitle: API\n---\n<!-- Code generated by gen. DO NOT EDIT. -->\n# API\n",
		"api/a.md":     "{/* @generated */}\n",
		"api/b.md":     "[//]: # (This file is generated: do not modify.)\n",
		"docs/said.md": "# Generated files\n\nDo not edit generated files.\n",
	}})
	assert.Equal(t, []string{"CHANGELOG.md", "node_modules/", "testdata/", "/test/", "/api/", "/docs/api.md"}, set.Ignore)
	assert.Contains(t, r.Draft.Why, "Left out, because programs or other people write them, or tests read them: CHANGELOG.md, ")
	for path, left := range map[string]bool{"docs/a.md": false, "docs/test/in.md": false, "docs/said.md": false, "test/in.md": true} {
		assert.Equal(t, left, set.Ignored(path), path)
	}
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
		_, set := write(t, seen{paths: tt.paths}, imports.File{Name: ".markdownlint-cli2.yaml", Data: []byte("ignores: [CHANGELOG.md]")})
		assert.Equal(t, tt.want, set.Ignore)
	}
}
