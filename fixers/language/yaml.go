package language

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// A mapped is what YAML's parser says of code.
type mapped uint8

const (
	unmapped mapped = iota
	possible        // a mapping whose keys may be the statements of another language
	sure            // a mapping of plain keys
)

// mapping tells whether code is a mapping for YAML's parser.
func mapping(s *sample) mapped {
	for _, line := range s.lines {
		if line[0] == '#' || line == "---" {
			continue
		}
		if !strings.Contains(line, ":") || strings.ContainsAny(line[:1], "{[<") {
			return unmapped
		}
		break
	}
	if s.lines[0] == "---" && slices.Contains(s.lines[1:], "---") {
		return unmapped // front matter, of whatever follows it
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(s.code, &doc); err != nil || len(doc.Content) == 0 {
		return unmapped
	}
	root := doc.Content[0]
	if root.Kind == yaml.SequenceNode && len(root.Content) > 0 {
		for _, item := range root.Content {
			if item.Kind != yaml.MappingNode || !plainKeys(item) {
				return unmapped
			}
		}
		return sure
	}
	if root.Kind != yaml.MappingNode {
		return unmapped
	}
	last := root.Content[len(root.Content)-1]
	nested := last.Kind != yaml.ScalarNode && last.Style&yaml.FlowStyle == 0
	if (nested || len(root.Content) > 2) && plainKeys(root) {
		return sure
	}
	return possible
}

// plainValue reports that a value without quotation marks is no statement: it does not end with a semicolon or a comma,
// assigns nothing, and no name in it has an index.
func plainValue(value string) bool {
	end := strings.TrimRight(value, ";,")
	name := strings.TrimLeft(value, letters)
	return end == value && !strings.Contains(value, " = ") && (name == value || !strings.HasPrefix(name, "[") || strings.HasPrefix(name, "[]"))
}

// plainKeys reports that the keys of a mapping are names, and that nothing in its values ends as statements of other
// languages do.
func plainKeys(m *yaml.Node) bool {
	seen := map[string]bool{}
	for i := 0; i < len(m.Content); i += 2 {
		key, value := m.Content[i], m.Content[i+1]
		first, _, several := strings.Cut(key.Value, " ")
		if key.Kind != yaml.ScalarNode || key.Style == yaml.DoubleQuotedStyle && i == 0 || key.Value == "" || seen[key.Value] || several && statements()[first] || statements()[key.Value] ||
			key.Style == 0 && (strings.Trim(key.Value, letters+" -./$@*") != "" || strings.Contains(key.Value, "..")) {
			return false
		}
		seen[key.Value] = true
		switch value.Kind {
		case yaml.ScalarNode:
			// A sentence behind a name is said, rather than set.
			said := 'A' <= key.Value[0] && key.Value[0] <= 'Z' && strings.Count(value.Value, " ") > 2
			if value.Style == 0 && (said || !plainValue(value.Value)) {
				return false
			}
		case yaml.MappingNode:
			if value.Style&yaml.FlowStyle == 0 && !plainKeys(value) {
				return false
			}
		}
	}
	return true
}

// statements are the words that begin a statement that ends with a colon.
var statements = wording.Set("extension trait enum struct interface type let var val const func fun fn impl record protocol static final abstract unsafe extern import export mod namespace module package message service union lemma macro class def if elif else for while with try except finally match case default async lambda switch public private protected")
