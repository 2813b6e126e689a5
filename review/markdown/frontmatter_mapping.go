package markdown

import (
	"bytes"
	"regexp"
	"sync"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// yamlMapping reports whether text is a mapping of YAML, or has nothing but comments.
func yamlMapping(text []byte) bool {
	return plainYAML(text) || parsesAsYAML(text) || parsesAsYAML(withoutTemplates(text))
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

// plainYAML reports whether text is a mapping of YAML as nearly all front matter is: a line for
// each key with a simple value, or none and a list of simple values below. It reports false
// for other mappings: the parser takes a hundred times as long.
func plainYAML(text []byte) bool {
	list := -1 // the indentation of the list that may go on; -2 where its first item may come
	for at := 0; at < len(text); {
		line, next := cutLine(text, at)
		at = next
		if line = bytes.TrimRight(line, " "); len(line) == 0 {
			continue
		}
		indent := source.RunLength(line, ' ')
		if rest, item := bytes.CutPrefix(line[indent:], []byte("- ")); item {
			if list == -1 || list >= 0 && list != indent || !plainValue(rest) {
				return false
			}
			list = indent
			continue
		}
		n := 0
		for n < len(line) && (source.IsLetter(line[n]) || n > 0 && (source.IsDigit(line[n]) || line[n] == '_' || line[n] == '-')) {
			n++
		}
		if n == 0 || n == len(line) || n > longestKey || line[n] != ':' {
			return false
		}
		value := line[n+1:]
		list = -1
		if len(value) == 0 {
			list = -2
		} else if value[0] != ' ' || !plainValue(bytes.TrimLeft(value, " ")) {
			return false
		}
	}
	return true
}

// longestKey is how long a key may be for plainYAML; YAML allows 1,024 characters.
const longestKey = 1000

// plainValue reports whether a value ends on its line, whatever else it may be: a word of
// letters and digits, or a string between quotation marks without escapes.
func plainValue(value []byte) bool {
	if len(value) == 0 {
		return false
	}
	if q := value[0]; q == '"' || q == '\'' {
		if len(value) < 2 || value[len(value)-1] != q || bytes.IndexByte(value[1:len(value)-1], q) >= 0 {
			return false
		}
		return bytes.IndexFunc(value, func(r rune) bool { return r < ' ' || r == '\\' }) < 0
	}
	if c := value[0]; !source.IsLetter(c) && !source.IsDigit(c) && c != '/' || value[len(value)-1] == ':' {
		return false
	}
	for i, c := range value {
		if c < ' ' || c == ':' && i+1 < len(value) && value[i+1] == ' ' || c == '#' && value[i-1] == ' ' {
			return false
		}
	}
	return true
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
