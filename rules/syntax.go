package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

var kindNames = [...]string{
	jsontree.Null: "null", jsontree.Bool: "true or false", jsontree.Number: "a number",
	jsontree.String: "a text in quotes", jsontree.Array: "a list", jsontree.Object: "an object",
}

// maxDepth bounds nesting; the configuration itself needs five levels.
const maxDepth = 100

// parse returns the tree of the file. A file that is no JSON has one problem and no
// tree. Repeated keys are problems too; the first one counts.
func (d *decoder) parse() jsontree.Node {
	if at := invalidUTF8(d.src); at >= 0 {
		d.failAt(at, "", "the file is not UTF-8; save it as UTF-8")
		return jsontree.Node{}
	}
	root, err := jsontree.Parse(d.src)
	if err != nil {
		d.problems = append(d.problems, syntaxProblem(d.src, err))
		return jsontree.Node{}
	}
	if at := d.checkKeys(root, 0); at >= 0 {
		d.problems = nil
		d.failAt(at, "", "nested more than %d levels deep", maxDepth)
		return jsontree.Node{}
	}
	return root
}

// checkKeys reports the repeated keys of all objects. It returns the offset of a value
// that is nested too deep, -1 for none.
func (d *decoder) checkKeys(n jsontree.Node, depth int) int {
	if depth > maxDepth {
		return n.Offset()
	}
	for _, item := range n.Items() {
		if at := d.checkKeys(item, depth+1); at >= 0 {
			return at
		}
	}
	first := map[string]jsontree.Node{}
	for key, value := range n.Members() {
		if at := d.checkKeys(value, depth+1); at >= 0 {
			return at
		}
		name := key.Text()
		if other := first[name]; other.Exists() {
			d.fail(key, "", "duplicate key %q (first on %s); remove one", name, d.lineOf(other))
			continue
		}
		first[name] = key
	}
	return -1
}

// invalidUTF8 returns the offset of the first byte that is not UTF-8, -1 for none.
func invalidUTF8(src []byte) int {
	for i := 0; i < len(src); {
		r, n := utf8.DecodeRune(src[i:])
		if r == utf8.RuneError && n == 1 {
			return i
		}
		i += n
	}
	return -1
}

// syntaxProblem says where JSON breaks off, and names the usual reasons.
func syntaxProblem(src []byte, err error) Problem {
	var syntax *json.SyntaxError
	if !errors.As(err, &syntax) {
		return Problem{Message: err.Error()}
	}
	at := min(max(int(syntax.Offset)-1, 0), len(src))
	if len(bytes.TrimSpace(src)) == 0 {
		return Problem{Message: `the file is empty; the smallest configuration is {"version": 1}`}
	}
	if syntax.Error() == "unexpected end of JSON input" {
		return Problem{Offset: len(src), Message: "the file ends before its last bracket or quote is closed"}
	}
	p := Problem{Offset: at, Message: "not valid JSON: " + syntax.Error()}
	if at == len(src) {
		return p
	}
	before := bytes.TrimRight(src[:at], " \t\r\n")
	switch c := src[at]; {
	case c == '/' || c == '#':
		p.Message = `JSON has no comments; use the key "why"`
	case (c == '}' || c == ']') && bytes.HasSuffix(before, []byte{','}):
		p.Message = "JSON allows no comma before a closing bracket; take it out"
		p.Offset = len(before) - 1
	case c == '\'':
		p.Message = "JSON has double quotes only"
	case c == '"' && !bytes.HasSuffix(before, []byte{','}):
		p.Message += "; is a comma missing before it?"
	case c < ' ':
		p.Message = "a text must not run over a line end or hold a control character; write \\n or \\t"
	}
	return p
}
