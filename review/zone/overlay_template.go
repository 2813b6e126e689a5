package zone

import (
	"bytes"
	"slices"
	"sort"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// brace returns the end of an overlay that opens with a brace: {{ … }}, {{< … >}} and {% … %} of generators, {# … #},
// {#id .class}, {key=value}.
func (o *overlays) brace(i int) int {
	rest := o.src[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("{{")):
		stop := o.tag(i, "}}")
		for stop > 0 && stop < len(o.src) && o.src[stop] == '}' {
			stop++ // {{{ … }}}
		}
		return stop
	case bytes.HasPrefix(rest, []byte("{%")):
		return o.tag(i, "%}")
	case bytes.HasPrefix(rest, []byte("{ #")) || bytes.HasPrefix(rest, []byte("{ .")):
		if stop := o.until(i, 2, "}", paragraph); stop > 0 {
			return stop
		}
	case bytes.HasPrefix(rest, []byte("{#")):
		if stop := o.until(i, 2, "#}", paragraph); stop > 0 {
			return stop
		}
	}
	return o.expression(i)
}

// tag returns the end of a template tag. If the tag encloses code, the end is that of its closing tag. A tag at the
// start of a line may contain blank lines.
func (o *overlays) tag(i int, closer string) int {
	r := paragraph
	if startsLine(o.text, i) {
		r = anywhere
	}
	stop := o.until(i, 2, closer, r)
	if stop == 0 {
		return 0
	}
	name := tagName(o.src[i+2 : stop])
	if !slices.Contains(verbatimTags, name) {
		return stop
	}
	ends := "end" + name
	if closer == "}}" {
		ends = "/" + name
	}
	n := o.find(o.src, ends, stop)
	if n == len(o.src) {
		return stop
	}
	rest := o.src[n:min(n+longestTag, len(o.src))] // each tag searches this again, so it is short
	if end := bytes.Index(rest, []byte(closer)); end >= 0 {
		return n + end + len(closer)
	}
	return stop
}

const longestTag = 64

// verbatimTags are the tags whose content is not Markdown.
var verbatimTags = []string{
	"chart", "code", "code-block", "codeblock", "comment", "graphviz", "highlight", "javascript", "katex", "latex",
	"math", "mermaid", "plantuml", "raw", "rawhtml", "schema", "script", "style", "stylesheet", "uml", "verbatim",
}

// Verbatim reports whether the byte at offset is of code in a template tag. What is raw to a template may be Markdown.
func (d *Document) Verbatim(offset int) bool {
	over := d.zones().over
	i := sort.Search(len(over), func(i int) bool { return over[i].End > offset })
	if i == len(over) || over[i].Zone != Template || over[i].Start >= offset {
		return false
	}
	tag, is := bytes.CutPrefix(d.Bytes(over[i].Span), []byte("{%"))
	name := tagName(tag)
	return is && name != "raw" && slices.Contains(verbatimTags, name)
}

// tagName returns the name of the tag with this content.
func tagName(content []byte) string {
	content = bytes.TrimLeft(content, " \t\r\n-~<%")
	n := 0
	for n < len(content) && (source.IsLetter(content[n]) || source.IsDigit(content[n]) || content[n] == '-' ||
		content[n] == '_') {
		n++
	}
	return string(content[:n])
}

// expression returns the end of {…} with balanced braces, or 0 for none. It must end on its line.
func (o *overlays) expression(i int) int {
	if o.braces == nil {
		o.pairs()
	}
	return o.braces[i]
}

// pairs fills o.braces.
func (o *overlays) pairs() {
	o.braces = map[int]int{}
	var open []int
	for i, c := range o.text {
		switch c {
		case '\n':
			open = open[:0]
		case '{':
			open = append(open, i)
		case '}':
			if n := len(open); n > 0 {
				o.braces[open[n-1]] = i + 1
				open = open[:n-1]
			}
		}
	}
}

// jsx returns the end of a JSX tag that is not HTML because it contains braces.
func (o *overlays) jsx(i int) int {
	j := i + 1
	for j < len(o.text) && (source.IsLetter(o.text[j]) || source.IsDigit(o.text[j]) || o.text[j] == '.' ||
		o.text[j] == '/') {
		j++
	}
	if j == i+1 {
		return 0
	}
	limit := o.blank(i)
	braces := false
	for j < limit {
		switch o.text[j] {
		case '<':
			return 0
		case '>':
			if braces {
				return j + 1
			}
			return 0
		case '{':
			stop := o.expression(j)
			if stop == 0 {
				return 0
			}
			j, braces = stop, true
			continue
		}
		j++
	}
	return 0
}

// emoji returns the end of :name:.
func (o *overlays) emoji(i int) int {
	if i > 0 && (source.IsLetter(o.text[i-1]) || source.IsDigit(o.text[i-1])) {
		return 0
	}
	j := i + 1
	for j < len(o.text) && (source.IsLetter(o.text[j]) || source.IsDigit(o.text[j]) || o.text[j] == '_' ||
		o.text[j] == '-' || o.text[j] == '+') {
		j++
	}
	if j > i+1 && j < len(o.text) && o.text[j] == ':' {
		return j + 1
	}
	return 0
}

// startsLine reports whether only white space and quote marks are before i on its line.
func startsLine(text []byte, i int) bool {
	for i--; i >= 0; i-- {
		switch text[i] {
		case ' ', '\t', '>':
		case '\n':
			return true
		default:
			return false
		}
	}
	return true
}

// dollar returns the end of $$ … $$ or $ … $. As in pandoc, no white space may touch a single dollar on its inner side,
// and no letter or digit may follow the closing one.
func (o *overlays) dollar(i int) int {
	if o.text[i+1] == '$' {
		return o.until(i, 2, "$$", paragraph)
	}
	if source.IsSpace(o.text[i+1]) {
		return 0
	}
	stop := o.until(i, 1, "$", sameLine)
	if stop < i+3 || source.IsSpace(o.text[stop-2]) || o.text[stop-2] == '\\' {
		return 0
	}
	if stop < len(o.text) && (source.IsDigit(o.text[stop]) || source.IsLetter(o.text[stop])) {
		return 0
	}
	return stop
}

// backslash returns the end of \( … \) or of an environment of TeX.
func (o *overlays) backslash(i int) int {
	if o.text[i+1] == '(' {
		return o.until(i, 2, `\)`, paragraph)
	}
	name, ok := bytes.CutPrefix(o.text[i:], []byte(`\begin{`))
	if !ok {
		return 0
	}
	for _, e := range environments {
		if rest, ok := bytes.CutPrefix(name, []byte(e)); ok &&
			(bytes.HasPrefix(rest, []byte("}")) || bytes.HasPrefix(rest, []byte("*}"))) {
			return o.until(i, 2, `\end{`+e, anywhere)
		}
	}
	return 0
}

// environments are the environments of TeX that Markdown contains without dollar signs. The list is fixed: with any
// name allowed, a document with many names that nothing closes would take a search for each.
var environments = []string{
	"align", "alignat", "aligned", "array", "bmatrix", "cases", "displaymath", "eqnarray", "equation", "figure",
	"flalign",
	"gather", "math", "matrix", "multline", "pmatrix", "split", "table", "tabular", "tikzpicture", "vmatrix",
}
