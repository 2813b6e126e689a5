package intake

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/doc-iterate/doc-iterate/internal/jsontree"
)

// yamlStart matches the first line of a review in YAML: a key, or an item with a key.
var yamlStart = pattern(`^(?:---\s*\n)?(?:\s*#[^\n]*\n)*\s*(?:-\s+)?["']?[A-Za-z_$][A-Za-z_ -]{0,30}["']?:(?:\s|$)`)

// maxYAML bounds a review in YAML, whose anchors could make much of little.
const maxYAML = 4 << 20

// yaml reads doc-iterate's own form written as YAML, and reports whether the text is that: a
// list of mappings, or a mapping with such a list.
func (r *reader) yaml() bool {
	if len(r.src) > maxYAML || !yamlStart().Match(r.src) {
		return false
	}
	var doc yaml.Node
	if err := yaml.Unmarshal(r.src, &doc); err != nil || len(doc.Content) != 1 || hasAlias(&doc) {
		return false
	}
	root := doc.Content[0]
	list := root
	if root.Kind == yaml.MappingNode {
		list = nil
		for i := 0; i+1 < len(root.Content); i += 2 {
			if name := reviewFields()[snake(root.Content[i].Value)]; name == "issues" || name == "review" {
				list = root.Content[i+1]
			}
		}
	}
	if list == nil || list.Kind != yaml.SequenceNode && list.Kind != yaml.MappingNode {
		return false
	}
	if list == root && !slices.ContainsFunc(root.Content, func(n *yaml.Node) bool { return n.Kind == yaml.MappingNode }) {
		return false
	}
	var out bytes.Buffer
	(&yamlWriter{out: &out}).write(root)
	tree, err := jsontree.Parse(out.Bytes())
	if err != nil {
		return false
	}
	r.repair("read the YAML as JSON")
	r.review.Format = DocIterate
	src := r.src
	r.src = out.Bytes() // which has the values on their lines
	r.ownReview(tree)
	r.src = src
	return true
}

// hasAlias reports whether a document repeats a part of itself.
func hasAlias(n *yaml.Node) bool {
	return n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, hasAlias)
}

// A yamlWriter writes YAML as JSON, each value on the line that it has in the YAML, so that
// errors name it.
type yamlWriter struct {
	out  *bytes.Buffer
	line int // how many have ended
}

func (w *yamlWriter) write(n *yaml.Node) {
	for ; w.line < n.Line-1; w.line++ {
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
			if step == 2 && i%2 == 0 {
				w.text(part.Value)
			} else {
				w.write(part)
			}
		}
		w.out.WriteByte(marks[1])
	default:
		w.scalar(n)
	}
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
