package markdown

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// EditsOneValue reports whether an edit of src changes one value of its front matter and nothing else: before and after
// it is a mapping of YAML or TOML, equal in all but one scalar that is no key, with the comments kept, and the quoting
// where the value can stand so. A string stays a string, unless it is another value with a slip in it.
func EditsOneValue(src []byte, e source.Edit) bool {
	if keepsKind(src, e) {
		return true
	}
	change, is, ok := editedValue(src, e)
	if !ok || !change.quoted {
		return ok
	}
	e.New = is
	_, same, ok := editedValue(src, e)
	return !ok || same != is || !plain(is)
}

// editedValue returns what a value becomes where an edit changes that value and nothing else. See EditsOneValue.
func editedValue(src []byte, e source.Edit) (changed valueChange, is string, ok bool) {
	was, now, ok := frontMatters(src, e)
	if !ok {
		return changed, "", false
	}
	switch src[FrontMatter(src).Start] {
	case '-':
		var a, b yaml.Node
		if yaml.Unmarshal(was, &a) != nil || yaml.Unmarshal(now, &b) != nil {
			return changed, "", false
		}
		changed.yaml(&a, &b)
	case '+':
		var a, b map[string]any
		if toml.Unmarshal(was, &a) != nil || toml.Unmarshal(now, &b) != nil || !sameTOMLStrings(src, e) {
			return changed, "", false
		}
		changed = changedTOML(a, b, true)
	}
	return changed, changed.is, changed.values == 1
}

// frontMatters returns the lines of the front matter before and after an edit, without the first and the last line. It
// reports false where the edit does not lie in it, adds a line or changes where it ends.
func frontMatters(src []byte, e source.Edit) (was, is []byte, ok bool) {
	before := FrontMatter(src)
	after, err := source.Apply(src, []source.Edit{e})
	if err != nil || before.Empty() || !before.Contains(e.Span) || bytes.ContainsAny([]byte(e.New), "\r\n") {
		return nil, nil, false
	}
	now := FrontMatter(after)
	if now.Start != before.Start || now.Len() != before.Len()+len(e.New)-e.Len() {
		return nil, nil, false
	}
	return inner(src[before.Start:before.End]), inner(after[now.Start:now.End]), true
}

// sameTOMLStrings reports whether the line that an edit is in has the same strings before and after, up to what the
// edit changes in one of them, so that it makes no comment.
func sameTOMLStrings(src []byte, e source.Edit) bool {
	if quotes(src[e.Start:e.End]) == quotes([]byte(e.New)) {
		return true
	}
	start := bytes.LastIndexByte(src[:e.Start], '\n') + 1
	line, _ := cutLine(src, start)
	after, err := source.Apply(src, []source.Edit{e})
	if err != nil {
		return false
	}
	now, _ := cutLine(after, start)
	was, moved := tomlStrings(line), source.NewMapping([]source.Edit{e})
	for i := range was {
		was[i].Span, _ = moved.Span(source.Span{Start: was[i].Start + start, End: was[i].End + start}, source.Wide)
		was[i].Start, was[i].End = was[i].Start-start, was[i].End-start
	}
	return len(was) > 0 && slices.Equal(was, tomlStrings(now))
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

// A valueChange is what differs between two mappings.
type valueChange struct {
	values int    // how many values; at least two where anything else does
	is     string // one of them, as it is then
	quoted bool   // it was plain and has quotation marks then
}

// yaml adds what differs between two trees.
func (c *valueChange) yaml(a, b *yaml.Node) {
	quoted := a.Style == 0 && (b.Style == yaml.DoubleQuotedStyle || b.Style == yaml.SingleQuotedStyle)
	if a.Kind != b.Kind || a.Style != b.Style && !quoted || a.Anchor != b.Anchor || len(a.Content) != len(b.Content) ||
		a.HeadComment != b.HeadComment || a.LineComment != b.LineComment || a.FootComment != b.FootComment {
		c.values = differs
		return
	}
	if a.Kind != yaml.ScalarNode && a.Value != b.Value { // the name of an alias
		c.values = differs
		return
	}
	for i := range a.Content {
		before := c.values
		c.yaml(a.Content[i], b.Content[i])
		if key := a.Kind == yaml.MappingNode && i%2 == 0; key && c.values > before {
			c.values = differs
		}
	}
	switch {
	case a.Kind != yaml.ScalarNode || a.Value == b.Value && a.Tag == b.Tag && !quoted:
	case a.Tag == "!!str" && b.Tag != "!!str" && !misspells(a.Value, b.Value):
		c.values = differs
	default:
		c.values, c.is, c.quoted = c.values+1, b.Value, quoted
	}
}

// changedTOML returns what differs between two tables. lists says whether the items of lists are values of their own.
func changedTOML(a, b map[string]any, lists bool) (c valueChange) {
	was, now := map[string]any{}, map[string]any{}
	leaves(was, "", a, lists)
	leaves(now, "", b, lists)
	for key, value := range was {
		is, ok := now[key]
		switch {
		case !ok || len(was) != len(now) || reflect.TypeOf(value) != reflect.TypeOf(is):
			return valueChange{values: differs}
		case !reflect.DeepEqual(value, is):
			c.values, c.is = c.values+1, fmt.Sprint(is)
		}
	}
	return c
}

// leaves puts the values below a value into out, by the keys that lead to them.
func leaves(out map[string]any, key string, value any, lists bool) {
	v := reflect.ValueOf(value)
	switch {
	case v.Kind() == reflect.Map && v.Len() > 0:
		for _, name := range v.MapKeys() {
			leaves(out, key+"\x00"+name.String(), v.MapIndex(name).Interface(), lists)
		}
	case lists && v.Kind() == reflect.Slice && v.Len() > 0:
		for i := range v.Len() {
			leaves(out, fmt.Sprint(key, "\x00", i), v.Index(i).Interface(), lists)
		}
	default:
		out[key] = value
	}
}
