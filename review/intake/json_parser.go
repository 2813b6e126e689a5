package intake

import (
	"bytes"
	"fmt"
	"strconv"
	"unicode/utf8"

	"github.com/doc-iterate/doc-iterate/internal/wording"
)

// Limits on what is read at all, so that a hostile review costs bounded memory.
const (
	maxBytes  = 256 << 20
	maxDepth  = 64
	maxValues = 1 << 25
)

// A syntaxError is text that is no JSON.
type syntaxError struct {
	offset int
	msg    string
}

func (e *syntaxError) Error() string { return e.msg }

// parseJSON reads src, which may not hold anything behind the value. Commas
// behind the last element are taken and noted; all else that is not JSON is an
// error.
func parseJSON(src []byte) (node, error) {
	p := parser{tape: &tape{src: src}}
	if err := p.document(); err != nil {
		return node{}, err
	}
	return node{p.tape, 0}, nil
}

// parsePrefix reads the value that src begins with, and returns where it ends.
// Begun says of one that is broken whether anything in it was JSON.
func parsePrefix(src []byte) (root node, end int, begun bool, err error) {
	p := parser{tape: &tape{src: src}, prefix: true}
	err = p.document()
	return node{p.tape, 0}, p.at, len(p.values) > 1, err
}

type parser struct {
	*tape
	at       int
	trailing int  // commas behind the last element
	prefix   bool // whatever may follow
}

// A frame is an array or object that is open.
type frame struct {
	value uint32
	close byte
}

func (p *parser) fail(at int, format string, args ...any) error {
	return &syntaxError{at, fmt.Sprintf(format, args...)}
}

// document reads one value without recursion, so that no input can exhaust the
// stack.
func (p *parser) document() error {
	var open []frame
	for {
		p.space()
		opened, err := p.value()
		if err != nil {
			return err
		}
		if opened != 0 {
			if len(open) == maxDepth {
				return p.fail(p.at-1, "nested deeper than %d levels", maxDepth)
			}
			open = append(open, frame{uint32(len(p.values) - 1), opened})
			if closed, err := p.first(opened); err != nil {
				return err
			} else if !closed {
				continue
			}
			open = p.shut(open)
		}
		for {
			if len(open) == 0 {
				return p.rest()
			}
			closed, err := p.separator(open[len(open)-1].close)
			if err != nil {
				return err
			}
			if !closed {
				break
			}
			open = p.shut(open)
		}
	}
}

// shut ends the innermost open value, whose bracket was just read.
func (p *parser) shut(open []frame) []frame {
	last := &p.values[open[len(open)-1].value]
	last.end, last.next = uint32(p.at), uint32(len(p.values))
	return open[:len(open)-1]
}

// rest sees that nothing follows, and notes what was repaired.
func (p *parser) rest() error {
	if !p.prefix {
		p.space()
	}
	if p.at < len(p.src) && !p.prefix {
		return p.fail(p.at, "%s behind the end of the JSON value", p.here())
	}
	if p.trailing > 0 {
		p.repaired = append(p.repaired, fmt.Sprintf("left out %s behind the last element", wording.Count(p.trailing, "comma")))
	}
	return nil
}

// first reads what may follow an opening bracket: its closing one, or, in an
// object, a key.
func (p *parser) first(closing byte) (closed bool, err error) {
	p.space()
	if p.at < len(p.src) && p.src[p.at] == closing {
		p.at++
		return true, nil
	}
	if closing == '}' {
		return false, p.key()
	}
	return false, nil
}

// separator reads what stands behind an element: the comma, and in an object
// the next key, or the closing bracket.
func (p *parser) separator(closing byte) (closed bool, err error) {
	p.space()
	comma := p.at < len(p.src) && p.src[p.at] == ','
	if comma {
		p.at++
		p.space()
	}
	if p.at < len(p.src) && p.src[p.at] == closing {
		p.at++
		if comma {
			p.trailing++
		}
		return true, nil
	}
	if !comma {
		return false, p.fail(p.at, "%s where a comma or %q is due", p.here(), closing)
	}
	if closing == '}' {
		return false, p.key()
	}
	return false, nil
}

func (p *parser) key() error {
	if p.at >= len(p.src) || p.src[p.at] != '"' {
		return p.fail(p.at, "%s where a key in double quotes is due", p.here())
	}
	if _, err := p.value(); err != nil {
		return err
	}
	p.space()
	if p.at >= len(p.src) || p.src[p.at] != ':' {
		return p.fail(p.at, "%s where the colon behind a key is due", p.here())
	}
	p.at++
	return nil
}

// value reads a scalar, or the opening bracket of an array or object, whose
// closing one it returns.
func (p *parser) value() (closing byte, err error) {
	if p.at >= len(p.src) {
		return 0, p.fail(p.at, "the text ends where a value is due")
	}
	if len(p.values) == maxValues {
		return 0, p.fail(p.at, "more than %d values", maxValues)
	}
	v := tapeValue{start: uint32(p.at), next: uint32(len(p.values) + 1)}
	switch c := p.src[p.at]; {
	case c == '{':
		v.kind, closing = object, '}'
		p.at++
	case c == '[':
		v.kind, closing = array, ']'
		p.at++
	case c == '"':
		v.kind = text
		err = p.text()
	case c == '-' || '0' <= c && c <= '9':
		v.kind = number
		err = p.number()
	default:
		v.kind, err = p.word()
	}
	if err != nil && v.kind != text {
		return 0, err // no value that parsePrefix could take for JSON
	}
	v.end = uint32(p.at)
	p.values = append(p.values, v)
	return closing, err
}

func (p *parser) text() error {
	start := p.at
	for p.at++; p.at < len(p.src); p.at++ {
		switch c := p.src[p.at]; {
		case c == '"':
			p.at++
			return nil
		case c == '\\':
			if n := escapeLen(p.src[p.at:]); n > 0 {
				p.at += n - 1
			} else {
				return p.fail(p.at, "an escape that JSON doesn't have")
			}
		case c < ' ':
			return p.fail(p.at, "a control character inside a string; write it as an escape (\\n, \\t, \\u%04x)", c)
		}
	}
	return p.fail(start, "a string that does not end")
}

// escapeLen is the length of the escape that b starts with, 0 for none.
func escapeLen(b []byte) int {
	if len(b) < 2 {
		return 0
	}
	if b[1] != 'u' {
		if bytes.IndexByte([]byte(`"\/bfnrt`), b[1]) < 0 {
			return 0
		}
		return 2
	}
	if len(b) < 6 {
		return 0
	}
	if _, err := strconv.ParseUint(string(b[2:6]), 16, 16); err != nil {
		return 0
	}
	return 6
}

func (p *parser) number() error {
	start := p.at
	for p.at < len(p.src) && bytes.IndexByte([]byte("+-.eE0123456789"), p.src[p.at]) >= 0 {
		p.at++
	}
	if !isNumber(p.src[start:p.at]) {
		return p.fail(start, "%s is no JSON number", p.src[start:p.at])
	}
	return nil
}

// isNumber reports whether b is a number in JSON's grammar.
func isNumber(b []byte) bool {
	b = bytes.TrimPrefix(b, []byte("-"))
	whole := digits(b)
	if whole == 0 || whole > 1 && b[0] == '0' {
		return false
	}
	b = b[whole:]
	if len(b) > 0 && b[0] == '.' {
		n := digits(b[1:])
		if n == 0 {
			return false
		}
		b = b[1+n:]
	}
	if len(b) > 0 && (b[0] == 'e' || b[0] == 'E') {
		b = b[1:]
		if len(b) > 0 && (b[0] == '+' || b[0] == '-') {
			b = b[1:]
		}
		n := digits(b)
		return n > 0 && n == len(b)
	}
	return len(b) == 0
}

func digits(b []byte) int {
	n := 0
	for n < len(b) && '0' <= b[n] && b[n] <= '9' {
		n++
	}
	return n
}

// word reads true, false or null.
func (p *parser) word() (kind, error) {
	start := p.at
	for p.at < len(p.src) && 'a' <= p.src[p.at]|0x20 && p.src[p.at]|0x20 <= 'z' {
		p.at++
	}
	switch string(p.src[start:p.at]) {
	case "true", "false":
		return boolean, nil
	case "null":
		return null, nil
	case "":
		return null, p.fail(start, "%s where a value is due", p.here())
	}
	return null, p.fail(start, "%q is no JSON value", clip(string(p.src[start:p.at]), 20))
}

func (p *parser) space() {
	for p.at < len(p.src) && (p.src[p.at] == ' ' || p.src[p.at] == '\n' || p.src[p.at] == '\r' || p.src[p.at] == '\t') {
		p.at++
	}
}

// here describes what stands at the current place.
func (p *parser) here() string {
	if p.at >= len(p.src) {
		return "the end of the text"
	}
	r, _ := utf8.DecodeRune(p.src[p.at:])
	return strconv.QuoteRune(r)
}
