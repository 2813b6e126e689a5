package intake

import (
	"bytes"
	"encoding/json"
	"errors"
	"iter"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
	"github.com/doc-iterate/doc-iterate/review/intake/format"
	"github.com/doc-iterate/doc-iterate/review/intake/remark"
)

// yamlStart matches the first line of a review in YAML: a key, or an item with a key.
var yamlStart = remark.Pattern(`^(?:---\s*\n)?(?:\s*#[^\n]*\n)*\s*(?:-\s+)?["']?[A-Za-z_$][A-Za-z_ -]{0,30}["']?:(?:\s|$)`)

// maxYAML bounds a review in YAML without its list of items: anchors could make much of little.
const maxYAML = 4 << 20

// yamlIssues matches the key of the list that only a review has, and an item below it.
var yamlIssues = remark.Pattern(`(?m)^(?:issues|findings|comments|problems|suggestions):[ \t]*\n(?:[ \t]*(?:#[^\n]*)?\n)*[ \t]*-[ \t]`)

// yamlAt matches the line that an error of the parser names.
var yamlAt = remark.Pattern(`^yaml: line ([0-9]+): (.*)$`)

// notYAML says what keeps a review from being YAML, and at which line.
func notYAML(r *format.Reader, err error) {
	m := yamlAt().FindStringSubmatch(err.Error())
	if m == nil {
		r.Fail(0, nil, "not a review in YAML: %s", strings.TrimPrefix(err.Error(), "yaml: "))
		return
	}
	line, _ := strconv.Atoi(m[1])
	offset := 0
	for range line - 1 {
		offset += bytes.IndexByte(r.Src[offset:], '\n') + 1
	}
	r.Fail(offset, nil, "not a review in YAML: %s; put a text with a colon or marks in quotes", m[2])
}

// yamlPiece is how much of the YAML is parsed at once where it is a list of items: a parsed value takes far more memory
// than its text.
const yamlPiece = 64 << 10

// readYAML reads doc-iterate's own form written as YAML, and reports whether the text is that: a
// list of mappings, or a mapping with such a list.
func readYAML(r *format.Reader) bool {
	if !yamlStart().Match(r.Src) {
		return false
	}
	w := yamlWriter{out: new(bytes.Buffer)}
	if len(r.Src) > yamlPiece {
		w.items = yamlItems(r.Src)
		if len(r.Src)-len(w.items.text) > maxYAML {
			return false
		}
		w.out.Grow(len(r.Src) + len(r.Src)/8)
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(w.items.frame(r.Src), &doc); err != nil && yamlIssues().Match(r.Src) {
		notYAML(r, err)
		return true
	} else if err != nil || len(doc.Content) != 1 || hasAlias(&doc) {
		return false
	}
	root := doc.Content[0]
	list := root
	if root.Kind == yaml.MappingNode {
		list = nil
		for i := 0; i+1 < len(root.Content); i += 2 {
			if name := reviewFields()[format.Snake(root.Content[i].Value)]; name == "issues" || name == "review" {
				list = root.Content[i+1]
			}
		}
	}
	if list == nil || list.Kind != yaml.SequenceNode && list.Kind != yaml.MappingNode {
		return false
	}
	isMapping := func(n *yaml.Node) bool { return n.Kind == yaml.MappingNode }
	if list == root && len(w.items.text) == 0 && !slices.ContainsFunc(root.Content, isMapping) {
		return false
	}
	if err := w.write(root); err != nil {
		return false
	}
	tree, err := jsontree.Parse(w.out.Bytes())
	if err != nil {
		return false
	}
	r.Repair("read the YAML as JSON")
	r.Review.Format = format.DocIterate
	src := r.Src
	r.Src = w.out.Bytes() // which has the values on their lines
	ownReview(r, tree)
	r.Src = src
	return true
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
