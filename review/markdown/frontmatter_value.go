package markdown

import (
	"bytes"
	"reflect"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// EditsOneValue reports whether an edit of src changes one value of its front matter and nothing else: before and after
// it is a mapping of YAML or TOML, equal in all but one scalar that is no key, with the quoting and the comments kept.
func EditsOneValue(src []byte, e source.Edit) bool {
	before := FrontMatter(src)
	after, err := source.Apply(src, []source.Edit{e})
	if err != nil || before.Empty() || !before.Contains(e.Span) || bytes.ContainsAny([]byte(e.New), "\r\n") {
		return false
	}
	now := FrontMatter(after)
	if now.Start != before.Start || now.Len() != before.Len()+len(e.New)-e.Len() ||
		quotes(src[e.Start:e.End]) != quotes([]byte(e.New)) {
		return false
	}
	switch was, is := inner(src[before.Start:before.End]), inner(after[now.Start:now.End]); src[before.Start] {
	case '-':
		var a, b yaml.Node
		return yaml.Unmarshal(was, &a) == nil && yaml.Unmarshal(is, &b) == nil && yamlValues(&a, &b) == 1
	case '+':
		var a, b map[string]any
		return toml.Unmarshal(was, &a) == nil && toml.Unmarshal(is, &b) == nil && tomlValues(a, b) == 1
	}
	return false
}

// inner returns front matter without its first and its last line.
func inner(b []byte) []byte {
	b = b[bytes.IndexByte(b, '\n')+1:]
	return b[:bytes.LastIndexByte(bytes.TrimRight(b, "\r\n"), '\n')+1]
}

// quotes returns the quotation marks and the marks of comments in b.
func quotes(b []byte) string {
	return string(bytes.Map(func(r rune) rune {
		if r == '"' || r == '\'' || r == '#' {
			return r
		}
		return -1
	}, b))
}

// differs is more values than an edit may change.
const differs = 2

// yamlValues returns how many values of two trees differ; at least two where anything else does.
func yamlValues(a, b *yaml.Node) int {
	if a.Kind != b.Kind || a.Style != b.Style || a.Anchor != b.Anchor || len(a.Content) != len(b.Content) ||
		a.HeadComment != b.HeadComment || a.LineComment != b.LineComment || a.FootComment != b.FootComment {
		return differs
	}
	if a.Kind != yaml.ScalarNode && a.Value != b.Value { // the name of an alias
		return differs
	}
	n := 0
	for i := range a.Content {
		here := yamlValues(a.Content[i], b.Content[i])
		if key := a.Kind == yaml.MappingNode && i%2 == 0; key && here > 0 {
			return differs
		}
		n += here
	}
	if a.Kind == yaml.ScalarNode && (a.Value != b.Value || a.Tag != b.Tag) {
		n++
	}
	return n
}

// tomlValues is yamlValues for TOML.
func tomlValues(a, b any) int {
	n := 0
	switch a := a.(type) {
	case map[string]any:
		b, ok := b.(map[string]any)
		if !ok || len(a) != len(b) {
			return differs
		}
		for key := range a {
			other, ok := b[key]
			if !ok {
				return differs
			}
			n += tomlValues(a[key], other)
		}
		return n
	case []map[string]any:
		b, ok := b.([]map[string]any)
		if !ok || len(a) != len(b) {
			return differs
		}
		for i := range a {
			n += tomlValues(a[i], b[i])
		}
		return n
	case []any:
		b, ok := b.([]any)
		if !ok || len(a) != len(b) {
			return differs
		}
		for i := range a {
			n += tomlValues(a[i], b[i])
		}
		return n
	}
	switch {
	case reflect.DeepEqual(a, b):
		return 0
	case reflect.TypeOf(a) != reflect.TypeOf(b):
		return differs
	}
	return 1
}
