package jsontree

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits, so that a hostile text costs bounded memory.
const (
	maxBytes  = math.MaxInt32
	maxValues = 1 << 25
	// maxDepth is that of encoding/json, maxLooseDepth that of ParseLoose.
	maxDepth      = 10_000
	maxLooseDepth = 64
)

// SyntaxError says why a text is not JSON, and where.
type SyntaxError struct {
	Offset int
	msg    string
}

func (e *SyntaxError) Error() string { return e.msg }

// Parse returns the tree of src, which contains one JSON value. For a text that is not JSON it returns the error of
// encoding/json, whose words people know.
func Parse(src []byte) (Node, error) {
	p := parser{tree: &tree{src: src}, depth: maxDepth}
	if err := p.document(); err != nil {
		var v json.RawMessage
		if known := json.Unmarshal(src, &v); known != nil {
			return Node{}, known
		}
		return Node{}, err
	}
	return Node{p.tree, 0}, nil
}

// ParseLoose is Parse for text by people and models. It accepts and counts commas behind last elements, and refuses
// deep nesting. Its error is a [*SyntaxError].
func ParseLoose(src []byte) (Node, error) {
	p := parser{tree: &tree{src: src, loose: true}, depth: maxLooseDepth}
	if err := p.document(); err != nil {
		return Node{}, err
	}
	return Node{p.tree, 0}, nil
}

// ParsePrefix is ParseLoose for a value that src begins with. It returns the end of that value. begun says of a broken
// value whether any part of it was JSON.
func ParsePrefix(src []byte) (root Node, end int, begun bool, err error) {
	p := parser{tree: &tree{src: src, loose: true}, depth: maxLooseDepth, prefix: true}
	err = p.document()
	return Node{p.tree, 0}, p.at, len(p.values) > 1, err
}

type parser struct {
	*tree
	at     int
	depth  int  // the deepest nesting allowed
	prefix bool // accepts any text behind the value
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &SyntaxError{at, fmt.Sprintf(format, args...)}
}

// document reads one value and the white space around it.
func (p *parser) document() error {
	if len(p.src) > maxBytes {
		return p.fail(0, "more than %d bytes", maxBytes)
	}
	p.space()
	if err := p.value(p.depth); err != nil || p.prefix {
		return err
	}
	if p.space(); p.at < len(p.src) {
		return p.fail(p.at, "unexpected %s after the JSON value", p.here())
	}
	return nil
}

// mostValues returns how many values a text may contain. SARIF without spaces has one value, counting keys, in 7 bytes.
// A tree with more values would take too much memory.
func (p *parser) mostValues() int {
	const always, bytesPerValue = 1 << 20, 4
	if !p.loose {
		return maxValues
	}
	return min(maxValues, max(always, len(p.src)/bytesPerValue))
}

// elements reads an array or object up to its closing bracket. It may have so many levels of others in it.
func (p *parser) elements(closing byte, levels int) error {
	if levels == 0 {
		return p.fail(p.at, "nested deeper than %d levels", p.depth)
	}
	p.at++
	p.space()
	for closed := p.skip(closing); !closed; {
		if closing == '}' {
			if err := p.key(); err != nil {
				return err
			}
		}
		p.space()
		err := p.value(levels - 1)
		if err != nil {
			return err
		}
		if closed, err = p.separator(closing); err != nil {
			return err
		}
	}
	return nil
}

// separator reads what follows an element: a comma, or the closing bracket.
func (p *parser) separator(closing byte) (closed bool, err error) {
	p.space()
	comma := p.skip(',')
	if comma {
		p.space()
	}
	if (!comma || p.loose) && p.skip(closing) {
		if comma {
			p.commas++
		}
		return true, nil
	}
	if !comma {
		return false, p.fail(p.at, "expected a comma or %q, found %s", closing, p.here())
	}
	return false, nil
}

// key reads a key and its colon.
func (p *parser) key() error {
	if p.at >= len(p.src) || p.src[p.at] != '"' {
		return p.fail(p.at, "expected a key in double quotes, found %s", p.here())
	}
	if err := p.value(0); err != nil {
		return err
	}
	if p.space(); !p.skip(':') {
		return p.fail(p.at, "expected a colon after the key, found %s", p.here())
	}
	return nil
}

// value reads a value, which may have so many levels of arrays and objects.
func (p *parser) value(levels int) (err error) {
	if p.at >= len(p.src) {
		return p.fail(p.at, "expected a value, found the end of the text")
	}
	if most := p.mostValues(); len(p.values) >= most {
		return p.fail(p.at, "more than %d values in %d bytes", most, len(p.src))
	}
	i, kind := len(p.values), Null
	p.values = append(p.values, value{start: uint32(p.at)})
	switch c := p.src[p.at]; {
	case c == '{':
		kind, err = Object, p.elements('}', levels)
	case c == '[':
		kind, err = Array, p.elements(']', levels)
	case c == '"':
		kind, err = String, p.text()
	case c == '-' || '0' <= c && c <= '9':
		kind, err = Number, p.number()
	default:
		kind, err = p.word()
	}
	if err != nil && kind < String {
		p.values = p.values[:i] // ParsePrefix does not count this as JSON
		return err
	}
	v := &p.values[i]
	v.kind, v.end, v.next = kind, uint32(p.at), uint32(len(p.values))
	return err
}

func (p *parser) text() error {
	start := p.at
	for p.at++; p.at < len(p.src); p.at++ {
		switch c := p.src[p.at]; {
		case c == '"':
			p.at++
			return nil
		case c == '\\':
			n := escapeLen(p.src[p.at:])
			if n == 0 {
				return p.fail(p.at, "invalid escape in a string")
			}
			p.at += n - 1
		case c < ' ':
			return p.fail(p.at, "control character in a string; write it as an escape (\\n, \\t, \\u%04x)", c)
		}
	}
	return p.fail(start, "the string is not closed")
}

// escapeLen returns the length of the escape that b starts with, 0 for none.
func escapeLen(b []byte) int {
	switch {
	case len(b) >= 6 && b[1] == 'u' && hex4(b[2:6]) >= 0:
		return 6
	case len(b) >= 2 && bytes.IndexByte([]byte(`"\/bfnrt`), b[1]) >= 0:
		return 2
	}
	return 0
}

func (p *parser) number() error {
	start := p.at
	for p.at < len(p.src) && bytes.IndexByte([]byte("+-.eE0123456789"), p.src[p.at]) >= 0 {
		p.at++
	}
	if !IsNumber(p.src[start:p.at]) {
		return p.fail(start, "invalid JSON number %s", p.src[start:p.at])
	}
	return nil
}

// IsNumber reports whether b is a number in JSON's grammar.
func IsNumber(b []byte) bool {
	return len(b) > 0 && (b[0] == '-' || '0' <= b[0] && b[0] <= '9') && json.Valid(b)
}

// word reads true, false or null. A loose parser also reads what others write for null.
func (p *parser) word() (Kind, error) {
	start := p.at
	for p.at < len(p.src) && 'a' <= p.src[p.at]|0x20 && p.src[p.at]|0x20 <= 'z' {
		p.at++
	}
	switch word := string(p.src[start:p.at]); word {
	case "true", "false":
		return Bool, nil
	case "null":
		return Null, nil
	case "":
		return Null, p.fail(start, "expected a value, found %s", p.here())
	case "NaN", "Infinity", "undefined", "None":
		if p.loose { // values that JSON has not
			return Null, nil
		}
		fallthrough
	default:
		if len(word) > 20 {
			word = word[:20] + "…"
		}
		return Null, p.fail(start, "invalid JSON value %q", word)
	}
}

// skip reads c if it is the next byte.
func (p *parser) skip(c byte) bool {
	if p.at == len(p.src) || p.src[p.at] != c {
		return false
	}
	p.at++
	return true
}

// space skips white space. A loose parser also skips comments, which models write.
func (p *parser) space() {
	for p.at < len(p.src) {
		rest := p.src[p.at:]
		if rest[0] > ' ' && rest[0] != '/' {
			return
		}
		comment := p.loose && len(rest) > 1 && rest[0] == '/'
		switch {
		case strings.IndexByte(" \n\r\t", rest[0]) >= 0:
			p.at++
		case comment && rest[1] == '/':
			if n := bytes.IndexByte(rest, '\n'); n >= 0 {
				p.at += n
			} else {
				p.at = len(p.src)
			}
		case comment && rest[1] == '*' && bytes.Contains(rest[2:], []byte("*/")):
			p.at += 2 + bytes.Index(rest[2:], []byte("*/")) + 2
		default:
			return
		}
	}
}

// here describes the text at the current place.
func (p *parser) here() string {
	if p.at >= len(p.src) {
		return "the end of the text"
	}
	r, _ := utf8.DecodeRune(p.src[p.at:])
	return strconv.QuoteRune(r)
}
