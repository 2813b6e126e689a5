package markdown

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/BurntSushi/toml"
	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// A scalar is a string of YAML or TOML front matter. A plain one, and one of TOML, stands in one line.
type scalar struct {
	source.Span // with its quotation marks
	quote       byte
	toml        bool
}

// content returns where the text of the string stands.
func (s scalar) content() source.Span {
	if s.quote == 0 {
		return s.Span
	}
	return source.Span{Start: s.Start + 1, End: s.End - 1}
}

// WriteValue returns the edit that puts the new text of e into a string of front matter so that it is read as that
// text: with its quotation marks escaped, and a plain string that can't hold it in quotation marks. New text with
// escapes is taken for what is written, not read. Edits of anything else are returned as they are. It reports false
// where the string can't hold the text, or where a backslash may be meant either way.
func WriteValue(src []byte, e source.Edit) (source.Edit, bool) {
	if keepsKind(src, e) {
		return e, true
	}
	s, ok := scalarAt(src, e.Span)
	if !ok || s.quote == 0 && s.Span == e.Span && quoted(e.New) {
		return e, true
	}
	raw := e
	e, content := s.inside(e), s.content()
	if !content.Contains(e.Span) {
		return raw, true
	}
	for e.New == "" && e.Start == content.Start && e.End < content.End && src[e.End] == ' ' {
		e.End++
	}
	for e.New == "" && e.End == content.End && e.Start > content.Start && src[e.Start-1] == ' ' {
		e.Start--
	}
	pre, old := src[content.Start:e.Start], src[e.Start:e.End]
	post := src[e.End:content.End]
	holds := func(edit source.Edit, want string, known bool) bool {
		_, is, ok := editedValue(src, edit)
		return known && ok && is == want
	}
	if s.quote == '"' && strings.Contains(strings.NewReplacer(`\"`, "", `\\`, "").Replace(e.New), `\`) {
		return e, false
	}
	if s.escapes(string(old)) || s.escapes(e.New) {
		want, known := s.read(string(pre) + e.New + string(post))
		if holds(e, want, known) {
			return e, true
		}
	}
	if s.quote == '"' && strings.Contains(e.New, `\`) {
		return e, false
	}
	before, known := s.read(string(pre))
	after, alsoKnown := s.read(string(post))
	want := before + e.New + after
	if s.quote == 0 {
		want = strings.TrimSpace(want)
	}
	for _, edit := range s.writings(e, string(src[s.Start:s.End]), want) {
		if holds(edit, want, known && alsoKnown) {
			return edit, true
		}
	}
	return e, false
}

// inside leaves the quotation marks out of an edit whose new text has them too, or has none.
func (s scalar) inside(e source.Edit) source.Edit {
	if s.quote == 0 || e.Empty() {
		return e
	}
	if e.Span == s.Span && !quoted(e.New) {
		e.Span = s.content()
		return e
	}
	mark := string(s.quote)
	if e.Start == s.Start && strings.HasPrefix(e.New, mark) {
		e.Start, e.New = e.Start+1, e.New[1:]
	}
	if e.End == s.End && strings.HasSuffix(e.New, mark) {
		e.End, e.New = e.End-1, strings.TrimSuffix(e.New, mark)
	}
	return e
}

// quoted reports whether text is a quoted string.
func quoted(text string) bool {
	return len(text) > 1 && strings.ContainsRune(`"'`, rune(text[0])) && text[len(text)-1] == text[0]
}

// escapes reports whether text has an escape of a quotation mark, and no mark without one.
func (s scalar) escapes(text string) bool {
	escape := `''`
	if s.quote == '"' {
		escape = `\"`
	}
	return s.quote != 0 && strings.Contains(text, escape) &&
		!strings.Contains(strings.ReplaceAll(text, escape, ""), escape[1:])
}

// read returns what a part of the content is read as.
func (s scalar) read(part string) (string, bool) {
	if s.quote == 0 {
		return part, true
	}
	written := string(s.quote) + part + string(s.quote)
	if s.toml {
		var out struct{ Value string }
		_, err := toml.Decode("Value = "+written, &out)
		return out.Value, err == nil
	}
	var out string
	err := yaml.Unmarshal([]byte(written), &out)
	return out, err == nil
}

// writings returns how an edit of a string can be written, the best first. All of it is was written, and becomes value.
func (s scalar) writings(e source.Edit, was, value string) []source.Edit {
	inside := func(text string) source.Edit { return source.Edit{Span: e.Span, New: text} }
	around := func(mark, text string) source.Edit { return source.Edit{Span: s.Span, New: mark + text + mark} }
	switch {
	case s.quote == '"':
		return []source.Edit{inside(strings.ReplaceAll(e.New, `"`, `\"`))}
	case s.quote == '\'':
		return []source.Edit{inside(strings.ReplaceAll(e.New, "'", "''"))}
	}
	out := []source.Edit{around(`"`, value), around("'", strings.ReplaceAll(value, "'", "''")),
		around(`"`, strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(value))}
	if plain(value) || !plain(was) || misspells(was, value) {
		out = slices.Insert(out, 0, e)
	}
	return out
}

// misspells reports whether a string is a truth value or a date with a slip in it, such as flase, so that it was not
// meant for a string.
func misspells(was, meant string) bool {
	var n yaml.Node
	if yaml.Unmarshal([]byte(meant), &n) != nil || len(n.Content) != 1 {
		return false
	}
	tag := n.Content[0].Tag
	start, short := 0, min(len(was), len(meant))
	for start < short && was[start] == meant[start] {
		start++
	}
	end := 0
	for end < short-start && was[len(was)-1-end] == meant[len(meant)-1-end] {
		end++
	}
	const slip = 2 // letters
	return (tag == "!!bool" || tag == "!!timestamp") && max(len(was), len(meant))-start-end <= slip
}

// plain reports whether every parser of YAML reads text without quotation marks as that string, where the context lets
// it: those of version 1.1 read more words as other values.
func plain(text string) bool {
	written, err := yaml.Marshal(text)
	return err == nil && string(written) == text+"\n" && !strings.Contains(text, "\t") && text != "="
}

// scalarAt returns the string of front matter that contains span.
func scalarAt(src []byte, span source.Span) (scalar, bool) {
	matter := FrontMatter(src)
	if !matter.Contains(span) || matter.Empty() {
		return scalar{}, false
	}
	if src[matter.Start] == '+' {
		start := bytes.LastIndexByte(src[:span.Start], '\n') + 1
		line, _ := cutLine(src, start)
		for _, s := range tomlStrings(line) {
			s.Start, s.End = s.Start+start, s.End+start
			if s.Contains(span) {
				return s, true
			}
		}
		return scalar{}, false
	}
	text := inner(src[matter.Start:matter.End])
	first := matter.Start + bytes.IndexByte(src[matter.Start:matter.End], '\n') + 1
	var root yaml.Node
	if src[matter.Start] != '-' || yaml.Unmarshal(text, &root) != nil {
		return scalar{}, false
	}
	lines := []int{first}
	for i, b := range text {
		if b == '\n' {
			lines = append(lines, first+i+1)
		}
	}
	return yamlScalarAt(&root, lines, src, span)
}

// yamlScalarAt is scalarAt for a tree of YAML whose lines begin at these offsets of src.
func yamlScalarAt(n *yaml.Node, lines []int, src []byte, span source.Span) (scalar, bool) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 { // a key
			continue
		}
		if s, ok := yamlScalarAt(child, lines, src, span); ok {
			return s, true
		}
	}
	if n.Kind != yaml.ScalarNode || n.Tag != "!!str" || n.Anchor != "" || n.Line > len(lines) {
		return scalar{}, false
	}
	s := scalar{Span: source.Span{Start: lines[n.Line-1]}}
	for range n.Column - 1 { // characters
		_, size := utf8.DecodeRune(src[s.Start:])
		s.Start += size
	}
	switch rest := src[s.Start:FrontMatter(src).End]; {
	case n.Style == 0 && bytes.HasPrefix(rest, []byte(n.Value)):
		s.End = s.Start + len(n.Value)
	case n.Style == yaml.DoubleQuotedStyle, n.Style == yaml.SingleQuotedStyle:
		s.quote, s.End = rest[0], s.Start+closingQuote(rest)
	default:
		return scalar{}, false
	}
	return s, s.Contains(span)
}

// tomlStrings returns the strings in a line of TOML, which are no keys.
func tomlStrings(line []byte) []scalar {
	var out []scalar
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '#':
			return out
		case '=':
			if n := len(out) - 1; n >= 0 && len(bytes.TrimSpace(line[out[n].End:i])) == 0 {
				out = out[:n] // a key
			}
		case '"', '\'':
			end := closingQuote(line[i:])
			if end < 0 || bytes.HasPrefix(line[i:], bytes.Repeat(line[i:i+1], 3)) {
				return nil
			}
			out = append(out, scalar{source.Span{Start: i, End: i + end}, line[i], true})
			i += end - 1
		}
	}
	return out
}

// closingQuote returns the offset behind the string that text begins with; -1 where it does not end.
func closingQuote(text []byte) int {
	if len(text) == 0 {
		return -1
	}
	for i := 1; i < len(text); i++ {
		switch {
		case text[i] == '\\' && text[0] == '"':
			i++
		case text[i] == text[0] && text[0] == '\'' && i+1 < len(text) && text[i+1] == '\'':
			i++
		case text[i] == text[0]:
			return i + 1
		}
	}
	return -1
}
