package markdown

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// keepsKind reports whether an edit of front matter, written as it is, gives the same mapping but for the value of
// one key, and a value of the kind that the key had: a list, a date, a number, a truth value, a string. Its quotation
// marks and the comment behind it may change.
func keepsKind(src []byte, e source.Edit) bool {
	was, is, ok := frontMatters(src, e)
	if !ok {
		return false
	}
	mark := src[FrontMatter(src).Start]
	if mark == '+' {
		var a, b map[string]any
		return toml.Unmarshal(was, &a) == nil && toml.Unmarshal(is, &b) == nil && !hidesText(src, e) &&
			changedTOML(a, b, false).values == 1
	}
	var a, b yaml.Node
	return mark == '-' && !joinsItems(e.New) && yaml.Unmarshal(was, &a) == nil &&
		yaml.Unmarshal(is, &b) == nil && changedKeys(&a, &b) == 1
}

// joinsItems reports whether a text has a comma that may be part of a number: one with no space behind it that does not
// stand between letters.
func joinsItems(text string) bool {
	for i := range len(text) {
		between := i > 0 && i+1 < len(text) && source.IsLetter(text[i-1]) && source.IsLetter(text[i+1])
		if text[i] == ',' && !between && !strings.HasPrefix(text[i+1:], " ") {
			return true
		}
	}
	return false
}

// changedKeys counts the keys whose values differ between two trees of YAML; it is large where anything else does.
func changedKeys(a, b *yaml.Node) int {
	switch {
	case sameNode(a, b):
		return 0
	case a.Kind != b.Kind || a.Anchor != b.Anchor || a.HeadComment != b.HeadComment || a.FootComment != b.FootComment:
		return differs
	case a.Kind == yaml.DocumentNode || a.Kind == yaml.MappingNode:
		if len(a.Content) != len(b.Content) {
			return differs
		}
		n := 0
		for i := range a.Content {
			changed := changedKeys(a.Content[i], b.Content[i])
			if key := a.Kind == yaml.MappingNode && i%2 == 0; key && changed > 0 {
				return differs
			}
			n += changed
		}
		return n
	case a.LineComment != b.LineComment && a.Value != b.Value: // "# patched" behind a value is a comment, "#12" in it is not
		return differs
	case a.Kind == yaml.SequenceNode && a.Style == yaml.FlowStyle && b.Style == a.Style && allScalars(a) && allScalars(b),
		a.Kind == yaml.ScalarNode && sameKind(a, b):
		return 1
	}
	return differs
}

// allScalars reports whether a list has plain items alone.
func allScalars(list *yaml.Node) bool {
	return !slices.ContainsFunc(list.Content, func(n *yaml.Node) bool { return n.Kind != yaml.ScalarNode })
}

func sameNode(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Value != b.Value || a.Tag != b.Tag || a.Style != b.Style || a.Anchor != b.Anchor ||
		a.HeadComment != b.HeadComment || a.LineComment != b.LineComment || a.FootComment != b.FootComment ||
		len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !sameNode(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// sameKind reports whether two scalars are of one kind, or one string written otherwise. A key without a value, or with
// a placeholder for one, has no kind yet. Of other strings WriteValue knows more: whether they are read as such by all
// parsers.
func sameKind(a, b *yaml.Node) bool {
	number := func(tag string) bool { return tag == "!!int" || tag == "!!float" }
	if a.Tag == "!!str" && b.Tag == "!!str" && (a.LineComment == b.LineComment || a.Value != b.Value) &&
		!date().MatchString(a.Value) {
		return a.Value == b.Value
	}
	return a.Tag == "!!null" || slices.Contains(placeholders, a.Value) ||
		a.Style == b.Style && (a.Tag == b.Tag || number(a.Tag) && number(b.Tag) ||
			date().MatchString(a.Value) && date().MatchString(b.Value))
}

// placeholders stand where a value is to come.
var placeholders = []string{"TBD", "TBA", "TODO"}

var date = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`^\d{4}-\d\d-\d\d`) })

// hidesText reports whether an edit of TOML makes a comment of what was text, or text of a comment.
func hidesText(src []byte, e source.Edit) bool {
	return bytes.Contains(src[e.Start:e.End], []byte("#")) != bytes.Contains([]byte(e.New), []byte("#"))
}
