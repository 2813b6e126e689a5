package rules

import (
	"fmt"
	"strings"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// configuration says how the rule is configured: what the schema says of its section.
func (r Rule) configuration() string {
	if r.Doc.Config != "" {
		return r.Doc.Config
	}
	section := r.Section
	if section == "" {
		section = "style." + r.ID
	}
	p := schemaPage{}
	var err error
	if p.root, err = jsontree.Parse(schemaFile); err != nil {
		panic(fmt.Sprintf("rules: %v", err)) // a test reads it
	}
	return p.section(section)
}

// schemaPage writes what the schema says.
type schemaPage struct{ root jsontree.Node }

// target follows a reference into $defs.
func (p schemaPage) target(n jsontree.Node) jsontree.Node {
	if name, ok := strings.CutPrefix(n.Get("$ref").Text(), "#/$defs/"); ok {
		return p.root.Get("$defs", name)
	}
	return n
}

// section describes the keys of an object.
func (p schemaPage) section(path string) string {
	n := p.root
	for key := range strings.SplitSeq(path, ".") {
		name, list := strings.CutSuffix(key, "[]")
		if n = p.target(n.Get("properties", name)); list {
			n = p.target(n.Get("items"))
		}
	}
	var b strings.Builder
	fmt.Fprintf(&b, "`%s` in `%s`:\n\n", path, FileName)
	for key, value := range n.Get("properties").Members() {
		about := p.find(value, "description")
		if name := key.Text(); name != "why" || about != p.root.Get("$defs", "why", "description").Text() {
			fmt.Fprintf(&b, "- `%s`: %s\n", name, strings.Join(nonEmpty(about, p.choices(value), p.otherwise(value)), " "))
		}
	}
	return b.String()
}

// find looks a text up in a schema, and then in what it refers to.
func (p schemaPage) find(n jsontree.Node, key string) string {
	if text := n.Get(key); text.Exists() {
		return text.Text()
	}
	return p.target(n).Get(key).Text()
}

// choices lists what a value or each item of a list may be.
func (p schemaPage) choices(n jsontree.Node) string {
	n = p.target(n)
	if items := n.Get("items"); items.Exists() {
		n = p.target(items)
	}
	var names []string
	for _, v := range n.Get("enum").Items() {
		names = append(names, "`"+v.Text()+"`")
	}
	if len(names) == 0 {
		return ""
	}
	return "One of " + strings.Join(names, ", ") + "."
}

// otherwise says what holds where the key is left out.
func (p schemaPage) otherwise(n jsontree.Node) string {
	value := n.Get("default")
	if !value.Exists() {
		value = p.target(n).Get("default")
	}
	if value.Kind() != jsontree.Array {
		if value.Text() == "" {
			return ""
		}
		return "Left out: `" + value.Text() + "`."
	}
	var all []string
	for _, v := range value.Items() {
		all = append(all, "`"+v.Text()+"`")
	}
	return "Left out: " + strings.Join(all, ", ") + "."
}

func nonEmpty(texts ...string) (out []string) {
	for _, t := range texts {
		if t != "" {
			out = append(out, t)
		}
	}
	return out
}
