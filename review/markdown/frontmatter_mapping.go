package markdown

import (
	"bytes"
	"regexp"
	"sync"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"
)

// yamlMapping reports whether text is a mapping of YAML, or has nothing but comments.
func yamlMapping(text []byte) bool {
	return parsesAsYAML(text) || parsesAsYAML(withoutTemplates(text))
}

func parsesAsYAML(text []byte) bool {
	var node yaml.Node
	if yaml.Unmarshal(text, &node) != nil {
		return false
	}
	return len(node.Content) == 0 || node.Content[0].Kind == yaml.MappingNode
}

// tomlMapping reports whether text is TOML.
func tomlMapping(text []byte) bool {
	parses := func(text []byte) bool {
		var table map[string]any
		return toml.Unmarshal(text, &table) == nil
	}
	return parses(text) || parses(withoutTemplates(text))
}

var templateTags = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\{\{.*?\}\}|\{%.*?%\}|<%.*?%>`) })

// withoutTemplates returns text without tags of templates. An archetype of a page is no YAML
// before its tags are filled in.
func withoutTemplates(text []byte) []byte {
	return templateTags().ReplaceAllLiteral(text, nil)
}

// startsWithKey reports whether the line behind the opening delimiter is a key with or without
// a value, and no line is blank.
func startsWithKey(block []byte) bool {
	_, at := cutLine(block, 0)
	line, _ := cutLine(block, at)
	key, _, ok := bytes.Cut(line, []byte(":"))
	if _, equals, toml := bytes.Cut(line, []byte("=")); !ok && toml && len(equals) > 0 {
		key, _, ok = bytes.Cut(line, []byte("="))
	}
	if key = bytes.TrimSpace(key); !ok || len(key) == 0 || bytes.ContainsAny(key, " \t#*`[") {
		return false
	}
	for at < len(block) {
		line, at = cutLine(block, at)
		if len(bytes.TrimSpace(line)) == 0 {
			return false
		}
	}
	return true
}
