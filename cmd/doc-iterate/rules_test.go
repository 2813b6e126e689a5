package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
	"github.com/doc-iterate/doc-iterate/rules"
)

var update = flag.Bool("update", false, "write the generated part of rules/README.md, and docs/rules.md")

// The end of rules/README.md is made from the schema.
func TestRulesReadmeIsCurrent(t *testing.T) {
	file := filepath.Join("..", "..", "rules", "README.md")
	data, err := os.ReadFile(file)
	require.NoError(t, err)
	const marker = "<!-- What follows is written by: go test ./cmd/doc-iterate -run RulesReadme -update -->\n"
	written, generated, found := strings.Cut(string(data), marker)
	require.True(t, found)
	want := "\n" + keysMarkdown(t)
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(written+marker+want), 0o666))
		return
	}
	if want != generated {
		t.Fatalf("rules/README.md is not what the rules and the schema say; run the command in its comment\n%s",
			source.Unified("rules/README.md", "what they say", []byte(generated), []byte(want)))
	}
}

// docs/rules.md is what the program itself prints of its rules.
func TestRulesPageIsCurrent(t *testing.T) {
	file := filepath.Join("..", "..", "docs", "rules.md")
	want := rulesMarkdown()
	if *update {
		require.NoError(t, os.WriteFile(file, []byte(want), 0o666))
		return
	}
	have, err := os.ReadFile(file)
	require.NoError(t, err)
	if want != string(have) {
		t.Fatalf("docs/rules.md is not what the rules say; run: go test ./cmd/doc-iterate -run Rules -update\n%s",
			source.Unified("docs/rules.md", "what they say", have, []byte(want)))
	}
}

// initFigures says what init wrote for six sites, and how to measure it again.
const initFigures = "`doc-iterate init` tries every setting of each rule on the documents, and keeps the rules that they follow: 95 of " +
	"100 places agree. So six sites, by other generators each, got rules that their checks pass, where placeholders, links and words " +
	"that leave something to mend are suggestions:\n\n" + `| site | documents | rules on | off | findings | exit code of the check |
|---|---|---|---|---|---|
| fastapi/fastapi (MkDocs) at c3f316b7 | 1,692 | 21 | 4 | 836 | 0 |
| withastro/docs (Astro) at 741c1b89 | 2,584 | 15 | 10 | 1,204 | 0 |
| gohugoio/hugoDocs (Hugo) at 1c613349 | 957 | 22 | 3 | 9 | 0 |
| jekyll/jekyll (Jekyll) at 202df571 | 223 | 16 | 9 | 83 | 0 |
| rust-lang/book (mdBook) at 91754488 | 447 | 20 | 5 | 93 | 0 |
| vuejs/docs (VitePress) at 01e098a9 | 122 | 19 | 6 | 38 | 0 |

Again, in a clone: ` + "`doc-iterate init && doc-iterate check --statistics .`\n\n" +
	"A first check without a configuration shows one by one what a reader of the page may notice, and " +
	"counts the rest by rule. Six other sites, for which nothing was made (`bench/first` names them), " +
	"show 404 findings of 1,548. Of 60 that are drawn from these, a reader of the page meets 51: 39 links" +
	" to missing headings and files, four missing images, four misspelled words, three doubled ones and a" +
	" placeholder. Nine are none. Again: `make bench-first SEED=3 CLONES=DIR`, and a look at each of the " +
	"60.\n\nThe sites of the table show 49 of 2,869. A reader meets 37: 28 images that are missing, all " +
	"in the chapters for the book's publisher, and nine links to missing files and headings. Two are " +
	"words of the shipped list. Ten are none: lists of changes, examples of links, words of other " +
	"languages, data of a test.\n\n"

func rulesMarkdown() string {
	var b strings.Builder
	b.WriteString("# Rules\n\n<!-- Written by: go test ./cmd/doc-iterate -run Rules -update -->\n\n" +
		"`doc-iterate rules ID` prints the section of a rule. [The configuration](../rules/README.md) says which of them are on.\n\n" +
		initFigures +
		"| rule | | elsewhere |\n|---|---|---|\n")
	for _, r := range descriptions() {
		fmt.Fprintf(&b, "| [%s](#%s) | %s | %s |\n", r.ID, r.ID, r.Title, strings.Join(r.Aliases(), ", "))
	}
	for _, r := range descriptions() {
		b.WriteString("\n" + r.Markdown(2))
	}
	return b.String()
}

// keysMarkdown lists the keys of the schema by section.
func keysMarkdown(t *testing.T) string {
	var doc yaml.Node
	require.NoError(t, yaml.Unmarshal(rules.Schema(), &doc))
	s := schemaDoc{root: doc.Content[0]}
	s.b.WriteString("## The keys\n\nEvery object may have a `why`, a note to whoever reads the file.\n")
	s.object("", s.root)
	return s.b.String()
}

type schemaDoc struct {
	root *yaml.Node
	b    strings.Builder
}

// object writes the table of an object's keys, and then the tables of the
// objects among them.
func (s *schemaDoc) object(path string, n *yaml.Node) {
	type section struct {
		path string
		node *yaml.Node
	}
	var below []section
	if path != "" {
		fmt.Fprintf(&s.b, "\n### `%s`\n", path)
		if about := text(n, "description"); about != "" {
			fmt.Fprintf(&s.b, "\n%s\n", about)
		}
	}
	s.b.WriteString("\n| key | | default |\n|---|---|---|\n")
	properties := child(n, "properties")
	for i := 0; i+1 < len(properties.Content); i += 2 {
		key, value := properties.Content[i].Value, properties.Content[i+1]
		about := s.find(value, "description")
		if key == "why" && path != "" && text(value, "description") == "" {
			continue // said once, at the top
		}
		inner := s.target(value)
		join := strings.TrimPrefix(path+"."+key, ".")
		if items := child(inner, "items"); items != nil {
			if item := s.target(items); child(item, "properties") != nil {
				inner, join = item, join+"[]"
			}
		}
		if child(inner, "properties") != nil {
			below = append(below, section{join, inner})
		}
		fmt.Fprintf(&s.b, "| `%s` | %s | %s |\n", key, strings.TrimSpace(about+" "+s.values(value)), s.otherwise(value))
	}
	for _, b := range below {
		s.object(b.path, b.node)
	}
}

// target follows a reference into $defs.
func (s *schemaDoc) target(n *yaml.Node) *yaml.Node {
	if ref := text(n, "$ref"); ref != "" {
		return child(child(s.root, "$defs"), strings.TrimPrefix(ref, "#/$defs/"))
	}
	return n
}

// find looks a text up in a schema, and then in what it refers to.
func (s *schemaDoc) find(n *yaml.Node, key string) string {
	if v := text(n, key); v != "" {
		return v
	}
	return text(s.target(n), key)
}

func (s *schemaDoc) values(n *yaml.Node) string {
	inner := s.target(n)
	if items := child(inner, "items"); items != nil {
		inner = s.target(items)
	}
	enum := child(inner, "enum")
	if enum == nil {
		return ""
	}
	var names []string
	for _, v := range enum.Content {
		names = append(names, "`"+v.Value+"`")
	}
	return "One of " + strings.Join(names, ", ") + "."
}

func (s *schemaDoc) otherwise(n *yaml.Node) string {
	value := child(n, "default")
	if value == nil {
		value = child(s.target(n), "default")
	}
	switch {
	case value == nil || value.Kind == yaml.ScalarNode && value.Value == "":
		return ""
	case value.Kind == yaml.ScalarNode:
		return "`" + value.Value + "`"
	}
	var all []string
	for _, v := range value.Content {
		all = append(all, "`"+v.Value+"`")
	}
	return strings.Join(all, ", ")
}

func child(n *yaml.Node, key string) *yaml.Node {
	if n == nil || n.Kind != yaml.MappingNode {
		return nil
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if n.Content[i].Value == key {
			return n.Content[i+1]
		}
	}
	return nil
}

func text(n *yaml.Node, key string) string {
	if c := child(n, key); c != nil && c.Kind == yaml.ScalarNode {
		return c.Value
	}
	return ""
}

func TestRuleNamed(t *testing.T) {
	for name, want := range map[string]string{"heading-case": "heading-case", "MD040": "fenced-code-language", "md004": "list-marker"} {
		r, err := ruleNamed(name)
		require.NoError(t, err)
		assert.Equal(t, want, r.ID)
	}
	_, err := ruleNamed("MD999")
	assert.ErrorContains(t, err, "there is no rule")
}
