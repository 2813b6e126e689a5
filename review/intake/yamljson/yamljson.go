// Package yamljson writes YAML as JSON, each value on its line, so that messages about the JSON name lines of the YAML.
package yamljson

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// maxYAML bounds a text without its list of items: anchors could make much of little.
const maxYAML = 4 << 20

// yamlPiece is how much of the YAML is parsed at once where it is a list of items: a parsed value takes far more memory
// than its text.
const yamlPiece = 64 << 10

// A Text is YAML that was parsed, except for the items of its longest list.
type Text struct {
	Root *yaml.Node
	w    yamlWriter
}

// HasItems reports whether items stand in a list that Root has only in part.
func (t *Text) HasItems() bool { return len(t.w.items.text) > 0 }

// ErrRepeats says that a text is no single value, repeats a part of itself, or is too large.
var ErrRepeats = errors.New("no value that stands once")

// Parse parses YAML.
func Parse(src []byte) (*Text, error) {
	t := &Text{w: yamlWriter{out: new(bytes.Buffer)}}
	if len(src) > yamlPiece {
		t.w.items = yamlItems(src)
		if len(src)-len(t.w.items.text) > maxYAML {
			return nil, ErrRepeats
		}
		t.w.out.Grow(len(src) + len(src)/8)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(t.w.items.frame(src), &doc); err != nil {
		return nil, err
	}
	if len(doc.Content) != 1 || hasAlias(&doc) {
		return nil, ErrRepeats
	}
	t.Root = doc.Content[0]
	return t, nil
}

// JSON returns the text as JSON.
func (t *Text) JSON() ([]byte, error) {
	err := t.w.write(t.Root)
	return t.w.out.Bytes(), err
}

// yamlList is the items of the longest part of a text that is a block list. Each item can be parsed alone.
type yamlList struct {
	text   []byte
	offset int // where in the whole it begins
	line   int // lines before it
	indent int // of the items
}

// yamlPlaceholder stands for the items in the frame of a list.
const yamlPlaceholder = "doc-iterate-items"

// frame returns src with one item instead of those of the list.
func (l yamlList) frame(src []byte) []byte {
	if len(l.text) == 0 {
		return src
	}
	item := strings.Repeat(" ", l.indent) + "- " + yamlPlaceholder + "\n"
	return slices.Concat(src[:l.offset], []byte(item), src[l.offset+len(l.text):])
}

// yamlItems finds the longest run of lines in which none is indented less than the first, which begins an item. A line
// of text with several lines is indented more than the item that it stands in, so that each line with the indent of the
// first begins an item, or ends the list.
func yamlItems(src []byte) yamlList {
	var best, l yamlList
	at, number := 0, 0
	for line := range bytes.Lines(src) {
		text := bytes.TrimLeft(line, " ")
		indent := len(line) - len(text)
		begins := beginsItem(text)
		switch blank := len(bytes.TrimSpace(text)) == 0; {
		case len(l.text) > 0 && (blank || indent > l.indent || indent == l.indent && begins):
			l.text = src[l.offset : at+len(line)]
		case begins:
			l = yamlList{line[:len(line):len(line)], at, number, indent}
		default:
			l = yamlList{}
		}
		if len(l.text) > len(best.text) {
			best = l
		}
		at += len(line)
		number++
	}
	return best
}

// beginsItem reports whether a line without its indent begins an item of a list.
func beginsItem(text []byte) bool {
	return len(text) > 0 && text[0] == '-' && (len(text) == 1 || bytes.IndexByte([]byte(" \r\n"), text[1]) >= 0)
}

// pieces returns the text of the list in pieces of whole items.
func (l yamlList) pieces() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		start, at := 0, 0
		for line := range bytes.Lines(l.text) {
			text := bytes.TrimLeft(line, " ")
			if len(line)-len(text) == l.indent && beginsItem(text) && at-start >= yamlPiece {
				if !yield(l.text[start:at]) {
					return
				}
				start = at
			}
			at += len(line)
		}
		yield(l.text[start:])
	}
}

// hasAlias reports whether a document repeats a part of itself.
func hasAlias(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, hasAlias)
}

// A yamlWriter writes YAML as JSON, each value on the line that it has in the YAML, so that errors name it.
type yamlWriter struct {
	out    *bytes.Buffer
	items  yamlList // that a placeholder stands for
	line   int      // how many have ended
	before int      // lines before what is written
}

func (w *yamlWriter) write(n *yaml.Node) error {
	for ; w.line < w.before+n.Line-1; w.line++ {
		w.out.WriteByte('\n')
	}
	switch n.Kind {
	case yaml.MappingNode, yaml.SequenceNode:
		marks, step := "{}", 2
		if n.Kind == yaml.SequenceNode {
			marks, step = "[]", 1
		}
		w.out.WriteByte(marks[0])
		for i, part := range n.Content {
			switch {
			case i == 0:
			case step == 2 && i%2 == 1:
				w.out.WriteByte(':')
			default:
				w.out.WriteByte(',')
			}
			var err error
			switch {
			case step == 2 && i%2 == 0:
				w.text(part.Value)
			case step == 1 && len(w.items.text) > 0 && part.Line == w.items.line+1 && part.Value == yamlPlaceholder:
				err = w.list()
			default:
				err = w.write(part)
			}
			if err != nil {
				return err
			}
		}
		w.out.WriteByte(marks[1])
	default:
		w.scalar(n)
	}
	return nil
}

// errNoItems says that a part of a list is no list, or begins with no mapping.
var errNoItems = errors.New("no list of mappings")

// list writes the items that the placeholder stands for, with the commas between them.
func (w *yamlWriter) list() error {
	w.before = w.items.line
	first := true
	for piece := range w.items.pieces() {
		var doc yaml.Node
		if err := yaml.Unmarshal(piece, &doc); err != nil {
			return err
		}
		if len(doc.Content) != 1 || doc.Content[0].Kind != yaml.SequenceNode || hasAlias(&doc) {
			return errNoItems
		}
		for _, item := range doc.Content[0].Content {
			switch {
			case !first:
				w.out.WriteByte(',')
			case item.Kind != yaml.MappingNode:
				return errNoItems
			}
			first = false
			if err := w.write(item); err != nil {
				return err
			}
		}
		w.before += bytes.Count(piece, []byte("\n"))
	}
	w.before = w.items.line + bytes.Count(w.items.text, []byte("\n")) - 1 // the placeholder takes a line
	return nil
}

func (w *yamlWriter) scalar(n *yaml.Node) {
	plain := n.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle|yaml.LiteralStyle|yaml.FoldedStyle) == 0
	switch {
	case plain && n.Tag == "!!null":
		w.out.WriteString("null")
	case plain && n.Tag == "!!bool" && (n.Value == "true" || n.Value == "false"):
		w.out.WriteString(n.Value)
	case plain && jsontree.IsNumber([]byte(n.Value)):
		w.out.WriteString(n.Value)
	case n.Style&(yaml.LiteralStyle|yaml.FoldedStyle) != 0:
		w.text(strings.TrimSuffix(n.Value, "\n"))
	default:
		w.text(n.Value)
	}
}

func (w *yamlWriter) text(s string) {
	data, err := json.Marshal(s)
	if err != nil {
		data = []byte(`""`)
	}
	w.out.Write(data)
}
