package markdown

import (
	"reflect"
	"regexp"
	"sync"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
)

var entry = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\s*[\w.-]+\s*(?::\s.*|=.*)?$`) })

// IsEntry reports whether a text has the form of a key in front matter, with or without its value, on one line.
func IsEntry(text string) bool { return entry().MatchString(text) }

// EditsOneEntry reports whether an edit of src puts another key of the front matter, with its value, in place of one,
// and changes nothing else: all other keys keep their values and their order, and none stands twice.
func EditsOneEntry(src []byte, e source.Edit) bool {
	was, is, ok := frontMatters(src, e)
	if !ok {
		return false
	}
	if src[FrontMatter(src).Start] == '+' {
		var a, b map[string]any
		return toml.Unmarshal(was, &a) == nil && toml.Unmarshal(is, &b) == nil && len(a) == len(b) &&
			othersIn(a, b) == 1
	}
	var a, b yaml.Node
	if yaml.Unmarshal(was, &a) != nil || yaml.Unmarshal(is, &b) != nil || len(a.Content) != 1 || len(b.Content) != 1 {
		return false
	}
	before, after := a.Content[0], b.Content[0]
	if before.Kind != yaml.MappingNode || after.Kind != yaml.MappingNode || len(before.Content) != len(after.Content) {
		return false
	}
	changed, seen := 0, map[string]bool{}
	for i := 0; i < len(after.Content); i += 2 {
		key := after.Content[i]
		if seen[key.Value] {
			return false
		}
		seen[key.Value] = true
		if !sameNode(before.Content[i], key) || !sameNode(before.Content[i+1], after.Content[i+1]) {
			changed++
		}
	}
	return changed == 1
}

// othersIn counts the keys of a that b has not with the same value.
func othersIn(a, b map[string]any) int {
	n := 0
	for key, value := range a {
		if other, ok := b[key]; !ok || !reflect.DeepEqual(value, other) {
			n++
		}
	}
	return n
}
