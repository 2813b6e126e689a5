package rules

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"unicode/utf8"
)

// node is one value of a JSON file together with its place. encoding/json
// decodes into Go values and forgets where they stood, stops at the first
// mistake and lets the second of two equal keys win; a tree with offsets is
// what good messages are made from.
type node struct {
	kind    kind
	offset  int // of the value's first byte
	text    string
	truth   bool
	items   []*node
	members []member
}

type member struct {
	key    string
	offset int // of the key's opening quote
	value  *node
}

type kind uint8

const (
	nullKind kind = iota
	boolKind
	numberKind
	stringKind
	arrayKind
	objectKind
)

var kindNames = [...]string{"null", "true or false", "a number", "a text in quotes", "a list", "an object"}

func (k kind) String() string { return kindNames[k] }

// maxDepth bounds nesting; the configuration itself needs five levels.
const maxDepth = 100

// parseJSON returns the tree of src. A file that is no JSON has one problem
// and no tree; repeated keys are problems beside the tree, in which the first
// one stands.
func parseJSON(src []byte) (*node, []Problem) {
	if at := invalidUTF8(src); at >= 0 {
		return nil, []Problem{{Offset: at, Message: "the file is not UTF-8; save it as UTF-8"}}
	}
	// Windows editors put a byte order mark in front; to JSON it is a stray character.
	body := bytes.TrimPrefix(src, []byte("\ufeff"))
	shift := len(src) - len(body)
	var raw json.RawMessage
	if err := json.Unmarshal(body, &raw); err != nil {
		p := syntaxProblem(body, err)
		p.Offset += shift
		return nil, []Problem{p}
	}
	t := &treeBuilder{src: body, shift: shift, dec: json.NewDecoder(bytes.NewReader(body))}
	t.dec.UseNumber()
	root, err := t.value(0)
	if err != nil {
		return nil, []Problem{{Offset: t.at() + shift, Message: err.Error()}}
	}
	return root, t.problems
}

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

type treeBuilder struct {
	src      []byte
	shift    int
	dec      *json.Decoder
	problems []Problem
}

// at is the offset of the next token: what lies between the last one and it is
// white space, commas and colons only.
func (t *treeBuilder) at() int {
	i := int(t.dec.InputOffset())
	for i < len(t.src) && bytes.IndexByte([]byte(" \t\r\n,:"), t.src[i]) >= 0 {
		i++
	}
	return i
}

func (t *treeBuilder) value(depth int) (*node, error) {
	if depth > maxDepth {
		return nil, fmt.Errorf("nested more than %d levels deep", maxDepth)
	}
	n := &node{offset: t.at() + t.shift}
	token, err := t.dec.Token()
	if err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, err
	}
	switch v := token.(type) {
	case bool:
		n.kind, n.truth = boolKind, v
	case json.Number:
		n.kind, n.text = numberKind, v.String()
	case string:
		n.kind, n.text = stringKind, v
	case json.Delim:
		if v == '[' {
			n.kind = arrayKind
			err = t.array(n, depth)
		} else {
			n.kind = objectKind
			err = t.object(n, depth)
		}
	}
	return n, err
}

func (t *treeBuilder) array(n *node, depth int) error {
	for t.dec.More() {
		item, err := t.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, err := t.dec.Token()
	return err
}

func (t *treeBuilder) object(n *node, depth int) error {
	first := map[string]int{}
	for t.dec.More() {
		m := member{offset: t.at() + t.shift}
		token, err := t.dec.Token()
		if err != nil {
			return err
		}
		m.key, _ = token.(string)
		if m.value, err = t.value(depth + 1); err != nil {
			return err
		}
		if at, repeated := first[m.key]; repeated {
			line, _ := lineColumn(t.src, at-t.shift)
			t.problems = append(t.problems, Problem{
				Offset:  m.offset,
				Message: fmt.Sprintf("the key %q stands here a second time (first on line %d); take one out", m.key, line),
			})
			continue
		}
		first[m.key] = m.offset
		n.members = append(n.members, m)
	}
	_, err := t.dec.Token()
	return err
}
