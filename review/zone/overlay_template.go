package zone

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/doc-iterate/doc-iterate/review/source"
)

// brace takes what opens with a brace: {{ … }}, {{< … >}} and {% … %} of
// generators, {# … #} and {#id .class} and {key=value}, and expressions of MDX.
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
	case bytes.HasPrefix(rest, []byte("{#")):
		if stop := o.until(i, 2, "#}", paragraph); stop > 0 {
			return stop
		}
	}
	return o.expression(i)
}

// tag takes a tag of a template, and with it what it encloses when that is code.
// A tag that opens its line may hold blank lines.
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
	rest := o.src[n:min(n+longestTag, len(o.src))] // looked at anew for each tag
	if end := bytes.Index(rest, []byte(closer)); end >= 0 {
		return n + end + len(closer)
	}
	return stop
}

const longestTag = 64

// verbatimTags enclose what is no Markdown.
var verbatimTags = []string{
	"code", "code-block", "codeblock", "comment", "highlight", "javascript", "katex", "math", "mermaid", "plantuml",
	"raw", "schema", "style", "stylesheet", "verbatim",
}

// tagName returns the name of the tag with this content.
func tagName(content []byte) string {
	content = bytes.TrimLeft(content, " \t\r\n-~<%")
	n := 0
	for n < len(content) && (source.IsLetter(content[n]) || source.IsDigit(content[n]) || content[n] == '-' || content[n] == '_') {
		n++
	}
	return string(content[:n])
}

// expression takes {…} with balanced braces: on one line, or, in MDX, wherever
// it ends.
func (o *overlays) expression(i int) int {
	if len(o.braces) == 0 {
		o.pairs()
	}
	n, opens := slices.BinarySearchFunc(o.braces, int32(i), func(b Brace, i int32) int { return cmp.Compare(b.Open, i) })
	if !opens {
		return 0
	}
	return int(o.braces[n].End)
}

// A Brace is an opening brace and the offset behind the one that closes it, 0 where it
// stays open.
type Brace struct{ Open, End int32 }

// pairs makes braces, which are in order.
func (o *overlays) pairs() {
	var open []int // of braces, by their number
	for i, c := range o.text {
		switch c {
		case '\n':
			if !o.mdx {
				open = open[:0]
			}
		case '{':
			open = append(open, len(o.braces))
			o.braces = append(o.braces, Brace{Open: int32(i)})
		case '}':
			if n := len(open); n > 0 {
				o.braces[open[n-1]].End = int32(i + 1)
				open = open[:n-1]
			}
		}
	}
}

// jsx takes a tag of JSX that is no HTML because of the braces in it.
func (o *overlays) jsx(i int) int {
	j := i + 1
	for j < len(o.text) && (source.IsLetter(o.text[j]) || source.IsDigit(o.text[j]) || o.text[j] == '.' || o.text[j] == '/') {
		j++
	}
	if j == i+1 {
		if o.mdx && o.text[j] == '>' {
			return j + 1
		}
		return 0
	}
	limit := o.blank(i)
	braces := false
	for j < limit {
		switch o.text[j] {
		case '<':
			return 0
		case '>':
			if braces || o.mdx {
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

// emoji takes :name:.
func (o *overlays) emoji(i int) int {
	if i > 0 && (source.IsLetter(o.text[i-1]) || source.IsDigit(o.text[i-1])) {
		return 0
	}
	j := i + 1
	for j < len(o.text) && (source.IsLetter(o.text[j]) || source.IsDigit(o.text[j]) || o.text[j] == '_' || o.text[j] == '-' || o.text[j] == '+') {
		j++
	}
	if j > i+1 && j < len(o.text) && o.text[j] == ':' {
		return j + 1
	}
	return 0
}

// startsLine reports whether nothing but white space and marks of block quotes
// stands before i on its line.
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

// dollar takes $$ … $$, and $ … $ by the rule of pandoc: no white space inside
// the dollars, no letter or digit behind the closing one.
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

// backslash takes \( … \) and environments of TeX.
func (o *overlays) backslash(i int) int {
	if o.text[i+1] == '(' {
		return o.until(i, 2, `\)`, paragraph)
	}
	name, ok := bytes.CutPrefix(o.text[i:], []byte(`\begin{`))
	if !ok {
		return 0
	}
	for _, e := range environments {
		if rest, ok := bytes.CutPrefix(name, []byte(e)); ok && (bytes.HasPrefix(rest, []byte("}")) || bytes.HasPrefix(rest, []byte("*}"))) {
			return o.until(i, 2, `\end{`+e, anywhere)
		}
	}
	return 0
}

// environments are the environments of TeX that stand for themselves in
// Markdown. Were any name taken, a document of names that nothing closes would
// have to be searched for each.
var environments = []string{
	"align", "alignat", "aligned", "array", "bmatrix", "cases", "displaymath", "eqnarray", "equation", "figure", "flalign",
	"gather", "math", "matrix", "multline", "pmatrix", "split", "table", "tabular", "tikzpicture", "vmatrix",
}
