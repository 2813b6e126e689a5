package rules

import (
	"fmt"
	"slices"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// configuration returns how the rule is configured, from the schema of its section.
func (r Rule) configuration() string {
	if r.Doc.Config != "" {
		return r.Doc.Config
	}
	section := r.Section
	if section == "" {
		section = "style." + r.ID
	}
	return readSchema().section(section)
}

// A schema describes the keys of the configuration by its JSON schema.
type schema struct{ root jsontree.Node }

func readSchema() schema {
	root, err := jsontree.Parse(schemaFile)
	if err != nil {
		panic(fmt.Sprintf("rules: %v", err)) // a test reads it
	}
	return schema{root}
}

// target follows a reference into $defs.
func (s schema) target(n jsontree.Node) jsontree.Node {
	if name, ok := strings.CutPrefix(n.Get("$ref").Text(), "#/$defs/"); ok {
		return s.root.Get("$defs", name)
	}
	return n
}

// section describes the keys of an object.
func (s schema) section(path string) string {
	n := s.root
	for key := range strings.SplitSeq(path, ".") {
		name, list := strings.CutSuffix(key, "[]")
		if n = s.target(n.Get("properties", name)); list {
			n = s.target(n.Get("items"))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "`%s` in `%s`:\n\n", path, FileName)
	for key, value := range n.Get("properties").Members() {
		about := s.find(value, "description").Text()
		if name := key.Text(); name != "why" || about != s.root.Get("$defs", "why", "description").Text() {
			said := []string{about, s.choices(value), s.defaultText(value)}
			said = slices.DeleteFunc(said, func(text string) bool { return text == "" })
			fmt.Fprintf(&b, "- `%s`: %s\n", name, strings.Join(said, " "))
		}
	}
	return b.String()
}

// find looks a key up in a schema, and then in what that refers to.
func (s schema) find(n jsontree.Node, key string) jsontree.Node {
	if value := n.Get(key); value.Exists() {
		return value
	}
	return s.target(n).Get(key)
}

// choices lists what a value or each item of a list may be.
func (s schema) choices(n jsontree.Node) string {
	n = s.target(n)
	if items := n.Get("items"); items.Exists() {
		n = s.target(items)
	}
	if names := n.Get("enum"); names.Len() > 0 {
		return "One of " + asCode(names) + "."
	}
	return ""
}

// defaultText returns what holds if the key is left out.
func (s schema) defaultText(n jsontree.Node) string {
	switch value := s.find(n, "default"); {
	case value.Kind() == jsontree.Array:
		return "Left out: " + asCode(value) + "."
	case value.Text() != "":
		return "Left out: `" + value.Text() + "`."
	}
	return ""
}

// asCode lists the texts of a JSON list, as code in Markdown.
func asCode(list jsontree.Node) string {
	var out []string
	for _, item := range list.Items() {
		out = append(out, "`"+item.Text()+"`")
	}
	return strings.Join(out, ", ")
}
